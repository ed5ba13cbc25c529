import TraceModel

/// The options of the wireless view of a capture beside the capture.
public struct WirelessOptions: Sendable, Equatable {
    /// The rule by which AWDL nodes are expected to choose their master.
    public var electionRule: ElectionRule
    /// Names of services that Wi-Fi Aware may name by their hashes.
    public var serviceNames: [String]

    public init(electionRule: ElectionRule = .metric, serviceNames: [String] = []) {
        self.electionRule = electionRule
        self.serviceNames = serviceNames
    }
}
