import TraceModel

/// Where numbered messages were lost or came late, in bounded memory: when there are too many places, each two that follow each other
/// become one, so that all of them stand for about as many.
struct DeliveryMarks: Sendable {
    struct Mark: Sendable {
        /// The packet that showed it first.
        var moment: PacketMoment
        /// The numbers that were missing then; of a late message none.
        var numbers: Range<Int64>
        var lost: Int
        var reordered: Int
        /// How many places it stands for.
        var places = 1
    }

    /// Twice as many as a report has: half of the places may turn out to be no losses.
    static let limit = 2 * SessionDirection.maximumDeliveryMarks
    private var marks: [Mark] = []
    /// The first mark of the current count.
    private var first = 0
    /// How many places a mark may stand for: as many as the others.
    private var size = 1

    /// Numbers were left out.
    mutating func miss(_ numbers: Range<Int64>, at moment: PacketMoment) {
        guard !numbers.isEmpty else { return }
        append(Mark(moment: moment, numbers: numbers, lost: numbers.count, reordered: 0))
    }

    /// A number that was missing came after all.
    mutating func find(_ number: Int64, at moment: PacketMoment) {
        if let place = marks[first...].lastIndex(where: { $0.lost > 0 && $0.numbers.contains(number) }) {
            marks[place].lost -= 1
        }
        append(Mark(moment: moment, numbers: 0..<0, lost: 0, reordered: 1))
    }

    /// The sender begins to count again: what was missed before is lost.
    mutating func beginAgain() { first = marks.count }

    private mutating func append(_ mark: Mark) {
        if marks.count > first, let last = marks.last, last.places < size {
            marks[marks.count - 1] = last.united(with: mark)
            return
        }
        marks.append(mark)
        guard marks.count > Self.limit else { return }
        // Of both counts that a pair may be of, only the numbers of the later one can still come.
        let kept = marks[first...].filter(\.isOfUse)
        marks = marks[..<first].filter(\.isOfUse)
        first = marks.count
        marks += kept
        if marks.count > Self.limit / 2 {
            marks = Self.united(marks)
            first /= 2
            size *= 2
        }
    }

    private static func united(_ marks: [Mark]) -> [Mark] {
        stride(from: 0, to: marks.count, by: 2).map { index in
            guard index + 1 < marks.count else { return marks[index] }
            return marks[index].united(with: marks[index + 1])
        }
    }

    /// At most as many as a report has, in order.
    var all: [Mark] {
        var shown = marks.filter { $0.lost > 0 || $0.reordered > 0 }
        while shown.count > SessionDirection.maximumDeliveryMarks { shown = Self.united(shown) }
        return shown
    }
}

extension DeliveryMarks.Mark {
    /// Whether it says anything, or may still be needed to find a number.
    fileprivate var isOfUse: Bool { lost > 0 || reordered > 0 }

    fileprivate func united(with later: Self) -> Self {
        var all = self
        if numbers.isEmpty {
            all.numbers = later.numbers
        } else if !later.numbers.isEmpty {
            // A later count begins with lower numbers.
            all.numbers =
                later.numbers.lowerBound >= numbers.upperBound
                ? numbers.lowerBound..<later.numbers.upperBound : later.numbers
        }
        all.lost += later.lost
        all.reordered += later.reordered
        all.places += later.places
        return all
    }
}
