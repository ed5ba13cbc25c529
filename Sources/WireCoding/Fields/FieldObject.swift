/// The fields that were given for a value, by name. Each error names the field with its path from the top.
public struct FieldObject: Sendable {
    /// The way to the object from the top, `answers[2]`; empty for the top itself.
    public let path: String
    /// The values by the names of their fields; of two with one name, the first.
    public let members: [String: FieldValue]

    /// The members of an object at the path, which errors name.
    ///
    /// - Throws: ``FieldError`` for a value that is not an object.
    public init(_ value: FieldValue, path: String) throws(FieldError) {
        guard case .object(let fields) = value else { throw FieldError(path, "is not an object") }
        members = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        self.path = path
    }

    /// Whether the member was given, also as null.
    public func has(_ key: String) -> Bool { members[key] != nil }

    /// The way to a member.
    public func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// An error about a member.
    ///
    /// - Parameters:
    ///   - key: The name of the member, which may be missing.
    ///   - problem: The rest of a sentence about it: "is missing".
    public func error(_ key: String, _ problem: String) -> FieldError { FieldError(path(key), problem) }

    /// Throws for a member that means nothing here, which is more likely a typing error than intended.
    public func expectOnly(_ keys: [String]) throws(FieldError) {
        guard let key = members.keys.filter({ !keys.contains($0) }).min() else { return }
        throw error(key, "is not known here; there may be \(keys.joined(separator: ", "))")
    }

    /// A member as a codec reads it, nil where it is missing.
    public func value<Value>(_ key: String, _ codec: FieldCodec<Value>) throws(FieldError) -> Value? {
        guard let value = members[key] else { return nil }
        return try codec.decode(value, path(key))
    }

    /// The value of a member that has to be there.
    public func required<Value>(_ value: Value?, _ key: String) throws(FieldError) -> Value {
        guard let value else { throw error(key, "is missing") }
        return value
    }

    /// A member that is a whole number from 0 to `maximum`; nil where it is missing.
    ///
    /// - Throws: ``FieldError`` for any other value.
    public func number<Number: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ key: String, maximum: Number = .max
    ) throws(FieldError) -> Number? {
        try value(key, .number(upTo: maximum))
    }

    /// A member that is true or false; nil where it is missing.
    ///
    /// - Throws: ``FieldError`` for any other value.
    public func flag(_ key: String) throws(FieldError) -> Bool? { try value(key, .flag) }

    /// A member that is a string; nil where it is missing.
    ///
    /// - Throws: ``FieldError`` for any other value.
    public func text(_ key: String) throws(FieldError) -> String? { try value(key, .text) }

    /// The elements of an array, each with its path.
    public func array(_ key: String) throws(FieldError) -> [(value: FieldValue, path: String)]? {
        guard let value = members[key] else { return nil }
        guard case .list(let elements) = value else { throw error(key, "is not an array") }
        return elements.enumerated().map { ($0.element, "\(path(key))[\($0.offset)]") }
    }

    /// Throws for a member that is not among the fields of the value read from the object, or contradicts it: it
    /// is more likely a mistake than intended. Members of objects may be left out.
    ///
    /// - Parameters:
    ///   - fields: The fields of the value that was read from the object.
    ///   - ignored: Members that are not looked at.
    public func expectAgreement(
        with fields: [FrameField], ignoring ignored: [String] = []
    ) throws(FieldError) {
        for key in members.keys.sorted() where !ignored.contains(key) && !Self.derived.contains(key) {
            guard let field = fields.first(where: { $0.name == key }), let given = members[key] else {
                throw error(key, "is not known here")
            }
            if let path = Self.difference(given, field.value, path(key)) {
                throw FieldError(path, "contradicts the other members; leave one of them out")
            }
        }
    }

    /// Throws where a member contradicts what it is a part of. Members may be left out.
    ///
    /// - Parameters:
    ///   - fields: The parts.
    ///   - whole: The name of the whole, which is given too.
    public func expectAgreement(with fields: [FrameField], of whole: String) throws(FieldError) {
        for field in fields {
            guard let given = members[field.name], !given.isSameJSON(as: field.value) else { continue }
            throw error(field.name, "contradicts \(whole); leave one of them out")
        }
    }

    /// The members that follow from the rest, whatever is given.
    private static let derived = ["length", "error", "typeName", "idName"]

    /// The way to the first value that differs.
    private static func difference(_ given: FieldValue, _ made: FieldValue, _ path: String) -> String? {
        switch (given, made) {
        case (.object(let members), .object(let fields)):
            for member in members.sorted(by: { $0.name < $1.name }) where !derived.contains(member.name) {
                guard let field = fields.first(where: { $0.name == member.name }) else {
                    return "\(path).\(member.name)"
                }
                if let place = difference(member.value, field.value, "\(path).\(member.name)") { return place }
            }
            return nil
        case (.list(let elements), .list(let values)):
            guard elements.count == values.count else { return path }
            for (index, element) in elements.enumerated() {
                if let place = difference(element, values[index], "\(path)[\(index)]") { return place }
            }
            return nil
        case (.text(let text), .hex(let bytes)): return Hex.decode(text) == bytes ? nil : path
        case (.text(let text), .text(let other)): return text.lowercased() == other.lowercased() ? nil : path
        default: return given.isSameJSON(as: made) ? nil : path
        }
    }
}

/// Why fields that were given, as those of a JSON text, make no value, and which of them.
public struct FieldError: Error, Hashable, Sendable {
    /// The way to the field from the top: `answers[2].ttl`; empty for the whole.
    public let path: String
    /// The problem, as the rest of a sentence.
    public let problem: String

    /// An error about the field at a path, with the rest of a sentence about it: "is not an object".
    public init(_ path: String, _ problem: String) {
        self.path = path
        self.problem = problem
    }
}

extension FieldError: CustomStringConvertible {
    public var description: String { path.isEmpty ? "the JSON text \(problem)" : "\(path) \(problem)" }
}
