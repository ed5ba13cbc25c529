import WireCoding

/// An attribute of a Wi-Fi Aware frame: attribute ID, length (two bytes, little-endian), body.
public struct NANAttribute: Hashable, Sendable {
    public var id: NANAttributeID
    public var value: Value
    /// The bytes after the known fields; later versions of the specification may add fields. Written after the known
    /// ones.
    public var rest: [UInt8]

    /// The content of the body.
    public enum Value: Sendable {
        /// The fields of a known attribute.
        case body(any NANAttributeBody)
        /// The whole body of an attribute that is not known here.
        case other([UInt8])
        /// The whole body of one that contradicts itself, and how.
        case malformed([UInt8], WireError)
    }

    /// - Parameter value: At most 65535 bytes are written of it.
    public init(id: NANAttributeID, value: Value, rest: [UInt8] = []) {
        self.id = id
        self.value = value
        self.rest = rest
    }

    /// An attribute of its own ID; service IDs become attribute 2.
    public init<Body: NANAttributeBody>(_ body: Body, rest: [UInt8] = []) {
        self.init(id: Body.id, value: .body(body), rest: rest)
    }

    /// The fields, where the attribute is of that kind.
    public func value<Body: NANAttributeBody>(as _: Body.Type = Body.self) -> Body? {
        if case .body(let body) = value { body as? Body } else { nil }
    }

    /// Reads the body if it is known; one that contradicts itself is kept as it is.
    ///
    /// - Throws: `truncated` when header or body is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        try input.require(NANAttributes.headerSize, "NAN attribute header")
        id = NANAttributeID(rawValue: try input.readUInt8("NAN attribute ID"))
        let length = Int(try input.readUInt16LittleEndian("NAN attribute length"))
        guard length <= input.remaining else {
            throw start.error(
                .truncated(needed: NANAttributes.headerSize &+ length, available: start.remaining), "NAN attribute")
        }
        var body = try input.subreader(length, "NAN attribute", limit: "NAN attribute length")
        var whole = body
        do throws(WireError) {
            if let known = Self.body(of: id) {
                value = .body(try known.init(parsing: &body))
            } else {
                value = .other(body.readRemainingBytes())
            }
            rest = body.readRemainingBytes()
        } catch {
            value = .malformed(whole.readRemainingBytes(), error)
            rest = []
        }
    }

    /// The bytes after the length.
    public var body: [UInt8] {
        var written = ByteWriter()
        switch value {
        case .body(let body): body.serialize(into: &written)
        case .other(let bytes), .malformed(let bytes, _): written.writeBytes(bytes)
        }
        written.writeBytes(rest)
        return Array(written.bytes.prefix(0xFFFF))
    }

    public func serialize(into output: inout ByteWriter) {
        let body = body
        output.writeUInt8(id.rawValue)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: body.count))
        output.writeBytes(body)
    }
}
