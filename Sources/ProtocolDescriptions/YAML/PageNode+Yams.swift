import Yams

extension PageNode {
    /// Reads a page that ``PageScan`` found plain.
    ///
    /// - Returns: Nil for a page without content.
    static func parse(_ page: String, _ scan: PageScan) throws(DescriptionProblem) -> PageNode? {
        do {
            guard let node = try Yams.compose(yaml: page) else { return nil }
            return PageNode(node)
        } catch let error as YamlError {
            throw problem(error, scan)
        } catch {
            throw DescriptionProblem(key: "", line: 1, column: 1, message: "the page cannot be read as YAML")
        }
    }

    private init(_ node: Node) {
        let mark = node.mark
        place = PagePlace(line: mark?.line ?? 1, column: mark?.column ?? 1)
        switch node {
        case .scalar(let scalar):
            let isQuoted = scalar.style != .plain && scalar.style != .any
            content = .text(scalar.string, isQuoted: isQuoted)
        case .sequence(let sequence): content = .list(sequence.map { PageNode($0) })
        case .mapping(let mapping):
            content = .mapping(mapping.map { (PageNode($0.key), PageNode($0.value)) })
        case .alias: content = .text("", isQuoted: false)
        }
    }

    private static func problem(_ error: YamlError, _ scan: PageScan) -> DescriptionProblem {
        switch error {
        case .scanner(let context, let words, let mark, _), .parser(let context, let words, let mark, _),
            .composer(let context, let words, let mark, _):
            let place = PagePlace(line: mark.line, column: mark.column)
            return DescriptionProblem(
                key: "", line: mark.line, column: mark.column,
                message: PageMistake.sentence(words, context: context?.text, at: scan.text(from: place)))
        case .duplicatedKeysInMapping(let keys, let context):
            let key = keys.first ?? ""
            let start = PagePlace(line: context.mark.line, column: context.mark.column)
            let place = scan.repeatedKey(key, inMappingAt: start) ?? start
            return DescriptionProblem(
                key: "", line: place.line, column: place.column,
                message: "the key “\(key)” is here twice; remove one of the two")
        default: return DescriptionProblem(key: "", line: 1, column: 1, message: "the page cannot be read as YAML")
        }
    }
}
