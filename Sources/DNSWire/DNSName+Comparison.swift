import WireCoding

extension DNSName: Hashable {
    public static func == (first: DNSName, second: DNSName) -> Bool {
        foldedEqual(first.wireForm.span, second.wireForm.span)
    }

    public func hash(into hasher: inout Hasher) {
        let bytes = wireForm.span
        var offset = 0
        while offset &+ 8 <= bytes.count {
            hasher.combine(Self.folded(bytes.littleEndianUInt64(at: offset)))
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset &+= 1
        }
        hasher.combine(Self.folded(rest))
    }

    /// Compares wire forms. Length bytes are 63 at most, below `A`, so that folding all bytes alike leaves them alone.
    static func foldedEqual(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        guard first.count == second.count else { return false }
        var offset = 0
        while offset &+ 8 <= first.count {
            let left = first.littleEndianUInt64(at: offset)
            let right = second.littleEndianUInt64(at: offset)
            guard left == right || folded(left) == folded(right) else { return false }
            offset &+= 8
        }
        while offset < first.count {
            guard folded(UInt64(first[offset])) == folded(UInt64(second[offset])) else { return false }
            offset &+= 1
        }
        return true
    }

    /// Eight bytes at once, each of A-Z made lower case.
    private static func folded(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones << 7
        let low = word & ~tops
        // The top bit of a byte of `low + n` tells whether that byte is at least 0x80 - n; no sum reaches 0x100.
        let fromA = low &+ ones &* (0x80 - 0x41)
        let pastZ = low &+ ones &* (0x80 - 0x5B)
        let upper = fromA & ~pastZ & ~word & tops
        return word | upper >> 2
    }
}
