import WireCoding

/// A time by the sender's clock, in one of the two forms that peers write.
public enum MeshTimestamp: Hashable, Sendable {
    /// A number: seconds since 2001-01-01T00:00:00Z, the encoder's default.
    case secondsSince2001(Double)
    /// A date and time by RFC 3339, as it is written.
    case iso8601(String)

    /// 2001-01-01T00:00:00Z in seconds since 1970-01-01T00:00:00Z.
    static let referenceUnixTime = 978_307_200.0

    /// Seconds since 1970-01-01T00:00:00Z, or nil for a text that is not a date and time.
    public var unixTime: Double? {
        switch self {
        case .secondsSince2001(let seconds): seconds + Self.referenceUnixTime
        case .iso8601(let text): Self.unixTime(rfc3339: Array(text.utf8).span)
        }
    }

    /// Seconds since 1970-01-01T00:00:00Z; date and time have a `T` between them, as Foundation wants it.
    static func unixTime(rfc3339 text: Span<UInt8>) -> Double? {
        guard text.count > 10, text[10] == UInt8(ascii: "T"), let time = RFC3339.time(text) else { return nil }
        return Double(time.seconds) + Double(time.nanoseconds) / 1e9
    }
}
