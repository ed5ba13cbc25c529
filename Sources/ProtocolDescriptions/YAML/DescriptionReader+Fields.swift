extension DescriptionReader {
    private static let fieldKeys = ["name", "type", "endian", "constant", "flags", "bits"]

    mutating func field(_ node: PageNode, _ key: String, isHeader: Bool) -> MessageField? {
        let pairs = mapping(node, key, isHeader ? "a field of a header" : "a field", Self.fieldKeys)
        require(pairs, "name", node, "a field needs its name, as {name: kind, type: u8}")
        require(pairs, "type", node, "a field needs its type, as {name: kind, type: u8}")
        var field = MessageField("", .unsigned(bytes: 1))
        for (name, value) in pairs {
            let place = "\(key).\(name.text)"
            switch name.text {
            case "name": field.name = text(value, place) ?? "x"
            case "type": field.type = fieldType(value, place, isHeader: isHeader) ?? field.type
            case "endian": field.endian = choice(value, place, ByteOrder.self) ?? field.endian
            case "constant": field.constant = constant(value, place)
            case "flags": field.flags = masks(value, place)
            default: field.bits = masks(value, place)
            }
        }
        return field
    }

    private mutating func fieldType(_ node: PageNode, _ key: String, isHeader: Bool) -> FieldType? {
        let names = FieldType.named.map(\.name)
        if case .text = node.content {
            guard let word = text(node, key) else { return nil }
            if let known = FieldType.named.first(where: { $0.name == word }) { return known.type }
            report(
                node,
                "there is no type “\(DescriptionCheck.shown(word))”; the types are \(names.joined(separator: ", ")), {bytes: N} "
                    + "and {text: N}" + DescriptionCheck.hint(word, names))
            return nil
        }
        let pairs = mapping(node, key, "a type", ["bytes", "text"])
        guard let (name, value) = pairs.first else { return nil }
        if pairs.count > 1 { report(pairs[1].key.place, "a field has one type: bytes or text") }
        guard let length = fieldLength(value, "\(key).\(name.text)", isHeader: isHeader) else { return nil }
        return name.text == "bytes" ? .bytes(length) : .text(length)
    }

    private mutating func fieldLength(_ node: PageNode, _ key: String, isHeader: Bool) -> FieldLength? {
        guard let value = scalar(node, key, "a number of bytes") else { return nil }
        switch value {
        case .integer(let count) where (1...1 << 20).contains(count): return .count(Int(count))
        case .text("rest") where !isHeader: return .rest
        case .text(let name) where !isHeader: return .field(name)
        default:
            report(
                node,
                isHeader
                    ? "a field of a header has 1 to 1048576 bytes"
                    : "the size must be 1 to 1048576 bytes, the name of a field before, or rest")
            return nil
        }
    }

    private mutating func constant(_ node: PageNode, _ key: String) -> FieldConstant? {
        if case .mapping = node.content { return hex(node, key).map { .bytes($0) } }
        switch scalar(node, key, "a whole number, or {hex: …}") {
        case .integer(let number): return .integer(number)
        case .unsigned(let number): return .unsigned(number)
        case nil: return nil
        default:
            report(node, "“constant” must be a whole number, or {hex: …}")
            return nil
        }
    }

    private mutating func masks(_ node: PageNode, _ key: String) -> [FieldMask] {
        anyMapping(node, key, "“\(Self.last(key))”").compactMap { name, value in
            switch scalar(value, "\(key).\(name.text)", "a mask, as 0x01") {
            case .integer(let mask) where mask > 0: return FieldMask(name.text, UInt64(mask))
            case .unsigned(let mask): return FieldMask(name.text, mask)
            default:
                report(value, "a mask must be a number of 1 or more, as 0x01")
                return nil
            }
        }
    }

    // MARK: - Bodies

    mutating func body(_ node: PageNode, _ key: String) -> MessageBody {
        note(key, node)
        let names = MessageBody.named.map(\.name)
        switch node.content {
        case .text:
            guard let word = text(node, key) else { return .bytes }
            if let known = MessageBody.named.first(where: { $0.name == word }) { return known.body }
            report(
                node,
                "there is no body “\(DescriptionCheck.shown(word))”; the bodies are \(names.joined(separator: ", ")), a list of "
                    + "fields, or {field: …} by type" + DescriptionCheck.hint(word, names))
            return .bytes
        case .list: return .fields(list(node, key) { $0.element($1, $2) })
        case .mapping(let pairs):
            guard pairs.contains(where: { $0.key.isText("protobuf") }) else { return typedBody(node, key) }
            let values = mapping(node, key, "a body of protobuf", ["protobuf"])
            return values.first.map { schema($0.value, "\(key).protobuf") } ?? .bytes
        }
    }

    private mutating func schema(_ node: PageNode, _ key: String) -> MessageBody {
        let pairs = mapping(node, key, "“protobuf”", ["set", "message"])
        for (name, example) in [("set", "a file of protoc --descriptor_set_out"), ("message", "a message's full name")]
        {
            require(pairs, name, node, "“protobuf” needs “\(name)”, \(example)")
        }
        var schema = ProtobufSchema(set: "", message: "")
        for (name, value) in pairs {
            let text = text(value, "\(key).\(name.text)") ?? ""
            if name.text == "set" {
                schema.set = text
                if text.contains("/") || text == ".." || text.contains("\\") {
                    report(value, "“set” must be the name of a file beside the description, without a folder")
                }
            } else {
                schema.message = text
            }
        }
        return .protobuf(schema)
    }

    private mutating func typedBody(_ node: PageNode, _ key: String) -> MessageBody {
        let pairs = anyMapping(node, key, "“body”")
        require(
            pairs, "field", node, "a body by type needs the field that chooses it, as {field: header.kind, 1: json}")
        var field: MessagePath?
        var cases: [TypedBody.Case] = []
        var other: MessageBody?
        for (name, value) in pairs {
            switch name.text {
            case "field": field = path(value, "\(key).field")
            case "other": other = body(value, "\(key).other")
            default: cases.append(TypedBody.Case(name.text, body(value, "\(key).\(name.text)")))
            }
        }
        return field.map { .byType(TypedBody(field: $0, cases: cases, other: other)) } ?? .bytes
    }

    private mutating func element(_ node: PageNode, _ key: String) -> BodyElement? {
        guard case .mapping(let pairs) = node.content, pairs.contains(where: { $0.key.isText("switch") }) else {
            return field(node, key, isHeader: false).map { .field($0) }
        }
        let values = mapping(node, key, "a switch among fields", ["switch"])
        guard let value = values.first?.value else { return nil }
        let place = "\(key).switch"
        let choices = anyMapping(value, place, "“switch”")
        require(choices, "field", value, "a switch needs the field that it looks at, as field: op")
        var choice = FieldSwitch(field: "", cases: [])
        for (name, value) in choices {
            if name.text == "field" {
                choice.field = text(value, "\(place).field") ?? ""
            } else if let number = Int64(name.text) {
                let elements = list(value, "\(place).\(number)") { $0.element($1, $2) }
                choice.cases.append(FieldSwitch.Case(number, elements))
            } else {
                report(name.place, "the values of a switch are whole numbers, as 1: [...]")
            }
        }
        return .switch(choice)
    }
}

extension PageNode {
    /// Whether it is a word.
    fileprivate func isText(_ word: String) -> Bool {
        if case .text(word, isQuoted: _) = content { return true }
        return false
    }
}
