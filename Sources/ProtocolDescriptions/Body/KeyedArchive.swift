import WireCoding

/// What `NSKeyedArchiver` wrote, read from its root object with references followed.
enum KeyedArchive {
    /// The name of a reference's only member.
    static let reference = "CF$UID"
    private static let maximumCount = 1 << 16
    private static let maximumDepth = 64

    /// The root of an archive, or the value itself if it is not one. Nil for an archive that refers to itself or to
    /// nothing.
    static func resolved(_ value: FieldValue) -> FieldValue? {
        guard case .object(let fields) = value, member(fields, "$archiver") != nil,
            case .list(let objects)? = member(fields, "$objects"), case .object(let top)? = member(fields, "$top")
        else { return value }
        var resolver = Resolver(objects: objects)
        if let root = member(top, "root") { return resolver.value(root, depth: 0) }
        return resolver.object(top, depth: 0)
    }

    static func member(_ fields: [FrameField], _ name: String) -> FieldValue? {
        fields.first { $0.name == name }?.value
    }

    private struct Resolver {
        let objects: [FieldValue]
        var count = 0

        mutating func value(_ value: FieldValue, depth: Int) -> FieldValue? {
            count += 1
            guard depth < KeyedArchive.maximumDepth, count <= KeyedArchive.maximumCount else { return nil }
            switch value {
            case .object(let fields):
                if fields.count == 1, fields[0].name == KeyedArchive.reference {
                    guard let index: Int = fields[0].value.exactly(), index >= 0, index < objects.count else {
                        return nil
                    }
                    return self.value(objects[index], depth: depth + 1)
                }
                return object(fields, depth: depth)
            case .list(let elements): return list(elements, depth: depth)
            case .text("$null"): return .null
            default: return value
            }
        }

        private mutating func list(_ elements: [FieldValue], depth: Int) -> FieldValue? {
            var values: [FieldValue] = []
            for element in elements {
                guard let value = value(element, depth: depth + 1) else { return nil }
                values.append(value)
            }
            return .list(values)
        }

        mutating func object(_ fields: [FrameField], depth: Int) -> FieldValue? {
            if case .list(let objects)? = KeyedArchive.member(fields, "NS.objects") {
                guard case .list(let values)? = list(objects, depth: depth) else { return nil }
                guard case .list(let names)? = KeyedArchive.member(fields, "NS.keys") else { return .list(values) }
                guard case .list(let keys)? = list(names, depth: depth) else { return nil }
                return .object(zip(keys, values).map { FrameField(Self.name($0), $1) })
            }
            for name in ["NS.string", "NS.bytes", "NS.data"] {
                if let value = KeyedArchive.member(fields, name) { return self.value(value, depth: depth + 1) }
            }
            switch KeyedArchive.member(fields, "NS.time") {
            case .real(let seconds): return PropertyListDate.value(seconds)
            case .integer(let seconds): return PropertyListDate.value(Double(seconds))
            default: break
            }
            var members: [FrameField] = []
            for field in fields where field.name != "$class" {
                guard let value = value(field.value, depth: depth + 1) else { return nil }
                members.append(FrameField(field.name, value))
            }
            return .object(members)
        }

        private static func name(_ key: FieldValue) -> String {
            switch key {
            case .text(let text): text
            case .integer(let number): String(number)
            default: ""
            }
        }
    }
}
