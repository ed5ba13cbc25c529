import WireCoding

/// The beginning of every AWDL action frame, from the category on. There is no published specification; the layout is
/// known from captures. All numbers are little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 1 | category, 127: vendor specific (IEEE 802.11 §9.4.1.11) |
/// | 3 | organization, 00-17-F2 |
/// | 1 | type, 8 |
/// | 1 | version of this header: major in the upper four bits, minor in the lower |
/// | 1 | subtype |
/// | 1 | reserved |
/// | 4 | time at which the frame left the radio, in microseconds of the sender's clock |
/// | 4 | time at which the frame was made |
@frozen
public struct AWDLActionHeader: Hashable, Sendable {
    /// Bytes from the category to the first element.
    public static let size = 16
    /// The category of vendor specific action frames.
    public static let category: UInt8 = 127
    /// 00-17-F2, Apple's.
    public static let organization: UInt32 = 0x0017F2
    /// The type of AWDL among Apple's action frames.
    public static let type: UInt8 = 8
    /// The version of all known frames, 1.0.
    public static let knownVersion: UInt8 = 0x10

    /// Not that of the protocol, which is ``AWDLVersion``.
    public var version: UInt8
    /// Whether the frame only synchronizes or says everything about its sender.
    public var subtype: AWDLFrameSubtype
    /// The byte after the subtype; 0 so far.
    public var reserved: UInt8
    /// Microseconds of the sender's clock, shortly before the frame left; starts again every 71.6 minutes.
    public var phyTxTime: UInt32
    /// Microseconds of the same clock, when the frame was made.
    public var targetTxTime: UInt32

    /// A header with category, organization and type of AWDL.
    public init(
        subtype: AWDLFrameSubtype, phyTxTime: UInt32, targetTxTime: UInt32, version: UInt8 = knownVersion,
        reserved: UInt8 = 0
    ) {
        self.version = version
        self.subtype = subtype
        self.reserved = reserved
        self.phyTxTime = phyTxTime
        self.targetTxTime = targetTxTime
    }

    /// Microseconds from making the frame to sending it, modulo 2³².
    public var txDelay: UInt32 { phyTxTime &- targetTxTime }

    /// - Throws: `truncated` for fewer than 16 bytes, `invalidValue` for anything but an action frame of AWDL.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "AWDL action header")
        try Self.expect(Self.category, &input, "action category")
        let atOrganization = input
        let organization = try input.readUInt24("action organization")
        guard organization == Self.organization else {
            throw atOrganization.error(.invalidValue(UInt64(organization)), "action organization")
        }
        try Self.expect(Self.type, &input, "AWDL type")
        version = try input.readUInt8("AWDL header version")
        subtype = AWDLFrameSubtype(rawValue: try input.readUInt8("AWDL subtype"))
        reserved = try input.readUInt8("AWDL reserved byte")
        phyTxTime = try input.readUInt32LittleEndian("AWDL PHY time")
        targetTxTime = try input.readUInt32LittleEndian("AWDL target time")
    }

    @_lifetime(input: copy input)
    private static func expect(
        _ expected: UInt8, _ input: inout ByteReader, _ field: WireError.Field
    ) throws(WireError) {
        let start = input
        let value = try input.readUInt8(field)
        guard value == expected else { throw start.error(.invalidValue(UInt64(value)), field) }
    }

    /// Writes 16 bytes, from the category on.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(Self.category)
        output.writeUInt24(Self.organization)
        output.writeUInt8(Self.type)
        output.writeUInt8(version)
        output.writeUInt8(subtype.rawValue)
        output.writeUInt8(reserved)
        output.writeUInt32LittleEndian(phyTxTime)
        output.writeUInt32LittleEndian(targetTxTime)
    }
}

/// The subtype of an AWDL action frame.
@frozen
public struct AWDLFrameSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Periodic synchronization frame (PSF): when and where the sender listens.
    public static let periodicSynchronization = AWDLFrameSubtype(rawValue: 0)
    /// Master indication frame (MIF): all that the sender has to say.
    public static let masterIndication = AWDLFrameSubtype(rawValue: 3)
}

extension AWDLFrameSubtype {
    static let meaning = FieldMeaning.name { number in
        switch number {
        case 0: "periodic synchronization frame"
        case 3: "master indication frame"
        default: nil
        }
    }
}

extension AWDLFrameSubtype: CustomStringConvertible {
    /// `PSF`, `MIF`, or the number.
    public var description: String {
        switch self {
        case .periodicSynchronization: "PSF"
        case .masterIndication: "MIF"
        default: "\(rawValue)"
        }
    }
}
