import WireCoding

/// The information of a service about itself, in a service descriptor extension (attribute 14) and in a data path
/// extension (attribute 41).
///
/// | bytes | field |
/// |---|---|
/// | 3 | organization that defined the rest, 50-6F-9A of the Wi-Fi Alliance |
/// | 1 | protocol: 1 Bonjour, 2 generic, 3 Matter |
/// | … | data |
public struct NANServiceInfo: Hashable, Sendable {
    /// The protocol whose data are ``NANGenericServiceInfo``.
    public static let generic: UInt8 = 2

    public var organization: UInt32
    public var protocolType: UInt8
    public var data: [UInt8]

    public init(organization: UInt32 = NANView.organization, protocolType: UInt8, data: [UInt8]) {
        self.organization = organization & 0xFF_FFFF
        self.protocolType = protocolType
        self.data = data
    }

    /// The data as entries, nil where they are of another protocol or contradict themselves.
    public var genericEntries: [NANGenericServiceInfo]? {
        guard organization == NANView.organization, protocolType == Self.generic else { return nil }
        var input = ByteReader(data.span)
        var entries: [NANGenericServiceInfo] = []
        while !input.isAtEnd {
            guard let entry = try? NANGenericServiceInfo(parsing: &input) else { return nil }
            entries.append(entry)
        }
        return entries
    }

    /// Reads all that is left.
    ///
    /// - Throws: `truncated` when fewer than 4 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(4, "NAN service info")
        organization = try input.readUInt24("NAN service info organization")
        protocolType = try input.readUInt8("NAN service info protocol")
        data = input.readRemainingBytes()
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt24(organization)
        output.writeUInt8(protocolType)
        output.writeBytes(data)
    }
}

extension NANServiceInfo {
    static func extreme(from source: inout any ExtremeSource) -> NANServiceInfo {
        NANServiceInfo(
            organization: source.pick([NANView.organization, 0x0017F2]),
            protocolType: source.extremeNumber(UInt8.self), data: source.extremeBytes(from: 0, upTo: 30))
    }
}
