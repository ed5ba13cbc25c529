import WireCoding

/// A description that was read from a page of YAML, and where in the page its keys are.
///
/// ```swift
/// let page = try DescribedPage(yaml: text)
/// let decoder = try CompiledProtocol(page.description)
/// ```
public struct DescribedPage: Sendable {
    /// The description that the page says.
    public let description: ProtocolDescription
    /// Places by the keys that ``DescriptionProblem/key`` has.
    private let places: [String: PagePlace]
    /// The lines of `expect`, by index, as they are written.
    private let lines: [Substring]

    /// Reads a page.
    ///
    /// - Throws: The first problem. ``check(yaml:)`` has all of them.
    public init(yaml: String) throws(DescriptionProblem) {
        let (page, problems) = Self.read(yaml)
        guard let page, problems.isEmpty else {
            throw problems.first ?? DescriptionProblem(key: "", line: 1, column: 1, message: "the page is empty")
        }
        self = page
    }

    /// Reads a page from the bytes of a file.
    public init(utf8 bytes: [UInt8]) throws(DescriptionProblem) {
        try self.init(yaml: Self.text(bytes))
    }

    /// All that is wrong with a page, in its order.
    public static func check(yaml: String) -> [DescriptionProblem] { read(yaml).problems }

    /// All that is wrong with a file.
    public static func check(utf8 bytes: [UInt8]) -> [DescriptionProblem] {
        do throws(DescriptionProblem) {
            return check(yaml: try text(bytes))
        } catch {
            return [error]
        }
    }

    /// Adds line and column to a problem that was found later, as those of a schema.
    public func located(_ problem: DescriptionProblem) -> DescriptionProblem {
        Self.located(problem, places)
    }

    /// The line of a rule, by its index in ``ProtocolDescription/expect``.
    public func line(ofExpectation index: Int) -> Int? { places["expect[\(index)]"]?.line }

    /// A rule as it is written, without the dash before it and the comment after it where it is on one line.
    public func text(ofExpectation index: Int) -> String? {
        guard let place = places["expect[\(index)]"], place.line <= lines.count else { return nil }
        let text = String(lines[place.line - 1].dropFirst(place.column - 1))
        guard text.hasPrefix("{") else { return nil }
        var depth = 0
        var quote: Character?
        for (offset, character) in text.enumerated() {
            if let open = quote {
                if character == open { quote = nil }
                continue
            }
            switch character {
            case "\"", "'": quote = character
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            default: break
            }
            if depth == 0 { return String(text.prefix(offset + 1)) }
        }
        return nil
    }

    private static func text(_ bytes: [UInt8]) throws(DescriptionProblem) -> String {
        guard bytes.count <= PageScan.maximumLength else { throw tooLong }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard let text = String(validUTF8: bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes) else {
            throw DescriptionProblem(key: "", line: 1, column: 1, message: "a description must be a text in UTF-8")
        }
        return text
    }

    /// Of a longer file no more is read than shows that, so that its size is not known.
    private static let tooLong = DescriptionProblem(
        key: "", line: 1, column: 1,
        message: "a description has at most \(PageScan.maximumLength >> 10) KiB, and this file has more")

    private static func located(_ problem: DescriptionProblem, _ places: [String: PagePlace]) -> DescriptionProblem {
        guard problem.line == nil else { return problem }
        var located = problem
        var key = Substring(problem.key)
        // The nearest key around it that is in the page.
        while places[String(key)] == nil, !key.isEmpty {
            key = key.lastIndex { $0 == "." || $0 == "[" }.map { key[..<$0] } ?? ""
        }
        let place = places[String(key)] ?? PagePlace(line: 1, column: 1)
        located.line = place.line
        located.column = place.column
        return located
    }

    private static func read(_ yaml: String) -> (page: DescribedPage?, problems: [DescriptionProblem]) {
        do throws(DescriptionProblem) {
            guard yaml.utf8.count <= PageScan.maximumLength else { throw tooLong }
            let scan = try PageScan(yaml)
            guard let root = try PageNode.parse(yaml, scan) else { return (nil, [empty]) }
            guard root.depth <= PageScan.maximumDepth else {
                throw DescriptionProblem(
                    key: "", line: root.place.line, column: root.place.column,
                    message: "lists and mappings can be nested \(PageScan.maximumDepth) levels deep")
            }
            guard case .mapping = root.content else { throw notAMapping(root) }
            var reader = DescriptionReader()
            let description = reader.description(root)
            let places = reader.places
            var problems = reader.problems
            if problems.isEmpty { problems = description.problems() }
            problems = problems.map { located($0, places) }
            problems.sort { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
            let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
            return (DescribedPage(description: description, places: places, lines: lines), problems)
        } catch {
            return (nil, [error])
        }
    }

    private static let empty = DescriptionProblem(
        key: "", line: 1, column: 1, message: "the page is empty; it begins with nearscope: protocol/1")

    /// A file of something else, about which one sentence is enough.
    private static func notAMapping(_ root: PageNode) -> DescriptionProblem {
        let form = if case .list = root.content { "a list" } else { "a text" }
        return DescriptionProblem(
            key: "", line: root.place.line, column: root.place.column,
            message: "this page is \(form) and no description, which has lines of the form “key: value” and begins "
                + "with nearscope: \(ProtocolDescription.version)")
    }

    private init(description: ProtocolDescription, places: [String: PagePlace], lines: [Substring]) {
        self.description = description
        self.places = places
        self.lines = lines
    }
}
