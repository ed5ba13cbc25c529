import WireCoding

/// How the data of a type of records is read from bytes and from fields, and made up.
struct RecordLayout: Sendable {
    let fieldNames: [String]
    let parse: @Sendable (inout ByteReader, inout DNSNameTable) throws(WireError) -> RecordData
    let read: @Sendable (FieldObject) throws(FieldError) -> RecordData
    let extreme: @Sendable (inout any ExtremeSource) -> RecordData

    init<Content: RecordContent>(_ make: @escaping @Sendable (Content) -> RecordData) {
        // A record's object has these two for data of any type.
        fieldNames = Content.fieldNames.filter { $0 != "data" && $0 != "error" }
        parse = { (input: inout ByteReader, names: inout DNSNameTable) throws(WireError) -> RecordData in
            make(try Content(parsing: &input, names: &names))
        }
        read = { object throws(FieldError) in make(try Content(fields: object)) }
        extreme = { make(Content.extreme(from: &$0)) }
    }

    /// A and AAAA, which are the same but for their addresses.
    init(isIPv6: Bool) {
        let codec = FieldCodec.address(isIPv6: isIPv6)
        fieldNames = HostAddress.fieldNames
        parse = { (input: inout ByteReader, _) throws(WireError) -> RecordData in
            .address(try HostAddress(parsing: &input, isIPv6: isIPv6).address)
        }
        read = { object throws(FieldError) in
            .address(try object.required(object.value("address", codec), "address"))
        }
        extreme = { .address(codec.extreme(&$0)) }
    }
}

extension RecordData {
    /// The types whose data is read, by their numbers; that of others is kept byte for byte.
    public static let knownTypes: [RecordType] = layouts.keys.sorted { $0.rawValue < $1.rawValue }

    /// Data of a known type with values at which programs break.
    public static func extreme(of type: RecordType, from source: inout any ExtremeSource) -> RecordData {
        layouts[type]?.extreme(&source) ?? .raw(source.extremeBytes(from: 0, upTo: 2000))
    }

    /// Reads data from the fields of its record: those of its type, or `data`, its bytes. Both may be given if they agree.
    ///
    /// - Parameters:
    ///   - object: The fields of the record.
    ///   - type: Nil in other classes than Internet, which lay out data in other ways.
    ///   - owner: The record's name.
    ///   - others: Fields of the record that say something other than its data.
    public init(
        fields object: FieldObject, as type: RecordType?, of owner: DNSName, besides others: [String]
    ) throws(FieldError) {
        let layout = type.flatMap { Self.layouts[$0] }
        let names = layout?.fieldNames ?? []
        // `error` says what is wrong with malformed data.
        try object.expectOnly(others + names + ["data", "error"])
        if let bytes = try object.value("data", .recordData) {
            self = Self.decoded(bytes, as: type)
            let fields = fieldValues.filter { names.contains($0.name) }
            try object.expectAgreement(with: fields, of: "data")
            // Malformed data has no such fields.
            if let name = names.first(where: { name in object.has(name) && !fields.contains { $0.name == name } }) {
                throw object.error(name, "contradicts data; leave one of them out")
            }
            return
        }
        guard let layout else { throw object.error("data", "is missing") }
        self = try layout.read(object)
        if case .nextSecure(var next) = self, !object.has("nextDomainName") {
            next.nextDomainName = owner
            self = .nextSecure(next)
        }
    }

    private static func decoded(_ bytes: [UInt8], as type: RecordType?) -> RecordData {
        guard let type else { return .raw(bytes) }
        var reader = ByteReader(bytes.span, limit: "RDLENGTH")
        do {
            let data = try RecordData(parsing: &reader, as: type)
            try reader.expectEnd("RDATA")
            // Pointers that were copied from a message can lead anywhere here; they are kept as they are.
            return data.content.bytes == bytes ? data : .raw(bytes)
        } catch {
            return .malformed(bytes, error)
        }
    }
}
