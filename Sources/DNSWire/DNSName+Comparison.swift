import WireCoding

extension DNSName: Hashable {
    public static func == (first: DNSName, second: DNSName) -> Bool { foldedEqual(first.span, second.span) }

    public func hash(into hasher: inout Hasher) { span.forEachWord { hasher.combine(Self.folded($0)) } }

    /// Compares wire forms. Length bytes are at most 63, below `A`, so folding every byte leaves them unchanged.
    static func foldedEqual(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        first.wordsEqual(second) { $0 == $1 || folded($0) == folded($1) }
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
