import WireCoding

/// The control bits of a TCP header (RFC 9293 §3.1).
@frozen
public struct TCPFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable public static var fin: TCPFlags { TCPFlags(rawValue: 0x01) }
    @inlinable public static var syn: TCPFlags { TCPFlags(rawValue: 0x02) }
    @inlinable public static var rst: TCPFlags { TCPFlags(rawValue: 0x04) }
    @inlinable public static var psh: TCPFlags { TCPFlags(rawValue: 0x08) }
    @inlinable public static var ack: TCPFlags { TCPFlags(rawValue: 0x10) }
    @inlinable public static var urg: TCPFlags { TCPFlags(rawValue: 0x20) }
    @inlinable public static var ece: TCPFlags { TCPFlags(rawValue: 0x40) }
    @inlinable public static var cwr: TCPFlags { TCPFlags(rawValue: 0x80) }
}

extension TCPFlags {
    static let meaning = FieldMeaning.bits("FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR")
}
