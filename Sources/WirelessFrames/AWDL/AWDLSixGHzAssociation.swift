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

    public static let size = 14

    /// Always 1 so far.
    public var head: UInt32
    /// The channel of the sender's own association; zeros without one.
    public var channel: Channel
    /// Always 1 so far.
    public var mark: UInt8
    /// Its purpose is not known.
    public var otherChannel: Channel
    /// 0x00, 0x20 and 0x27 have been seen.
    public var unknown: UInt8
    /// Always 0 so far.
    public var reserved: UInt32

    /// A channel as the air knows it.
    public struct Channel: Hashable, Sendable {
        /// 0 for none.
        public var number: UInt8
        /// The operating class in the global table (IEEE 802.11 Annex E): 131 to 136 in 6 GHz.
        public var operatingClass: UInt8

        public init(number: UInt8, operatingClass: UInt8) {
            self.number = number
            self.operatingClass = operatingClass
        }

        /// No channel.
        public static let none = Channel(number: 0, operatingClass: 0)
    }

    /// The values that all known senders use, with the given channels.
    public init(channel: Channel, otherChannel: Channel = .none, unknown: UInt8 = 0) {
        head = 1
        self.channel = channel
        mark = 1
        self.otherChannel = otherChannel
        self.unknown = unknown
        reserved = 0
    }

    /// - Throws: `truncated` where fewer than 14 bytes are left.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "AWDL 6 GHz association")
        head = try input.readUInt32LittleEndian("AWDL 6 GHz association")
        channel = Channel(
            number: try input.readUInt8("AWDL 6 GHz channel"),
            operatingClass: try input.readUInt8("AWDL 6 GHz operating class"))
        mark = try input.readUInt8("AWDL 6 GHz association")
        otherChannel = Channel(
            number: try input.readUInt8("AWDL 6 GHz channel"),
            operatingClass: try input.readUInt8("AWDL 6 GHz operating class"))
        unknown = try input.readUInt8("AWDL 6 GHz association")
        reserved = try input.readUInt32LittleEndian("AWDL 6 GHz association")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt32LittleEndian(head)
        output.writeUInt8(channel.number)
        output.writeUInt8(channel.operatingClass)
        output.writeUInt8(mark)
        output.writeUInt8(otherChannel.number)
        output.writeUInt8(otherChannel.operatingClass)
        output.writeUInt8(unknown)
        output.writeUInt32LittleEndian(reserved)
    }
}

extension AWDLSixGHzAssociation {
    public init() { self.init(channel: .none) }
    public static let fields: [FieldDescription<Self>] = [
        .field("head", \.head, .number),
        .field("channel", \.channel.number, .number),
        .field("operatingClass", \.channel.operatingClass, .number),
        .field("mark", \.mark, .number),
        .field("otherChannel", \.otherChannel.number, .number),
        .field("otherOperatingClass", \.otherChannel.operatingClass, .number),
        .field("unknown", \.unknown, .number),
        .unusual("reserved", \.reserved, .number, usual: 0),
    ]
}
