import DNSWire

/// The suffix with a number that a responder appends to a label that is taken.
///
/// The raw value is what is before the number.
enum NumberSuffix: String, Hashable, Sendable {
    /// ` (2)`: Apple's services.
    case parentheses = " ("
    /// `-2`: all hosts, and the services of python-zeroconf.
    case hyphen = "-"
    /// ` #2`: Avahi's services.
    case numberSign = " #"

    func bytes(_ number: some BinaryInteger) -> [UInt8] {
        Array("\(rawValue)\(number)\(self == .parentheses ? ")" : "")".utf8)
    }

    /// Takes the suffix off, if there is one.
    ///
    /// - Returns: The part before the suffix, and its digits: at least one, possibly with leading zeros.
    func split(_ label: [UInt8]) -> (stem: ArraySlice<UInt8>, digits: ArraySlice<UInt8>)? {
        var rest = label[...]
        if self == .parentheses {
            guard rest.last == 0x29 else { return nil }
            rest = rest.dropLast()
        }
        let start = rest.lastIndex { !LabelBytes.isDigit($0) }.map { $0 + 1 } ?? rest.startIndex
        let digits = rest[start...]
        let before = rest[..<start]
        let opening = rawValue.utf8
        guard !digits.isEmpty, before.suffix(opening.count).elementsEqual(opening) else { return nil }
        return (before.dropLast(opening.count), digits)
    }

    /// The suffix as a responder writes it: a number without leading zeros.
    func splitNumber(_ label: [UInt8]) -> (stem: ArraySlice<UInt8>, number: UInt64)? {
        guard let (stem, digits) = split(label), let number = LabelBytes.number(digits) else { return nil }
        return (stem, number)
    }
}
