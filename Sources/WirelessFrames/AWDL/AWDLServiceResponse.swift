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
public struct AWDLServiceResponse: Hashable, Sendable {
    /// Bytes beside name and data.
    static let fixedSize = 7

    public var name: AWDLName
    /// Two bytes that are 0 as far as known.
    public var reserved: UInt16
    public var data: Data

    /// What the record says.
    public enum Data: Hashable, Sendable {
        /// The name of an instance, which is relative to the record's own name where it ends in ``AWDLNameCode/null``.
        case pointer(AWDLName)
        /// Where the service is (RFC 2782); the numbers are big-endian.
        case service(priority: UInt16, weight: UInt16, port: UInt16, target: AWDLName)
        /// Strings of at most 255 bytes, each behind its length.
        case text([[UInt8]])
        /// Of any other type.
        case other(AWDLRecordType, [UInt8])
    }

    public init(name: AWDLName, data: Data, reserved: UInt16 = 0) {
        self.name = name
        self.data = data
        self.reserved = reserved
    }

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
    /// - Parameter offset: Where the response starts, for the error.
    /// - Throws: `tooLong` for a label of more than 63 bytes, a string of more than 255, and a response of more than 65535;
    ///   `invalidValue` for data that are ``Data/other(_:_:)`` of a type with a case of its own.
    public func validate(at offset: Int = 0) throws(WireError) {
        try name.validate(at: offset + 2)
        let dataOffset = offset + Self.fixedSize + name.size
        try data.validate(at: dataOffset)
        let size = Self.fixedSize + name.size + data.size
        guard size <= AWDLTLV.maximumLength else {
            throw WireError(
                .tooLong(length: size, maximum: AWDLTLV.maximumLength), field: "AWDL service response", offset: offset)
        }
    }
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

    /// Bytes of the data when all of them are written.
    var size: Int {
        switch self {
        case .pointer(let name): name.size
        case .service(_, _, _, let target): 6 + target.size
        case .text(let strings): strings.reduce(0) { $0 + 1 + min($1.count, Self.maximumStringLength) }
        case .other(_, let bytes): bytes.count
        }
    }

    /// - Throws: What ``AWDLServiceResponse/validate(at:)`` says.
    func validate(at offset: Int) throws(WireError) {
        switch self {
        case .pointer(let name): try name.validate(at: offset)
        case .service(_, _, _, let target): try target.validate(at: offset + 6)
        case .text(let strings):
            var position = offset
            for string in strings {
                guard string.count <= Self.maximumStringLength else {
                    throw WireError(
                        .tooLong(length: string.count, maximum: Self.maximumStringLength), field: "AWDL text",
                        offset: position)
                }
                position += 1 + string.count
            }
        case .other(let type, _):
            guard ![.pointer, .service, .text].contains(type) else {
                throw WireError(.invalidValue(UInt64(type.rawValue)), field: "AWDL record type", offset: offset - 5)
            }
        }
    }
}
