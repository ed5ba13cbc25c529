import WireCoding

/// Takes values out of a JSON object, and says where it is when one is not what was wanted.
struct JSONObjectReader {
    let path: String
    let members: [String: JSONValue]

    init(_ value: JSONValue, path: String) throws(WireJSONError) {
        guard case .object(let members) = value else { throw WireJSONError(path, "is not an object") }
        self.members = members
        self.path = path
    }

    func has(_ key: String) -> Bool { members[key] != nil }

    /// The way to a member.
    func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    func error(_ key: String, _ problem: String) -> WireJSONError { WireJSONError(path(key), problem) }

    /// Throws for a member that means nothing here: it is more likely a slip of the pen than a wish.
    func expectOnly(_ keys: [String]) throws(WireJSONError) {
        guard let key = members.keys.filter({ !keys.contains($0) }).min() else { return }
        throw error(key, "is not known here; there may be \(keys.joined(separator: ", "))")
    }

    func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ key: String, maximum: Number = .max
    ) throws(WireJSONError) -> Number? {
        guard let value = members[key] else { return nil }
        guard let number: Number = value.exactly(), number <= maximum else {
            throw error(key, "is not a whole number from 0 to \(maximum)")
        }
        return number
    }

    func flag(_ key: String) throws(WireJSONError) -> Bool? {
        guard let value = members[key] else { return nil }
        guard case .boolean(let flag) = value else { throw error(key, "is neither true nor false") }
        return flag
    }

    func text(_ key: String) throws(WireJSONError) -> String? {
        guard let value = members[key] else { return nil }
        guard case .text(let text) = value else { throw error(key, "is not a string") }
        return text
    }

    func array(_ key: String) throws(WireJSONError) -> [(value: JSONValue, path: String)]? {
        guard let value = members[key] else { return nil }
        guard case .array(let elements) = value else { throw error(key, "is not an array") }
        return elements.enumerated().map { ($0.element, "\(path(key))[\($0.offset)]") }
    }

    func texts(_ key: String) throws(WireJSONError) -> [(text: String, path: String)]? {
        guard let elements = try array(key) else { return nil }
        var texts: [(text: String, path: String)] = []
        for element in elements {
            guard case .text(let text) = element.value else {
                throw WireJSONError(element.path, "is not a string")
            }
            texts.append((text, element.path))
        }
        return texts
    }

    /// Bytes that are text, or `{"hex": digits}` where they are none.
    func textOrBytes(_ key: String) throws(WireJSONError) -> [UInt8]? {
        guard let value = members[key] else { return nil }
        return try Self.textOrBytes(value, path: path(key))
    }

    func textsOrBytes(_ key: String) throws(WireJSONError) -> [(bytes: [UInt8], path: String)]? {
        guard let elements = try array(key) else { return nil }
        var strings: [(bytes: [UInt8], path: String)] = []
        for element in elements {
            strings.append((try Self.textOrBytes(element.value, path: element.path), element.path))
        }
        return strings
    }

    private static func textOrBytes(_ value: JSONValue, path: String) throws(WireJSONError) -> [UInt8] {
        if case .text(let text) = value { return Array(text.utf8) }
        guard case .object = value else { throw WireJSONError(path, "is neither a string nor {\"hex\": …}") }
        let object = try JSONObjectReader(value, path: path)
        try object.expectOnly(["hex"])
        guard let bytes = Hex.decode(try object.required(object.text("hex"), "hex")) else {
            throw object.error("hex", "has characters that are not hexadecimal digits")
        }
        return bytes
    }

    /// What a member that has to be there is.
    func required<Value>(_ value: Value?, _ key: String) throws(WireJSONError) -> Value {
        guard let value else { throw error(key, "is missing") }
        return value
    }
}
