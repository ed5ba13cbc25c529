import WireCoding

extension FieldObject {
    /// Hexadecimal digits.
    func bytes(_ key: String) throws(WireJSONError) -> [UInt8]? { try value(key, .hex) }

    func address(_ key: String) throws(WireJSONError) -> LinkAddress? { try value(key, .linkAddress) }

    /// An array of numbers.
    func numbers<Number: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ key: String
    ) throws(WireJSONError) -> [Number]? {
        try value(key, .list(.number))
    }

    /// Hexadecimal digits of exactly that many bytes.
    func bytes(_ key: String, count: Int) throws(WireJSONError) -> [UInt8]? { try value(key, .hex(count: count)) }

    /// The objects of an array.
    func objects(_ key: String) throws(WireJSONError) -> [FieldObject]? {
        guard let elements = try array(key) else { return nil }
        var objects: [FieldObject] = []
        for element in elements { objects.append(try FieldObject(element.value, path: element.path)) }
        return objects
    }

    /// The number of an organization, three bytes.
    func organization(_ key: String) throws(WireJSONError) -> UInt32? {
        try value(key, .organization)
    }

    /// Throws for what `decode` prints of bytes that it cannot read: of what is missing there nothing should be made up.
    func expectFrame() throws(WireJSONError) {
        guard members.keys.elementsEqual(["error"]) else { return }
        throw error("error", "is alone: the bytes could not be read, and there is nothing to write")
    }
}
