import WireCoding

/// Texts with numbers, each given once, and none with a text of the reports in it.
final class NumberedForms {
    /// The first bytes of ``avoided``, by which most places are ruled out.
    private var beginnings: Set<UInt32> = []
    private var avoided: Set<[UInt8]> = []
    /// Lengths of ``avoided`` up to ``longest``.
    private var lengths: Set<Int> = []
    private var numbers: [String: Int] = [:]
    private var used: Set<String> = []

    /// Shorter texts are in everything.
    private static let shortest = 4
    /// No stand-in is longer.
    private static let longest = 64
    /// What comes before a number, where a text of the reports is in the usual one.
    private static let others = ["item-", "Entry ", "x", "Q"]
    /// How many numbers of one kind are tried.
    private static let attempts = 100_000

    /// Takes note of a text that may not be in what is given.
    func avoid(_ original: String) {
        let bytes = Array(original.utf8)
        add(bytes)
        // Sentences name hosts without the domain.
        if original.hasSuffix(".local.") { add(bytes.dropLast(7)) }
    }

    private func add(_ bytes: [UInt8]) {
        guard (Self.shortest...Self.longest).contains(bytes.count) else { return }
        beginnings.insert(bytes.span.bigEndianUInt32(at: 0))
        avoided.insert(bytes)
        lengths.insert(bytes.count)
    }

    /// Whether a text has one in it that is avoided.
    private func hasAvoided(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.shortest else { return false }
        for start in 0...(bytes.count - Self.shortest) {
            guard beginnings.contains(bytes.span.bigEndianUInt32(at: start)) else { continue }
            for length in lengths where start + length <= bytes.count {
                if avoided.contains(Array(bytes[start..<start + length])) { return true }
            }
        }
        return false
    }

    /// The text, if it was not given before.
    func claim(_ text: String) -> String? { used.insert(text).inserted ? text : nil }

    /// The next text with a number that is free.
    ///
    /// - Parameters:
    ///   - others: What else may come before the number, where a text of the reports is in the stem.
    ///   - form: The text with a number, from 1 on.
    func next(
        _ stem: String, or others: [String] = NumberedForms.others,
        in form: (String, Int) -> String = { $0 + "\($1)" }
    ) -> String {
        for stem in [stem] + others where others.isEmpty || !hasAvoided(stem) {
            if let text = free(stem, in: form) { return text }
        }
        // Everything is in the reports: then it must at least be given only once.
        var number = numbers[stem, default: 0]
        for _ in 0..<Self.attempts {
            number += 1
            if claim(form(stem, number)) != nil { break }
        }
        numbers[stem] = number
        return form(stem, number)
    }

    private func free(_ stem: String, in form: (String, Int) -> String) -> String? {
        let first = numbers[stem, default: 0] + 1
        for number in first..<first + Self.attempts {
            let text = form(stem, number)
            guard !hasAvoided(text), let text = claim(text) else { continue }
            numbers[stem] = number
            return text
        }
        return nil
    }

    /// As many hexadecimal digits, at least ten, that are no text.
    func nextDigits(_ count: Int) -> String {
        next("ff", or: ["fe", "fd"]) { stem, number in
            let digits = String(number, radix: 16)
            let zeros = max(10, min(count, Self.longest)) - stem.utf8.count - digits.utf8.count
            return stem + String(repeating: "0", count: max(0, zeros)) + digits
        }
    }

    /// The same letters in another case, for each number another; nil where there are not so many.
    static func caseVariant(_ text: String, _ number: Int) -> String? {
        var (bits, variant) = (number, "")
        for scalar in text.unicodeScalars {
            guard scalar.properties.isAlphabetic, scalar.isASCII else {
                variant.unicodeScalars.append(scalar)
                continue
            }
            let character = Character(scalar)
            variant +=
                bits & 1 == 0
                ? String(character) : character.isUppercase ? character.lowercased() : character.uppercased()
            bits >>= 1
        }
        return bits == 0 ? variant : nil
    }
}
