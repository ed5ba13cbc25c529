/// The number of a session, with or without the `#` that is printed before it.
enum SessionNumber {
    /// Reads the value of an option.
    static let option: @Sendable (String) throws -> Int = { text in
        guard let number = number(text) else {
            throw OptionValueError("expected the number of a session, such as 4 or '#4'")
        }
        return number
    }

    static func number(_ text: some StringProtocol) -> Int? {
        let digits = text.first == "#" ? text.dropFirst() : text[...]
        guard digits.utf8.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
        return Int(digits)
    }
}
