extension SeededGenerator {
    /// Lower-case ASCII letters.
    public mutating func letters(_ count: Int) -> String {
        String(decoding: (0..<count).map { _ in UInt8(0x61 + number(in: 0...25)) }, as: UTF8.self)
    }

    /// Characters of Unicode: most of them printable ASCII, the others from all planes, with controls, combining marks,
    /// right-to-left overrides and what has a meaning to terminals, markup, spreadsheets and databases.
    ///
    /// - Parameter count: The number of Unicode scalar values, each one to four bytes of UTF-8.
    public mutating func text(_ count: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<count { scalars.append(scalar()) }
        return String(scalars)
    }

    /// One of Unicode's scalar values, half of them printable ASCII.
    public mutating func scalar() -> Unicode.Scalar {
        // Of all of them, "a" is the simplest.
        let choice = compound(upTo: 0x10F7FF, simplest: UInt64(UInt8(ascii: "a"))) { random in
            let value = UInt64(random.untapedScalar().value)
            return value < 0xD800 ? value : value - 0x800
        }
        return Self.scalar(Int(choice))
    }

    private mutating func untapedScalar() -> Unicode.Scalar {
        switch number(in: 0...7) {
        case 0...3: Unicode.Scalar(UInt8(number(in: 0x20...0x7E)))
        case 4: Unicode.Scalar(UInt8(number(in: 0...0x1F)))
        case 5: pick(Self.troublesome)
        default: Self.scalar(number(in: 0...0x10F7FF))
        }
    }

    /// The scalar value of an index: surrogates are not scalar values.
    private static func scalar(_ index: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt32(index < 0xD800 ? index : index + 0x800)) ?? "?"
    }

    /// Text of a person or a device: `Köksbord (2)`.
    public mutating func deviceName() -> String {
        let name = pick(Self.deviceNames)
        return chance(1, in: 4) ? "\(name) (\(number(in: 2...12)))" : name
    }

    /// Quotes, escapes, markup, formulas; soft hyphen, zero-width and bidirectional controls, combining marks, the last
    /// characters of planes, an emoji of four bytes, U+FFFD, a byte order mark.
    private static let troublesome: [Unicode.Scalar] = [
        "\0", "\t", "\n", "\r", "\u{1B}", "\"", "'", "\\", "/", "<", ">", "&", "=", "+", "-", "@", ".", ",", ";", "%",
        "\u{7F}", "\u{80}", "\u{85}", "\u{A0}", "\u{AD}", "\u{301}", "\u{200B}", "\u{200D}", "\u{2028}", "\u{202E}",
        "\u{2066}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{E9}", "\u{212B}", "\u{1F9AD}", "\u{10FFFF}",
    ]

    private static let deviceNames = [
        "iPad", "Anna’s iPhone", "Living Room", "Köksbord", "MacBook Pro", "Büro-Drucker", "会議室", "Android TV",
        "node-7", "Reception Mac", "Galaxy Tab S8", "🎸 Studio",
    ]
}
