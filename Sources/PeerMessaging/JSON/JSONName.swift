import WireCoding

/// The name of a member, packed so that comparing it with a known one costs two comparisons of words.
struct JSONName: Equatable {
    /// The first eight bytes, the first one lowest; absent ones are 0.
    let low: UInt64
    /// The next eight.
    let high: UInt64
    let length: Int

    @inline(__always)
    init(low: UInt64, high: UInt64 = 0, length: Int) {
        self.low = low
        self.high = high
        self.length = length
    }

    /// The name at that place. Those that are too long keep only their length, which no known name has.
    @inline(__always)
    init(_ name: JSONStringRange, in text: Span<UInt8>) {
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
    private init(slowly name: JSONStringRange, in text: Span<UInt8>) {
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

extension JSONScanner {
    /// Moves over a member's name and the colon, if it is this name and written as encoders do: without escapes, and
    /// without white space before the colon. What is written otherwise takes ``readMemberName()``.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func skipName(_ name: JSONName) -> Bool {
        // The longest name, its quotes and the colon: most names are not at the end of a text.
        guard position &+ 19 <= text.count else { return false }
        let start = position &+ 1
        let end = start &+ name.length
        guard text[position] == UInt8(ascii: "\""),
            text.loadUInt64(at: start) & Self.bytes(name.length) == name.low,
            name.length <= 8 || text.loadUInt64(at: start &+ 8) & Self.bytes(name.length &- 8) == name.high,
            text[end] == UInt8(ascii: "\""), text[end &+ 1] == UInt8(ascii: ":")
        else { return false }
        position = end &+ 2
        return true
    }

    /// A word with its lowest bytes set, as many as there are up to eight.
    @inline(__always)
    private static func bytes(_ count: Int) -> UInt64 { count >= 8 ? .max : ~(UInt64.max << UInt64(8 &* count)) }
}

/// Names of ``MeshMessage``, as bytes from the lowest on. They are computed, not stored, so that comparing with them is
/// comparing with constants.
extension JSONName {
    @inline(__always) static var type: JSONName { JSONName(low: 0x0000_0000_6570_7974, length: 4) }
    @inline(__always) static var senderID: JSONName { JSONName(low: 0x4449_7265_646E_6573, length: 8) }
    @inline(__always) static var timestamp: JSONName {
        JSONName(low: 0x6D61_7473_656D_6974, high: 0x0000_0000_0000_0070, length: 9)
    }
    @inline(__always) static var identification: JSONName {
        JSONName(low: 0x6966_6974_6E65_6469, high: 0x0000_6E6F_6974_6163, length: 14)
    }
    @inline(__always) static var broadcast: JSONName {
        JSONName(low: 0x7361_6364_616F_7262, high: 0x0000_0000_0000_0074, length: 9)
    }
    @inline(__always) static var direct: JSONName { JSONName(low: 0x0000_7463_6572_6964, length: 6) }
    @inline(__always) static var relayedBroadcast: JSONName {
        JSONName(low: 0x4264_6579_616C_6572, high: 0x7473_6163_6461_6F72, length: 16)
    }
    @inline(__always) static var payload: JSONName { JSONName(low: 0x0064_616F_6C79_6170, length: 7) }
    @inline(__always) static var originalSender: JSONName {
        JSONName(low: 0x6C61_6E69_6769_726F, high: 0x0000_7265_646E_6553, length: 14)
    }
    @inline(__always) static var seenBy: JSONName { JSONName(low: 0x0000_7942_6E65_6573, length: 6) }
    @inline(__always) static var peerID: JSONName { JSONName(low: 0x0000_4449_7265_6570, length: 6) }
    @inline(__always) static var displayName: JSONName {
        JSONName(low: 0x4E79_616C_7073_6964, high: 0x0000_0000_0065_6D61, length: 11)
    }
}
