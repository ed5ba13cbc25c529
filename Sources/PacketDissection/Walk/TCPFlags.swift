import WireCoding

/// The control bits of a TCP header (RFC 9293 §3.1).
@frozen
public struct TCPFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The sender has no more data.
    @inlinable public static var fin: TCPFlags { TCPFlags(rawValue: 0x01) }
    /// Sequence numbers are synchronized: the first byte has the number after this one.
    @inlinable public static var syn: TCPFlags { TCPFlags(rawValue: 0x02) }
    /// The connection is reset.
    @inlinable public static var rst: TCPFlags { TCPFlags(rawValue: 0x04) }
    /// The data are to be handed to the application without delay.
    @inlinable public static var psh: TCPFlags { TCPFlags(rawValue: 0x08) }
    /// The acknowledgment number counts.
    @inlinable public static var ack: TCPFlags { TCPFlags(rawValue: 0x10) }
    /// The urgent pointer counts.
    @inlinable public static var urg: TCPFlags { TCPFlags(rawValue: 0x20) }
    /// Congestion was met on the way (RFC 3168 §6.1).
    @inlinable public static var ece: TCPFlags { TCPFlags(rawValue: 0x40) }
    /// The sender has reduced its congestion window (RFC 3168 §6.1).
    @inlinable public static var cwr: TCPFlags { TCPFlags(rawValue: 0x80) }
}

extension TCPFlags {
    static let meaning = FieldMeaning.bits("FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR")
}
