/// Frames of a capture: a bit for each up to the last one in it.
public struct FrameSet: Equatable, Sendable {
    /// The last one has a frame, so that equal sets have equal words.
    private var words: [UInt64] = []
    /// How many there are.
    public private(set) var count = 0

    /// A set without frames.
    public init() {}

    /// Whether no frame is in it.
    public var isEmpty: Bool { count == 0 }

    /// Adds a frame, if it is not there yet.
    ///
    /// - Parameter frame: From 1 on, and one that was met: the memory of the set follows the largest.
    public mutating func insert(_ frame: Int) {
        let index = frame / 64
        guard frame > 0 else { return }
        while words.count <= index { words.append(0) }
        let bit: UInt64 = 1 << UInt64(frame % 64)
        guard words[index] & bit == 0 else { return }
        words[index] |= bit
        count += 1
    }

    /// - Parameter frame: The number of a frame; the set has none below 1.
    public func contains(_ frame: Int) -> Bool {
        let index = frame / 64
        return frame > 0 && index < words.count && words[index] >> UInt64(frame % 64) & 1 != 0
    }

    /// Adds the frames of another set.
    public mutating func formUnion(_ other: FrameSet) {
        while words.count < other.words.count { words.append(0) }
        for index in other.words.indices { words[index] |= other.words[index] }
        recount()
    }

    /// Keeps the frames that are in another set too.
    public mutating func formIntersection(_ other: FrameSet) {
        for index in words.indices { words[index] &= index < other.words.count ? other.words[index] : 0 }
        recount()
    }

    private mutating func recount() {
        while words.last == 0 { words.removeLast() }
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }
}
