import WireCoding

/// The information of a service about itself, in a service descriptor extension (attribute 14) and in a data path
/// extension (attribute 41).
///
/// | bytes | field |
/// |---|---|
/// | 3 | organization that defined the rest, 50-6F-9A of the Wi-Fi Alliance |
/// | 1 | protocol: 1 Bonjour, 2 generic, 3 Matter |
/// | … | data |
public struct NANServiceInfo: Hashable, DescribedElement {
    /// The protocol whose data are ``NANGenericServiceInfo``.
    public static let generic: UInt8 = 2

    /// The organization's number in 24 bits, 0x506F9A for the Wi-Fi Alliance.
    public var organization = NANView.organization
    /// The kind of data, as the organization numbers it: 1 Bonjour, 2 generic, 3 Matter.
    public var protocolType = generic
    /// The bytes after the protocol; ``genericEntries`` reads those of the generic one.
    public var data: [UInt8] = []

    public init() {}

    /// Information of a protocol. Of the organization's number the upper 8 bits are dropped.
    public init(organization: UInt32 = NANView.organization, protocolType: UInt8, data: [UInt8]) {
        self.organization = organization & 0xFF_FFFF
        self.protocolType = protocolType
        self.data = data
    }

    /// The data as entries, nil where they are of another protocol or contradict themselves.
    public var genericEntries: [NANGenericServiceInfo]? {
        guard organization == NANView.organization, protocolType == Self.generic else { return nil }
        var input = ByteReader(data.span)
        let (entries, _, error) = input.readElements(of: NANGenericServiceInfo.self)
        return error == nil ? entries : nil
    }

    public static let fields: [FieldDescription<Self>] = [
        .size(4, "NAN service info"),
        .field(
            "oui", \.organization, FieldCodec.organization.extremes { $0.pick([NANView.organization, 0x0017F2]) },
            .uint24("NAN service info organization")),
        .field("protocolType", \.protocolType, .number, .integer("NAN service info protocol")),
        .field("serviceInfo", \.data, FieldCodec.hex.extremes { $0.extremeBytes(from: 0, upTo: 30) }, .rest),
    ]
}

/// One entry of generic service info: number, length in two bytes (little-endian), value.
@nonexhaustive
public enum NANGenericServiceInfo: Hashable, WireElement {
    /// Entry 0: the transport port.
    case port(UInt16)
    /// Entry 1: the protocol above IP, 6 for TCP and 17 for UDP.
    case ipProtocol(UInt8)
    /// Entry 2, UTF-8.
    case serviceName([UInt8])
    /// Entry 3, UTF-8.
    case instanceName([UInt8])
    /// Entry 4: the strings of a TXT record.
    case text([UInt8])
    /// Entry 5: the UUID of the service or instance, sixteen bytes in the order of its text.
    case uuid([UInt8])
    /// Entry 6: bytes that the application gives a meaning.
    case blob([UInt8])
    /// Any other, and 0, 1 and 5 with values of another length. At most 65535 bytes; written without more than that.
    case other(number: UInt8, value: [UInt8])

    /// Bytes of a UUID.
    public static let uuidSize = 16

    /// - Throws: `truncated` when header or value is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let (number, value) = try input.readTypeLengthValue("NAN service info entry")
        switch (number, value.count) {
        case (0, 2): self = .port(UInt16(value[1]) << 8 | UInt16(value[0]))
        case (1, 1): self = .ipProtocol(value[0])
        case (2, _): self = .serviceName(value)
        case (3, _): self = .instanceName(value)
        case (4, _): self = .text(value)
        case (5, Self.uuidSize): self = .uuid(value)
        case (6, _): self = .blob(value)
        default: self = .other(number: number, value: value)
        }
    }

    /// Writes number, length and at most 65535 bytes of the value.
    public func serialize(into output: inout ByteWriter) {
        let number: UInt8
        let value: [UInt8]
        switch self {
        case .port(let port): (number, value) = (0, [UInt8(port & 0xFF), UInt8(port >> 8)])
        case .ipProtocol(let ipProtocol): (number, value) = (1, [ipProtocol])
        case .serviceName(let name): (number, value) = (2, name)
        case .instanceName(let name): (number, value) = (3, name)
        case .text(let strings): (number, value) = (4, strings)
        case .uuid(let uuid): (number, value) = (5, uuid)
        case .blob(let bytes): (number, value) = (6, bytes)
        case .other(let other, let bytes): (number, value) = (other, bytes)
        }
        output.writeTypeLengthValue(number, value)
    }
}
