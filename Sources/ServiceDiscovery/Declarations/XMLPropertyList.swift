/// Property lists in XML (Apple's DTD `PropertyList-1.0`), in UTF-8.
///
/// A document type may not declare anything beyond Apple's DTD: custom entities are how a few bytes of XML become very
/// many.
struct XMLPropertyList {
    private var scanner: XMLScanner
    private var budget = PropertyListBudget()

    static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        for mark: [UInt8] in [[0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x3C], [0x3C, 0x00]] where bytes.starts(with: mark) {
            throw PropertyListError(.unsupportedEncoding)
        }
        var list = XMLPropertyList(scanner: XMLScanner(bytes))
        return try list.document()
    }

    private mutating func document() throws(PropertyListError) -> PropertyListValue {
        try scanner.skipProlog()
        guard scanner.isAtTag else { throw PropertyListError(.unknownFormat, at: scanner.position) }
        let root = try scanner.readTag()
        let value: PropertyListValue
        if root.name == "plist" {
            guard root.form == .start else { throw PropertyListError(.malformed(.element), at: root.offset) }
            try scanner.skipMisc()
            value = try element(try scanner.readTag(), depth: 0)
            try scanner.skipMisc()
            try end(of: root)
        } else {
            value = try element(root, depth: 0)
        }
        try scanner.skipMisc()
        guard scanner.isAtEnd else { throw PropertyListError(.malformed(.remainder), at: scanner.position) }
        return value
    }

    /// - Parameter depth: How many arrays and dictionaries are around it.
    private mutating func element(_ tag: XMLTag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard tag.form != .end else { throw PropertyListError(.malformed(.element), at: tag.offset) }
        try budget.spendValue(at: tag.offset)
        switch tag.name {
        case "dict": return .dictionary(try dictionary(tag, depth: depth))
        case "array": return .array(try array(tag, depth: depth))
        case "string": return .string(try text(of: tag))
        case "true", "false":
            guard try text(of: tag).isEmpty else { throw PropertyListError(.malformed(.element), at: tag.offset) }
            return .boolean(tag.name == "true")
        case "integer", "real":
            guard try !text(of: tag).isEmpty else { throw PropertyListError(.malformed(.number), at: tag.offset) }
            return .other(.number)
        case "date":
            guard try !text(of: tag).isEmpty else { throw PropertyListError(.malformed(.date), at: tag.offset) }
            return .other(.date)
        case "data":
            _ = try text(of: tag)
            return .other(.data)
        default: throw PropertyListError(.malformed(.element), at: tag.offset)
        }
    }

    private mutating func array(_ tag: XMLTag, depth: Int) throws(PropertyListError) -> [PropertyListValue] {
        var values: [PropertyListValue] = []
        while let item = try nextChild(of: tag, depth: depth) { values.append(try element(item, depth: depth + 1)) }
        return values
    }

    private mutating func dictionary(
        _ tag: XMLTag, depth: Int
    ) throws(PropertyListError) -> [PropertyListValue.Member] {
        var members: [PropertyListValue.Member] = []
        while let item = try nextChild(of: tag, depth: depth) {
            guard item.name == "key" else { throw PropertyListError(.malformed(.dictionaryKey), at: item.offset) }
            let key = try text(of: item)
            guard let valueTag = try nextChild(of: tag, depth: depth) else {
                throw PropertyListError(.malformed(.dictionaryKey), at: item.offset)
            }
            members.append(PropertyListValue.Member(key: key, value: try element(valueTag, depth: depth + 1)))
        }
        return members
    }

    /// The tag of the next element within `parent`, or nil after the last one. It then passes the end of `parent`.
    private mutating func nextChild(of parent: XMLTag, depth: Int) throws(PropertyListError) -> XMLTag? {
        guard depth < AppServiceDeclarations.maximumDepth else {
            throw PropertyListError(.tooDeep, at: parent.offset)
        }
        guard parent.form == .start else { return nil }
        try scanner.skipMisc()
        let tag = try scanner.readTag()
        guard tag.form == .end else { return tag }
        guard tag.name == parent.name else { throw PropertyListError(.malformed(.endTag), at: tag.offset) }
        return nil
    }

    private mutating func text(of tag: XMLTag) throws(PropertyListError) -> String {
        guard tag.form == .start else { return "" }
        let text = try scanner.readText()
        try budget.spendText(text.utf8.count, at: tag.offset)
        try end(of: tag)
        return text
    }

    private mutating func end(of tag: XMLTag) throws(PropertyListError) {
        let end = try scanner.readTag()
        guard end.form == .end, end.name == tag.name else {
            throw PropertyListError(.malformed(.endTag), at: end.offset)
        }
    }
}
