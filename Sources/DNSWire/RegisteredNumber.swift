/// A number of an IANA registry. Most have names; the others are shown as a word and the number (RFC 3597 §5).
public protocol RegisteredNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue: FixedWidthInteger {
    init(rawValue: RawValue)
    /// The names as the registry spells them.
    static var names: [RawValue: String] { get }
    /// The word before a number without a name.
    static var prefix: String { get }
}

extension RegisteredNumber {
    /// The registry's name, or ``prefix`` and the number.
    public var description: String { Self.names[rawValue] ?? "\(Self.prefix)\(rawValue)" }

    /// The number with that name, or the number after the word, also where it has a name.
    init?(registeredName text: String) {
        if let number = Self.names.first(where: { $0.value == text })?.key {
            self.init(rawValue: number)
            return
        }
        let digits = text.dropFirst(Self.prefix.count)
        guard text.hasPrefix(Self.prefix), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = RawValue(digits)
        else { return nil }
        self.init(rawValue: number)
    }
}
