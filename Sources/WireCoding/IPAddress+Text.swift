extension IPAddress {
    /// Reads dotted decimal with four numbers, or any text form of RFC 4291 §2.2: with `::` for zeros, with the last four
    /// bytes in dotted decimal. Nil for anything else, zone identifiers included.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        // The longest form has 45 characters.
        guard bytes.count <= 45 else { return nil }
        guard bytes.contains(0x3A) else {
            guard let value = Self.dotted(bytes[...]) else { return nil }
            self.init(ipv4: value)
            return
        }
        guard let groups = Self.groups(bytes) else { return nil }
        let words = groups.map(UInt64.init)
        self.init(
            ipv6High: words[..<4].reduce(0) { $0 << 16 | $1 }, low: words[4...].reduce(0) { $0 << 16 | $1 })
    }

    private static func groups(_ text: [UInt8]) -> [UInt16]? {
        var groups: [UInt16] = []
        /// The position of `::`.
        var gap: Int?
        var rest = text[...]
        if rest.starts(with: [0x3A, 0x3A]) {
            gap = 0
            rest = rest.dropFirst(2)
        }
        while !rest.isEmpty {
            let part = rest.prefix { $0 != 0x3A }
            if part.contains(0x2E) {
                guard part.endIndex == rest.endIndex, let value = dotted(part) else { return nil }
                groups += [UInt16(value >> 16), UInt16(truncatingIfNeeded: value)]
                break
            }
            guard (1...4).contains(part.count), let group = number(part, radix: 16) else { return nil }
            groups.append(UInt16(truncatingIfNeeded: group))
            rest = rest[part.endIndex...]
            guard !rest.isEmpty else { break }
            rest = rest.dropFirst()
            if rest.first == 0x3A {
                guard gap == nil else { return nil }
                gap = groups.count
                rest = rest.dropFirst()
            } else if rest.isEmpty {
                return nil
            }
        }
        guard let gap else { return groups.count == 8 ? groups : nil }
        guard groups.count < 8 else { return nil }
        return groups[..<gap] + Array(repeating: 0, count: 8 - groups.count) + groups[gap...]
    }

    private static func dotted(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.count == 1 || part.first != 0x30,
                let number = number(part, radix: 10), number < 256
            else { return nil }
            value = value << 8 | number
        }
        return value
    }

    /// The number of at most four digits.
    private static func number(_ digits: ArraySlice<UInt8>, radix: UInt32) -> UInt32? {
        var value: UInt32 = 0
        for digit in digits {
            guard let digit = Hex.value(of: digit), digit < radix else { return nil }
            value = value * radix + UInt32(digit)
        }
        return value
    }
}
