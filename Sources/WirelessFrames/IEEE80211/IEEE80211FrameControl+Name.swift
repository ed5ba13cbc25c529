extension IEEE80211FrameControl: CustomStringConvertible {
    /// The kind of frame, in the words of the standard (IEEE 802.11 §9.2.4.1.3, table 9-1).
    public var description: String {
        switch type {
        case .management: Self.management[Int(subtype)]
        case .control: Self.control[Int(subtype)]
        case .data: Self.data[Int(subtype)]
        case .extension: subtype == 0 ? "DMG beacon" : subtype == 1 ? "S1G beacon" : "reserved extension"
        }
    }

    private static let management = [
        "association request", "association response", "reassociation request", "reassociation response",
        "probe request", "probe response", "timing advertisement", "reserved management", "beacon", "ATIM",
        "disassociation", "authentication", "deauthentication", "action", "action no ack", "reserved management",
    ]
    private static let control = [
        "reserved control", "reserved control", "trigger", "TACK", "beamforming report poll", "NDP announcement",
        "control frame extension", "control wrapper", "block ack request", "block ack", "PS-Poll", "RTS", "CTS", "ACK",
        "CF-End", "CF-End and CF-Ack",
    ]
    private static let data = [
        "data", "data and CF-Ack", "data and CF-Poll", "data, CF-Ack and CF-Poll", "null data", "CF-Ack", "CF-Poll",
        "CF-Ack and CF-Poll", "QoS data", "QoS data and CF-Ack", "QoS data and CF-Poll",
        "QoS data, CF-Ack and CF-Poll", "QoS null data", "reserved data", "QoS CF-Poll", "QoS CF-Ack and CF-Poll",
    ]
}
