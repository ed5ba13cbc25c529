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

    /// Bit 0: whether the capabilities are those of one map, whose ID is in bits 1 to 4; if clear, of all maps.
    public var mapID: UInt8 = 0
    /// Discovery windows in which the device is awake: bits 0 to 2 in 2.4 GHz, 3 to 5 in 5 GHz.
    public var committedDW: UInt16 = 0
    /// A bit for each band: bit 2 for 2.4 GHz, bit 4 for 5 GHz, bit 7 for 6 GHz.
    public var supportedBands: UInt8 = 0
    /// Bit 0 VHT instead of HT, bit 1 80+80 MHz, bit 2 160 MHz, bit 4 HE.
    public var operationMode: UInt8 = 0
    /// Lower four bits ``txAntennas``, upper four ``rxAntennas``.
    public var antennas: UInt8 = 0x11
    /// The longest time for a change of channel, in microseconds.
    public var maxChannelSwitchTime: UInt16 = 0
    /// Bit 0 DFS master, bit 1 extended key ID, bit 2 several set-ups at a time, bit 3 ``NANDataPathExtension``.
    public var capabilities: UInt8 = 0

    public init() {}

    /// Antennas for sending, 0 to 15.
    public var txAntennas: UInt8 { antennas.lowerNibble }
    /// Antennas for receiving, 0 to 15.
    public var rxAntennas: UInt8 { antennas.upperNibble }

    public static let fields: [FieldDescription<Self>] = [
        .size(9, "NAN device capability"),
        .field("mapID", \.mapID, .number, .integer("NAN map ID")),
        .field("committedDW", \.committedDW, .number, .integer("NAN committed DW")),
        .field("supportedBands", \.supportedBands, .number, .integer("NAN supported bands")),
        .field("operationMode", \.operationMode, .number, .integer("NAN operation mode")),
        .bytes(\.antennas, .integer("NAN antennas")),
        .field("txAntennas", \.antennas.lowerNibble, .number(upTo: 15)),
        .field("rxAntennas", \.antennas.upperNibble, .number(upTo: 15)),
        .field("maxChannelSwitchTime", \.maxChannelSwitchTime, .number, .integer("NAN channel switch time")),
        .field("capabilities", \.capabilities, .number, .integer("NAN capabilities")),
    ]
}

/// Elements of 802.11 for one of a device's schedules (attribute 29): map ID, then elements to the end.
public struct NANElementContainer: NANAttributeBody {
    public static let id = NANAttributeID.elementContainer

    /// The map that the elements are for, as in ``NANAvailability/mapID``.
    public var mapID: UInt8 = 0
    /// The elements in their order, each with its ID and length.
    public var elements: [InformationElement] = []

    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .field("mapID", \.mapID, .number, .integer("NAN map ID")),
        .field("elements", \.elements, .list(.anyObject), .list(of: .informationElement)),
    ]
}
