/// Counts conflicts, and says when there were too many (RFC 6762 §8.1).
struct ConflictHistory: Hashable, Sendable {
    /// Times of the last conflicts, oldest first, no more than the trigger counts.
    private var times: [Int64] = []
    /// How many names in a row were lost.
    private var lostNames = 0
    /// When the name was won that is held now.
    private var heldSince: Int64?
    /// Whether every attempt has to wait. It stays so until a name was won.
    private var isSlowedByConflicts = false

    /// Notes a conflict.
    ///
    /// - Parameters:
    ///   - time: When, in nanoseconds.
    ///   - losesName: Whether the name is exchanged for another one.
    ///   - trigger: What is too many.
    mutating func note(at time: Int64, losesName: Bool, _ trigger: ProbingProfile.BackOffTrigger) {
        switch trigger {
        case .conflicts(let limit, let window):
            times.append(time)
            if times.count > max(1, limit) { times.removeFirst(times.count - max(1, limit)) }
            if times.count >= limit && time.advanced(saturating: -Int64(nanosecondsOf: window)) <= times[0] {
                isSlowedByConflicts = true
            }
        case .names(_, let lasting):
            if let heldSince, time.subtracting(saturating: heldSince) > Int64(nanosecondsOf: lasting) { lostNames = 0 }
            heldSince = nil
            if losesName { lostNames &+= 1 }
        case .never: break
        }
    }

    /// Whether the next first probe has to wait.
    ///
    /// - Parameter isNewName: Whether it is for another name than the last one.
    func isBackingOff(isNewName: Bool, _ trigger: ProbingProfile.BackOffTrigger) -> Bool {
        switch trigger {
        case .conflicts: isSlowedByConflicts
        // The next name is one more than the lost ones.
        case .names(let limit, _): isNewName && lostNames >= max(1, limit) - 1
        case .never: false
        }
    }

    /// Notes that a name was won.
    mutating func noteSuccess(at time: Int64) {
        isSlowedByConflicts = false
        heldSince = time
    }
}
