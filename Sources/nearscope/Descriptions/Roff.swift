/// Text of a manual page in the language of man(7), which groff and mandoc read.
struct Roff {
    /// The length of a line of text, which man fills anew.
    private static let columns = 72

    private(set) var lines: [String] = []

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// A request. Its arguments may have spaces, and nothing that has to be escaped.
    mutating func request(_ name: String, _ arguments: String...) {
        lines.append(([name] + arguments.map { $0.contains(" ") ? "\"\($0)\"" : $0 }).joined(separator: " "))
    }

    /// A line that readers of the page do not see.
    mutating func comment(_ text: String) { lines.append(".\\\" " + text) }

    /// A text that is broken into lines wherever there is room.
    mutating func fill(_ text: String) {
        var line = ""
        for word in text.split(separator: " ").map({ Self.escaped(String($0)) }) {
            if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > Self.columns {
                add(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { add(line) }
    }

    /// Lines that stay as they are.
    mutating func literal(_ lines: [String], isBold: Bool = false) {
        request(".nf")
        for line in lines { add(isBold ? Self.bold(line) : Self.escaped(line)) }
        request(".fi")
    }

    /// A line with its escape sequences.
    mutating func add(_ line: String) {
        // What begins so would be a request.
        lines.append(line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line)
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// A text with nothing in it that a formatter would take for something else: what was copied from a page works in a shell.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case " "..."~": result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return result
    }
}
