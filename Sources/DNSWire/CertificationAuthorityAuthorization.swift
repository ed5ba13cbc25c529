import WireCoding

/// A CAA record's data (RFC 8659 §4.1): which authorities may issue certificates for the name, or what else its owner wants
/// of them.
///
/// | field | bytes |
/// |---|---|
/// | Flags | 1, the highest bit: critical |
/// | Tag | a length byte and 1 to 255 ASCII letters and digits |
/// | Value | the rest |
public struct CertificationAuthorityAuthorization: Hashable, Sendable {
    /// All bits; those beside ``isCritical`` have no meaning yet.
    public var flags: UInt8
    /// The property: `issue`, `issuewild`, `iodef`. It has 1 to 255 letters and digits, in any case.
    public internal(set) var tag: String
    /// The value of the property, for `issue` the domain of an authority: opaque, possibly none.
    public var value: [UInt8]

    /// - Throws: `WireError` for a tag that is empty, too long, or has other characters than letters and digits.
    public init(flags: UInt8 = 0, tag: String, value: [UInt8]) throws(WireError) {
        try Self.check(Array(tag.utf8), offset: 0)
        (self.flags, self.tag, self.value) = (flags, tag, value)
    }

    /// No property; a tag that is often used.
    public init() { (flags, tag, value) = (0, "issue", []) }

    /// Whether an authority that does not know the property must not issue certificates (RFC 8659 §4.1).
    public var isCritical: Bool { flags & 0x80 != 0 }

    /// - Parameter offset: Of the length byte, for the error.
    private static func check(
        _ tag: [UInt8], offset: Int, limit: WireError.Field = .input
    ) throws(WireError) {
        try CharacterString.check(tag, "CAA tag")
        guard !tag.isEmpty else {
            throw WireError(.invalidValue(0), field: "CAA tag length", offset: offset, limit: limit)
        }
        guard let index = tag.firstIndex(where: { !isLetterOrDigit($0) }) else { return }
        throw WireError(
            .invalidValue(UInt64(tag[index])), field: "CAA tag", offset: offset + 1 + index, limit: limit)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}

extension CertificationAuthorityAuthorization: RecordContent {
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        flags = try input.readUInt8("CAA flags")
        let offset = input.offset
        let tag = try CharacterString.read(&input, "CAA tag")
        try Self.check(tag, offset: offset, limit: input.limit)
        self.tag = String(decoding: tag, as: UTF8.self)
        value = input.readRemainingBytes()
    }

    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        output.writeUInt8(flags)
        CharacterString.write(Array(tag.utf8), into: &output)
        output.writeBytes(value)
    }

    public static let fields: [FieldDescription<Self>] = [
        .field("flags", \.flags, .number),
        .required(
            "tag", \.tag,
            .text(
                { $0 }, parse: { (try? Self(tag: $0, value: []))?.tag }, "is not 1 to 255 letters and digits",
                extreme: { source in
                    let letters = (0..<source.number(in: 1...source.pick([1, 9, 255]))).map { _ in
                        source.pick(["a", "Z", "0", "9"])
                    }
                    return source.chance(1, in: 2) ? "issue" : letters.joined()
                })),
        .field("value", \.value, .textOrBytes), .data(unlessText: { [$0.value] }),
    ]

    public var presentation: String { "\(flags) \(tag) \(CharacterString.presentation(value))" }
}
