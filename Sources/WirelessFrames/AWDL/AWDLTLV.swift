import WireCoding

/// An element of an AWDL action frame: type (1 byte), length (2, little-endian), value.
///
/// Elements of a type that is not known, and those whose value contradicts itself, keep their bytes. Every element is
/// written back as it was read.
public struct AWDLTLV: Sendable {
    /// The longest value.
    public static let maximumLength = 0xFFFF

    public var type: AWDLTLVType
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
        case ieee80211Container([InformationElement])
        case channelSequence(AWDLChannelSequence)
        case synchronizationTree(AWDLSynchronizationTree)
        case version(AWDLVersion)
        case electionParametersV2(AWDLElectionParametersV2)
        /// All bytes of an element that is not known or malformed.
        case raw([UInt8])
    }

    /// An element with the type of its value, and with the zeros behind it that elements 4 and 18 end in.
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

    /// Writes at most 65535 bytes of value.
    public func serialize(into output: inout ByteWriter) {
        let bytes = valueBytes
        output.writeUInt8(type.rawValue)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: bytes.count))
        output.writeBytes(bytes)
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
        case .ieee80211Container(let elements): for element in elements { element.serialize(into: &output) }
        case .channelSequence(let value): value.serialize(into: &output)
        case .synchronizationTree(let value): value.serialize(into: &output)
        case .version(let value): value.serialize(into: &output)
        case .electionParametersV2(let value): value.serialize(into: &output)
        case .raw(let bytes): output.writeBytes(bytes)
        }
    }
}
