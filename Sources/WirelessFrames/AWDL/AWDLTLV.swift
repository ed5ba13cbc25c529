import WireCoding

/// An element of an AWDL action frame: type (1 byte), length (2, little-endian), value.
///
/// Elements of a type that is not known, and those whose value contradicts itself, keep their bytes. Every element is
/// written back as it was read.
public struct AWDLTLV: Sendable {
    /// The longest value.
    public static let maximumLength = 0xFFFF

    public var type: AWDLTLVType
    /// What it says. Of the type that belongs to ``type``, or raw.
    public var value: Value
    /// Bytes of the element behind what its type defines. Elements 4 and 18 have two and three of them.
    public var trailing: [UInt8]
    /// Why the value is raw although the type is known; nil in an element that was not read.
    public var error: WireError?

    /// What an element says.
    public enum Value: Hashable, Sendable {
        case serviceResponse(AWDLServiceResponse)
        case synchronizationParameters(AWDLSynchronizationParameters)
        case electionParameters(AWDLElectionParameters)
        case serviceParameters(AWDLServiceParameters)
        case htCapabilities(AWDLHTCapabilities)
        case dataPathState(AWDLDataPathState)
        case hostName(AWDLHostName)
        /// Elements of IEEE 802.11, for example VHT capabilities.
        case ieee80211Container([InformationElement])
        case channelSequence(AWDLChannelSequence)
        case synchronizationTree(AWDLSynchronizationTree)
        case version(AWDLVersion)
        case electionParametersV2(AWDLElectionParametersV2)
        case sixGHzAssociation(AWDLSixGHzAssociation)
        /// All bytes of an element that is not known or malformed.
        case raw([UInt8])
    }

    /// An element with the type of its value, and with the zeros behind it that elements 4 and 18 end in.
    ///
    /// - Parameter value: Raw bytes belong to no type; they are taken for type 0, of which nothing but bytes is known. Use
    ///   ``init(type:raw:)`` for those of another type.
    public init(_ value: Value) {
        self.value = value
        trailing = []
        error = nil
        switch value {
        case .serviceResponse: type = .serviceResponse
        case .synchronizationParameters:
            type = .synchronizationParameters
            trailing = [0, 0]
        case .electionParameters: type = .electionParameters
        case .serviceParameters: type = .serviceParameters
        case .htCapabilities: type = .htCapabilities
        case .dataPathState: type = .dataPathState
        case .hostName: type = .hostName
        case .ieee80211Container: type = .ieee80211Container
        case .channelSequence:
            type = .channelSequence
            trailing = [0, 0, 0]
        case .synchronizationTree: type = .synchronizationTree
        case .version: type = .version
        case .electionParametersV2: type = .electionParametersV2
        case .sixGHzAssociation: type = .sixGHzAssociation
        case .raw: type = .ssthRequest
        }
    }

    /// An element with any bytes.
    public init(type: AWDLTLVType, raw bytes: [UInt8]) {
        self.type = type
        value = .raw(bytes)
        trailing = []
        error = nil
    }

    /// - Throws: `truncated` when header or value is longer than what is left. A value that contradicts itself is kept
    ///   raw, with its ``error``.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(AWDLTLVs.headerSize, "AWDL TLV header")
        let type = AWDLTLVType(rawValue: try input.readUInt8("AWDL TLV type"))
        let length = Int(try input.readUInt16LittleEndian("AWDL TLV length"))
        var content = try input.subreader(length, "AWDL TLV", limit: AWDLTLVs.lengthField)
        self.init(type: type, parsing: &content)
    }

    /// Reads a value to the end of the input.
    @_lifetime(input: copy input)
    public init(type: AWDLTLVType, parsing input: inout ByteReader) {
        let start = input
        do throws(WireError) {
            self.type = type
            value = try Value(parsing: &input, as: type)
            error = nil
        } catch {
            input = start
            value = .raw(input.readRemainingBytes())
            self.error = error
        }
        trailing = input.readRemainingBytes()
    }

    /// Writes at most 65535 bytes of value, with the length of what is written. ``validate(at:)`` tells whether that is all.
    public func serialize(into output: inout ByteWriter) {
        let bytes = valueBytes
        output.writeUInt8(type.rawValue)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: bytes.count))
        output.writeBytes(bytes)
    }

    /// Looks for what the wire has no room for, and what would be read back as something else.
    ///
    /// - Parameter offset: Where the element starts, for the error.
    /// - Throws: `tooLong` for a value of more than 65535 bytes and what the values throw that have limits of their own;
    ///   `invalidValue` for a value of another ``type``, and for one whose flags or ``trailing`` bytes say that it has other
    ///   fields than are set.
    public func validate(at offset: Int = 0) throws(WireError) {
        let start = offset + AWDLTLVs.headerSize
        try value.validate(at: start)
        var content = ByteWriter()
        value.serialize(into: &content)
        let length = content.count + trailing.count
        guard length <= Self.maximumLength else {
            throw WireError(.tooLong(length: length, maximum: Self.maximumLength), field: "AWDL TLV", offset: start)
        }
        if case .raw = value { return }
        let bytes = valueBytes
        var input = ByteReader(bytes.span)
        guard AWDLTLV(type: type, parsing: &input) == self else {
            throw WireError(.invalidValue(UInt64(type.rawValue)), field: "AWDL TLV", offset: offset)
        }
    }

    /// The element's bytes behind type and length, at most 65535.
    public var valueBytes: [UInt8] {
        var content = ByteWriter()
        value.serialize(into: &content)
        content.writeBytes(trailing)
        return content.count <= Self.maximumLength ? content.bytes : Array(content.bytes.prefix(Self.maximumLength))
    }
}

extension AWDLTLV: Hashable {
    /// Whether two elements are the same on the wire: ``error`` does not count, since it has offsets of the frame around it.
    public static func == (first: AWDLTLV, second: AWDLTLV) -> Bool {
        first.type == second.type && first.value == second.value && first.trailing == second.trailing
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(value)
        hasher.combine(trailing)
    }
}

extension AWDLTLV.Value {
    /// Reads what the type defines; what follows it is left.
    ///
    /// - Throws: What the types of the values throw.
    @_lifetime(input: copy input)
    init(parsing input: inout ByteReader, as type: AWDLTLVType) throws(WireError) {
        switch type {
        case .serviceResponse: self = .serviceResponse(try AWDLServiceResponse(parsing: &input))
        case .synchronizationParameters:
            self = .synchronizationParameters(try AWDLSynchronizationParameters(parsing: &input))
        case .electionParameters: self = .electionParameters(try AWDLElectionParameters(parsing: &input))
        case .serviceParameters: self = .serviceParameters(try AWDLServiceParameters(parsing: &input))
        case .htCapabilities: self = .htCapabilities(try AWDLHTCapabilities(parsing: &input))
        case .dataPathState: self = .dataPathState(try AWDLDataPathState(parsing: &input))
        case .hostName: self = .hostName(try AWDLHostName(parsing: &input))
        case .ieee80211Container:
            var elements: [InformationElement] = []
            while !input.isAtEnd { elements.append(try InformationElement(parsing: &input)) }
            self = .ieee80211Container(elements)
        case .channelSequence: self = .channelSequence(try AWDLChannelSequence(parsing: &input))
        case .synchronizationTree: self = .synchronizationTree(try AWDLSynchronizationTree(parsing: &input))
        case .version: self = .version(try AWDLVersion(parsing: &input))
        case .electionParametersV2: self = .electionParametersV2(try AWDLElectionParametersV2(parsing: &input))
        case .sixGHzAssociation: self = .sixGHzAssociation(try AWDLSixGHzAssociation(parsing: &input))
        default: self = .raw(input.readRemainingBytes())
        }
    }

    func serialize(into output: inout ByteWriter) {
        switch self {
        case .serviceResponse(let value): value.serialize(into: &output)
        case .synchronizationParameters(let value): value.serialize(into: &output)
        case .electionParameters(let value): value.serialize(into: &output)
        case .serviceParameters(let value): value.serialize(into: &output)
        case .htCapabilities(let value): value.serialize(into: &output)
        case .dataPathState(let value): value.serialize(into: &output)
        case .hostName(let value): value.serialize(into: &output)
        case .ieee80211Container(let elements):
            let start = output.count
            for element in elements {
                let room = AWDLTLV.maximumLength - (output.count - start)
                guard element.size <= room else { return }
                element.serialize(into: &output)
            }
        case .channelSequence(let value): value.serialize(into: &output)
        case .synchronizationTree(let value): value.serialize(into: &output)
        case .version(let value): value.serialize(into: &output)
        case .electionParametersV2(let value): value.serialize(into: &output)
        case .sixGHzAssociation(let value): value.serialize(into: &output)
        case .raw(let bytes): output.writeBytes(bytes)
        }
    }

    /// Throws what the values throw that have limits of their own.
    fileprivate func validate(at offset: Int) throws(WireError) {
        switch self {
        case .serviceResponse(let response): try response.validate(at: offset)
        case .dataPathState(let state): try state.validate(at: offset)
        case .hostName(let name): try name.validate(at: offset)
        case .ieee80211Container(let elements):
            var position = offset
            for element in elements {
                guard element.body.count <= InformationElement.maximumLength else {
                    throw WireError(
                        .tooLong(length: element.body.count, maximum: InformationElement.maximumLength),
                        field: "element", offset: position)
                }
                position += element.size
            }
            guard position - offset <= AWDLTLV.maximumLength else {
                throw WireError(
                    .tooLong(length: position - offset, maximum: AWDLTLV.maximumLength), field: "AWDL TLV",
                    offset: offset)
            }
        default: break
        }
    }
}

extension InformationElement {
    /// Bytes of the element when it is written.
    fileprivate var size: Int { Self.headerSize + min(body.count, Self.maximumLength) }
}
