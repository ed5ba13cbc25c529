import PacketDissection
import WireCoding

extension JSONObjectReader {
    /// Hexadecimal digits.
    func bytes(_ key: String) throws(WireJSONError) -> [UInt8]? {
        guard let text = try text(key) else { return nil }
        guard let bytes = Hex.decode(text) else { throw error(key, "has characters that are not hexadecimal digits") }
        return bytes
    }

    func address(_ key: String) throws(WireJSONError) -> LinkAddress? {
        guard let text = try text(key) else { return nil }
        guard let address = LinkAddress(text) else { throw error(key, "is no address like 02:00:00:00:00:01") }
        return address
    }

    /// Two numbers up to 15 with a dot between them.
    func nibbles(_ key: String) throws(WireJSONError) -> UInt8? {
        guard let text = try text(key) else { return nil }
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) ?? 16 }
        guard numbers.count == 2, numbers.allSatisfy({ $0 < 16 }) else {
            throw error(key, "is no version like 3.4, of numbers up to 15")
        }
        return numbers[0] << 4 | numbers[1]
    }

    /// An array of numbers.
    func numbers<Number: FixedWidthInteger & UnsignedInteger>(
        _ key: String
    ) throws(WireJSONError) -> [Number]? {
        guard let elements = try array(key) else { return nil }
        var numbers: [Number] = []
        for (value, path) in elements {
            guard let number: Number = value.exactly() else {
                throw WireJSONError(path, "is not a whole number from 0 to \(Number.max)")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// A number with a sign.
    func signed<Number: FixedWidthInteger & SignedInteger>(_ key: String) throws(WireJSONError) -> Number? {
        guard let value = members[key] else { return nil }
        guard let number: Number = value.exactly() else {
            throw error(key, "is not a whole number from \(Number.min) to \(Number.max)")
        }
        return number
    }

    /// Hexadecimal digits of exactly that many bytes.
    func bytes(_ key: String, count: Int) throws(WireJSONError) -> [UInt8]? {
        guard let bytes = try bytes(key) else { return nil }
        guard bytes.count == count else { throw error(key, "has \(bytes.count) bytes and not \(count)") }
        return bytes
    }

    /// An array of texts of hexadecimal digits.
    func byteArrays(_ key: String) throws(WireJSONError) -> [[UInt8]]? {
        guard let texts = try texts(key) else { return nil }
        var arrays: [[UInt8]] = []
        for (text, path) in texts {
            guard let bytes = Hex.decode(text) else {
                throw WireJSONError(path, "has characters that are not hexadecimal digits")
            }
            arrays.append(bytes)
        }
        return arrays
    }

    /// The objects of an array.
    func objects(_ key: String) throws(WireJSONError) -> [JSONObjectReader]? {
        guard let elements = try array(key) else { return nil }
        var objects: [JSONObjectReader] = []
        for element in elements { objects.append(try JSONObjectReader(element.value, path: element.path)) }
        return objects
    }

    func object(_ key: String) throws(WireJSONError) -> JSONObjectReader? {
        guard let value = members[key] else { return nil }
        return try JSONObjectReader(value, path: path(key))
    }

    /// The number of an organization, three bytes.
    func organization(_ key: String) throws(WireJSONError) -> UInt32? {
        try bytes(key, count: 3).map { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Throws for a member that is not among the fields of what was made of the object, or says another thing than it: it
    /// is more likely a slip of the pen than a wish. Members of objects may be left out.
    ///
    /// - Parameter ignored: Members that are not looked at.
    func expectAgreement(
        with fields: [FrameField], ignoring ignored: [String] = []
    ) throws(WireJSONError) {
        for key in members.keys.sorted() where !ignored.contains(key) && !Self.derived.contains(key) {
            guard let field = fields.first(where: { $0.name == key }), let given = members[key] else {
                throw error(key, "is not known here")
            }
            if let path = Self.difference(given, field.value, path(key)) {
                throw WireJSONError(path, "says another thing than what stands beside it; leave one of them out")
            }
        }
    }

    /// What follows from the rest whatever is given.
    private static let derived = ["length", "error"]

    /// The way to the first value that differs.
    private static func difference(_ given: JSONValue, _ made: FieldValue, _ path: String) -> String? {
        switch (given, made) {
        case (.object(let members), .object(let fields)):
            for key in members.keys.sorted() where !derived.contains(key) {
                guard let field = fields.first(where: { $0.name == key }), let value = members[key] else {
                    return "\(path).\(key)"
                }
                if let place = difference(value, field.value, "\(path).\(key)") { return place }
            }
            return nil
        case (.array(let elements), .list(let values)):
            guard elements.count == values.count else { return path }
            for (index, element) in elements.enumerated() {
                if let place = difference(element, values[index], "\(path)[\(index)]") { return place }
            }
            return nil
        case (.text(let text), .hex(let bytes)): return Hex.decode(text) == bytes ? nil : path
        case (.text(let text), .text(let other)): return text.lowercased() == other.lowercased() ? nil : path
        default: return given == JSONValue(made) ? nil : path
        }
    }

    /// Throws for what `decode` prints of bytes that it cannot read: of what is missing there nothing should be made up.
    func expectFrame() throws(WireJSONError) {
        guard members.keys.elementsEqual(["error"]) else { return }
        throw error("error", "stands alone: the bytes could not be read, and there is nothing to write")
    }

    /// The objects of frames that a text is, or those of an array.
    ///
    /// - Throws: What is wrong with the text, ``expectFrame()`` included.
    static func objects(in text: String) throws(WireJSONError) -> [JSONObjectReader] {
        let value = try JSONValue(parsing: text)
        var objects: [JSONObjectReader] = []
        if case .array(let elements) = value {
            for (index, element) in elements.enumerated() {
                objects.append(try JSONObjectReader(element, path: "[\(index)]"))
            }
        } else {
            objects = [try JSONObjectReader(value, path: "")]
        }
        for object in objects { try object.expectFrame() }
        return objects
    }
}
