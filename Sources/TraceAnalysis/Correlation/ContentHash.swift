import WireCoding

/// Hashes of a payload and of two prefixes of it, found in one pass.
///
/// The same in every run, because the order of elements with equal hashes must not change. An attacker who makes two
/// payloads with one hash has made two equal packets for a correlation, which is also possible with less effort.
struct ContentHash {
    /// The hash of all bytes.
    private(set) var whole: UInt64
    /// The hash of the first ``PacketMark/longPrefix`` and ``PacketMark/shortPrefix`` bytes, or of all, if there are
    /// fewer.
    private(set) var long: UInt32
    private(set) var short: UInt32

    init(_ bytes: Span<UInt8>) {
        var state: UInt64 = 0x243F_6A88_85A3_08D3
        var prefixes: (short: UInt64?, long: UInt64?)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            state = Self.mix(state, bytes.loadUInt64(at: offset))
            offset &+= 8
            if offset == PacketMark.shortPrefix { prefixes.short = state }
            if offset == PacketMark.longPrefix { prefixes.long = state }
        }
        if offset < bytes.count {
            var rest: UInt64 = 0
            for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
            state = Self.mix(state, rest)
        }
        whole = state
        long = UInt32(truncatingIfNeeded: prefixes.long ?? state)
        short = UInt32(truncatingIfNeeded: prefixes.short ?? state)
    }

    /// Folds the 128-bit product of both numbers, neither of which can make it 0 on its own.
    @inline(__always)
    static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
        let product = (first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: second ^ 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low ^ first &+ second.byteSwapped
    }
}
