import WireCoding

/// A `<character-string>` (RFC 1035 §3.3): a length byte and that many bytes.
enum CharacterString {
    /// The most bytes, the length byte not counted.
    static let maximumLength = 255

    @_lifetime(input: copy input)
    static func read(_ input: inout ByteReader, _ field: WireError.Field) throws(WireError) -> [UInt8] {
        let length = Int(try input.readUInt8(field))
        return try input.readBytes(length, field)
    }

    /// - Precondition: There are at most 255 bytes, as ``check(_:_:)`` ensures.
    static func write(_ bytes: [UInt8], into output: inout ByteWriter) {
        output.writeUInt8(UInt8(bytes.count))
        output.writeBytes(bytes)
    }

    /// Throws for more than 255 bytes.
    static func check(_ bytes: [UInt8], _ field: WireError.Field) throws(WireError) {
        try WireError.checkLength(bytes.count, field, maximum: maximumLength)
    }

    /// The strings that follow each other; of one that runs past the end, what is there.
    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        var position = 0
        while position < bytes.count {
            let end = min(position + 1 + Int(bytes[position]), bytes.count)
            strings.append(Array(bytes[position + 1..<end]))
            position = end
        }
        return strings
    }

    /// The strings one after the other, none of more than 255 bytes.
    static func joined(_ strings: [[UInt8]]) -> [UInt8] { strings.flatMap { [UInt8($0.count)] + $0 } }
}

/// The data of a TXT record (RFC 1035 §3.3.14): strings, the last of which may be cut off.
struct CharacterStrings {
    var rdata: [UInt8] = [0]
}

extension CharacterStrings: RecordContent {
    init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        rdata = input.readRemainingBytes()
    }

    func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        output.writeBytes(rdata)
    }

    var encodedSize: Int { rdata.count }

    /// The fault of a string that runs past the end.
    var fault: WireError? {
        var reader = ByteReader(rdata.span, limit: "RDLENGTH")
        do {
            while !reader.isAtEnd {
                let length = Int(try reader.readUInt8("TXT string length"))
                try reader.skip(length, "TXT string")
            }
            return nil
        } catch {
            return error
        }
    }

    static let fields: [FieldDescription<Self>] = [
        FieldDescription(
            names: ["strings"],
            write: { [FrameField("strings", .list(CharacterString.split($0.rdata).map(FieldValue.textOrBytes)))] },
            read: { (object, root) throws(FieldError) in
                let strings = try object.required(object.value("strings", .list(.characterString)), "strings")
                let rdata = CharacterString.joined(strings)
                guard rdata.count <= 0xFFFF else { throw object.error("strings", "have more than 65535 bytes") }
                // A record without strings has one that is empty (RFC 6763 §6.1).
                root.rdata = rdata.isEmpty ? [0] : rdata
            },
            vary: { source, root in
                let count = source.extremeCount(upTo: 250)
                root.rdata = CharacterString.joined(
                    (0..<count).map { _ in source.extremeBytes(from: 0, upTo: CharacterString.maximumLength) })
                if source.chance(1, in: 4) { root.rdata = source.extremeBytes(from: 0, upTo: 2000) }
            }),
        .derived("data") { .hex($0.rdata) },
        .derived("error") { $0.fault.map { .text("in the data, \($0)") } },
    ]

    var presentation: String {
        guard fault == nil, !rdata.isEmpty else { return RecordData.genericPresentation(of: rdata) }
        return CharacterString.split(rdata).map { CharacterString.presentation($0) }.joined(separator: " ")
    }
}

extension CharacterString {
    /// The string in quotation marks; quotation marks and backslashes have a backslash before them, and what cannot be
    /// shown is written `\DDD`.
    static func presentation(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = [0x22]
        let isText = String(validUTF8: bytes) != nil
        EscapedText.append(bytes[...], escaping: EscapedText.stringMarks, isText: isText, to: &text)
        return String(decoding: text + [0x22], as: UTF8.self)
    }
}
