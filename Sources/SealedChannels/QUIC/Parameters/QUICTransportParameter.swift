import WireCoding

/// One of the parameters that an end declares for a connection (RFC 9000 §18): number, length, value.
public struct QUICTransportParameter: Hashable, Sendable {
    /// What the number says the value is.
    @nonexhaustive
    public enum Value: Hashable, Sendable {
        /// A number, in the width in which it is written. What it counts depends on the parameter.
        case integer(QUICVariableInteger)
        /// At most 20 bytes.
        case connectionID([UInt8])
        /// 16 bytes.
        case statelessResetToken([UInt8])
        /// Nothing: that it is there says all.
        case present
        /// The content of `preferred_address` (RFC 9000 §18.2).
        case preferredAddress(QUICPreferredAddress)
        /// The content of `version_information` (RFC 9368 §3).
        case versionInformation(QUICVersionInformation)
        /// The bytes of a parameter that is not known.
        case unknown([UInt8])
    }

    /// The parameter's number.
    public var id: QUICTransportParameterID
    /// The width in which the number is written, if it fits.
    public var idWidth: QUICVariableInteger.Width
    /// The width in which the length of the value is written, if it fits.
    public var lengthWidth: QUICVariableInteger.Width
    /// The value, whose kind must be the one that the number asks for.
    public var value: Value

    /// - Parameters:
    ///   - id: The number of the parameter.
    ///   - value: The value, of the kind that the number asks for.
    ///   - idWidth: In how many bytes the number is written, if it fits.
    ///   - lengthWidth: In how many bytes the length is written, if it fits.
    public init(
        id: QUICTransportParameterID, value: Value, idWidth: QUICVariableInteger.Width = .one,
        lengthWidth: QUICVariableInteger.Width = .one
    ) {
        self.id = id
        self.value = value
        self.idWidth =
            (QUICVariableInteger(id.rawValue, width: idWidth) ?? QUICVariableInteger(id.rawValue))?.width ?? .eight
        self.lengthWidth = lengthWidth
    }

    /// - Throws: `truncated` when a field is not whole; `trailingBytes` for a value with more bytes than its kind has;
    ///   `invalidValue` for a number that its parameter does not allow; `tooLong` for a connection ID of more than 20
    ///   bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let number = try QUICVariableInteger(parsing: &input, "QUIC transport parameter")
        id = QUICTransportParameterID(rawValue: number.value)
        idWidth = number.width
        let length = try QUICVariableInteger(parsing: &input, "QUIC transport parameter length")
        lengthWidth = length.width
        var content = try input.subreader(
            Int(truncatingIfNeeded: length.value), "QUIC transport parameter value",
            limit: "QUIC transport parameter length")
        value = try Value(parsing: &content, id.format)
        try content.expectEnd("QUIC transport parameter value")
    }

    /// - Throws: `tooLong` for a connection ID of more than 20 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var content = ByteWriter()
        try value.serialize(into: &content)
        guard let number = QUICVariableInteger(id.rawValue, width: idWidth) ?? QUICVariableInteger(id.rawValue) else {
            throw WireError(.invalidValue(id.rawValue), field: "QUIC transport parameter", offset: output.count)
        }
        number.serialize(into: &output)
        QUICVariableInteger.count(content.count, width: lengthWidth).serialize(into: &output)
        output.writeBytes(content.bytes)
    }
}

extension QUICTransportParameter.Value {
    fileprivate init(parsing input: inout ByteReader, _ format: QUICTransportParameterID.Format?) throws(WireError) {
        let bookmark = input
        switch format {
        case .integer(let range):
            let number = try QUICVariableInteger(parsing: &input, "QUIC transport parameter value")
            guard range.contains(number.value) else {
                throw bookmark.error(.invalidValue(number.value), "QUIC transport parameter value")
            }
            self = .integer(number)
        case .connectionID:
            guard input.remaining <= QUICPacketView.maximumConnectionIDLength else {
                throw input.error(
                    .tooLong(length: input.remaining, maximum: QUICPacketView.maximumConnectionIDLength),
                    "QUIC connection ID")
            }
            self = .connectionID(input.readRemainingBytes())
        case .resetToken:
            self = .statelessResetToken(
                try input.readBytes(QUICPreferredAddress.resetTokenLength, "QUIC stateless reset token"))
        case .empty: self = .present
        case .preferredAddress: self = .preferredAddress(try QUICPreferredAddress(parsing: &input))
        case .versionInformation: self = .versionInformation(try QUICVersionInformation(parsing: &input))
        case nil: self = .unknown(input.readRemainingBytes())
        }
    }

    fileprivate func serialize(into output: inout ByteWriter) throws(WireError) {
        switch self {
        case .integer(let number): number.serialize(into: &output)
        case .connectionID(let bytes):
            try WireError.checkLength(
                bytes.count, "QUIC connection ID", maximum: QUICPacketView.maximumConnectionIDLength,
                offset: output.count)
            output.writeBytes(bytes)
        case .statelessResetToken(let bytes), .unknown(let bytes): output.writeBytes(bytes)
        case .present: break
        case .preferredAddress(let address): try address.serialize(into: &output)
        case .versionInformation(let information): information.serialize(into: &output)
        }
    }
}
