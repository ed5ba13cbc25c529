/// The parts of a help text: paragraphs, what is shown as it stands, examples and exit statuses.
struct HelpSections {
    enum Part: Equatable {
        case paragraph(String)
        /// Lines to be shown as they stand, without their common indentation.
        case literal([String])
    }

    /// An example, with its further lines.
    struct Example: Equatable {
        var lines: [String]
        /// What it does, nil where the command says it.
        var comment: String?
    }

    private(set) var parts: [Part] = []
    private(set) var examples: [Example] = []
    private(set) var statuses: [(number: String, meaning: String)] = []

    /// - Parameter discussion: The text below the abstract, its headings in capitals.
    init(_ discussion: String) {
        var heading = ""
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if !line.isEmpty, line.allSatisfy({ $0.isUppercase || $0 == " " }), line.first != " " {
                heading = line
            } else if heading == "EXAMPLES" {
                addExample(line)
            } else if heading == "EXIT STATUS" {
                addStatuses(line)
            } else {
                add(line)
            }
        }
    }

    private mutating func add(_ line: String) {
        guard !line.isEmpty else { return }
        guard line.hasPrefix(Self.indentation) else { return parts.append(.paragraph(line)) }
        let text = String(line.dropFirst(Self.indentation.count))
        if case .literal(let lines) = parts.last {
            parts[parts.count - 1] = .literal(lines + [text])
        } else {
            parts.append(.literal([text]))
        }
    }

    private mutating func addExample(_ line: String) {
        guard line.hasPrefix(Self.indentation) else { return }
        let text = line.dropFirst(Self.indentation.count)
        if text.hasPrefix(" "), !examples.isEmpty {
            examples[examples.count - 1].lines.append(String(text))
            return
        }
        // A comment stands in a column of its own.
        guard let gap = text.firstRange(of: "  ") else { return examples.append(Example(lines: [String(text)])) }
        examples.append(
            Example(
                lines: [String(text[..<gap.lowerBound])],
                comment: String(text[gap.upperBound...].drop { $0 == " " })))
    }

    /// `  0 success   64 usage`
    private mutating func addStatuses(_ line: String) {
        var rest = line.dropFirst(Self.indentation.count)
        while !rest.isEmpty {
            let entry = rest.firstRange(of: "   ").map { rest[..<$0.lowerBound] } ?? rest
            rest = rest[entry.endIndex...].drop { $0 == " " }
            guard let space = entry.firstIndex(of: " ") else { continue }
            statuses.append((String(entry[..<space]), String(entry[entry.index(after: space)...])))
        }
    }

    private static let indentation = "  "
}
