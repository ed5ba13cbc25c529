import WireCoding

/// The 802.11n capabilities of a sender's radio: element 7. Numbers are little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 2 | unknown |
/// | 2 | HT capability information (IEEE 802.11 §9.4.2.54.2) |
/// | 1 | A-MPDU parameters (§9.4.2.54.3) |
/// | n | the beginning of the supported MCS set (§9.4.2.54.4), of which senders leave the end away |
public struct AWDLHTCapabilities: AWDLElement {
    public static let type = AWDLTLVType.htCapabilities
    public static let name = "HT capabilities"

    /// The first two bytes; always 0 so far.
    public var unknown: UInt16
    /// HT capability information: bit 1 for channels of 40 MHz, bits 5 and 6 for the short guard interval in 20 and 40
    /// MHz.
    public var htCapabilityInfo: UInt16
    /// Bits 0 and 1 the longest aggregate, see ``maximumAMPDULength``; bits 2 to 4 the minimum spacing of its parts,
    /// from 0 for none to 7 for 16 µs.
    public var ampduParameters: UInt8
    /// 3, 4 or 15 bytes of 16 from all known senders.
    public var supportedMCSSet: [UInt8]

    /// Capabilities with as many bytes of the MCS set as are to be written.
    public init(htCapabilityInfo: UInt16, ampduParameters: UInt8, supportedMCSSet: [UInt8], unknown: UInt16 = 0) {
        self.unknown = unknown
        self.htCapabilityInfo = htCapabilityInfo
        self.ampduParameters = ampduParameters
        self.supportedMCSSet = supportedMCSSet
    }

    /// The longest aggregate that the sender takes, in bytes.
    public var maximumAMPDULength: Int { 1 << (13 + Int(ampduParameters & 3)) - 1 }
}

extension AWDLHTCapabilities {
    public init() { self.init(htCapabilityInfo: 0, ampduParameters: 0, supportedMCSSet: []) }
    public static let fields: [FieldDescription<Self>] = [
        .size(5, "AWDL HT capabilities"),
        .bytes(\.unknown, .integer()),
        .field("htCapabilityInfo", \.htCapabilityInfo, .number, .integer()),
        .field("ampduParameters", \.ampduParameters, .number, .integer()),
        .field("supportedMCSSet", \.supportedMCSSet, .hex, .rest),
        .unusual("unknown", \.unknown, .number, usual: 0),
    ]
}
