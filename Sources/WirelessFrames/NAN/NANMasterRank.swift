import WireCoding

/// The order of masters: by preference, then random factor, then address. On the wire a little-endian number, so the
/// address comes first.
public struct NANMasterRank: Hashable, Sendable {
    public var masterPreference: UInt8
    public var randomFactor: UInt8
    public var address: LinkAddress

    public init(masterPreference: UInt8, randomFactor: UInt8, address: LinkAddress) {
        self.masterPreference = masterPreference
        self.randomFactor = randomFactor
        self.address = address
    }

    /// The rank as the number that is compared. The last byte of the address weighs most among its six.
    public var rawValue: UInt64 {
        UInt64(masterPreference) << 56 | UInt64(randomFactor) << 48 | address.rawValue.byteSwapped >> 16
    }

    /// - Throws: `truncated` when fewer than 8 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(8, "NAN master rank")
        address = try input.readLinkAddress("NAN master address")
        randomFactor = try input.readUInt8("NAN random factor")
        masterPreference = try input.readUInt8("NAN master preference")
    }

    public func serialize(into output: inout ByteWriter) { output.writeUInt64LittleEndian(rawValue) }
}

extension NANMasterRank: Comparable {
    public static func < (first: NANMasterRank, second: NANMasterRank) -> Bool { first.rawValue < second.rawValue }
}
