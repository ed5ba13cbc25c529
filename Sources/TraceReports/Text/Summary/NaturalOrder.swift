/// The order in which people look names up: in any case, and `Peer 2` before `Peer 10`.
package struct NaturalOrder: Comparable {
    private let key: [UInt8]
    let text: String

    package init(_ text: String) {
        self.text = text
        var key: [UInt8] = []
        var digits: [UInt8] = []
        for byte in text.utf8 {
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                digits.append(byte)
                continue
            }
            Self.add(&digits, to: &key)
            key.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte)
        }
        Self.add(&digits, to: &key)
        self.key = key
    }

    /// A number as a digit, how many digits it has, and these: among numbers the longer one is larger.
    private static func add(_ digits: inout [UInt8], to key: inout [UInt8]) {
        guard !digits.isEmpty else { return }
        let number = digits.drop { $0 == UInt8(ascii: "0") }
        key += [UInt8(ascii: "0"), UInt8(clamping: number.count)] + number
        digits = []
    }

    package static func < (first: NaturalOrder, second: NaturalOrder) -> Bool {
        guard first.key != second.key else { return first.text < second.text }
        return first.key.lexicographicallyPrecedes(second.key)
    }
}
