import Foundation
import RunComparison
import TraceAnalysis
import TraceModel
import TraceReports
import Yams

/// Reads a ``RunManifest`` from YAML, and says in which line something is wrong.
enum ManifestReader {
    /// The maximum size in bytes; a larger file is not a manifest.
    static let maximumLength = 1 << 18
    /// References (`*name`) to earlier content. A few are enough for any manifest, and this many, of references to
    /// references, cannot represent more than some hundred times the written text.
    static let maximumReferences = 16

    private static let entryKeys = [
        "file", "transport", "label", "scenario", "place", "distance", "packetCount", "packetSize", "factors",
    ]
    private static let defaultKeys = entryKeys.filter { !["file", "transport", "label"].contains($0) }

    static func manifest(_ yaml: String) throws(ManifestError) -> RunManifest {
        guard yaml.utf8.count <= maximumLength else {
            throw ManifestError(line: nil, description: "has more than \(maximumLength) bytes")
        }
        guard references(yaml) <= maximumReferences else {
            throw ManifestError(line: nil, description: "has more than \(maximumReferences) references (*name)")
        }
        guard let root = try compose(yaml) else {
            throw ManifestError(line: nil, description: "is empty; it needs a list called “runs”")
        }
        var manifest = RunManifest()
        var hasRuns = false
        for (key, value) in try pairs(root, "the manifest") {
            switch key.text {
            case "defaults":
                for (key, value) in try pairs(value, "defaults") {
                    try set(key, value, in: &manifest.defaults, known: defaultKeys)
                }
            case "runs":
                hasRuns = true
                guard let list = value.sequence else {
                    throw error(value, "“runs” must be a list of runs, each with “- file: …”")
                }
                for node in list { manifest.entries.append(try entry(node)) }
            default: throw unknown(key, ["defaults", "runs"])
            }
        }
        guard hasRuns else { throw error(root, "has no list called “runs”") }
        return manifest
    }

    // MARK: - Entries

    private static func entry(_ node: Node) throws(ManifestError) -> RunManifest.Entry {
        var file: String?
        var transport: Session.Transport?
        var facts = RunFacts()
        for (key, value) in try pairs(node, "a run") {
            switch key.text {
            case "file": file = try text(key, value)
            case "transport":
                let name = try text(key, value)
                guard let known = Session.Transport(rawValue: name) else {
                    throw error(value, "“transport” must be tcp, udp or quic, not “\(name)”")
                }
                transport = known
            case "label": facts.label = try text(key, value)
            default: try set(key, value, in: &facts, known: entryKeys)
            }
        }
        guard let file else { throw error(node, "this run has no “file”") }
        guard file.contains(where: { $0 != "/" && $0 != "." }) else {
            throw error(node, "“\(file)” is not a file name")
        }
        return RunManifest.Entry(
            file: FilePattern(file), transport: transport, facts: facts, line: node.mark?.line ?? 1)
    }

    private static func set(
        _ key: Key, _ value: Node, in facts: inout RunFacts, known: [String]
    ) throws(ManifestError) {
        switch key.text {
        case "scenario", "place": facts[ComparisonFactor(rawValue: key.text)] = .text(try text(key, value))
        case "distance":
            guard case .number(let meters)? = level(value), meters >= 0 else {
                throw error(value, "“distance” must be a number of meters")
            }
            facts[.distance] = .number(meters)
        case "packetCount": facts[.packetCount] = try count(key, value, "packets")
        case "packetSize": facts[.packetSize] = try count(key, value, "bytes")
        case "factors":
            for (key, value) in try pairs(value, "factors") {
                let factor = try ownFactor(key)
                guard let level = level(value) else {
                    throw error(value, "“\(key.text)” must be a word or a number")
                }
                facts[factor] = level
            }
        default: throw unknown(key, known)
        }
    }

    /// A factor of the researcher's own has a name that no other column has, and that needs no quotes.
    private static func ownFactor(_ key: Key) throws(ManifestError) -> ComparisonFactor {
        let factor = ComparisonFactor(rawValue: key.text)
        guard !ComparisonFactor.builtIn.contains(factor) else {
            throw error(key, "“\(key.text)” is a key of the manifest and cannot be a factor")
        }
        guard !RowTable<ComparisonReport.CellMetric>.ownColumns.contains(key.text) else {
            throw error(key, "“\(key.text)” is a column of the output; choose another name")
        }
        let isName = key.text.allSatisfy { $0 == "_" || $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isName, key.text.first?.isLetter == true, key.text.utf8.count <= 32 else {
            throw error(
                key, "a factor's name must be a letter and up to 31 more letters, digits, - and _, not “\(key.text)”")
        }
        return factor
    }

    // MARK: - Values

    /// A key with its line.
    private struct Key {
        let text: String
        let line: Int?
    }

    private static func pairs(_ node: Node, _ what: String) throws(ManifestError) -> [(Key, Node)] {
        guard let mapping = node.mapping else { throw error(node, "\(what) needs lines of the form “key: value”") }
        var pairs: [(Key, Node)] = []
        for (key, value) in mapping {
            guard let text = key.scalar?.string else { throw error(key, "a key must be a word") }
            pairs.append((Key(text: text, line: key.mark?.line), value))
        }
        return pairs
    }

    /// Numbers are words too, so a place may be called 7.
    private static func text(_ key: Key, _ node: Node) throws(ManifestError) -> String {
        guard let text = node.scalar?.string, !text.isEmpty, Resolver.default.resolveTag(of: node) != .null else {
            throw error(node, "“\(key.text)” must be a word or a text")
        }
        return text
    }

    private static func count(_ key: Key, _ node: Node, _ unit: String) throws(ManifestError) -> FactorValue {
        guard case .number(let number)? = level(node), let count = Int(exactly: number), count >= 0 else {
            throw error(node, "“\(key.text)” must be a whole number of \(unit)")
        }
        return .number(Double(count))
    }

    /// A number, unless it is in quotes, or a text; nil for what is neither.
    private static func level(_ node: Node) -> FactorValue? {
        guard let scalar = node.scalar else { return nil }
        switch Resolver.default.resolveTag(of: node) {
        case .null: return nil
        case .int, .float:
            guard let number = Double(scalar.string), number.isFinite else { return .text(scalar.string) }
            return .number(number)
        default: return scalar.string.isEmpty ? nil : .text(scalar.string)
        }
    }

    // MARK: - Errors

    private static func compose(_ yaml: String) throws(ManifestError) -> Node? {
        do {
            return try Yams.compose(yaml: yaml)
        } catch {
            throw Self.error(error)
        }
    }

    private static func error(_ error: any Error) -> ManifestError {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let words = [context?.text, problem].compactMap { $0 }.joined(separator: ": ")
            // Easily done, since it is how patterns begin.
            let isReference = words.contains("alias")
            let hint = isReference ? "; put text that begins with * in quotes, as in file: \"*.pcap\"" : ""
            return ManifestError(line: mark.line, description: words + hint)
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.map { "“\($0)”" }.joined(separator: ", ")
            return ManifestError(line: context.mark.line, description: "\(names) is here more than once")
        case .reader(let problem, _, _, _): return ManifestError(line: nil, description: problem)
        default: return ManifestError(line: nil, description: "cannot be read as YAML")
        }
    }

    private static func error(_ node: Node, _ description: String) -> ManifestError {
        ManifestError(line: node.mark?.line, description: description)
    }

    private static func error(_ key: Key, _ description: String) -> ManifestError {
        ManifestError(line: key.line, description: description)
    }

    private static func unknown(_ key: Key, _ known: [String]) -> ManifestError {
        error(key, "there is no “\(key.text)” here; the keys are \(known.joined(separator: ", "))")
    }

    /// `*` at the beginning of a word, whatever is around it: the count may be too high but not too low.
    private static func references(_ yaml: String) -> Int {
        var (count, previous, isStar) = (0, UInt8(ascii: " "), false)
        for byte in yaml.utf8 {
            let isLetter =
                byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            if isStar, isLetter { count += 1 }
            isStar = byte == UInt8(ascii: "*") && " \t\r\n[]{},:?-".utf8.contains(previous)
            previous = byte
        }
        return count
    }
}
