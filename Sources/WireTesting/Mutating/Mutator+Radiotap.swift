extension Mutator {
    /// Faults of a radiotap header: the version, the length, and the chain of presence words.
    public static let radiotap: [Mutator] = [
        Mutator("radiotap-length") { bytes, random in
            bytes.lie(width: 2, at: 2, bigEndian: false, &random)
        },
        // Another word announced or not announced, another namespace, a field more or less.
        Mutator("radiotap-presence") { bytes, random in
            let words = presenceWords(of: bytes)
            guard words > 0 else { return }
            let place = 4 + 4 * random.number(in: 0...words - 1)
            let bit = random.pick([31, 31, 29, 30, 28, random.number(in: 0...27)])
            bytes[place + bit / 8] ^= 1 << UInt8(bit % 8)
        },
        // Up to far more words than any driver writes, in a header that has room for them.
        Mutator("radiotap-chain") { bytes, random in
            let words = presenceWords(of: bytes)
            guard words > 0, let length = bytes.number(width: 2, at: 2, bigEndian: false) else { return }
            let count = random.pick([1, 62, 63, 64, 65, 5000])
            let word: [UInt8] = random.pick([
                [0, 0, 0, 0x80], [0, 0, 0, 0xA0], [0xFF, 0xFF, 0xFF, 0xFF], [1, 0, 0, 0xC0],
            ])
            bytes.insert(contentsOf: Array(repeatElement(word, count: count).joined()), at: 4)
            bytes.overwrite(UInt64(length + 4 * count), width: 2, at: 2, bigEndian: false)
        },
        Mutator("radiotap-version") { bytes, random in
            guard !bytes.isEmpty else { return }
            bytes[0] = random.boundary()
        },
    ]

    /// The number of presence words that are present.
    private static func presenceWords(of bytes: [UInt8]) -> Int {
        var count = 0
        while let word = bytes.number(width: 4, at: 4 + 4 * count, bigEndian: false) {
            count += 1
            guard word >> 31 == 1 else { break }
        }
        return count
    }
}
