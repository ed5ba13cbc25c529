import WireCoding

/// When something holds, as bits of equal duration.
///
/// | bytes | field |
/// |---|---|
/// | 2 | control, little-endian: bits 0 to 2 duration, 3 to 5 period, 6 to 14 start offset |
/// | 1 | bytes of the bitmap |
/// | … | bitmap, the least significant bit of the first byte first |
public struct NANTimeBitmap: Hashable, Sendable {
    public var control: UInt16
    /// At most 255 bytes; written without more than that.
    public var bitmap: [UInt8]

    public init(control: UInt16, bitmap: [UInt8]) {
        self.control = control
        self.bitmap = bitmap
    }

    /// How long each bit lasts, in time units of 1024 µs: 16, 32, 64 or 128; nil for values that are not assigned.
    public var bitDuration: Int? { control & 7 < 4 ? 16 << Int(control & 7) : nil }
    /// After how many time units the bits come again: 128 to 8192, 0 if never.
    public var period: Int {
        let exponent = Int(control >> 3 & 7)
        return exponent == 0 ? 0 : 64 << exponent
    }
    /// When the first bit begins behind the first discovery window, in time units; counted in steps of 16 whatever the
    /// duration of a bit.
    public var startOffset: Int { Int(control >> 6 & 0x1FF) * 16 }

    /// - Throws: `truncated` when the bitmap is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        control = try input.readUInt16LittleEndian("NAN time bitmap control")
        let length = Int(try input.readUInt8("NAN time bitmap length"))
        bitmap = try input.readBytes(length, "NAN time bitmap")
    }

    public func serialize(into output: inout ByteWriter) {
        let kept = bitmap.prefix(255)
        output.writeUInt16LittleEndian(control)
        output.writeUInt8(UInt8(truncatingIfNeeded: kept.count))
        output.writeBytes(kept)
    }
}
