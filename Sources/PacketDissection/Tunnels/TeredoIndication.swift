import WireCoding

/// The headers that a Teredo server may put before the IPv6 packet in UDP (RFC 4380 §5.1.1): at most one of each, the
/// authentication first.
@nonexhaustive
public enum TeredoIndication: Hashable, Sendable {
    /// 00 01: lengths of client identifier and authentication value, both, a nonce, and a confirmation byte.
    case authentication(clientID: [UInt8], value: [UInt8], nonce: UInt64, confirmation: UInt8)
    /// 00 00: port and address that the server saw, all bits inverted on the wire, upright here.
    case origin(port: UInt16, address: UInt32)

    /// Bytes of an origin indication.
    public static let originSize = 8
    /// Bytes of an authentication indication without identifier and value.
    public static let authenticationSize = 13

    /// Reads one indication, and leaves what follows it.
    ///
    /// - Throws: `truncated` when the indication is longer than what is left, `invalidValue` for another kind.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        switch try input.readUInt16("Teredo indication") {
        case 0:
            try start.require(Self.originSize, "Teredo indication")
            let port = ~(try input.readUInt16("Teredo origin port"))
            self = .origin(port: port, address: ~(try input.readUInt32("Teredo origin address")))
        case 1:
            try start.require(Self.authenticationSize, "Teredo indication")
            let identifierLength = Int(try input.readUInt8("Teredo client identifier length"))
            let valueLength = Int(try input.readUInt8("Teredo authentication length"))
            try start.require(
                Self.authenticationSize &+ identifierLength &+ valueLength, "Teredo indication")
            let identifier = try input.readBytes(identifierLength, "Teredo client identifier")
            let value = try input.readBytes(valueLength, "Teredo authentication")
            let nonce = try input.readUInt64("Teredo nonce")
            self = .authentication(
                clientID: identifier, value: value, nonce: nonce,
                confirmation: try input.readUInt8("Teredo confirmation"))
        case let kind: throw start.error(.invalidValue(UInt64(kind)), "Teredo indication")
        }
    }

    /// Writes the indication; identifier and value without what is beyond 255 bytes.
    public func serialize(into output: inout ByteWriter) {
        switch self {
        case .origin(let port, let address):
            output.writeUInt16(0)
            output.writeUInt16(~port)
            output.writeUInt32(~address)
        case .authentication(let clientID, let value, let nonce, let confirmation):
            output.writeUInt16(1)
            output.writeUInt8(UInt8(truncatingIfNeeded: min(clientID.count, 255)))
            output.writeUInt8(UInt8(truncatingIfNeeded: min(value.count, 255)))
            output.writeBytes(clientID.prefix(255))
            output.writeBytes(value.prefix(255))
            output.writeUInt64(nonce)
            output.writeUInt8(confirmation)
        }
    }
}

extension LayerPrinter {
    func teredo(_ bytes: Span<UInt8>, _ offset: Int, until end: Int, _ region: Region) {
        var input = reader(bytes, offset, region)
        var fields: [FrameField] = []
        do throws(WireError) {
            while offset &+ input.position < end {
                switch try TeredoIndication(parsing: &input) {
                case .origin(let port, let address):
                    fields += [.number("originPort", port), .text("originAddress", IPAddress(ipv4: address))]
                case .authentication(let clientID, _, let nonce, let confirmation):
                    fields += [
                        .hex("clientID", clientID), .number("nonce", nonce), .number("confirmation", confirmation),
                    ]
                }
            }
            append(as: "teredo", offset, end &- offset, fields)
        } catch {
            note(error, in: region)
        }
    }
}

extension PacketWalk {
    /// The offset of the IPv6 packet in a Teredo datagram, nil if it holds none.
    func teredoContent(_ start: Int, _ region: Region) -> Int? {
        let end = min(region.end, bytes.count)
        var offset = start
        if offset &+ 4 <= end, bytes.bigEndianUInt16(at: offset) == 1 {
            offset &+= TeredoIndication.authenticationSize &+ Int(bytes[offset &+ 2]) &+ Int(bytes[offset &+ 3])
        }
        if offset &+ 2 <= end, bytes.bigEndianUInt16(at: offset) == 0 { offset &+= TeredoIndication.originSize }
        return offset < end && bytes[offset] >> 4 == 6 ? offset : nil
    }
}
