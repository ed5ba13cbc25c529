/// Numbers that a sender counts its messages with, from any on, as they arrive: what was lost, came twice or came late.
///
/// Late (RFC 4737 §3.3): a first copy with a lower number than one before it. Twice (RFC 5560): any further copy. Lost: numbers
/// between the lowest and the highest that never came.
struct CountedMessages: Sendable {
    /// A number that is further away than this does not belong to the same count.
    private static let largestStep: Int64 = 1 << 32

    /// The bits at which numbers wrap.
    private let width: Int?
    private var seen = StreamCoverage()
    /// The losses of counts that ended.
    private var lostBefore: Int64 = 0
    private var hasCount = false
    /// Numbers that may be in bytes which the capture lacks.
    private var excused: Int64 = 0
    private var isBehindHole = false
    private(set) var duplicates = 0
    private(set) var late = 0

    init(width: Int? = nil) { self.width = width.flatMap { $0 < 64 ? $0 : nil } }

    /// - Returns: Whether it is the first copy.
    @discardableResult
    mutating func record(_ number: Int64) -> Bool {
        guard hasCount else {
            hasCount = true
            begin(number)
            return true
        }
        let unwrapped = unwrap(number)
        let (step, overflows) = unwrapped.subtractingReportingOverflow(seen.end)
        guard unwrapped < .max, !overflows, step.magnitude <= Self.largestStep.magnitude else {
            lostBefore += gaps
            seen = StreamCoverage()
            begin(number)
            return true
        }
        let isLate = unwrapped < seen.end
        if isBehindHole { excused &+= max(0, step) }
        isBehindHole = false
        if seen.insert(unwrapped..<unwrapped + 1) == 0 {
            duplicates += 1
            return false
        }
        if isLate { late += 1 }
        return true
    }

    /// Messages may be missing from the capture before what comes next: their numbers are not lost.
    mutating func miss() { isBehindHole = true }

    private mutating func begin(_ number: Int64) {
        guard number < .max else { return }
        _ = seen.insert(number..<number + 1)
    }

    /// The number of a count without end that is nearest to the highest so far.
    private func unwrap(_ number: Int64) -> Int64 {
        guard let width else { return number }
        let shift = UInt64(64 - width)
        let difference = Int64(bitPattern: UInt64(bitPattern: number &- (seen.end &- 1)) << shift) >> Int64(shift)
        return seen.end &- 1 &+ difference
    }

    private var gaps: Int64 { seen.total == 0 ? 0 : seen.end - seen.start - seen.total }

    /// Numbers that never came.
    var lost: Int { Int(clamping: max(0, lostBefore + gaps - excused)) }
}
