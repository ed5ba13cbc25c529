/// The choices that a value was made from, in the order in which they were made.
///
/// Each choice is a rank, from 0 for the simplest result to ``Choice/maximum``, not the output of the generator: a lower
/// rank makes a simpler value whatever the draw is for. A tape that is played again gives the same value. One that was
/// changed in between gives another value of the same generator, which is how values are shrunk.
struct ChoiceTape: Sendable {
    struct Choice: Hashable, Sendable {
        var rank: UInt64
        var maximum: UInt64
    }

    /// The choices of a value, more than which are neither recorded nor shrunk.
    static let capacity = 1 << 18

    /// Ranks that are played. After them come zeros, up to ``limit`` choices.
    private let given: [UInt64]
    private let isPlaying: Bool
    /// More choices than these come from the generator, so that one that waits for a certain result gets it.
    private let limit: Int
    private(set) var choices: [Choice] = []
    /// The choices of values that are parts of others.
    private(set) var groups: [Range<Int>] = []
    /// Whether more choices were made than there was room for.
    private(set) var isOverrun = false

    /// Records.
    init() {
        given = []
        isPlaying = false
        limit = Self.capacity
    }

    /// Plays, and records what is played: fewer choices if not all are needed, and ranks that fit their draws.
    init(playing ranks: [UInt64], limit: Int = Self.capacity) {
        given = ranks
        isPlaying = true
        self.limit = max(limit, ranks.count)
    }

    /// The rank of the next choice; nil if the generator has to make it.
    mutating func nextRank(upTo maximum: UInt64) -> UInt64? {
        guard isPlaying else { return nil }
        guard choices.count < limit else {
            isOverrun = true
            return nil
        }
        let rank = choices.count < given.count ? min(given[choices.count], maximum) : 0
        choices.append(Choice(rank: rank, maximum: maximum))
        return rank
    }

    /// Adds a choice that the generator made.
    mutating func record(_ rank: UInt64, upTo maximum: UInt64) {
        guard choices.count < limit else {
            isOverrun = true
            return
        }
        choices.append(Choice(rank: rank, maximum: maximum))
    }

    /// Says that the choices from `start` on made a value that is part of another.
    mutating func endGroup(from start: Int) {
        if start < choices.count { groups.append(start..<choices.count) }
    }
}
