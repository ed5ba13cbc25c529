extension FieldObject {
    /// Throws for a member that is not among the fields of what was made of the object, or contradicts it: it
    /// is more likely a slip of the pen than a wish. Members of objects may be left out.
    ///
    /// - Parameter ignored: Members that are not looked at.
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
    private static let derived = ["length", "error"]

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
