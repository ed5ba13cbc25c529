import TraceModel

/// What the wireless view of a capture depends on beside the capture.
public struct WirelessOptions: Sendable, Equatable {
    /// By what nodes of AWDL are expected to choose their master.
    public var electionRule: ElectionRule
    /// Names of services that Wi-Fi Aware may name by their hashes.
    public var serviceNames: [String]

    public init(electionRule: ElectionRule = .metric, serviceNames: [String] = []) {
        self.electionRule = electionRule
        self.serviceNames = serviceNames
    }
}
