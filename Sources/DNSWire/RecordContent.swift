import WireCoding

/// Content of a message that has names that may be compressed.
public protocol MessagePart: Hashable, Sendable {
    /// Reads the part's own bytes, of a record's data all that are left.
    ///
    /// - Parameters:
    ///   - input: The bytes of the part, in its message.
    ///   - names: The names of the message.
    init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError)

    /// Writes the part, with pointers in place of those names that may be compressed in the compression's scope.
    func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression)
}

extension MessagePart {
    /// Reads the part as one that belongs to no message.
    public init(parsing input: inout ByteReader) throws(WireError) {
        var names = DNSNameTable()
        try self.init(parsing: &input, names: &names)
    }

    /// Writes the part without compression.
    public func serialize(into output: inout ByteWriter) {
        var names = NameCompression(scope: .none)
        serialize(into: &output, compressedBy: &names)
    }
}

/// The data of a type of records: how its bytes are read and written, and a table of its fields. JSON in both directions,
/// the text of zone files and the values of generators come from the table.
public protocol RecordContent: DescribedValue, MessagePart {
    /// The data as zone files show it (RFC 1035 §5.1); without an own one, the fields one after the other.
    var presentation: String { get }

    /// The bytes that the data takes without compression.
    var encodedSize: Int { get }
}

extension RecordContent {
    public var presentation: String { fieldValues.flatMap { $0.value.words }.joined(separator: " ") }

    public var encodedSize: Int { bytes.count }

    /// The data without compression.
    var bytes: [UInt8] { ByteWriter.bytes { serialize(into: &$0) } }
}

extension FieldValue {
    /// The text in zone files of a number, a name, or a list of these.
    var words: [String] {
        switch self {
        case .integer(let number): ["\(number)"]
        case .text(let text): [text]
        case .list(let values): values.flatMap(\.words)
        default: []
        }
    }
}

extension FieldDescription where Root: RecordContent {
    /// The bytes of the whole data, where the other fields do not say them all.
    static func data(unless isComplete: @escaping @Sendable (Root) -> Bool) -> FieldDescription {
        .derived("data") { isComplete($0) ? nil : .hex($0.bytes) }
    }

    /// The same, where one of these strings is not UTF-8 and so cannot be shown as text.
    static func data(unlessText strings: @escaping @Sendable (Root) -> [[UInt8]]) -> FieldDescription {
        data(unless: { root in strings(root).allSatisfy { String(validUTF8: $0) != nil } })
    }
}

extension FieldCodec where Value == DNSName {
    /// A name in presentation format.
    public static var name: FieldCodec {
        .text(
            \.presentation, parse: { DNSName(presentation: $0) }, "is not a DNS name",
            extreme: { DNSName.extreme(from: &$0) })
    }
}

extension FieldCodec where Value == [UInt8] {
    /// A `<character-string>`, as text where it is UTF-8.
    static var characterString: FieldCodec { textOrBytes(upTo: CharacterString.maximumLength) }

    /// The bytes of data: hexadecimal digits, or the form of RFC 3597 §5.
    static var recordData: FieldCodec {
        FieldCodec(
            encode: { .hex($0) },
            decode: { (field, path) throws(FieldError) in
                let text = try FieldCodec<String>.text.decode(field, path)
                let bytes = text.hasPrefix("\\#") ? RecordData.bytes(genericPresentation: text) : Hex.decode(text)
                guard let bytes else { throw FieldError(path, "has characters that are not hexadecimal digits") }
                guard bytes.count <= 0xFFFF else { throw FieldError(path, "has more than 65535 bytes") }
                return bytes
            },
            extreme: { $0.extremeBytes(from: 0, upTo: 300) })
    }
}
