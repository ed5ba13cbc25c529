import WireCoding

/// Texts of as many bytes that stand for texts of packets: equal ones for equal ones, and others for others.
///
/// Those of the same length keep their order, as far as it can be kept: which peer connects to which, and who wins a name, follows
/// from it. A name with a number at its end, as responders write it when they rename (`iPad (2)`, `iPad-2`, `iPad #2`), has
/// the stand-in of the name with the same number.
struct WireTextStandIns {
    /// Bytes of texts that are told apart; the stand-ins of those beyond are all `x`.
    static let limit = 64 << 20

    private var known: [[UInt8]: [UInt8]] = [:]
    /// The first stand-in of texts that differ only in the case of ASCII letters, and how many there are.
    private var cases: [[UInt8]: (standIn: [UInt8], count: Int)] = [:]
    /// By the length: how many there are.
    private var counts: [Int: Int] = [:]
    /// By the length: texts in their order, with the numbers of their stand-ins.
    private var ordered: [Int: [(text: [UInt8], number: UInt64)]] = [:]
    /// Texts that are as long as labels can be, which lose their ends where a number is added.
    private var longest: [[UInt8]] = []
    private var bytes = 0
    private var payloads: [Int: Int] = [:]
    private var identifiers: [String: String] = [:]

    mutating func standIn(for text: some Collection<UInt8>) -> [UInt8] {
        let text = Array(text)
        if text.isEmpty { return text }
        if let known = known[text] { return known }
        if let stem = Self.numberedStem(text) {
            return (cut(text[..<stem], of: text) ?? standIn(for: text[..<stem])) + text[stem...]
        }
        guard bytes < Self.limit else { return [UInt8](repeating: UInt8(ascii: "x"), count: text.count) }
        bytes += text.count + 64
        let folded = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let standIn: [UInt8]
        if let (first, count) = cases[folded] {
            standIn = Self.caseVariant(first, count) ?? next(text)
            cases[folded] = (first, count + 1)
        } else {
            standIn = next(text)
            cases[folded] = (standIn, 1)
        }
        known[text] = standIn
        if text.count >= Self.nearlyLongest, longest.count < Self.orderedLimit { longest.append(text) }
        return standIn
    }

    /// Bytes of labels that may lose their end.
    private static let nearlyLongest = 60

    /// The beginning of the stand-in of a name that was cut to make room for a number.
    private func cut(_ stem: ArraySlice<UInt8>, of text: [UInt8]) -> [UInt8]? {
        guard text.count >= Self.nearlyLongest, known[Array(stem)] == nil else { return nil }
        let whole = longest.first { $0.count > stem.count && $0.starts(with: stem) }
        return whole.flatMap { known[$0] }.map { Array($0.prefix(stem.count)) }
    }

    // MARK: - Order

    /// Texts of each length whose order is kept. Putting one between others takes time that grows with their number.
    private static let orderedLimit = 4096
    /// Shorter texts have no room between them.
    private static let leastOrdered = 6
    /// Digits of the number.
    private static let orderedDigits = 12

    /// A text between those of its neighbors: a number of letters and digits without `x`, and `x` after it.
    private mutating func next(_ text: [UInt8]) -> [UInt8] {
        let length = text.count
        guard length >= Self.leastOrdered else { return next(length) }
        let width = min(length, Self.orderedDigits)
        var texts = ordered[length] ?? []
        guard texts.count < Self.orderedLimit else { return next(length) }
        let index = texts.partitioningIndex { text.lexicographicallyPrecedes($0.text) }
        let end = (0..<width).reduce(UInt64(1)) { value, _ in value * UInt64(Self.digits.count) }
        let (low, high) = (index > 0 ? texts[index - 1].number : 0, index < texts.count ? texts[index].number : end)
        let number = low + (high - low) / 2
        guard number > low else { return next(length) }
        texts.insert((text, number), at: index)
        ordered[length] = texts
        var standIn = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        var rest = number
        for place in (0..<width).reversed() {
            standIn[place] = Self.digits[Int(rest % UInt64(Self.digits.count))]
            rest /= UInt64(Self.digits.count)
        }
        return standIn
    }

    /// The next text of that length: a number in letters and digits without `x`, and `x` before it.
    private mutating func next(_ length: Int) -> [UInt8] {
        let number = counts[length, default: 0]
        counts[length] = number + 1
        var standIn = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        // Twelve digits count further than anything can.
        var rest = number
        for index in stride(from: length - 1, through: max(0, length - 12), by: -1) {
            standIn[index] = Self.digits[rest % Self.digits.count]
            rest /= Self.digits.count
            if rest == 0 { break }
        }
        return standIn
    }

    private static let digits = Array("123456789abcdefghijklmnopqrstuvwyz".utf8)

    /// The same in another case of its letters; nil where it has too few.
    private static func caseVariant(_ text: [UInt8], _ number: Int) -> [UInt8]? {
        var (result, rest) = (text, number)
        for index in text.indices where rest > 0 && (0x61...0x7A).contains(text[index]) {
            if rest & 1 == 1 { result[index] -= 0x20 }
            rest >>= 1
        }
        return rest == 0 ? result : nil
    }

    /// The end of the name before a number of up to three digits.
    private static func numberedStem(_ text: [UInt8]) -> Int? {
        for (opening, closing) in [(" (", ")"), (" #", ""), ("-", "")] where text.hasSuffix(closing) {
            let inner = text.dropLast(closing.utf8.count)
            let digits = inner.reversed().prefix { (0x30...0x39).contains($0) }.count
            let stem = inner.dropLast(digits)
            guard (1...3).contains(digits), stem.hasSuffix(opening), stem.count > opening.utf8.count else { continue }
            return stem.count - opening.utf8.count
        }
        return nil
    }

    /// A number for what a message carries, the same for the same.
    mutating func number(ofPayload bytes: [UInt8]) -> Int {
        let hash = bytes.hashValue
        if let known = payloads[hash] { return known }
        guard payloads.count < WireAddressStandIns.limit else { return 0 }
        let number = payloads.count + 1
        payloads[hash] = number
        return number
    }

    /// Hexadecimal digits for others, as many.
    mutating func identifier(for digits: String) -> String {
        if let known = identifiers[digits] { return known }
        let number = String(identifiers.count + 1, radix: 16)
        let count = digits.utf8.count
        let standIn = String(repeating: "0", count: max(0, count - number.count)) + number.suffix(count)
        if identifiers.count < WireAddressStandIns.limit { identifiers[digits] = standIn }
        return standIn
    }
}

extension BidirectionalCollection<UInt8> {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
