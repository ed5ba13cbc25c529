import WireCoding

/// An option of an OPT record (RFC 6891 §6.1.2): code, length, data.
public struct EDNSOption: Hashable, Sendable {
    /// OPTION-CODE: what the data means.
    public var code: Code
    /// OPTION-DATA, at most 65,535 bytes.
    public var data: [UInt8]

    /// An option with the bytes of its data.
    public init(code: Code, data: [UInt8]) {
        self.code = code
        self.data = data
    }

    /// Reads an option and moves over it.
    ///
    /// - Throws: `WireError.Kind.truncated(needed:available:)` when the header or the data is not all
    ///   there.
    public init(parsing input: inout ByteReader) throws(WireError) {
        code = Code(rawValue: try input.readUInt16("OPTION-CODE"))
        let length = Int(try input.readUInt16("OPTION-LENGTH"))
        data = try input.readBytes(length, "OPTION-DATA")
    }

    /// - Precondition: The data has no more than 65,535 bytes, as all that was read from a message.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(code.rawValue)
        output.writeUInt16(UInt16(data.count))
        output.writeBytes(data)
    }

    /// The option's statement about its sender, or nil if it is another option or cannot be read.
    public var owner: OwnerOption? {
        guard code == .owner else { return nil }
        var reader = ByteReader(data.span)
        return try? OwnerOption(parsing: &reader)
    }
}

extension EDNSOption: DescribedValue {
    public init() { self.init(code: Code(rawValue: 0), data: []) }

    public static let fields: [FieldDescription<Self>] = [
        .required("code", \.code, .code), .field("data", \.data, .recordData),
        .derived("owner") { $0.owner.map { .object($0.fieldValues) } },
    ]

    /// The owner is for reading; it says what the data says.
    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        guard let object, object.has("owner") else { return }
        guard let owner else { throw object.error("owner", "is not what data says") }
        try object.expectAgreement(with: [FrameField("owner", .object(owner.fieldValues))], of: "data")
    }
}

/// The options of an OPT record.
struct EDNSOptions {
    var options: [EDNSOption] = []
}

extension EDNSOptions: RecordContent {
    init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        self.init()
        while !input.isAtEnd { options.append(try EDNSOption(parsing: &input)) }
    }

    func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        for option in options { option.serialize(into: &output) }
    }

    static let fields: [FieldDescription<Self>] = [
        .field(
            "options", \.options,
            .list(.object).extremes { source in
                (0..<source.extremeCount(upTo: 60)).map { _ in EDNSOption.extreme(from: &source) }
            })
    ]

    var presentation: String {
        options.map { "\($0.code.rawValue):\(Hex.encode($0.data))" }.joined(separator: " ")
    }
}

extension EDNSOption {
    /// The code of an option (IANA "DNS EDNS0 Option Codes").
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Name server identifier (RFC 5001).
        public static let nameServerIdentifier = Code(rawValue: 3)
        /// Which machine sent the message; Apple's responders add it (draft-cheshire-edns0-owner-option).
        public static let owner = Code(rawValue: 4)
        /// Client subnet (RFC 7871).
        public static let clientSubnet = Code(rawValue: 8)
        /// Cookie (RFC 7873).
        public static let cookie = Code(rawValue: 10)
        /// Padding (RFC 7830).
        public static let padding = Code(rawValue: 12)
    }
}
