import WireCoding

/// Looks for the first offset from which four messages in a row fit.
///
/// What it finds depends on the bytes only, not on the pieces in which they come: a candidate is refused as soon as a
/// message in its row fails or ends too far ahead, and waited for otherwise.
struct FramingSearch: Sendable {
    /// Messages in a row that prove an offset.
    static let neededMessages = 4
    /// Messages without a body prove little: a run of zero bytes is full of them. They count in a row, but as many as
    /// this
    /// without four others end it.
    static let maximumEmptyMessages = 16
    /// The bytes after a candidate that are looked at: 1 MiB.
    static let maximumDistance = 1 << 20
    /// Bytes of bodies that are decoded for each byte that is searched, before the search gives up.
    static let maximumEffort = 64

    enum Step {
        case refused
        /// So many bytes of a message are needed in all, where that is known.
        case incomplete(total: Int?)
        case message(total: Int, isEmpty: Bool)
    }

    enum Outcome: Equatable {
        /// The index of the first message in the held bytes.
        case found(Int)
        case waiting
        /// Too much was tried.
        case exhausted
    }

    /// The index of the candidate in the held bytes.
    private(set) var candidate = 0
    private var next = 0
    private var proven = 0
    private var empty = 0
    private var effort = 0
    private var searched = 0

    /// Goes on with the bytes that are held.
    ///
    /// - Parameters:
    ///   - isLast: Whether no more bytes come, so that nothing is waited for.
    ///   - step: Looks at the message at an index.
    mutating func advance(_ held: Span<UInt8>, isLast: Bool, _ step: (Int) -> Step) -> Outcome {
        while candidate < held.count {
            while proven < Self.neededMessages {
                switch step(next) {
                case .refused: break
                case .incomplete(let total):
                    let end = next + max(total ?? 0, held.count - next + 1)
                    if !isLast, end - candidate <= Self.maximumDistance { return .waiting }
                case .message(let total, let isEmpty):
                    effort += isEmpty ? 1 : total
                    guard next + total - candidate <= Self.maximumDistance,
                        empty < Self.maximumEmptyMessages || !isEmpty
                    else { break }
                    if isEmpty { empty += 1 } else { proven += 1 }
                    next += total
                    continue
                }
                break
            }
            if proven == Self.neededMessages { return .found(candidate) }
            guard effort <= Self.maximumEffort * (searched + 4096) else { return .exhausted }
            refuse()
        }
        return .waiting
    }

    private mutating func refuse() {
        candidate += 1
        searched += 1
        next = candidate
        proven = 0
        empty = 0
    }

    /// Says that bytes before the candidate are no longer held.
    mutating func dropHeld() {
        next -= candidate
        candidate = 0
    }
}
