/// An IPv4 or IPv6 address as packets carry it, in two words and a flag, so that it is cheap to hash and to compare.
@frozen
public struct IPAddress: Hashable, Sendable {
    /// The upper eight bytes of an IPv6 address, 0 for IPv4.
    public let high: UInt64
    /// The lower eight bytes of an IPv6 address, or the four of an IPv4 address.
    public let low: UInt64
    /// Whether the address has sixteen bytes; it has four otherwise.
    public let isIPv6: Bool

    /// An IPv4 address (RFC 791).
    @inlinable @inline(__always)
    public init(ipv4 value: UInt32) {
        high = 0
        low = UInt64(value)
        isIPv6 = false
    }

    /// An IPv6 address (RFC 4291).
    @inlinable @inline(__always)
    public init(ipv6High high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
        isIPv6 = true
    }

    /// Four bytes make an IPv4 address, sixteen an IPv6 address, any other number none.
    public init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.init(ipv4: bytes.span.bigEndianUInt32(at: 0))
        case 16: self.init(ipv6High: bytes.span.bigEndianUInt64(at: 0), low: bytes.span.bigEndianUInt64(at: 8))
        default: return nil
        }
    }

    /// The four or sixteen bytes in network order.
    public var bytes: [UInt8] { ByteWriter.bytes { serialize(into: &$0) } }

    /// Writes the four or sixteen bytes in network order.
    public func serialize(into output: inout ByteWriter) {
        if isIPv6 {
            output.writeUInt64(high)
            output.writeUInt64(low)
        } else {
            output.writeUInt32(UInt32(truncatingIfNeeded: low))
        }
    }
}

extension IPAddress {
    /// 224.0.0.0/4 (RFC 5771) or ff00::/8 (RFC 4291 §2.7).
    @inlinable
    public var isMulticast: Bool { isIPv6 ? high >> 56 == 0xFF : low >> 28 == 0xE }

    /// 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291 §2.5.6).
    @inlinable
    public var isLinkLocal: Bool { isIPv6 ? high >> 54 == 0x3FA : low >> 16 == 0xA9FE }

    /// 255.255.255.255 (RFC 919).
    @inlinable
    public var isBroadcast: Bool { !isIPv6 && low == 0xFFFF_FFFF }

    /// 0.0.0.0 or `::`.
    @inlinable
    public var isUnspecified: Bool { high == 0 && low == 0 }

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
        guard let gap = text.indices.dropLast().first(where: { text[$0] == 0x3A && text[$0 + 1] == 0x3A }) else {
            return groups(text[...], endsAddress: true).flatMap { $0.count == 8 ? $0 : nil }
        }
        guard let first = groups(text[..<gap], endsAddress: false),
            let last = groups(text[(gap + 2)...], endsAddress: true), first.count + last.count < 8
        else { return nil }
        return first + Array(repeating: 0, count: 8 - first.count - last.count) + last
    }

    /// The groups before or after `::`, which may be none.
    private static func groups(_ text: ArraySlice<UInt8>, endsAddress: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var groups: [UInt16] = []
        for part in text.split(separator: 0x3A, omittingEmptySubsequences: false) {
            if endsAddress, part.endIndex == text.endIndex, let value = dotted(part) {
                groups += [UInt16(value >> 16), UInt16(truncatingIfNeeded: value)]
            } else {
                guard (1...4).contains(part.count), let group = number(part, radix: 16) else { return nil }
                groups.append(UInt16(truncatingIfNeeded: group))
            }
        }
        return groups
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

extension IPAddress: Comparable {
    /// IPv4 before IPv6, then by value.
    public static func < (first: IPAddress, second: IPAddress) -> Bool {
        (first.isIPv6 ? 1 : 0, first.high, first.low) < (second.isIPv6 ? 1 : 0, second.high, second.low)
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted decimal for IPv4, the canonical text of RFC 5952 for IPv6.
    public var description: String {
        guard isIPv6 else { return Self.dotted(low) }
        if high == 0, low >> 32 == 0xFFFF { return "::ffff:" + Self.dotted(low & 0xFFFF_FFFF) }
        let groups = (0..<8).map { (index: Int) -> UInt16 in
            let half = index < 4 ? high : low
            return UInt16(truncatingIfNeeded: half >> UInt64(48 - 16 * (index % 4)))
        }
        let zeros = Self.longestZeroRun(groups)
        let text = { (part: ArraySlice<UInt16>) -> String in
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard zeros.count > 1 else { return text(groups[...]) }
        return text(groups[..<zeros.lowerBound]) + "::" + text(groups[zeros.upperBound...])
    }

    /// Digit by digit: interpolation would make a string for each number, and a report names addresses more often than anything else.
    private static func dotted(_ value: UInt64) -> String {
        let zero = UInt8(ascii: "0")
        var text: [UInt8] = []
        text.reserveCapacity(15)
        for shift in stride(from: 24, through: 0, by: -8) {
            let number = UInt8(truncatingIfNeeded: value >> UInt64(shift))
            if number > 99 { text.append(zero + number / 100) }
            if number > 9 { text.append(zero + number / 10 % 10) }
            text.append(zero + number % 10)
            if shift > 0 { text.append(UInt8(ascii: ".")) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The first of the longest runs of zero groups.
    private static func longestZeroRun(_ groups: [UInt16]) -> Range<Int> {
        var best = 0..<0
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > best.count { best = start..<index }
            start = index + 1
        }
        return best
    }
}
