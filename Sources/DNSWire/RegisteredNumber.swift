/// A number of an IANA registry. Most have names; the others are shown as a word and the number (RFC 3597 §5).
protocol RegisteredNumber: RawRepresentable<UInt16>, Hashable, Sendable, CustomStringConvertible {
    init(rawValue: UInt16)
    static var names: [UInt16: String] { get }
    static var prefix: String { get }
}

extension RegisteredNumber {
    var registeredName: String { Self.names[rawValue] ?? "\(Self.prefix)\(rawValue)" }

    /// The number with that name, or the number after the word, also where it has a name.
    init?(registeredName text: String) {
        if let number = Self.names.first(where: { $0.value == text })?.key {
            self.init(rawValue: number)
            return
        }
        let digits = text.dropFirst(Self.prefix.count)
        guard text.hasPrefix(Self.prefix), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt16(digits)
        else { return nil }
        self.init(rawValue: number)
    }
}
