/// How long one tick of an interface's timestamps is (draft-ietf-opsawg-pcapng §4.2, if_tsresol).
///
/// With the upper bit clear the lower seven bits are a power of ten, with it set a power of two: 6 means microseconds,
/// 9 nanoseconds, 0x8A 1/1024 of a second.
public struct TimestampResolution: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A millionth of a second, the default of pcapng.
    public static let microseconds = TimestampResolution(rawValue: 6)
    /// A billionth of a second.
    public static let nanoseconds = TimestampResolution(rawValue: 9)

    private var isBinary: Bool { rawValue & 0x80 != 0 }
    private var exponent: Int { Int(rawValue & 0x7F) }

    /// Ticks in a second, nil where the number needs more than 64 bits.
    public var ticksPerSecond: UInt64? {
        if isBinary { return exponent < 64 ? 1 << UInt64(exponent) : nil }
        return exponent <= 19 ? Self.powerOfTen(exponent) : nil
    }

    /// The length of a tick in seconds.
    public var seconds: Double {
        if isBinary { return Double(sign: .plus, exponent: -exponent, significand: 1) }
        var value = 1.0
        for _ in 0..<exponent { value *= 10 }
        return 1 / value
    }

    static func powerOfTen(_ exponent: Int) -> UInt64 {
        var value: UInt64 = 1
        for _ in 0..<exponent { value *= 10 }
        return value
    }
}

/// Turns an interface's timestamps into nanoseconds since 1970, exactly, cut to whole nanoseconds; and back.
///
/// Times that 64 bits of nanoseconds cannot hold (before 1677, after 2262) become the nearest that they can.
struct TimestampScale: Hashable, Sendable {
    /// Nanoseconds in a tick, if that is a whole number and there is no offset; otherwise 0.
    private let factor: UInt64
    private let resolution: TimestampResolution
    private let offset: Int64

    /// - Parameters:
    ///   - resolution: The length of a tick.
    ///   - offset: Seconds to add (if_tsoffset).
    init(_ resolution: TimestampResolution, offset: Int64) {
        self.resolution = resolution
        self.offset = offset
        let isWhole = resolution.rawValue <= 9 && offset == 0
        factor = isWhole ? TimestampResolution.powerOfTen(9 - Int(resolution.rawValue)) : 0
    }

    @inline(__always)
    func nanoseconds(ticks: UInt64) -> Int64 {
        let (product, overflow) = ticks.multipliedReportingOverflow(by: factor)
        guard factor != 0, !overflow, let time = Int64(exactly: product) else { return general(ticks) }
        return time
    }

    @inline(never)
    private func general(_ ticks: UInt64) -> Int64 {
        let exponent = UInt64(resolution.rawValue & 0x7F)
        var seconds: UInt64 = 0
        let fraction: UInt64
        if resolution.rawValue & 0x80 != 0 {
            seconds = exponent < 64 ? ticks >> exponent : 0
            let rest = exponent < 64 ? ticks & ((1 << exponent) &- 1) : ticks
            // rest is below 2^exponent, so that the shifted product is below 10^9.
            let (high, low) = rest.multipliedFullWidth(by: 1_000_000_000)
            fraction = exponent < 64 ? (high << (64 &- exponent)) | (low >> exponent) : high >> (exponent &- 64)
        } else if let ticksPerSecond = resolution.ticksPerSecond {
            seconds = ticks / ticksPerSecond
            let rest = ticks % ticksPerSecond
            fraction =
                exponent <= 9
                ? rest &* TimestampResolution.powerOfTen(9 &- Int(exponent))
                : rest / TimestampResolution.powerOfTen(Int(exponent) &- 9)
        } else {
            // More than 10^19 ticks a second: the whole counter is less than a second, and above 10^28 it is less
            // than a nanosecond.
            fraction = exponent <= 28 ? ticks / TimestampResolution.powerOfTen(Int(exponent) &- 9) : 0
        }
        return Self.total(seconds: seconds, offset: offset, fraction: fraction)
    }

    /// `(seconds + offset) * 10^9 + fraction`, saturating.
    private static func total(seconds: UInt64, offset: Int64, fraction: UInt64) -> Int64 {
        let sum: Int64
        if offset >= 0 {
            let (value, overflow) = seconds.addingReportingOverflow(UInt64(offset))
            guard !overflow, let whole = Int64(exactly: value) else { return .max }
            sum = whole
        } else {
            let back = offset.magnitude
            if seconds >= back {
                guard let whole = Int64(exactly: seconds - back) else { return .max }
                sum = whole
            } else {
                sum = Int64(exactly: back - seconds).map { -$0 } ?? .min
            }
        }
        let (scaled, tooFar) = sum.multipliedReportingOverflow(by: 1_000_000_000)
        guard !tooFar else { return sum < 0 ? .min : .max }
        let (result, overflow) = scaled.addingReportingOverflow(Int64(fraction))
        return overflow ? .max : result
    }

    /// The number of whole ticks, nil where 64 bits do not hold it or the time is before the zero of the clock.
    ///
    /// A time that was read from ticks gives the same ticks again, even if a tick is not a whole number of nanoseconds
    /// and the time was truncated.
    func ticks(_ time: Int64) -> UInt64? {
        let (shift, isTooFar) = offset.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isTooFar else { return nil }
        let (relative, overflow) = time.subtractingReportingOverflow(shift)
        guard !overflow, relative >= 0, let ticksPerSecond = resolution.ticksPerSecond else { return nil }
        let (high, low) = UInt64(relative).multipliedFullWidth(by: ticksPerSecond)
        guard high < 1_000_000_000 else { return nil }
        let ticks = UInt64(1_000_000_000).dividingFullWidth((high, low)).quotient
        let isCut = ticks < .max && nanoseconds(ticks: ticks) != time
        return isCut && nanoseconds(ticks: ticks + 1) == time ? ticks + 1 : ticks
    }
}
