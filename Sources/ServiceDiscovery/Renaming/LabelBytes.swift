import DNSWire

/// The questions that naming rules ask about the bytes of a label or key.
enum LabelBytes {
    /// Whether the labels are the same to DNS: A-Z equal a-z, and nothing else is folded (RFC 6762 §16).
    static func areEqual(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
        first.count == second.count && zip(first, second).allSatisfy { folded($0) == folded($1) }
    }

    /// The byte, A-Z in lower case.
    static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether the byte is an ASCII letter or digit, a hyphen, or an underscore.
    static func isNameCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
    }

    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// The offset of the first bytes that are not UTF-8 (RFC 3629), or nil if all of them are.
    ///
    /// - Parameter isRefused: Whether a code point counts as not UTF-8 too.
    static func firstInvalidUTF8(
        _ label: some Collection<UInt8>, orWhere isRefused: (UInt32) -> Bool = { _ in false }
    ) -> Int? {
        var position = 0
        var bytes = label.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while case .valid(let scalar) = parser.parseScalar(from: &bytes) {
            if isRefused(Unicode.UTF8.decode(scalar).value) { return position }
            position += scalar.count
        }
        return position == label.count ? nil : position
    }

    /// The number that the digits make, nil for none, for a leading zero, and beyond 64 bits.
    static func number(_ digits: some Collection<UInt8>) -> UInt64? {
        guard let first = digits.first, first != 0x30 || digits.count == 1, digits.allSatisfy(isDigit) else {
            return nil
        }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }
}
