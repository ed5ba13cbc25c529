import ArgumentParser

/// When a capture goes on in another file: `100MB`, `60s`, `1h`.
enum CaptureRotation: ExpressibleByArgument, Equatable {
    case bytes(Int)
    case nanoseconds(Int64)

    private static let sizes = [
        ("kb", 1_000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30),
    ]
    private static let durations: [(String, Int64)] = [("s", 1), ("min", 60), ("h", 3600), ("d", 86400)]

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let unit = argument.dropFirst(digits.count).lowercased()
        guard let number = Int(digits), number > 0 else { return nil }
        if let (_, factor) = Self.sizes.first(where: { $0.0 == unit }) {
            let (value, overflow) = number.multipliedReportingOverflow(by: factor)
            guard !overflow else { return nil }
            self = .bytes(value)
        } else if let (_, factor) = Self.durations.first(where: { $0.0 == unit }) {
            let (value, overflow) = Int64(number).multipliedReportingOverflow(by: factor * 1_000_000_000)
            guard !overflow else { return nil }
            self = .nanoseconds(value)
        } else {
            return nil
        }
    }
}
