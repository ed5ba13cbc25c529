extension ConformanceReport {
    /// What a test on the link did, where the capture is of one.
    public struct Tester: Codable, Equatable, Sendable {
        public var interface: String
        /// That it sent from.
        public var address: String
        /// The name of the target when it was found: an instance, or a host's where there is none.
        public var target: String
        /// Its name at the end.
        public var name: String
        /// Sent, all in all.
        public var packets: Int
        /// The most that are ever sent.
        public var maximumPackets: Int
        public var packetsPerSecond: Int
        /// Those that were begun, in order.
        public var scenarios: [Scenario]

        public init(
            interface: String, address: String, target: String, name: String, packets: Int, maximumPackets: Int,
            packetsPerSecond: Int, scenarios: [Scenario]
        ) {
            (self.interface, self.address, self.target, self.name) = (interface, address, target, name)
            (self.packets, self.maximumPackets) = (packets, maximumPackets)
            (self.packetsPerSecond, self.scenarios) = (packetsPerSecond, scenarios)
        }

        /// A scenario and how it went.
        public struct Scenario: Codable, Equatable, Sendable {
            public var id: String
            public var title: String
            public var end: End
            public var expectations: [Expectation]

            public init(id: String, title: String, end: End, expectations: [Expectation]) {
                (self.id, self.title, self.end, self.expectations) = (id, title, end, expectations)
            }
        }

        public enum End: String, Codable, CaseIterable, Sendable {
            case played
            /// The target lacks what it is about.
            case notApplicable = "not-applicable"
            /// The target did not probe, and the rest made no sense without.
            case noProbe = "no-probe"
            /// The user ended the test.
            case interrupted
        }

        /// What the target was expected to do.
        public struct Expectation: Codable, Equatable, Sendable {
            /// `answers by unicast`
            public var text: String
            /// `RFC 6762 §5.4`
            public var section: String
            /// The rule that it decides; null where none of the table is about it.
            public var rule: String?
            public var met: Int
            public var disappointed: Int
            /// What the target sent instead.
            public var frames: [Int]

            public init(
                text: String, section: String, rule: String?, met: Int, disappointed: Int, frames: [Int]
            ) {
                (self.text, self.section, self.rule) = (text, section, rule)
                (self.met, self.disappointed, self.frames) = (met, disappointed, frames)
            }
        }
    }
}
