import WireTesting

/// An input as a stream in pieces, cut where the input itself says, so that an input always gives the same pieces.
enum InputPieces {
    /// One to as many pieces as there are bytes; none is empty.
    static func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        // FNV-1a: any function of all bytes would do.
        let seed = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var random = SeededGenerator(seed: seed)
        let longest = random.pick([1, 3, 7, 64, 1500])
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let length = random.number(in: 1...longest)
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return pieces
    }
}
