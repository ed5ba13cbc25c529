/// Emphasis in a terminal, or none.
public struct TextStyle: Sendable {
    /// Whether this is a terminal that understands colors.
    package let isColored: Bool
    /// Whether nothing is drawn that not every font has: no sparklines.
    package let isASCII: Bool

    /// - Parameters:
    ///   - colored: Whether text has the escape sequences of ECMA-48 for colors and intensity.
    ///   - ascii: Whether nothing is drawn with characters that not every font has.
    public init(colored: Bool, ascii: Bool = false) { (isColored, isASCII) = (colored, ascii) }

    package func heading(_ text: String) -> String { wrap(text, "1") }
    package func dim(_ text: String) -> String { wrap(text, "2") }
    package func red(_ text: String) -> String { wrap(text, "31") }
    package func yellow(_ text: String) -> String { wrap(text, "33") }
    package func cyan(_ text: String) -> String { wrap(text, "36") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
