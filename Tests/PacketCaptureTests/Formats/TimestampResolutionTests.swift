import Testing

@testable import PacketCapture

@Suite struct TimestampResolutionTests {
    @Test(
        arguments: [
            (0, 1, 1.0), (6, 1_000_000, 1e-6), (9, 1_000_000_000, 1e-9), (19, 10_000_000_000_000_000_000, 1e-19),
            (0x80, 1, 1.0), (0x8A, 1024, 0.0009765625), (0xBF, 1 << 63, 0x1p-63),
        ] as [(UInt8, UInt64, Double)])
    func countsTicks(rawValue: UInt8, ticks: UInt64, seconds: Double) {
        let resolution = TimestampResolution(rawValue: rawValue)
        #expect(resolution.ticksPerSecond == ticks)
        #expect(abs(resolution.seconds / seconds - 1) < 1e-12)
    }

    @Test func ticksBeyond64BitsHaveNoNumber() {
        #expect(TimestampResolution(rawValue: 20).ticksPerSecond == nil)
        #expect(TimestampResolution(rawValue: 0xC0).ticksPerSecond == nil)
        #expect(TimestampResolution(rawValue: 127).seconds > 0)
        #expect(TimestampResolution(rawValue: 255).seconds > 0)
    }

    /// Resolution, ticks, offset in seconds, nanoseconds.
    @Test(
        arguments: [
            (6, 1_700_000_000_000_001, 0, 1_700_000_000_000_001_000),
            (9, 1_700_000_000_000_000_001, 0, 1_700_000_000_000_000_001),
            (9, 1_000_000_001, -2, -999_999_999),
            (3, 1500, 10, 11_500_000_000),
            (0, 7, 0, 7_000_000_000),
            (12, 1_999, 0, 1),
            (12, .max, 0, 18_446_744_073_709_551),
            (18, .max, 0, 18_446_744_073),
            (19, .max, 0, 1_844_674_407),
            (20, .max, 0, 184_467_440),
            (28, .max, 0, 1),
            (29, .max, 0, 0),
            (127, .max, 5, 5_000_000_000),
            (0x80, 7, 0, 7_000_000_000),
            (0x8A, 1536, 0, 1_500_000_000),
            (0x9E, 1 << 30, 0, 1_000_000_000),
            (0xA0, 1 << 31, 0, 500_000_000),
            (0xBF, .max, 0, 1_999_999_999),
            (0xC0, .max, 0, 999_999_999),
            (0xC1, .max, 0, 499_999_999),
            (0xFF, .max, 1, 1_000_000_000),
            // What 64 bits of nanoseconds do not hold becomes the nearest time that they do.
            (6, .max, 0, .max), (0, .max, .max, .max), (9, .max, 0, .max), (0, 0, .min, .min), (0x80, .max, .min, .max),
            // An offset takes a counter back into the range.
            (0, 1 << 63, -9_223_372_036_854_775_807, 1_000_000_000),
        ] as [(UInt8, UInt64, Int64, Int64)])
    func turnsTicksIntoNanoseconds(rawValue: UInt8, ticks: UInt64, offset: Int64, nanoseconds: Int64) {
        let scale = TimestampScale(TimestampResolution(rawValue: rawValue), offset: offset)
        #expect(scale.nanoseconds(ticks: ticks) == nanoseconds)
    }
}
