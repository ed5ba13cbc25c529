/// A size as options take it: `16MB`, `64KiB`, `4096`.
struct ByteCount: Hashable {
    let bytes: Int

    private static let units: [String: UInt64] = [
        "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
    ]

    init(bytes: Int) { self.bytes = bytes }

    /// - Parameter needsUnit: Whether a plain number is none, because it could mean something else.
    init?(_ text: some StringProtocol, needsUnit: Bool = false) {
        guard let number = UnitNumber(text), let factor = Self.units[number.unit.isEmpty ? "b" : number.unit],
            !(needsUnit && number.unit.isEmpty), let bytes = number.times(factor)
        else { return nil }
        // Half a byte is a slip.
        guard factor > 1 || !text.contains(".") else { return nil }
        self.bytes = Int(bytes)
    }

    /// Reads the value of an option.
    ///
    /// - Parameter example: A size that makes sense for the option.
    static func option(such example: String) -> @Sendable (String) throws -> ByteCount {
        { text in
            guard let size = ByteCount(text) else {
                throw OptionValueError(
                    "expected a size such as \(example) (B, kB, MB, GB, KiB, MiB or GiB; a plain number means bytes)")
            }
            return size
        }
    }
}

extension ByteCount: CustomStringConvertible {
    var description: String { "\(bytes)" }
}
