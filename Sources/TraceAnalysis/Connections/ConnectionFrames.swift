/// The frames of those connections that are wanted, or the connections of those frames, noted while a tracker follows them.
struct ConnectionFrames: Sendable {
    /// Indexed by connection.
    private var isWanted: [Bool] = []
    private(set) var frames = FrameSet()
    /// The frames whose connections are wanted, nil where frames are.
    private var given: FrameSet?
    /// The numbers of these connections.
    private(set) var connections: Set<Int> = []

    /// - Parameter frames: Those whose connections are wanted.
    init(connectionsOf frames: FrameSet) { given = frames }

    /// - Parameter wanted: Numbers of connections, in the order in which a tracker opens them.
    init(of wanted: [Int]) {
        isWanted = Array(repeating: false, count: (wanted.max() ?? -1) + 1)
        for number in wanted { isWanted[number] = true }
    }

    mutating func note(_ frame: Int, of number: Int) {
        if let given {
            if given.contains(frame) { connections.insert(number) }
            return
        }
        if number < isWanted.count, isWanted[number] { frames.insert(frame) }
    }
}
