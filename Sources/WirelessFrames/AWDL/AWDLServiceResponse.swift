import WireCoding

/// A service that a sender offers, as a record of DNS: element 2.
///
/// | bytes | field |
/// |---|---|
/// | 2 | bytes of the name plus one, little-endian |
/// | n | ``AWDLName`` |
/// | 1 | record type |
/// | 2 | bytes of the data, little-endian |
/// | 2 | reserved |
/// | m | data |
public struct AWDLServiceResponse: AWDLElement {
    public static let type = AWDLTLVType.serviceResponse
    public static let name = "service response"

    /// Bytes beside name and data.
    static let fixedSize = 7

    /// The name of the record: of a PTR the type of service, of SRV and TXT the instance.
    public var name: AWDLName
    /// Two bytes; always 0 so far.
    public var reserved: UInt16
    /// The data, by which the record has its type.
    public var data: Data

    /// The data of the record.
    @nonexhaustive
    public enum Data: Hashable, Sendable {
        /// The name of an instance, which is relative to the record's own name where it ends in ``AWDLNameCode/null``.
        case pointer(AWDLName)
        /// The location of the service (RFC 2782); the numbers are big-endian.
        case service(priority: UInt16, weight: UInt16, port: UInt16, target: AWDLName)
        /// Strings of at most 255 bytes, each after its length.
        case text([[UInt8]])
        /// The data of any other type.
        case other(AWDLRecordType, [UInt8])
    }

    /// A record of a service.
    public init(name: AWDLName, data: Data, reserved: UInt16 = 0) {
        self.name = name
        self.data = data
        self.reserved = reserved
    }

    /// The record type as it is on the wire.
    public var recordType: AWDLRecordType {
        switch data {
        case .pointer: .pointer
        case .service: .service
        case .text: .text
        case .other(let type, _): type
        }
    }

    /// - Throws: `truncated` where name or data are longer than what is left, `invalidValue` for a length of the name
    ///   that does not count the record type, and what ``AWDLName`` throws.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        let atLength = input
        let length = try input.readUInt16LittleEndian("AWDL name length")
        guard length >= 1 else { throw atLength.error(.invalidValue(0), "AWDL name length") }
        var nameInput = try input.subreader(Int(length) &- 1, "AWDL service name", limit: "AWDL name length")
        name = try AWDLName(parsing: &nameInput)
        let type = AWDLRecordType(rawValue: try input.readUInt8("AWDL record type"))
        let dataLength = Int(try input.readUInt16LittleEndian("AWDL record data length"))
        reserved = try input.readUInt16LittleEndian("AWDL service response")
        var dataInput = try input.subreader(dataLength, "AWDL record data", limit: "AWDL record data length")
        data = try Data(parsing: &dataInput, as: type)
    }

    /// Writes at most the 65535 bytes of an element. Of a longer response the end of the name, then that of the data is
    /// left away piece by piece: the lengths are those of what is written, and ``validate(at:)`` throws.
    public func serialize(into output: inout ByteWriter) {
        let room = AWDLTLV.maximumLength - Self.fixedSize
        var name = ByteWriter()
        self.name.serialize(into: &name, atMost: room)
        var data = ByteWriter()
        self.data.serialize(into: &data, atMost: room - name.count)
        output.writeUInt16LittleEndian(UInt16(clamping: name.count + 1))
        output.writeBytes(name.bytes)
        output.writeUInt8(recordType.rawValue)
        output.writeUInt16LittleEndian(UInt16(clamping: data.count))
        output.writeUInt16LittleEndian(reserved)
        output.writeBytes(data.bytes)
    }

    /// Looks for what the wire has no room for.
    ///
    /// - Parameter offset: The start of the response, for the error.
    /// - Throws: `tooLong` for a label of more than 63 bytes, a string of more than 255, and a response of more than
    ///   65535; `invalidValue` for ``Data/other(_:_:)`` data of a type that has its own case.
    public func validate(at offset: Int = 0) throws(WireError) {
        try name.validate(at: offset + 2)
        let dataOffset = offset + Self.fixedSize + name.size
        try data.validate(at: dataOffset)
        let size = Self.fixedSize + name.size + dataBytes.count
        try WireError.checkLength(size, "AWDL service response", maximum: AWDLTLV.maximumLength, offset: offset)
    }
}

/// The type of a service response: a record type of DNS (RFC 1035 §3.2.2, RFC 2782) in one byte.
@frozen
public struct AWDLRecordType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// PTR, 12: instances of a type of service (RFC 1035 §3.3.12).
    public static let pointer = AWDLRecordType(rawValue: 12)
    /// TXT, 16: the attributes of an instance (RFC 1035 §3.3.14).
    public static let text = AWDLRecordType(rawValue: 16)
    /// SRV, 33: host and port of an instance (RFC 2782).
    public static let service = AWDLRecordType(rawValue: 33)

    static let meaning = FieldMeaning.name { [12: "PTR", 16: "TXT", 33: "SRV"][$0] }
}

extension AWDLServiceResponse.Data {
    /// The longest string of a text.
    public static let maximumStringLength = 255

    /// Reads to the end of the input.
    ///
    /// - Throws: `truncated` where a name, a number or a string is longer than what is left, and what ``AWDLName`` throws.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader, as type: AWDLRecordType) throws(WireError) {
        switch type {
        case .pointer: self = .pointer(try AWDLName(parsing: &input))
        case .service:
            self = .service(
                priority: try input.readUInt16("AWDL service priority"),
                weight: try input.readUInt16("AWDL service weight"),
                port: try input.readUInt16("AWDL service port"), target: try AWDLName(parsing: &input))
        case .text:
            var strings: [[UInt8]] = []
            while !input.isAtEnd {
                strings.append(
                    try input.readBytes(Int(try input.readUInt8("AWDL text length")), "AWDL text"))
            }
            self = .text(strings)
        default: self = .other(type, input.readRemainingBytes())
        }
    }

    /// Writes all data, of each string no more than 255 bytes.
    public func serialize(into output: inout ByteWriter) { serialize(into: &output, atMost: .max) }

    /// Writes as many whole pieces of names and whole strings as there is room for.
    func serialize(into output: inout ByteWriter, atMost room: Int) {
        switch self {
        case .pointer(let name): name.serialize(into: &output, atMost: room)
        case .service(let priority, let weight, let port, let target):
            guard room >= 6 else { return }
            output.writeUInt16(priority)
            output.writeUInt16(weight)
            output.writeUInt16(port)
            target.serialize(into: &output, atMost: room - 6)
        case .text(let strings):
            let start = output.count
            for string in strings {
                let kept = string.prefix(Self.maximumStringLength)
                guard kept.count < room &- (output.count &- start) else { return }
                output.writeUInt8(UInt8(truncatingIfNeeded: kept.count))
                output.writeBytes(kept)
            }
        case .other(_, let bytes): output.writeBytes(bytes.prefix(room))
        }
    }

    /// - Throws: Any error from ``AWDLServiceResponse/validate(at:)``.
    func validate(at offset: Int) throws(WireError) {
        switch self {
        case .pointer(let name): try name.validate(at: offset)
        case .service(_, _, _, let target): try target.validate(at: offset + 6)
        case .text(let strings):
            var position = offset
            for string in strings {
                try WireError.checkLength(
                    string.count, "AWDL text", maximum: Self.maximumStringLength, offset: position)
                position += 1 + string.count
            }
        case .other(let type, _):
            guard ![.pointer, .service, .text].contains(type) else {
                throw WireError(.invalidValue(UInt64(type.rawValue)), field: "AWDL record type", offset: offset - 5)
            }
        }
    }
}

extension AWDLServiceResponse {
    public init() {
        self.init(
            name: AWDLName(items: []), data: .other(AWDLRecordType(rawValue: 0), []))
    }
    public static let fields: [FieldDescription<Self>] = [
        .name("name", \.name),
        .derived("recordType", AWDLRecordType.meaning) {
            .number($0.recordType.rawValue)
        },
        .derived("dataLength", .unit(.bytes)) { .integer(Int64($0.dataBytes.count)) },
        dataFields,
        .unusual("reserved", \.reserved, .number, usual: 0),
    ]

    /// All bytes of the data.
    var dataBytes: [UInt8] { ByteWriter.bytes { data.serialize(into: &$0) } }

    /// The names of the fields that a record of the type has.
    private static func dataNames(_ type: AWDLRecordType) -> [String] {
        switch type {
        case .pointer: ["pointer", "pointerBytes"]
        case .service: ["priority", "weight", "port", "target", "targetBytes"]
        case .text: ["strings", "data"]
        default: ["data"]
        }
    }

    private static let dataFields = FieldDescription<Self>(
        names: [AWDLRecordType.pointer, .service, .text].flatMap(dataNames),
        write: { response in
            switch response.data {
            case .pointer(let name): return name.fields("pointer")
            case .service(let priority, let weight, let port, let target):
                return [
                    FrameField("priority", .number(priority)), FrameField("weight", .number(weight)),
                    FrameField("port", .number(port)),
                ] + target.fields("target")
            case .text(let strings):
                let fields = [FrameField("strings", .list(strings.map(FieldValue.textOrBytes)))]
                guard !strings.allSatisfy({ String(validUTF8: $0) != nil }) else { return fields }
                return fields + [FrameField("data", .hex(response.dataBytes))]
            case .other(_, let bytes): return [FrameField("data", .hex(bytes))]
            }
        },
        read: { (object, response) throws(FieldError) in
            let type = AWDLRecordType(rawValue: try object.required(object.number("recordType"), "recordType"))
            try object.expectOnly(
                [
                    "type", "typeName", "length", "error", "name", "nameBytes", "recordType", "dataLength", "reserved",
                    "trailing",
                ]
                    + dataNames(type))
            response.data = try data(type, of: object)
        },
        vary: { source, response in
            switch source.number(in: 0...3) {
            case 0: response.data = .pointer(AWDLName.extreme(from: &source))
            case 1:
                response.data = .service(
                    priority: source.extremeNumber(UInt16.self), weight: source.extremeNumber(UInt16.self),
                    port: source.extremeNumber(UInt16.self), target: AWDLName.extreme(from: &source))
            case 2:
                response.data = .text(
                    (0..<source.number(in: 0...4)).map { _ in source.extremeBytes(from: 0, upTo: 255) })
            default:
                let type = AWDLRecordType(rawValue: source.pick([1, 28, 47]))
                response.data = .other(type, source.extremeBytes(from: 0, upTo: 30))
            }
        })

    private static func data(_ type: AWDLRecordType, of object: FieldObject) throws(FieldError) -> Data {
        switch type {
        case .pointer: return .pointer(try AWDLName(object, "pointer"))
        case .service:
            return .service(
                priority: try object.number("priority") ?? 0, weight: try object.number("weight") ?? 0,
                port: try object.required(object.number("port"), "port"), target: try AWDLName(object, "target"))
        case .text: return try text(of: object)
        default: return .other(type, try object.value("data", .hex) ?? [])
        }
    }

    /// By the bytes, where they are given, else by the strings.
    private static func text(of object: FieldObject) throws(FieldError) -> Data {
        let given = try object.value("strings", .list(.textOrBytes))
        guard let bytes = try object.value("data", .hex) else {
            if let index = given?.firstIndex(where: { $0.count > Data.maximumStringLength }) {
                throw object.error("strings[\(index)]", "has more than 255 bytes")
            }
            return .text(given ?? [])
        }
        let data: Data
        do throws(WireError) {
            var input = ByteReader(bytes.span)
            data = try Data(parsing: &input, as: .text)
        } catch {
            throw object.error("data", "is not a list of strings: \(error)")
        }
        if let given, .text(given) != data {
            throw object.error("strings", "contradicts data; leave one of them out")
        }
        return data
    }
}
