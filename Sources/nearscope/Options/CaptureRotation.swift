/// When a capture goes on in another file: `100MB`, `60s`, `1.5h`.
enum CaptureRotation: Equatable {
    case bytes(Int)
    case nanoseconds(Int64)

    /// Reads the value of an option.
    static let option: @Sendable (String) throws -> CaptureRotation = { text in
        guard let rotation = CaptureRotation(argument: text) else {
            throw OptionValueError("expected a size or an age with its unit, such as 100MB, 64MiB, 60s, 10min or 1h")
        }
        return rotation
    }

    init?(argument: String) {
        if let size = ByteCount(argument, needsUnit: true), size.bytes > 0 {
            self = .bytes(size.bytes)
        } else if let age = TimeSpan(argument), age.nanoseconds > 0 {
            self = .nanoseconds(age.nanoseconds)
        } else {
            return nil
        }
    }
}
