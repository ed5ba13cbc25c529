import WireCoding

extension JSONObjectReader {
    /// Hexadecimal digits.
    func bytes(_ key: String) throws(DNSMessageJSONError) -> [UInt8]? {
        guard let text = try text(key) else { return nil }
        guard let bytes = Hex.decode(text) else { throw error(key, "is not made of hexadecimal digits") }
        return bytes
    }

    func address(_ key: String) throws(DNSMessageJSONError) -> LinkAddress? {
        guard let text = try text(key) else { return nil }
        guard let address = LinkAddress(text) else { throw error(key, "is no address like 02:00:00:00:00:01") }
        return address
    }

    /// Two numbers up to 15 with a dot between them.
    func nibbles(_ key: String) throws(DNSMessageJSONError) -> UInt8? {
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
    ) throws(DNSMessageJSONError) -> [Number]? {
        guard let elements = try array(key) else { return nil }
        var numbers: [Number] = []
        for (value, path) in elements {
            guard case .integer(let integer) = value, let number = Number(exactly: integer) else {
                throw DNSMessageJSONError(path, "is not a whole number from 0 to \(Number.max)")
            }
            numbers.append(number)
        }
        return numbers
    }
}
