import WireCoding

/// The name of a member, packed so that comparing it with a known one costs two comparisons of words.
struct JSONName: Equatable {
    /// The first eight bytes, the first one lowest; absent ones are 0.
    let low: UInt64
    /// The next eight.
    let high: UInt64
    let length: Int

    init(low: UInt64, high: UInt64, length: Int) {
        self.low = low
        self.high = high
        self.length = length
    }

    /// The name at that place. Those that are too long keep only their length, which no known name has.
    @inline(__always)
    init(_ name: JSONText, in text: Span<UInt8>) {
        let start = name.range.lowerBound
        let length = name.range.count
        guard !name.hasEscapes && start &+ 16 <= text.count else {
            self.init(slowly: name, in: text)
            return
        }
        // A shift by 64 gives 0.
        self.init(
            low: text.loadUInt64(at: start) & ~(UInt64.max << UInt64(length &* 8)),
            high: text.loadUInt64(at: start &+ 8) & ~(UInt64.max << UInt64(max(length &- 8, 0) &* 8)),
            length: length)
    }

    /// Names with escapes, and those at the end of the text.
    @inline(never)
    private init(slowly name: JSONText, in text: Span<UInt8>) {
        let bytes = name.utf8(in: text)
        var words: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.prefix(16).enumerated() {
            if index < 8 {
                words.0 |= UInt64(byte) << UInt64(8 * index)
            } else {
                words.1 |= UInt64(byte) << UInt64(8 * (index - 8))
            }
        }
        self.init(low: words.0, high: words.1, length: bytes.count)
    }
}

/// Names of ``MeshMessage``, as bytes from the lowest on.
extension JSONName {
    static let type = JSONName(low: 0x0000_0000_6570_7974, high: 0x0000_0000_0000_0000, length: 4)
    static let senderID = JSONName(low: 0x4449_7265_646E_6573, high: 0x0000_0000_0000_0000, length: 8)
    static let timestamp = JSONName(low: 0x6D61_7473_656D_6974, high: 0x0000_0000_0000_0070, length: 9)
    static let identification = JSONName(low: 0x6966_6974_6E65_6469, high: 0x0000_6E6F_6974_6163, length: 14)
    static let broadcast = JSONName(low: 0x7361_6364_616F_7262, high: 0x0000_0000_0000_0074, length: 9)
    static let direct = JSONName(low: 0x0000_7463_6572_6964, high: 0x0000_0000_0000_0000, length: 6)
    static let relayedBroadcast = JSONName(low: 0x4264_6579_616C_6572, high: 0x7473_6163_6461_6F72, length: 16)
    static let payload = JSONName(low: 0x0064_616F_6C79_6170, high: 0x0000_0000_0000_0000, length: 7)
    static let originalSender = JSONName(low: 0x6C61_6E69_6769_726F, high: 0x0000_7265_646E_6553, length: 14)
    static let seenBy = JSONName(low: 0x0000_7942_6E65_6573, high: 0x0000_0000_0000_0000, length: 6)
    static let peerID = JSONName(low: 0x0000_4449_7265_6570, high: 0x0000_0000_0000_0000, length: 6)
    static let displayName = JSONName(low: 0x4E79_616C_7073_6964, high: 0x0000_0000_0065_6D61, length: 11)
}
