import WireCoding

/// Looks at the letters of a page before it is parsed, and refuses what a description has no use for: anchors and
/// aliases
/// with which a small page becomes large, tags, several documents, deep nesting, and characters that mislead a reader.
struct PageScan {
    /// 64 KiB.
    static let maximumLength = 64 << 10
    /// Lists and mappings within each other.
    static let maximumDepth = 16

    /// A word that a colon makes a key.
    private struct Key {
        let text: String
        let place: PagePlace
        let flowDepth: Int
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var column = 1
    private var flowDepth = 0
    /// Whether a value may begin here.
    private var canBegin = true
    private var hasContent = false
    private var hasEnded = false
    /// Columns of what is open outside of brackets.
    private var indentations: [Int] = []
    /// The last word: where it begins, and its index after the last letter if it was quoted.
    private var word: (start: Int, end: Int?, place: PagePlace)?
    private var keys: [Key] = []

    init(_ page: String) throws(DescriptionProblem) {
        scalars = Array(page.unicodeScalars)
        try checkCharacters()
        while position < scalars.count { try scanLineOrWord() }
    }

    /// The place of the second key with that text in a mapping.
    func repeatedKey(_ text: String, inMappingAt start: PagePlace) -> PagePlace? {
        let inside = keys.filter {
            $0.text == text
                && ($0.place.line > start.line || $0.place.line == start.line && $0.place.column >= start.column)
        }
        guard let first = inside.first else { return nil }
        return inside.dropFirst().first {
            $0.flowDepth == first.flowDepth && (first.flowDepth > 0 || $0.place.column == first.place.column)
        }?.place
    }

    /// The rest of the line from a place on.
    func text(from place: PagePlace) -> Substring {
        let lines = scalars.split(separator: "\n", maxSplits: max(0, place.line), omittingEmptySubsequences: false)
        guard lines.indices.contains(place.line - 1) else { return "" }
        var text = Substring()
        text.unicodeScalars.append(contentsOf: lines[place.line - 1].dropFirst(max(0, place.column - 1)).prefix(64))
        return text
    }

    // MARK: - Characters

    private mutating func checkCharacters() throws(DescriptionProblem) {
        var place = PagePlace(line: 1, column: 1)
        for scalar in scalars {
            if scalar == "\n" {
                place = PagePlace(line: place.line + 1, column: 1)
                continue
            }
            if scalar == "\t" {
                throw Self.problem(place, "a tab; indent and separate with spaces, and write \"\\t\" for one in a text")
            }
            if scalar != "\r", UnsafeCharacters.contains(scalar) {
                throw Self.problem(
                    place, "the invisible character \(Self.name(scalar)) misleads readers; remove it")
            }
            place.column += 1
        }
    }

    /// A character as Unicode calls it: U+00A0.
    private static func name(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    }

    private static func problem(_ place: PagePlace, _ message: String) -> DescriptionProblem {
        DescriptionProblem(key: "", line: place.line, column: place.column, message: message)
    }

    private func refuse(_ message: String) -> DescriptionProblem {
        Self.problem(PagePlace(line: line, column: column), message)
    }

    // MARK: - Words

    private func scalar(_ offset: Int) -> Unicode.Scalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    private func isBlank(_ offset: Int) -> Bool {
        guard let scalar = scalar(offset) else { return true }
        return scalar == " " || scalar == "\n" || scalar == "\r"
    }

    private mutating func advance() {
        if scalars[position] == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
        position += 1
    }

    private mutating func scanLineOrWord() throws(DescriptionProblem) {
        let current = scalars[position]
        switch current {
        case "\n":
            if flowDepth == 0 {
                canBegin = true
                word = nil
            }
            return advance()
        case " ", "\r": return advance()
        case "#" where column == 1 || position > 0 && scalars[position - 1] == " ":
            while position < scalars.count, scalars[position] != "\n" { advance() }
            return
        default: break
        }
        if column == 1, flowDepth == 0, try scanMarker() { return }
        if hasEnded { throw refuse("a page holds one description; what follows the end of the document is too much") }
        hasContent = true
        if flowDepth == 0, canBegin { try indent() }
        try scanWord(current)
    }

    /// `---`, `...` or a directive.
    private mutating func scanMarker() throws(DescriptionProblem) -> Bool {
        if scalars[position] == "%" { throw refuse("a description has no directives; remove this line") }
        for (mark, isStart) in [(Unicode.Scalar("-"), true), (".", false)]
        where scalars[position] == mark && scalar(1) == mark && scalar(2) == mark && isBlank(3) {
            if isStart, hasContent || hasEnded {
                throw refuse("a page holds one description; put the second document into a file of its own")
            }
            if !isStart { hasEnded = true }
            hasContent = hasContent || isStart
            for _ in 0..<3 { advance() }
            return true
        }
        return false
    }

    private mutating func indent() throws(DescriptionProblem) {
        while let last = indentations.last, last > column { indentations.removeLast() }
        if indentations.last != column { indentations.append(column) }
        // Each level takes at most two columns: that of a dash and that of a key.
        if indentations.count > 2 * Self.maximumDepth + 1 { throw tooDeep() }
    }

    private func tooDeep() -> DescriptionProblem {
        refuse("lists and mappings can be nested \(Self.maximumDepth) levels deep, and this is one more")
    }

    private mutating func scanWord(_ current: Unicode.Scalar) throws(DescriptionProblem) {
        let isFlow = flowDepth > 0
        // In quotes one may be meant.
        if current != " ", current.properties.generalCategory == .spaceSeparator {
            throw refuse(
                "the invisible character \(Self.name(current)) looks like a space and is none; write a space in its place"
            )
        }
        switch current {
        case "&" where canBegin: throw refuse("a description has no anchors; write the value where it is needed")
        case "*" where canBegin:
            throw refuse("a description has no aliases; put a text that begins with * in quotes, as \"*\"")
        case "!" where canBegin: throw refuse("a description has no tags; remove it")
        case "[" where canBegin || isFlow, "{" where canBegin || isFlow:
            flowDepth += 1
            if flowDepth > Self.maximumDepth { throw tooDeep() }
            canBegin = true
            word = nil
            advance()
        case "]" where isFlow, "}" where isFlow:
            flowDepth -= 1
            canBegin = false
            advance()
        case "," where isFlow:
            canBegin = true
            word = nil
            advance()
        case "\"" where canBegin, "'" where canBegin: scanQuoted(current)
        case "-" where canBegin && isBlank(1), "?" where canBegin && isBlank(1): advance()
        case "|" where canBegin && !isFlow, ">" where canBegin && !isFlow: skipBlock()
        case ":" where isBlank(1) || isFlow && (word?.end != nil || ",]}".unicodeScalars.contains(scalar(1)!)):
            endKey()
            canBegin = true
            advance()
        default:
            if canBegin { word = (position, nil, PagePlace(line: line, column: column)) }
            canBegin = false
            advance()
        }
    }

    private mutating func scanQuoted(_ quote: Unicode.Scalar) {
        let place = PagePlace(line: line, column: column)
        advance()
        let start = position
        while position < scalars.count, scalars[position] != quote || quote == "'" && scalar(1) == "'" {
            let isPair = quote == "'" && scalars[position] == "'" || quote == "\"" && scalars[position] == "\\"
            advance()
            if isPair, position < scalars.count { advance() }
        }
        word = (start, position, place)
        canBegin = false
        if position < scalars.count { advance() }
    }

    /// A text in lines that are indented more than the one that begins it.
    private mutating func skipBlock() {
        var start = position
        while start > 0, scalars[start - 1] != "\n" { start -= 1 }
        let outer = scalars[start...].prefix { $0 == " " }.count
        while position < scalars.count {
            while position < scalars.count, scalars[position] != "\n" { advance() }
            guard position < scalars.count else { return }
            let next = scalars[(position + 1)...]
            let indentation = next.prefix { $0 == " " }.count
            let first = next.dropFirst(indentation).first
            if indentation <= outer, first != nil, first != "\n", first != "\r" { return }
            advance()
        }
    }

    private mutating func endKey() {
        guard let word else { return }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[word.start..<(word.end ?? position)])
        while word.end == nil, text.last == " " { text.removeLast() }
        keys.append(Key(text: text, place: word.place, flowDepth: flowDepth))
        self.word = nil
    }
}
