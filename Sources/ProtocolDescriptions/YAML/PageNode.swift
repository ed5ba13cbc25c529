/// A value of a page of YAML with its place, of which only texts, lists and mappings are left.
struct PageNode {
    enum Content {
        /// Quoted text is text whatever it looks like.
        case text(String, isQuoted: Bool)
        case list([PageNode])
        case mapping([(key: PageNode, value: PageNode)])
    }

    let content: Content
    let place: PagePlace

    /// Lists and mappings within each other, this one included.
    var depth: Int {
        switch content {
        case .text: 0
        case .list(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .mapping(let pairs): 1 + (pairs.map { max($0.key.depth, $0.value.depth) }.max() ?? 0)
        }
    }
}

/// A place in a page, both from 1, the column in characters.
struct PagePlace: Hashable, Sendable {
    var line: Int
    var column: Int
}

/// A plain scalar by the core schema of YAML 1.2, in which `on`, `off`, `yes` and `no` are text.
enum PageScalar: Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    case text(String)

    init(_ text: String, isQuoted: Bool) {
        guard !isQuoted else {
            self = .text(text)
            return
        }
        switch text {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .boolean(true)
        case "false", "False", "FALSE": self = .boolean(false)
        default: self = Self.number(text) ?? .text(text)
        }
    }

    private static func number(_ text: String) -> PageScalar? {
        let isNegative = text.hasPrefix("-")
        let magnitude = isNegative || text.hasPrefix("+") ? text.dropFirst() : Substring(text)
        guard let first = magnitude.utf8.first, (0x30...0x39).contains(first) || first == UInt8(ascii: ".") else {
            return nil
        }
        if let value = integer(magnitude) {
            guard isNegative else { return Int64(exactly: value).map { .integer($0) } ?? .unsigned(value) }
            if let number = Int64(exactly: value) { return .integer(-number) }
            return value == 1 << 63 ? .integer(.min) : .real(-Double(value))
        }
        let digits = magnitude.utf8.allSatisfy {
            (0x30...0x39).contains($0) || $0 | 0x20 == UInt8(ascii: "e") || "+-.".utf8.contains($0)
        }
        guard digits, let value = Double(magnitude), value.isFinite else { return nil }
        return .real(isNegative ? -value : value)
    }

    /// Decimal digits, or others after `0x` or `0o`.
    private static func integer(_ text: Substring) -> UInt64? {
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            return digits.first == "+" || digits.first == "-" ? nil : UInt64(digits, radix: radix)
        }
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
    }

    /// The value as it appears in messages: numbers in decimal digits.
    var ownText: String? {
        switch self {
        case .null: nil
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .real(let number): MessageValue.text(ofReal: number)
        case .text(let text): text
        }
    }
}
