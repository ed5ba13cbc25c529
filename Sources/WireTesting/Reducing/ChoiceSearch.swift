/// A search for simpler choices under way.
struct ChoiceSearch<Value> {
    private let generator: Generator<Value>
    private(set) var value: Value
    /// How the value was made.
    private(set) var tape: ChoiceTape
    /// Nil for a value that does not show the fault, or was made of too many choices: there is nothing to do.
    private var size: Int?
    private(set) var budget: ReductionBudget
    /// The last attempt, if it came to nothing: equal ones often follow each other.
    private var last: (ranks: [UInt64], outcome: Outcome)?

    init(generator: Generator<Value>, value: Value, tape: ChoiceTape, size: Int?, budget: ReductionBudget) {
        self.generator = generator
        self.value = value
        self.tape = tape
        self.size = size
        self.budget = budget
    }

    private var choices: [ChoiceTape.Choice] { tape.choices }
    private var ranks: [UInt64] { tape.choices.map(\.rank) }

    /// - Parameter judge: The size of a value that shows the fault, nil for one that does not.
    mutating func run(_ judge: (Value) -> Int?) {
        guard size != nil else { return }
        // The simplest of all.
        attempt([], judge)
        var before: [ChoiceTape.Choice]
        repeat {
            before = choices
            clearPieces(judge)
            dropElements(judge)
            dropPieces(judge)
            lowerEach(judge)
            lowerEqual(judge)
            lowerPairs(judge)
            sort(judge)
        } while choices != before && !budget.isSpent
    }

    /// What came of an attempt.
    private struct Outcome {
        var isTaken = false
        /// How many choices the value took; nil if it was not made, or would have taken too many.
        var count: Int?
    }

    /// Makes the value of other choices, and takes it over if it shows the fault and is simpler.
    @discardableResult
    private mutating func attempt(_ ranks: [UInt64], _ judge: (Value) -> Int?) -> Outcome {
        // Choices that are missing are 0.
        let ranks = Array(ranks[..<((ranks.lastIndex { $0 != 0 } ?? -1) + 1)])
        if let last, last.ranks == ranks {
            budget.look()
            return last.outcome
        }
        let outcome = play(ranks, judge)
        last = outcome.isTaken ? nil : (ranks, outcome)
        return outcome
    }

    private mutating func play(_ ranks: [UInt64], _ judge: (Value) -> Int?) -> Outcome {
        guard budget.take(), let size else { return Outcome() }
        var random = SeededGenerator(seed: 0)
        // Some values take more choices than what they are simpler than.
        let playing = ChoiceTape(playing: ranks, limit: choices.count + 64)
        let (other, played) = random.taped(playing, generator.next)
        guard !played.isOverrun else { return Outcome() }
        guard played.choices != choices, let otherSize = judge(other) else {
            return Outcome(count: played.choices.count)
        }
        let isSimpler = (otherSize, played.choices.count) < (size, choices.count)
        let isLower =
            (otherSize, played.choices.count) == (size, choices.count)
            && played.choices.lazy.map(\.rank).lexicographicallyPrecedes(choices.lazy.map(\.rank))
        guard isSimpler || isLower else { return Outcome(count: played.choices.count) }
        value = other
        tape = played
        self.size = otherSize
        return Outcome(isTaken: true, count: played.choices.count)
    }

    /// Sets pieces to 0, each half as long as those before.
    private mutating func clearPieces(_ judge: (Value) -> Int?) {
        forEachPiece { search, piece in
            guard search.choices[piece].contains(where: { $0.rank != 0 }) else { return }
            var ranks = search.ranks
            ranks.replaceSubrange(piece, with: repeatElement(0, count: piece.count))
            search.attempt(ranks, judge)
        }
    }

    /// Takes pieces away, each half as long as those before.
    private mutating func dropPieces(_ judge: (Value) -> Int?) {
        forEachPiece { search, piece in
            var ranks = search.ranks
            ranks.removeSubrange(piece)
            search.attempt(ranks, judge)
        }
    }

    private mutating func forEachPiece(_ visit: (inout ChoiceSearch, Range<Int>) -> Void) {
        var size = choices.count
        while size > 0, !budget.isSpent {
            var start = choices.count - size
            while start > -size, !budget.isSpent {
                let piece = max(0, start)..<min(start + size, choices.count)
                if !piece.isEmpty { visit(&self, piece) }
                start -= size
            }
            size = min(size / 2, choices.count)
        }
    }

    /// Lowers choices that are counts, together with taking away the choices of as many elements.
    ///
    /// A choice seems to be a count if the value takes fewer choices with it at 0.
    private mutating func dropElements(_ judge: (Value) -> Int?) {
        var index = 0
        while index < choices.count, !budget.isSpent {
            let before = choices[index].rank
            if before > 0 {
                var ranks = ranks
                ranks[index] = 0
                let outcome = attempt(ranks, judge)
                if !outcome.isTaken, let rest = outcome.count, rest < choices.count {
                    dropElements(countedAt: index, without: rest, judge)
                }
            }
            // Once more after progress.
            if index < choices.count, choices[index].rank > 0, choices[index].rank < before { continue }
            index += 1
        }
    }

    /// - Parameter rest: How many choices the value takes without any element.
    private mutating func dropElements(countedAt index: Int, without rest: Int, _ judge: (Value) -> Int?) {
        let before = choices[index].rank
        guard let elements = elements(countedAt: index, without: rest, judge) else { return }
        drop(elements, countedAt: index, judge)
        // What follows the elements may take more choices or fewer without them. A guess, then: small ones of equal size.
        for each in 1...8 where index < choices.count && choices[index].rank == before && !budget.isSpent {
            let number = min(Int(clamping: before), 24 / each, (choices.count - index - 1) / each)
            drop((0..<number).map { index + 1 + $0 * each..<index + 1 + ($0 + 1) * each }, countedAt: index, judge)
        }
    }

    /// Lowers a count, and takes away as many of its elements, all of them down to one.
    private mutating func drop(_ elements: [Range<Int>], countedAt index: Int, _ judge: (Value) -> Int?) {
        var elements = elements
        var size = elements.count
        while size > 0, !budget.isSpent {
            var first = elements.count - size
            while first > -size, index < choices.count, !budget.isSpent {
                let piece = max(0, first)..<max(0, min(first + size, elements.count))
                first -= size
                guard !piece.isEmpty, choices[index].rank >= piece.count else { continue }
                let dropped = elements[piece.lowerBound].lowerBound..<elements[piece.upperBound - 1].upperBound
                guard dropped.upperBound <= choices.count else { continue }
                var ranks = ranks
                ranks[index] -= UInt64(piece.count)
                ranks.removeSubrange(dropped)
                guard attempt(ranks, judge).isTaken else { continue }
                let later = elements[piece.upperBound...].map {
                    $0.lowerBound - dropped.count..<$0.upperBound - dropped.count
                }
                elements.replaceSubrange(piece.lowerBound..., with: later)
            }
            size = min(size / 2, elements.count)
        }
    }

    /// The choices of the elements that a choice counts: those of the values that the generator made one after the other;
    /// otherwise as many as the value takes more with each element, or all of the same size if there are too many to ask.
    ///
    /// - Returns: Nil if the count was lowered by asking, so that all is different.
    private mutating func elements(
        countedAt index: Int, without rest: Int, _ judge: (Value) -> Int?
    ) -> [Range<Int>]? {
        let number = Int(clamping: choices[index].rank)
        let groups = groups(from: index + 1)
        if groups.count >= number { return groups }
        let span = choices.count - rest
        guard number <= 32 else {
            let each = max(1, span / number)
            return (0..<min(number, (choices.count - index - 1) / each)).map { number in
                index + 1 + number * each..<index + 1 + (number + 1) * each
            }
        }
        var ends: [Int] = []
        for fewer in stride(from: 1, to: number, by: 1) {
            var ranks = ranks
            ranks[index] = UInt64(fewer)
            let outcome = attempt(ranks, judge)
            guard !outcome.isTaken else { return nil }
            ends.append(index + 1 + max(0, min(span, (outcome.count ?? choices.count) - rest)))
        }
        ends.append(index + 1 + span)
        return zip([index + 1] + ends, ends).map { $0..<max($0, $1) }
    }

    /// The values that were made one after the other from a choice on.
    private func groups(from start: Int) -> [Range<Int>] {
        var longest: [Int: Int] = [:]
        for group in tape.groups where group.lowerBound >= start {
            longest[group.lowerBound] = max(longest[group.lowerBound] ?? 0, group.upperBound)
        }
        var groups: [Range<Int>] = []
        var start = start
        while let end = longest[start] {
            groups.append(start..<end)
            start = end
        }
        return groups
    }

    /// Lowers each choice as far as it goes, by halves of what is left.
    private mutating func lowerEach(_ judge: (Value) -> Int?) {
        var index = 0
        while index < choices.count, !budget.isSpent {
            lower([index], judge)
            index += 1
        }
    }

    /// Lowers choices that are equal together: they may have to stay equal.
    private mutating func lowerEqual(_ judge: (Value) -> Int?) {
        let values = Dictionary(grouping: choices.indices.filter { choices[$0].rank > 0 }) { choices[$0].rank }
        for (rank, indices) in values.sorted(by: { $0.key < $1.key }) where indices.count > 1 {
            guard !budget.isSpent else { return }
            let places = indices.filter { choices.indices.contains($0) && choices[$0].rank == rank }
            if places.count > 1 { lower(places, judge) }
        }
    }

    /// - Parameter indices: Of equal choices.
    private mutating func lower(_ indices: [Int], _ judge: (Value) -> Int?) {
        guard let first = indices.first, choices[first].rank > 0 else { return }
        /// The greatest that is known not to do, and the least that does.
        var (low, high): (UInt64?, UInt64) = (nil, choices[first].rank)
        while high > 0, low != high - 1, !budget.isSpent {
            // The least ones first, for faults that more than one size shows.
            let middle = low.map { $0 < 4 ? $0 + 1 : $0 + (high - $0) / 2 } ?? 0
            var ranks = ranks
            guard indices.allSatisfy(ranks.indices.contains) else { return }
            for index in indices { ranks[index] = middle }
            if attempt(ranks, judge).isTaken { high = middle } else { low = middle }
        }
    }

    /// Lowers neighbors by the same amount: their difference may have to stay.
    private mutating func lowerPairs(_ judge: (Value) -> Int?) {
        var index = 0
        while let other = choices.indices.first(where: { $0 > index && choices[$0].rank > 0 }), !budget.isSpent {
            var step = min(choices[index].rank, choices[other].rank)
            while step > 0, other < choices.count, !budget.isSpent {
                var ranks = ranks
                guard ranks[index] >= step, ranks[other] >= step else {
                    step /= 2
                    continue
                }
                ranks[index] -= step
                ranks[other] -= step
                if !attempt(ranks, judge).isTaken { step /= 2 }
            }
            index = other
        }
    }

    /// Swaps neighbors of the same kind that are not in order.
    private mutating func sort(_ judge: (Value) -> Int?) {
        var index = 1
        while index < choices.count, !budget.isSpent {
            var place = index
            while place > 0, place < choices.count, choices[place - 1].maximum == choices[place].maximum,
                choices[place - 1].rank > choices[place].rank
            {
                var ranks = ranks
                ranks.swapAt(place - 1, place)
                guard attempt(ranks, judge).isTaken else { break }
                place -= 1
            }
            index += 1
        }
    }
}
