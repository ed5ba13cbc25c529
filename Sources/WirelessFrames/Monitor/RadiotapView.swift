import WireCoding

/// The information about a frame in the first presence word of a radiotap header, read in place without allocating.
///
/// Made for every frame of a capture; ``RadiotapHeader`` has all the rest.
@frozen
public struct RadiotapView: Sendable {
    /// Bytes from the start of the header to the 802.11 frame, by the length field; 0 where it is less than 8.
    public private(set) var length = 0
    /// The radio's clock in microseconds.
    public private(set) var tsft: UInt64?
    /// Whether there is a frame check sequence and padding among the frame's bytes; empty without the field.
    public private(set) var flags: RadiotapFlags = []
    /// In MHz, by the Channel field, without one by the XChannel field.
    public private(set) var channelFrequency: UInt16?
    /// In dBm.
    public private(set) var signal: Int8?

    /// - Parameter bytes: From the start of the header; nil for fewer than 8.
    public init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= RadiotapHeader.minimumSize else { return nil }
        let length = Int(bytes.littleEndianUInt16(at: 2))
        guard length >= RadiotapHeader.minimumSize else { return }
        self.length = length
        let end = min(length, bytes.count)
        let present = bytes.littleEndianUInt32(at: 4)
        var offset = 8
        var last = present
        while last >> 31 == 1 {
            guard offset &+ 4 <= end else { return }
            last = bytes.littleEndianUInt32(at: offset)
            offset &+= 4
        }
        let fields = offset
        if present & 0x01 != 0 {
            offset = (offset &+ 7) & ~7
            guard offset &+ 8 <= end else { return }
            tsft = bytes.littleEndianUInt64(at: offset)
            offset &+= 8
        }
        if present & 0x02 != 0 {
            guard offset < end else { return }
            flags = RadiotapFlags(rawValue: bytes[offset])
            offset &+= 1
        }
        if present & 0x04 != 0 { offset &+= 1 }
        if present & 0x08 != 0 {
            offset = (offset &+ 1) & ~1
            guard offset &+ 4 <= end else { return }
            channelFrequency = bytes.littleEndianUInt16(at: offset)
            offset &+= 4
        }
        if present & 0x10 != 0 { offset = ((offset &+ 1) & ~1) &+ 2 }
        if present & 0x20 != 0, offset < end { signal = Int8(bitPattern: bytes[offset]) }
        if present & 0x4_0008 == 0x4_0000 {
            channelFrequency = Self.extendedChannelFrequency(bytes, from: fields, to: end, present)
        }
    }

    /// The frequency of the XChannel field, which few drivers write alone: all fields before it have to be walked over.
    @inline(never)
    private static func extendedChannelFrequency(
        _ bytes: Span<UInt8>, from start: Int, to end: Int, _ present: UInt32
    ) -> UInt16? {
        let number = 18
        var offset = start
        for before in 0..<number where present >> UInt32(before) & 1 == 1 {
            let (size, alignment) = RadiotapField.sizes[before]
            offset = ((offset &+ alignment &- 1) & ~(alignment &- 1)) &+ size
        }
        // The flags come before the frequency.
        offset = ((offset &+ 3) & ~3) &+ 4
        return offset &+ 4 <= end ? bytes.littleEndianUInt16(at: offset) : nil
    }
}
