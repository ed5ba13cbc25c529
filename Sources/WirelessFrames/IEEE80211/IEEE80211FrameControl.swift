/// The frame control field at the start of every 802.11 frame (IEEE 802.11 §9.2.4.1), a little-endian number.
@frozen
public struct IEEE80211FrameControl: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// - Parameters:
    ///   - type: One of the four kinds of frame, bits 2 and 3.
    ///   - subtype: 0 to 15.
    ///   - flags: The upper byte.
    public init(type: IEEE80211FrameType, subtype: UInt8, flags: UInt8 = 0) {
        rawValue = UInt16(flags) << 8 | UInt16(subtype & 15) << 4 | UInt16(type.rawValue) << 2
    }

    /// 0 in all frames but those of sub-1 GHz radios.
    @inlinable public var version: UInt8 { UInt8(truncatingIfNeeded: rawValue & 3) }
    /// One of the four kinds of frame, bits 2 and 3.
    @inlinable @inline(__always)
    public var type: IEEE80211FrameType {
        switch rawValue >> 2 & 3 {
        case 0: .management
        case 1: .control
        case 2: .data
        default: .extension
        }
    }
    /// 0 to 15; what it means depends on the type.
    @inlinable public var subtype: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 4 & 15) }
    /// Bit 8: a data frame goes to the distribution system, by way of an access point. False in control frame
    /// extensions.
    @inlinable @inline(__always) public var toDS: Bool { rawValue & 0x0100 != 0 && !isControlFrameExtension }
    /// Bit 9: a data frame comes from the distribution system, by way of an access point. False in control frame
    /// extensions.
    @inlinable @inline(__always) public var fromDS: Bool { rawValue & 0x0200 != 0 && !isControlFrameExtension }
    /// Bit 10: further pieces of the same body follow. False in control frame extensions.
    @inlinable public var moreFragments: Bool { rawValue & 0x0400 != 0 && !isControlFrameExtension }
    /// Bit 11: the frame was sent before, with the same sequence number. False in control frame extensions.
    @inlinable @inline(__always) public var retry: Bool { rawValue & 0x0800 != 0 && !isControlFrameExtension }
    /// The kind of control frame extension, 0 to 15, in the bits of To DS, From DS, more fragments and retry; nil for
    /// other frames (IEEE 802.11 §9.2.4.1.3, table 9-2).
    @inlinable public var controlFrameExtension: UInt8? {
        isControlFrameExtension ? UInt8(truncatingIfNeeded: rawValue >> 8 & 15) : nil
    }
    /// Bit 12: the sender will sleep after this exchange.
    @inlinable public var powerManagement: Bool { rawValue & 0x1000 != 0 }
    /// Bit 13: an access point has further frames for a receiver that sleeps.
    @inlinable public var moreData: Bool { rawValue & 0x2000 != 0 }
    /// Whether the body is encrypted.
    @inlinable public var isProtected: Bool { rawValue & 0x4000 != 0 }
    /// Order, or in management and QoS data frames: HT control is there.
    @inlinable public var order: Bool { rawValue & 0x8000 != 0 }

    /// Whether this is a data frame with a QoS control field.
    @inlinable @inline(__always) public var isQoSData: Bool { type == .data && subtype & 8 != 0 }
    /// Whether this is a data frame without a body.
    @inlinable @inline(__always) public var isNullData: Bool { type == .data && subtype & 4 != 0 }
    /// Management frames whose body begins with a category.
    @inlinable @inline(__always) public var isAction: Bool { type == .management && (subtype == 13 || subtype == 14) }
    /// Whether this is a beacon: a management frame of subtype 8.
    @inlinable @inline(__always) public var isBeacon: Bool { type == .management && subtype == 8 }
    /// Whether this is an authentication: a management frame of subtype 11.
    @inlinable public var isAuthentication: Bool { type == .management && subtype == 11 }
    @inlinable var isControlFrameExtension: Bool { rawValue & 0xFC == 0x64 }
    /// Control frames that carry another one after HT control (IEEE 802.11 §9.3.1.9).
    @inlinable public var isControlWrapper: Bool { rawValue & 0xFC == 0x74 }
    /// Whether the four bytes of HT control are in the header: in control wrappers, and in management and QoS data
    /// frames with ``order``.
    @inlinable @inline(__always) public var hasHTControl: Bool {
        isControlWrapper || order && (type == .management || isQoSData)
    }
    /// Whether a fourth address is in the header: in data frames with ``toDS`` and ``fromDS``.
    @inlinable @inline(__always) public var hasAddress4: Bool { type == .data && toDS && fromDS }
    /// Addresses 3 and sequence control: in management and data frames.
    @inlinable @inline(__always) public var hasSequenceControl: Bool { type == .management || type == .data }

    /// Whether a transmitter's address follows the receiver's. Acknowledgments, clears to send, wrapped frames and what
    /// is not defined have none.
    @inlinable @inline(__always)
    public var hasAddress2: Bool {
        switch type {
        case .management, .data: true
        case .control: subtype >= 2 && subtype != 6 && subtype != 7 && subtype != 12 && subtype != 13
        case .extension: false
        }
    }

    /// Bytes of the MAC header.
    @inlinable @inline(__always)
    public var headerSize: Int {
        guard hasSequenceControl else { return hasAddress2 || isControlWrapper ? 16 : 10 }
        return 24 &+ (hasAddress4 ? 6 : 0) &+ (isQoSData ? 2 : 0) &+ (hasHTControl ? 4 : 0)
    }
}

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

/// Which of the four kinds of frame a frame control field announces (IEEE 802.11 §9.2.4.1.3).
public enum IEEE80211FrameType: UInt8, Hashable, Sendable {
    /// Beacons, authentication, action frames: what keeps a network together.
    case management
    /// Acknowledgments, RTS, CTS and the like, with short headers.
    case control
    /// Packets of upper layers, and null data, which have no body.
    case data
    /// Extension frames: DMG beacons, S1G beacons.
    case `extension`
}
