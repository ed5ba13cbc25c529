import WireCoding

/// The capabilities of a device's radio (attribute 15), 9 bytes.
///
/// | bytes | field |
/// |---|---|
/// | 1 | map ID: bit 0 whether it is for one map, bits 1 to 4 for which |
/// | 2 | committed discovery windows, little-endian: bits 0 to 2 in 2.4 GHz, 3 to 5 in 5 GHz |
/// | 1 | supported bands: bit 2 2.4 GHz, bit 4 5 GHz, bit 7 6 GHz |
/// | 1 | operation mode: bit 0 VHT instead of HT, 1 80+80 MHz, 2 160 MHz, 4 HE |
/// | 1 | antennas: for sending in the lower, for receiving in the upper four bits |
/// | 2 | longest time for a change of channel in microseconds, little-endian |
/// | 1 | capabilities: bit 0 DFS master, 1 extended key ID, 2 several set-ups at a time, 3 data path extension |
public struct NANDeviceCapability: NANAttributeBody {
    public static let id = NANAttributeID.deviceCapability

    /// Bytes of the body.
    public static let size = 9

    public var mapID: UInt8
    public var committedDW: UInt16
    public var supportedBands: UInt8
    public var operationMode: UInt8
    public var antennas: UInt8
    public var maxChannelSwitchTime: UInt16
    public var capabilities: UInt8

    public init(
        mapID: UInt8 = 0, committedDW: UInt16, supportedBands: UInt8, operationMode: UInt8, antennas: UInt8,
        maxChannelSwitchTime: UInt16 = 0, capabilities: UInt8 = 0
    ) {
        self.mapID = mapID
        self.committedDW = committedDW
        self.supportedBands = supportedBands
        self.operationMode = operationMode
        self.antennas = antennas
        self.maxChannelSwitchTime = maxChannelSwitchTime
        self.capabilities = capabilities
    }

    public var txAntennas: UInt8 {
        get { antennas & 15 }
        set { antennas = antennas & 0xF0 | newValue & 15 }
    }
    public var rxAntennas: UInt8 {
        get { antennas >> 4 }
        set { antennas = antennas & 15 | newValue << 4 }
    }

    /// - Throws: `truncated` when fewer than 9 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "NAN device capability")
        mapID = try input.readUInt8("NAN map ID")
        committedDW = try input.readUInt16LittleEndian("NAN committed DW")
        supportedBands = try input.readUInt8("NAN supported bands")
        operationMode = try input.readUInt8("NAN operation mode")
        antennas = try input.readUInt8("NAN antennas")
        maxChannelSwitchTime = try input.readUInt16LittleEndian("NAN channel switch time")
        capabilities = try input.readUInt8("NAN capabilities")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(mapID)
        output.writeUInt16LittleEndian(committedDW)
        output.writeUInt8(supportedBands)
        output.writeUInt8(operationMode)
        output.writeUInt8(antennas)
        output.writeUInt16LittleEndian(maxChannelSwitchTime)
        output.writeUInt8(capabilities)
    }
}

extension NANDeviceCapability {
    public static let blank = NANDeviceCapability(
        committedDW: 0, supportedBands: 0, operationMode: 0, antennas: 0x11)
    public static let fields: [FieldDescription<Self>] = [
        .field("mapID", \.mapID, .number),
        .field("committedDW", \.committedDW, .number),
        .field("supportedBands", \.supportedBands, .number),
        .field("operationMode", \.operationMode, .number),
        .field("txAntennas", \.txAntennas, .number(upTo: 15)),
        .field("rxAntennas", \.rxAntennas, .number(upTo: 15)),
        .field("maxChannelSwitchTime", \.maxChannelSwitchTime, .number),
        .field("capabilities", \.capabilities, .number),
    ]
}
