import WireCoding
import WirelessFrames

/// The names of the kinds of 802.11 frames (IEEE 802.11 §9.2.4.1.3, §9.4.1.11).
enum FrameNames {
    static let type = FieldMeaning.names("management", "control", "data", "extension")

    static func subtype(of type: IEEE80211FrameType) -> FieldMeaning {
        switch type {
        case .management: management
        case .control: control
        case .data: data
        case .extension: others
        }
    }

    private static let management = FieldMeaning.name { name(.management, $0) }
    private static let control = FieldMeaning.name { name(.control, $0) }
    private static let data = FieldMeaning.name { name(.data, $0) }
    private static let others = FieldMeaning.name { name(.extension, $0) }

    private static func name(_ type: IEEE80211FrameType, _ subtype: UInt64) -> String {
        "\(IEEE80211FrameControl(type: type, subtype: UInt8(truncatingIfNeeded: subtype)))"
    }

    /// Of action frames.
    static let category = FieldMeaning.name { number in
        switch number {
        case 0...21: categories[Int(number)]
        case 126: "vendor specific, protected"
        case 127: "vendor specific"
        default: nil
        }
    }

    private static let categories: [String?] = [
        "spectrum management", "QoS", nil, "block ack", "public", "radio measurement", "fast BSS transition", "HT",
        "SA query", "protected dual of public action", "WNM", "unprotected WNM", "TDLS", "mesh", "multihop",
        "self-protected", "DMG", nil, "fast session transfer", "robust AV streaming", "unprotected DMG", "VHT",
    ]
}
