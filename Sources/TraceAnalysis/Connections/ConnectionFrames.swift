/// The frames of those connections that are wanted, noted while a tracker follows them.
struct ConnectionFrames: Sendable {
    /// Indexed by connection.
    private var isWanted: [Bool] = []
    private(set) var frames = FrameSet()

    /// - Parameter wanted: Numbers of connections, in the order in which a tracker opens them.
    init(of wanted: [Int]) {
        isWanted = Array(repeating: false, count: (wanted.max() ?? -1) + 1)
        for number in wanted { isWanted[number] = true }
    }

    mutating func note(_ frame: Int, of number: Int) {
        if number < isWanted.count, isWanted[number] { frames.insert(frame) }
    }
}
