import WireCoding

/// Which channels a country allows (IEEE 802.11 §9.4.2.8).
///
/// | bytes | field |
/// |---|---|
/// | 3 | country: two letters and the environment (space, `O` outdoor, `I` indoor, `X`, or a number) |
/// | 3 each | triplets: first channel, number of channels, power in dBm; or from 201 on: number, operating class, coverage |
/// | 0 or 1 | padding to an even length |
public struct CountryElement: Hashable, Sendable {
    /// Two letters and what follows them, the first letter on top of 24 bits.
    public var code: UInt32
    public var triplets: [Triplet]
    /// At most two bytes that make no triplet; one byte is padding.
    public var padding: [UInt8]

    /// Channels and their power, or an operating class.
    public struct Triplet: Hashable, Sendable {
        /// The first channel, or from 201 on the number of an operating triplet.
        public var first: UInt8
        /// How many channels, or the operating class.
        public var second: UInt8
        /// The most power in dBm, or the coverage class.
        public var third: UInt8

        public init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
            self.first = first
            self.second = second
            self.third = third
        }

        /// Whether this names an operating class and no channels.
        public var isOperating: Bool { first >= 201 }
    }

    public init(code: UInt32, triplets: [Triplet] = [], padding: [UInt8] = []) {
        self.code = code & 0xFF_FFFF
        self.triplets = triplets
        self.padding = padding
    }

    /// - Throws: `truncated` when fewer than three bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(3, "country code")
        code = UInt32(try input.readUInt16("country code")) << 8 | UInt32(try input.readUInt8("country code"))
        triplets = []
        while input.remaining >= 3 {
            let first = try input.readUInt8("country triplet")
            let second = try input.readUInt8("country triplet")
            triplets.append(Triplet(first, second, try input.readUInt8("country triplet")))
        }
        padding = input.readRemainingBytes()
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(UInt16(truncatingIfNeeded: code >> 8))
        output.writeUInt8(UInt8(truncatingIfNeeded: code))
        for triplet in triplets { output.writeBytes([triplet.first, triplet.second, triplet.third]) }
        output.writeBytes(padding)
    }
}
