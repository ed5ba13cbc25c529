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
    /// The start of the first bit after the first discovery window, in time units; counted in steps of 16 whatever the
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

extension NANTimeBitmap: DescribedElement {
    public static let blank = NANTimeBitmap(control: 2 << 3, bitmap: [])
    public static let fields: [FieldDescription<Self>] = [
        controlFields,
        .required("bitmap", \.bitmap, .bitmap),
    ]

    /// The control, and its parts in time units, which may be given instead.
    private static let controlFields = FieldDescription<Self>(
        names: ["control", "bitDuration", "period", "startOffset"],
        write: { bitmap in
            [
                FrameField("control", .number(bitmap.control)),
                FrameField("bitDuration", bitmap.bitDuration.map { .integer(Int64($0)) } ?? .null),
                FrameField("period", .integer(Int64(bitmap.period))),
                FrameField("startOffset", .integer(Int64(bitmap.startOffset))),
            ]
        },
        read: { (object, bitmap) throws(FieldError) in
            if let control: UInt16 = try object.number("control") { return bitmap.control = control }
            let duration: UInt16 = try object.number("bitDuration") ?? 16
            let period: UInt16 = try object.number("period") ?? 512
            let offset: UInt16 = try object.number("startOffset", maximum: 16 * 0x1FF) ?? 0
            guard let durationCode = [UInt16(16), 32, 64, 128].firstIndex(of: duration) else {
                throw object.error("bitDuration", "is not 16, 32, 64 or 128")
            }
            guard let periodCode = [UInt16(0), 128, 256, 512, 1024, 2048, 4096, 8192].firstIndex(of: period) else {
                throw object.error("period", "is neither 0 nor a power of two from 128 to 8192")
            }
            guard offset % 16 == 0 else { throw object.error("startOffset", "is not a multiple of 16") }
            bitmap.control = UInt16(durationCode) | UInt16(periodCode) << 3 | (offset / 16) << 6
        },
        vary: { $1.control = $0.extremeNumber(UInt16.self) })
}

extension FieldCodec where Value == [UInt8] {
    fileprivate static var bitmap: FieldCodec { hex(upTo: 255).extremes { $0.extremeBytes(from: 0, upTo: 8) } }
}
