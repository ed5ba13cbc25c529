import WireCoding

/// An entry of a message's question section (RFC 1035 §4.1.2): name, type, class.
public struct Question: Hashable, Sendable {
    /// QNAME: the name that is asked for.
    public var name: DNSName
    /// QTYPE: the type that is asked for, ``RecordType/any`` for all of them.
    public var type: RecordType
    /// The class field as it is in the message.
    public var rawClass: UInt16

    /// A question with its class field as it is in the message, the QU bit included.
    public init(name: DNSName, type: RecordType, rawClass: UInt16) {
        self.name = name
        self.type = type
        self.rawClass = rawClass
    }

    /// A question of multicast DNS or DNS.
    ///
    /// - Parameters:
    ///   - name: The name that is asked for.
    ///   - type: The type that is asked for.
    ///   - recordClass: The class, without the bit on top of the field.
    ///   - wantsUnicastResponse: The QU bit: whether a unicast answer will do (RFC 6762 §5.4).
    public init(
        name: DNSName, type: RecordType, recordClass: RecordClass = .internet, wantsUnicastResponse: Bool = false
    ) {
        self.init(
            name: name, type: type,
            rawClass: recordClass.rawValue | (wantsUnicastResponse ? RecordClass.multicastBit : 0))
    }

    /// The class without the top bit.
    public var recordClass: RecordClass {
        get { RecordClass(rawValue: rawClass & ~RecordClass.multicastBit) }
        set { rawClass = rawClass & RecordClass.multicastBit | newValue.rawValue & ~RecordClass.multicastBit }
    }

    /// The "QU" bit of multicast DNS (RFC 6762 §5.4). In unicast DNS the bit is part of the class.
    public var wantsUnicastResponse: Bool {
        get { rawClass & RecordClass.multicastBit != 0 }
        set { rawClass = recordClass.rawValue | (newValue ? RecordClass.multicastBit : 0) }
    }
}

extension Question: MessagePart {
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        name = try names.readName(&input)
        type = RecordType(rawValue: try input.readUInt16("QTYPE"))
        rawClass = try input.readUInt16("QCLASS")
    }

    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        name.serialize(into: &output, compressedBy: &names)
        output.writeUInt16(type.rawValue)
        output.writeUInt16(rawClass)
    }
}

extension Question: DescribedValue {
    public init() { self.init(name: .root, type: .any) }

    public static let fields: [FieldDescription<Self>] = [
        .required("name", \.name, .name), .required("type", \.type, .typeOrNumber),
        .field("class", \.recordClass, .recordClass), .field("wantsUnicastResponse", \.wantsUnicastResponse, .flag),
    ]
}

extension FieldCodec where Value == RecordType {
    /// The type of a record or question, also as a number.
    public static var typeOrNumber: FieldCodec {
        FieldCodec(
            encode: { .text($0.description) },
            decode: { (field, path) throws(FieldError) in
                if case .integer = field { return try FieldCodec.code.decode(field, path) }
                guard let type = RecordType(try FieldCodec<String>.text.decode(field, path)) else {
                    throw FieldError(path, "is not a record type, such as SRV, TYPE65280 or a number")
                }
                return type
            },
            extreme: FieldCodec.code.extreme)
    }
}

extension FieldCodec where Value == RecordClass {
    /// The number of a class without the top bit, which is a separate field; also its name.
    public static var recordClass: FieldCodec {
        let number = FieldCodec.code(upTo: 0x7FFF)
        return FieldCodec(
            encode: number.encode,
            decode: { (field, path) throws(FieldError) in
                guard case .text(let text) = field else { return try number.decode(field, path) }
                guard let recordClass = RecordClass(text), recordClass.rawValue < 0x8000 else {
                    throw FieldError(path, "is not a class: IN, CLASS77 or a number up to 32767")
                }
                return recordClass
            },
            extreme: number.extreme)
    }
}
