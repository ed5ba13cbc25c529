import WireCoding

/// The 6 GHz access point that a sender is associated with: element 33. There is no published description; the layout
/// is known from captures of new systems.
///
/// | bytes | field |
/// |---|---|
/// | 4 | 1, little-endian |
/// | 1, 1 | channel, operating class |
/// | 1 | 1 |
/// | 1, 1 | another channel, operating class |
/// | 1 | unknown: 0x00, 0x20 and 0x27 have been seen |
/// | 4 | 0, little-endian |
public struct AWDLSixGHzAssociation: AWDLElement {
    public static let type = AWDLTLVType.sixGHzAssociation
    public static let name = "6 GHz association"
    public static let isKnownInPart = true

    /// Always 1 so far.
    public var head: UInt32 = 1
    /// The channel of the sender's own association; zeros without one.
    public var channel = Channel.none
    /// Always 1 so far.
    public var mark: UInt8 = 1
    /// Its purpose is not known.
    public var otherChannel = Channel.none
    /// 0x00, 0x20 and 0x27 have been seen.
    public var unknown: UInt8 = 0
    /// Always 0 so far.
    public var reserved: UInt32 = 0

    /// A channel as the air knows it.
    public struct Channel: Hashable, Sendable {
        /// 0 for none.
        public var number: UInt8
        /// The operating class in the global table (IEEE 802.11 Annex E): 131 to 136 in 6 GHz.
        public var operatingClass: UInt8

        /// A channel of an operating class; neither is checked.
        public init(number: UInt8, operatingClass: UInt8) {
            self.number = number
            self.operatingClass = operatingClass
        }

        /// No channel.
        public static let none = Channel(number: 0, operatingClass: 0)
    }

    /// The values that all known senders use.
    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .size(14, "AWDL 6 GHz association"),
        .field("head", \.head, .number, .integer("AWDL 6 GHz association")),
        .field("channel", \.channel.number, .number, .integer("AWDL 6 GHz channel")),
        .field("operatingClass", \.channel.operatingClass, .number, .integer("AWDL 6 GHz operating class")),
        .field("mark", \.mark, .number, .integer("AWDL 6 GHz association")),
        .field("otherChannel", \.otherChannel.number, .number, .integer("AWDL 6 GHz channel")),
        .field("otherOperatingClass", \.otherChannel.operatingClass, .number, .integer("AWDL 6 GHz operating class")),
        .field("unknown", \.unknown, .number, .integer("AWDL 6 GHz association")),
        .unusual("reserved", \.reserved, .number, usual: 0, .integer("AWDL 6 GHz association")),
    ]
}
