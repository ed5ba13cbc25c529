/// Numbers that a sender gives its messages, from 0 on, as they arrive: what was lost, came twice or came late.
///
/// Late (RFC 4737 §3.3): a first copy with a lower number than one before it. Twice (RFC 5560): any further copy. Lost: numbers
/// below the highest that never came; whether more came after the highest cannot be known.
struct MessageNumbers: Sendable {
    /// A number that is further ahead than this does not belong to the same count.
    static let largestStep: Int64 = 1 << 16
    /// Above this, the first number does not belong to a count from 0: more than this many messages would have been
    /// lost before it.
    static let largestFirst: Int64 = 1 << 12

    private var seen = StreamCoverage()
    /// The losses of counts that ended.
    private var lostBefore = 0
    /// Messages whose number does not fit.
    private(set) var strays = 0
    private(set) var count = 0
    private(set) var duplicates = 0
    private(set) var late = 0
    /// Where they were lost or late.
    private(set) var marks = DeliveryMarks()

    /// - Parameter moment: When it came.
    mutating func record(_ number: UInt64, at moment: PacketMoment) {
        let highest = seen.total == 0 ? Self.largestFirst : seen.end + Self.largestStep
        guard let number = Int64(exactly: number), number <= highest else {
            strays += 1
            return
        }
        count += 1
        let end = seen.end
        if seen.insert(number..<number + 1) == 0 {
            duplicates += 1
        } else if number < end {
            late += 1
            marks.find(number, at: moment)
        } else {
            marks.miss(end..<number, at: moment)
        }
    }

    /// Whether the messages really are numbered: nearly all of them fit.
    var isPlausible: Bool { count > 0 && strays * 10 <= count }

    /// One past the highest number of this count.
    var end: Int64 { seen.end }

    /// The sender begins to count from 0 again.
    mutating func beginAgain() {
        lostBefore = lost
        seen = StreamCoverage()
        marks.beginAgain()
    }

    /// Numbers that never came.
    var lost: Int { lostBefore + Int(seen.end - seen.total) }
}
