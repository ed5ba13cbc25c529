import WireSimulation
import WireTesting

/// An input as a stream in pieces, cut where the input itself says, so that an input always gives the same pieces.
enum InputPieces {
    /// None is empty. They are short behind one place, where many a cut falls into one field, and long elsewhere: a
    /// piece for each byte of a long input would take most of a run's time for arrays.
    static func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var random = SeededGenerator(seed: seed(of: bytes))
        let shortLength = random.pick([1, 3, 7, 64])
        let place = random.chance(1, in: 2) ? 0 : random.number(in: 0...bytes.count)
        var shortPieces = 64
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let ahead = place - rest.startIndex
            let longest: Int
            if ahead > 0 {
                longest = min(ahead, longLength)
            } else if shortPieces > 0 {
                longest = shortLength
                shortPieces -= 1
            } else {
                longest = longLength
            }
            let length = random.number(in: 1...longest)
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return pieces
    }

    /// The payload of a segment on Ethernet.
    private static let longLength = 1460

    /// FNV-1a of the length and of 32 bytes: any function of the input would do that most changes change.
    private static func seed(of bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        for index in stride(from: 0, to: bytes.count, by: bytes.count / 32 + 1) {
            hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
        }
        return hash
    }
}
