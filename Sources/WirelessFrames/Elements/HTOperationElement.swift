import WireCoding

/// How a network uses 802.11n (IEEE 802.11 §9.4.2.55), 22 bytes.
///
/// | bytes | field |
/// |---|---|
/// | 1 | primary channel |
/// | 5 | information: bits 0 and 1 where the second channel lies (1 above, 3 below), bit 2 whether all widths are used |
/// | 16 | basic MCS set |
public struct HTOperationElement: Hashable, Sendable {
    /// Bytes of the element's body.
    public static let size = 22

    public var primaryChannel: UInt8
    /// 5 bytes; written with exactly as many.
    public var information: [UInt8]
    /// 16 bytes; written with exactly as many.
    public var basicMCSSet: [UInt8]

    public init(primaryChannel: UInt8, information: [UInt8], basicMCSSet: [UInt8]) {
        self.primaryChannel = primaryChannel
        self.information = information
        self.basicMCSSet = basicMCSSet
    }

    /// Channels from the primary to the secondary one: 4, -4, or 0 without one.
    public var secondaryChannelOffset: Int {
        switch (information.first ?? 0) & 3 {
        case 1: 4
        case 3: -4
        default: 0
        }
    }

    /// - Throws: `truncated` when fewer than 22 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "HT operation")
        primaryChannel = try input.readUInt8("HT primary channel")
        information = try input.readBytes(5, "HT operation information")
        basicMCSSet = try input.readBytes(16, "basic HT-MCS set")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(primaryChannel)
        output.writeFixed(information, 5)
        output.writeFixed(basicMCSSet, 16)
    }
}
