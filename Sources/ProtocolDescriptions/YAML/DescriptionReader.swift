import WireCoding

/// Makes a description of a page's values. What is wrong is collected, with a harmless value in its place.
struct DescriptionReader {
    private(set) var problems: [DescriptionProblem] = []
    /// Places of values by their keys.
    private(set) var places: [String: PagePlace] = [:]

    private static let keys = [
        "nearscope", "name", "over", "services", "ports", "magic", "header", "framing", "compressed", "body", "message",
        "pairs", "expect",
    ]

    mutating func description(_ root: PageNode) -> ProtocolDescription {
        var description = ProtocolDescription(name: "")
        let values = mapping(root, "", "a description", Self.keys)
        require(values, "nearscope", root, "the first line must be nearscope: \(ProtocolDescription.version)")
        require(values, "name", root, "a description needs a name, as name: chess")
        var messageNode: PageNode?
        for (key, value) in values {
            switch key.text {
            case "nearscope":
                if text(value, key.text) != ProtocolDescription.version {
                    report(value, "this version reads nearscope: \(ProtocolDescription.version)")
                }
            case "name": description.name = text(value, key.text) ?? "x"
            case "over": description.over = list(value, key.text) { $0.choice($1, $2, ProtocolCarrier.self) }
            case "services": description.services = list(value, key.text) { $0.text($1, $2) }
            case "ports":
                description.ports = list(value, key.text) { reader, node, key in
                    reader.integer(node, key, 1...65535, "a port").map { UInt16($0) }
                }
            case "magic": description.magic = bytes(value, key.text) ?? []
            case "header": description.header = list(value, key.text) { $0.field($1, $2, isHeader: true) }
            case "framing": description.framing = framing(value)
            case "compressed": description.compressed = compression(value)
            case "body": description.body = body(value, key.text)
            case "message": messageNode = value
            case "pairs": description.pairs = list(value, key.text) { $0.pair($1, $2) }
            default: description.expect = list(value, key.text) { $0.expectation($1, $2) }
            }
        }
        if let messageNode { description.message = meaning(messageNode) }
        return description
    }

    // MARK: - Problems

    mutating func report(_ node: PageNode, _ message: String) { report(node.place, message) }

    mutating func report(_ place: PagePlace, _ message: String) {
        problems.append(DescriptionProblem(key: "", line: place.line, column: place.column, message: message))
    }

    // MARK: - Values

    /// A key of a mapping.
    struct Key {
        let text: String
        let place: PagePlace
    }

    typealias Pairs = [(key: Key, value: PageNode)]

    /// The pairs of a mapping, those with unknown keys left out.
    mutating func mapping(_ node: PageNode, _ key: String, _ what: String, _ known: [String]) -> Pairs {
        let pairs = anyMapping(node, key, what)
        return pairs.filter { pair in
            if known.contains(pair.key.text) { return true }
            report(
                pair.key.place,
                "there is no key “\(DescriptionCheck.shown(pair.key.text))” in \(what); the keys are "
                    + known.joined(separator: ", ") + DescriptionCheck.hint(pair.key.text, known))
            return false
        }
    }

    /// The pairs of a mapping with keys of any text.
    mutating func anyMapping(_ node: PageNode, _ key: String, _ what: String) -> Pairs {
        places[key] = node.place
        guard case .mapping(let pairs) = node.content else {
            report(node, "\(what) must be lines of the form “key: value”, or {key: value}")
            return []
        }
        var known: Set<String> = []
        return pairs.compactMap { pair in
            guard case .text(let text, let isQuoted) = pair.key.content,
                let name = PageScalar(text, isQuoted: isQuoted).ownText
            else {
                report(pair.key, "a key must be a word or a number")
                return nil
            }
            guard known.insert(name).inserted else {
                report(pair.key, "the key “\(DescriptionCheck.shown(name))” is here twice; remove one of the two")
                return nil
            }
            places[key.isEmpty ? name : "\(key).\(name)"] = pair.value.place
            return (Key(text: name, place: pair.key.place), pair.value)
        }
    }

    mutating func require(_ pairs: Pairs, _ key: String, _ node: PageNode, _ message: String) {
        if !pairs.contains(where: { $0.key.text == key }) { report(node, message) }
    }

    /// A list of values, of which those that are wrong are left out.
    mutating func list<Value>(
        _ node: PageNode, _ key: String, _ element: (inout DescriptionReader, PageNode, String) -> Value?
    ) -> [Value] {
        places[key] = node.place
        guard case .list(let nodes) = node.content else {
            report(node, "“\(Self.last(key))” must be a list, as [first, second]")
            return []
        }
        var values: [Value] = []
        for (index, node) in nodes.enumerated() {
            places["\(key)[\(index)]"] = node.place
            if let value = element(&self, node, "\(key)[\(index)]") { values.append(value) }
        }
        return values
    }

    mutating func scalar(_ node: PageNode, _ key: String, _ what: String) -> PageScalar? {
        places[key] = node.place
        guard case .text(let text, let isQuoted) = node.content else {
            report(node, "“\(Self.last(key))” must be \(what)")
            return nil
        }
        return PageScalar(text, isQuoted: isQuoted)
    }

    /// A word or a text. Numbers are texts too, as they are written.
    mutating func text(_ node: PageNode, _ key: String) -> String? {
        guard let value = scalar(node, key, "a word or a text") else { return nil }
        guard case .text(let text, _) = node.content, value != .null, !text.isEmpty else {
            report(node, "“\(Self.last(key))” must be a word or a text, and is empty")
            return nil
        }
        return text
    }

    mutating func integer(_ node: PageNode, _ key: String, _ range: ClosedRange<Int>, _ what: String) -> Int? {
        guard let value = scalar(node, key, "a whole number") else { return nil }
        guard case .integer(let number) = value, range.contains(Int(number)) else {
            let bound =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            report(node, "\(what) must be a whole number, \(bound)")
            return nil
        }
        return Int(number)
    }

    mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ node: PageNode, _ key: String, _: Value.Type
    ) -> Value? {
        let names = Value.allCases.map(\.rawValue)
        let wanted = "“\(Self.last(key))” must be one of \(names.joined(separator: ", "))"
        guard let text = text(node, key) else { return nil }
        guard let value = Value(rawValue: text) else {
            report(node, wanted + ", not “\(DescriptionCheck.shown(text))”" + DescriptionCheck.hint(text, names))
            return nil
        }
        return value
    }

    mutating func path(_ node: PageNode, _ key: String) -> MessagePath? {
        guard let text = text(node, key) else { return nil }
        guard let path = MessagePath(text) else {
            report(
                node,
                "“\(Self.last(key))” must be a path as header.kind, body.sender.id, body[0] or body.*.seq, not "
                    + "“\(DescriptionCheck.shown(text))”")
            return nil
        }
        return path
    }

    mutating func duration(_ node: PageNode, _ key: String) -> RuleDuration? {
        guard let text = text(node, key) else { return nil }
        guard let duration = RuleDuration(text) else {
            report(
                node,
                "“\(Self.last(key))” must be a number with its unit, as 500ms or 2s, not "
                    + "“\(DescriptionCheck.shown(text))”"
            )
            return nil
        }
        return duration
    }

    /// A type or a list of types.
    mutating func types(_ node: PageNode, _ key: String) -> [String] {
        if case .list = node.content { return list(node, key) { $0.text($1, $2) } }
        return text(node, key).map { [$0] } ?? []
    }

    /// `{hex: "0d 0a"}`, or a text in UTF-8.
    mutating func bytes(_ node: PageNode, _ key: String) -> [UInt8]? {
        if case .mapping = node.content { return hex(node, key) }
        guard let text = text(node, key) else { return nil }
        // Without quotes a page has no escapes, and \n would be a backslash and a letter.
        if case .text(_, isQuoted: false) = node.content, text.contains("\\") {
            let shown = DescriptionCheck.shown(text)
            report(
                node,
                "without quotes, \(shown) is a backslash and what follows it; write \"\(shown)\" for the escape, or "
                    + "'\(shown)' for the backslash")
            return nil
        }
        return Array(text.utf8)
    }

    mutating func hex(_ node: PageNode, _ key: String) -> [UInt8]? {
        let pairs = mapping(node, key, "“\(Self.last(key))”", ["hex"])
        guard let value = pairs.first?.value else {
            require(pairs, "hex", node, "the bytes are needed, as {hex: \"0d 0a\"}")
            return nil
        }
        guard let text = text(value, "\(key).hex") else { return nil }
        guard let bytes = Hex.decode(text), !bytes.isEmpty else {
            report(value, "“hex” must be pairs of hexadecimal digits, as \"0d 0a\"")
            return nil
        }
        return bytes
    }

    /// The last name of a key: what the page calls it.
    static func last(_ key: String) -> String {
        String(key.split(separator: ".").last ?? Substring(key))
    }

    mutating func note(_ key: String, _ node: PageNode) { places[key] = node.place }
}
