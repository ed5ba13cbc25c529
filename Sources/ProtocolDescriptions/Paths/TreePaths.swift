import WireCoding

/// Follows paths through a value that was decoded as a whole.
enum TreePaths {
    static func find(_ table: PathTable, in root: FieldValue, into values: inout [MessageValue]) {
        for path in 0..<table.count {
            values[path] = follow(table, path, 0, root) ?? .absent
        }
    }

    private static func follow(_ table: PathTable, _ path: Int, _ depth: Int, _ value: FieldValue) -> MessageValue? {
        guard let step = table.step(path, depth) else { return .number(value) }
        switch (step.kind, value) {
        case (.name, .object(let fields)):
            let next = fields.first { field in
                var name = field.name
                return name.withUTF8Span { table.isName(step, $0) }
            }
            return next.flatMap { follow(table, path, depth + 1, $0.value) }
        case (.index, .list(let elements)):
            guard step.number < elements.count else { return nil }
            return follow(table, path, depth + 1, elements[step.number])
        case (.any, .object(let fields)):
            return fields.lazy.compactMap { follow(table, path, depth + 1, $0.value) }.first { $0.isPresent }
        case (.any, .list(let elements)):
            return elements.lazy.compactMap { follow(table, path, depth + 1, $0) }.first { $0.isPresent }
        case (.key, .object(let fields)):
            let named = fields.first { field in
                var name = field.name
                return name.withUTF8Span { table.isPreferred(path, $0) }
            }
            guard let first = named ?? (table.isStrict(path) || fields.count != 1 ? nil : fields[0]) else { return nil }
            return .owned(.text(first.name))
        default: return nil
        }
    }
}

extension String {
    fileprivate mutating func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(Array(utf8).span)
    }
}
