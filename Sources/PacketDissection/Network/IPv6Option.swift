import WireCoding

/// One option of a Hop-by-Hop or Destination Options header (RFC 8200 §4.2): type, length, data; type 0 has neither.
public struct IPv6Option: Hashable, Sendable {
    /// One byte of padding, without length and data.
    public static let pad1: UInt8 = 0
    /// Padding of two and more bytes.
    public static let padN: UInt8 = 1
    /// Routers look at the packet (RFC 2711).
    public static let routerAlert: UInt8 = 5
    /// The length of a packet that is longer than the header's field can express (RFC 2675 §2), four bytes.
    public static let jumboPayload: UInt8 = 0xC2

    /// The number of the registry "Destination Options and Hop-by-Hop Options". Its upper two bits say what a host does
    /// that does not know it, the third whether routers may change the data.
    public var type: UInt8
    /// At most 255 bytes; none for ``pad1``.
    public var data: [UInt8]

    /// An option, whose length follows from its data.
    public init(type: UInt8, data: [UInt8] = []) {
        self.type = type
        self.data = data
    }

    /// Bytes of the payload, if this is the jumbo payload option.
    public var jumboPayloadLength: UInt32? {
        type == Self.jumboPayload && data.count == 4 ? data.span.bigEndianUInt32(at: 0) : nil
    }

    /// The jumbo payload option among hop-by-hop options: its value, and where that lies.
    static func jumboPayloadLength(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int
    ) -> (length: Int, position: Int)? {
        var offset = start
        while offset &+ 2 <= end {
            let type = bytes[offset]
            // The only option without a length.
            guard type != pad1 else {
                offset &+= 1
                continue
            }
            let size = Int(bytes[offset &+ 1])
            if type == jumboPayload, size == 4, offset &+ 6 <= end {
                return (Int(bytes.bigEndianUInt32(at: offset &+ 2)), offset &+ 2)
            }
            offset &+= 2 &+ size
        }
        return nil
    }

    /// Reads one option, and leaves those after it.
    ///
    /// - Throws: `truncated` when the option is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        type = try input.readUInt8("IPv6 option")
        data = []
        guard type != Self.pad1 else { return }
        let length = Int(try input.readUInt8("IPv6 option length"))
        data = try input.readBytes(length, "IPv6 option")
    }

    /// Writes type, length and data; ``pad1`` as its type alone.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(type)
        guard type != Self.pad1 else { return }
        let kept = data.prefix(255)
        output.writeUInt8(UInt8(truncatingIfNeeded: kept.count))
        output.writeBytes(kept)
    }
}
