extension ConformanceReport {
    /// What a test on the link did, where the capture is of one.
    public struct Tester: Codable, Hashable, Sendable {
        /// The interface that the test went over.
        public var interface: String
        /// That it sent from.
        public var address: String
        /// Who was tested.
        public var target: Target
        /// Sent, all in all.
        public var sentPackets: Int
        /// The most that are ever sent.
        public var maximumPackets: Int
        /// The most that the tester sends.
        public var packetsPerSecond: Int
        /// Those that were begun, in order.
        public var scenarios: [Scenario]

        /// Made of all its parts.
        public init(
            interface: String, address: String, target: Target, sentPackets: Int, maximumPackets: Int,
            packetsPerSecond: Int, scenarios: [Scenario]
        ) {
            (self.interface, self.address, self.target) = (interface, address, target)
            (self.sentPackets, self.maximumPackets) = (sentPackets, maximumPackets)
            (self.packetsPerSecond, self.scenarios) = (packetsPerSecond, scenarios)
        }

        /// What was tested.
        public struct Target: Codable, Hashable, Sendable {
            /// Its name when it was found: an instance, or a host's where there is none.
            public var originalName: String
            /// Its name at the end.
            public var name: String

            /// Made of all its parts.
            public init(originalName: String, name: String) { (self.originalName, self.name) = (originalName, name) }
        }

        /// A scenario and how it went.
        public struct Scenario: Codable, Hashable, Sendable {
            /// The name of the scenario in kebab-case.
            public var id: String
            /// What it does, in a few words.
            public var title: String
            /// How it ended.
            public var end: End
            /// What the target should have done.
            public var expectations: [Expectation]

            /// Made of all its parts.
            public init(id: String, title: String, end: End, expectations: [Expectation]) {
                (self.id, self.title, self.end, self.expectations) = (id, title, end, expectations)
            }
        }

        /// How a scenario ended.
        @nonexhaustive
        public enum End: String, Codable, CaseIterable, Sendable {
            /// It was played to its end.
            case played
            /// The target lacks what it is about.
            case notApplicable = "not-applicable"
            /// The target did not probe, and the rest made no sense without.
            case noProbe = "no-probe"
            /// No further packet may be sent.
            case packetLimit = "packet-limit"
            /// The user ended the test.
            case interrupted
        }

        /// What the target was expected to do.
        public struct Expectation: Codable, Hashable, Sendable {
            /// `answers by unicast`
            public var text: String
            /// `RFC 6762 §5.4`
            public var section: String
            /// The rule that it decides; null where none of the table is about it.
            public var rule: String?
            /// How often the target did it.
            public var met: Int
            /// How often it did not.
            public var failed: Int
            /// What the target sent instead.
            public var frames: [Int]

            /// Made of all its parts.
            public init(
                text: String, section: String, rule: String?, met: Int, failed: Int, frames: [Int]
            ) {
                (self.text, self.section, self.rule) = (text, section, rule)
                (self.met, self.failed, self.frames) = (met, failed, frames)
            }
        }
    }
}
