/// How the hosts of a capture keep the rules of multicast DNS and DNS-SD, as `nearscope.conformance/1` defines it.
public struct ConformanceReport: Codable, Hashable, Sendable {
    /// The contract that it keeps.
    public var schema = "nearscope.conformance/1"
    /// The program that made it.
    public var generator = TraceReport.Generator()
    /// What was read.
    public var capture: Capture
    /// Everybody who sent an mDNS message, by first packet.
    public var hosts: [Host]

    /// What a test on the link did; null for a capture that was only watched.
    public var tester: Tester?

    /// Made of what each one has; the rest can be set.
    public init(capture: Capture, hosts: [Host], tester: Tester? = nil) {
        (self.capture, self.hosts, self.tester) = (capture, hosts, tester)
    }

    /// What was judged.
    public struct Capture: Codable, Hashable, Sendable {
        /// As it was given.
        public var path: String
        /// The number of packets in the file, or of those that pass the filter.
        public var packets: Int
        /// Whether there are no signs of missing packets.
        public var complete: Bool
        /// Those signs, a sentence each.
        public var gaps: [String]
        /// Messages beyond the limits of what is judged.
        public var omittedMessages: Int
        /// Set where the file ends early or is damaged.
        public var fileError: CaptureSummary.FileError?

        /// Made of all its parts.
        public init(
            path: String, packets: Int, complete: Bool, gaps: [String], omittedMessages: Int = 0,
            fileError: CaptureSummary.FileError? = nil
        ) {
            (self.path, self.packets, self.complete, self.gaps) = (path, packets, complete, gaps)
            (self.omittedMessages, self.fileError) = (omittedMessages, fileError)
        }
    }

    /// The card of a host.
    public struct Host: Codable, Hashable, Sendable {
        /// The host name, or else an address.
        public var label: String
        /// The host name that it claims, with the final dot; nil if it claims none.
        public var hostname: String?
        /// The link addresses that it sends from.
        public var linkAddresses: [String]
        /// The addresses that it sends from.
        public var addresses: [String]
        /// The software, if its messages show it: `apple`, `avahi`, `zeroconf` and others.
        public var family: String?
        /// Whether it repeats what others say.
        public var relay: Bool
        /// Every rule once, always in the same order.
        public var rules: [Rule]

        /// Made of all its parts.
        public init(
            label: String, hostname: String?, linkAddresses: [String], addresses: [String], family: String?,
            relay: Bool, rules: [Rule]
        ) {
            (self.label, self.hostname, self.linkAddresses) = (label, hostname, linkAddresses)
            (self.addresses, self.family, self.relay, self.rules) = (addresses, family, relay, rules)
        }
    }

    /// What is said of one rule.
    public struct Rule: Codable, Hashable, Sendable {
        /// Stable: `6762-8.3-two-announcements`.
        public var id: String
        /// `RFC 6762 §8.3`
        public var section: String
        /// `MUST`, `MUST NOT`, `SHOULD` or `SHOULD NOT`
        public var level: String
        /// `responder`, `querier` or `both`
        public var role: String
        /// `kept`, `broken`, `no-occasion` or `cannot-see`
        public var verdict: Verdict
        /// How often the rule applied.
        public var occasions: Int
        /// How often it was broken; 0 unless that is the verdict.
        public var broken: Int
        /// The frames of the first faults, at most 40, in order.
        public var frames: [Int]
        /// A sentence with figures.
        public var evidence: String
        /// What the RFC wants, in a sentence.
        public var title: String

        /// Made of all its parts.
        public init(
            id: String, section: String, level: String, role: String, verdict: Verdict, occasions: Int, broken: Int,
            frames: [Int], evidence: String, title: String
        ) {
            (self.id, self.section, self.level, self.role) = (id, section, level, role)
            (self.verdict, self.occasions, self.broken) = (verdict, occasions, broken)
            (self.frames, self.evidence, self.title) = (frames, evidence, title)
        }

        /// Whether the level is MUST or MUST NOT.
        public var isMandatory: Bool { level.hasPrefix("MUST") }
    }

    /// The judgement of a rule.
    public enum Verdict: String, Codable, CaseIterable, Sendable {
        /// There was occasion, and the host kept it.
        case kept
        /// The host broke it.
        case broken
        /// There was no occasion to keep or break it.
        case noOccasion = "no-occasion"
        /// The capture cannot show it.
        case cannotSee = "cannot-see"
    }
}
