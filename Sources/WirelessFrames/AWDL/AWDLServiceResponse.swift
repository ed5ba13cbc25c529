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
    public var name: AWDLName
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

    public func serialize(into output: inout ByteWriter) {
        var name = ByteWriter()
        self.name.serialize(into: &name)
        var data = ByteWriter()
        self.data.serialize(into: &data)
        output.writeUInt16LittleEndian(UInt16(clamping: name.count + 1))
        output.writeBytes(name.bytes)
        output.writeUInt8(recordType.rawValue)
        output.writeUInt16LittleEndian(UInt16(clamping: data.count))
        output.writeUInt16LittleEndian(reserved)
        output.writeBytes(data.bytes)
    }
}

extension AWDLServiceResponse.Data {
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

    public func serialize(into output: inout ByteWriter) {
        switch self {
        case .pointer(let name): name.serialize(into: &output)
        case .service(let priority, let weight, let port, let target):
            output.writeUInt16(priority)
            output.writeUInt16(weight)
            output.writeUInt16(port)
            target.serialize(into: &output)
        case .text(let strings):
            for string in strings {
                let kept = string.prefix(255)
                output.writeUInt8(UInt8(truncatingIfNeeded: kept.count))
                output.writeBytes(kept)
            }
        case .other(_, let bytes): output.writeBytes(bytes)
        }
    }
}
