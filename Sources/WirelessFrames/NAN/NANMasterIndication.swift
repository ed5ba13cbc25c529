import WireCoding

/// How much a device wants to be master (attribute 0), 2 bytes: preference, random factor.
public struct NANMasterIndication: NANAttributeBody {
    public static let id = NANAttributeID.masterIndication

    /// 0 for a device that must not be master, from 128 on for infrastructure.
    public var masterPreference: UInt8
    public var randomFactor: UInt8

    public init(masterPreference: UInt8, randomFactor: UInt8) {
        self.masterPreference = masterPreference
        self.randomFactor = randomFactor
    }

    /// - Throws: `truncated` when fewer than 2 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(2, "NAN master indication")
        masterPreference = try input.readUInt8("NAN master preference")
        randomFactor = try input.readUInt8("NAN random factor")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(masterPreference)
        output.writeUInt8(randomFactor)
    }
}

extension NANMasterIndication {
    public static let blank = NANMasterIndication(masterPreference: 0, randomFactor: 0)
    public static let fields: [FieldDescription<Self>] = [
        .field("masterPreference", \.masterPreference, .number),
        .field("randomFactor", \.randomFactor, .number),
    ]
}
