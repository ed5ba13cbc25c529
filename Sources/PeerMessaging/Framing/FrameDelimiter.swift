import WireCoding

/// The bytes that end each frame of a stream: a line feed, `\r\n`, a zero, or others.
public struct FrameDelimiter: Hashable, Sendable {
    /// Longer ones have no delimiter.
    public static let maximumLength = 255

    /// `\n`, 0x0A: a line of most text protocols, and of JSON Lines.
    public static let lineFeed = FrameDelimiter(known: [0x0A])
    /// `\r\n`, 0x0D 0x0A: a line of Internet protocols.
    public static let carriageReturnLineFeed = FrameDelimiter(known: [0x0D, 0x0A])
    /// A byte 0, as after a string of C.
    public static let zero = FrameDelimiter(known: [0])

    /// At least one, at most ``maximumLength``.
    public let bytes: [UInt8]
    /// For each number of bytes that are there, less one: how many remain of them if the next byte is another one (Knuth,
    /// Morris, Pratt), so that each byte of a stream is looked at once, wherever it is cut.
    private let remaining: [UInt8]

    /// - Returns: Nil for no bytes, and for more than ``maximumLength``.
    public init?(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.init(known: bytes)
    }

    private init(known bytes: [UInt8]) {
        self.bytes = bytes
        var remaining: [UInt8] = [0]
        var matched = 0
        for index in 1..<max(bytes.count, 1) {
            while matched > 0, bytes[index] != bytes[matched] { matched = Int(remaining[matched - 1]) }
            if bytes[index] == bytes[matched] { matched += 1 }
            remaining.append(UInt8(matched))
        }
        self.remaining = remaining
    }

    /// Looks for the end of the next delimiter.
    ///
    /// - Parameters:
    ///   - bytes: A piece of a stream.
    ///   - start: Where to go on in it.
    ///   - end: Where to stop.
    ///   - matched: How many of the delimiter's bytes were the last ones of the stream so far.
    /// - Returns: The position after the delimiter; nil if it does not end there.
    func end(in bytes: Span<UInt8>, from start: Int, to end: Int, matched: inout Int) -> Int? {
        var cursor = start
        while cursor < end {
            if matched == 0 {
                cursor = Self.position(of: self.bytes[0], in: bytes, from: cursor, to: end)
                guard cursor < end else { return nil }
                matched = 1
            } else {
                let byte = bytes[cursor]
                while matched > 0, byte != self.bytes[matched] { matched = Int(remaining[matched &- 1]) }
                if byte == self.bytes[matched] { matched &+= 1 }
            }
            cursor &+= 1
            guard matched < self.bytes.count else {
                matched = 0
                return cursor
            }
        }
        return nil
    }

    private static func position(of byte: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var cursor = start
        while cursor &+ 16 <= end {
            let marks = ByteMarks(bytes.loadVector(at: cursor).equals(byte))
            guard marks.isEmpty else { return cursor &+ marks.first }
            cursor &+= 16
        }
        while cursor < end, bytes[cursor] != byte { cursor &+= 1 }
        return cursor
    }
}
