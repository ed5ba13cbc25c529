import WireCoding

extension DNSName: Hashable {
    public static func == (first: DNSName, second: DNSName) -> Bool { foldedEqual(first.span, second.span) }

    public func hash(into hasher: inout Hasher) { span.forEachWord { hasher.combine(Self.folded($0)) } }

    /// Compares wire forms. Length bytes are at most 63, below `A`, so folding every byte leaves them unchanged.
    static func foldedEqual(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        guard first.count == second.count else { return false }
        guard first.count >= 8 else { return folded(first.shortWord) == folded(second.shortWord) }
        var offset = 0
        while offset < first.count &- 8 {
            guard foldedEqual(first.loadUInt64(at: offset), second.loadUInt64(at: offset)) else { return false }
            offset &+= 8
        }
        let last = first.count &- 8
        return foldedEqual(first.loadUInt64(at: last), second.loadUInt64(at: last))
    }

    @inline(__always)
    private static func foldedEqual(_ left: UInt64, _ right: UInt64) -> Bool {
        left == right || folded(left) == folded(right)
    }

    /// Eight bytes at a time, with A-Z made lower case.
    @inline(__always)
    private static func folded(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones << 7
        let low = word & ~tops
        // The top bit of a byte of `low + n` shows whether that byte is at least 0x80 - n; no sum reaches 0x100.
        let fromA = low &+ ones &* (0x80 - 0x41)
        let pastZ = low &+ ones &* (0x80 - 0x5B)
        let upper = fromA & ~pastZ & ~word & tops
        return word | upper >> 2
    }
}
