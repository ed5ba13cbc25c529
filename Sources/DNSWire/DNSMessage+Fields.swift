import WireCoding

extension DNSMessage: DescribedValue {
    public init() { self.init(identifier: 0) }

    /// `flags` and the contents of each record are complete; the other fields repeat parts of them, for reading.
    public static let fields: [FieldDescription<Self>] = [
        .field("identifier", \.identifier, .number),
        FieldDescription(
            names: ["flags"] + DNSFlags.fieldNames,
            write: { [FrameField("flags", .number($0.flags.rawValue))] + $0.flags.fieldValues }, read: { _, _ in },
            vary: { $1.flags = DNSFlags(rawValue: $0.extremeNumber(UInt16.self)) }),
        .field("questions", \.questions, .list(.object)), .field("answers", \.answers, .list(.record)),
        .field("authorities", \.authorities, .list(.record)), .field("additionals", \.additionals, .list(.record)),
        // What was found in a damaged message; it says nothing about what there is.
        .derived("error") { _ in nil },
    ]

    /// Reads the flags, which are by default those of a multicast response where there are answers and no questions.
    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        guard let object else { return }
        if let number: UInt16 = try object.number("flags") {
            flags = DNSFlags(rawValue: number)
            try object.expectAgreement(with: flags.fieldValues, of: "flags")
        } else if DNSFlags.fieldNames.contains(where: object.has) {
            flags = try DNSFlags(fields: object)
        } else {
            flags = questions.isEmpty && !answers.isEmpty ? .multicastResponse : .query
        }
    }
}

extension FieldCodec where Value == ResourceRecord {
    static var record: FieldCodec {
        FieldCodec(
            encode: { .object($0.fieldValues) },
            decode: { (field, path) throws(FieldError) in
                let object = try FieldObject(field, path: path)
                let type = try object.required(object.value("type", .typeOrNumber), "type")
                return type == .opt ? try Value(extension: object) : try Value(object, type)
            },
            extreme: { source in
                let type = source.pick(RecordData.knownTypes)
                return Value(
                    name: DNSName.extreme(from: &source), type: type, rawClass: RecordClass.internet.rawValue,
                    ttl: source.extremeNumber(UInt32.self), data: RecordData.extreme(of: type, from: &source))
            })
    }
}

extension ResourceRecord {
    /// The fields by the names that the RFCs give them, those of the data at the end.
    public var fieldValues: [FrameField] {
        let names: [FrameField] = [.text("name", name.presentation), .text("type", type)]
        let classFields: [FrameField] =
            udpPayloadSize.map { [.number("udpPayloadSize", $0)] }
            ?? [.code("class", recordClass), .flag("cacheFlush", cacheFlush)]
        let unit: FieldMeaning? = udpPayloadSize == nil ? .unit(.seconds) : nil
        return names + classFields + [.number("ttl", ttl, unit)] + extensionFields + data.fieldValues
    }

    /// The parts of the time to live of an OPT record.
    private var extensionFields: [FrameField] {
        guard let code = extendedResponseCode, let version = extensionVersion, let acceptsSignatures else { return [] }
        return [
            .number("extendedResponseCode", code), .number("version", version),
            .flag("acceptsSignatures", acceptsSignatures),
        ]
    }

    fileprivate init(_ object: FieldObject, _ type: RecordType) throws(FieldError) {
        let recordClass = try object.value("class", .recordClass) ?? .internet
        let name = try object.required(object.value("name", .name), "name")
        let ttl: UInt32 = try object.number("ttl") ?? ([.a, .aaaa, .srv].contains(type) ? 120 : 4500)
        let cacheFlush = try object.flag("cacheFlush") ?? false
        let data = try RecordData(
            fields: object, as: recordClass == .internet ? type : nil, of: name,
            besides: ["name", "type", "class", "cacheFlush", "ttl"])
        self.init(name: name, type: type, recordClass: recordClass, cacheFlush: cacheFlush, ttl: ttl, data: data)
    }

    /// An OPT record, whose class and time to live have another meaning (RFC 6891 §6.1.2).
    fileprivate init(extension object: FieldObject) throws(FieldError) {
        let data = try RecordData(
            fields: object, as: .opt, of: .root,
            besides: [
                "name", "type", "udpPayloadSize", "ttl", "extendedResponseCode", "version", "acceptsSignatures",
            ])
        self.init(
            udpPayloadSize: try object.number("udpPayloadSize") ?? UInt16(DNSMessage.multicastPayloadSize),
            extendedResponseCode: try object.number("extendedResponseCode") ?? 0,
            version: try object.number("version") ?? 0,
            acceptsSignatures: try object.flag("acceptsSignatures") ?? false)
        name = try object.value("name", .name) ?? .root
        self.data = data
        if let ttl: UInt32 = try object.number("ttl") {
            self.ttl = ttl
            try object.expectAgreement(with: extensionFields, of: "ttl")
        }
    }
}
