/// How far a hypothesis goes through both directions.
struct FramingTrial {
    /// Places of messages in both directions.
    var forward: [Range<Int>] = []
    var backward: [Range<Int>] = []
    /// Whether all bytes are in messages.
    var isComplete = true
    /// Messages that begin with a piece.
    var alignedStarts = 0
    /// Messages whose length is zero.
    var empties = 0

    var count: Int { forward.count + backward.count }

    /// Whether about half of the messages are empty. So it looks where the leading zero bytes of a wider length are
    /// taken for messages of their own.
    var isMostlyEmpty: Bool { empties * 5 >= count * 2 }

    /// The size of all messages, where they have the same.
    var onlySize: Int? {
        guard let size = (forward.first ?? backward.first)?.count, forward.allSatisfy({ $0.count == size }),
            backward.allSatisfy({ $0.count == size })
        else { return nil }
        return size
    }

    /// Messages at piece starts, of all that could be there, in twentieths: several messages may be in one piece.
    func share(_ streams: [ObservedStream]) -> Int {
        alignedStarts * 20 / max(min(count, streams.reduce(0) { $0 + $1.pieceSizes.count }), 1)
    }

    /// Whether messages begin where pieces do, far more often than they would by chance: where all pieces are tiny, a
    /// message begins with one wherever it begins. Pieces of one size, but for what is left at the end, have messages of one
    /// size.
    func isAligned(share needed: Double, _ streams: [ObservedStream]) -> Bool {
        guard count > 0, let chance = chance(streams) else { return false }
        if onlySize == nil, Set(streams.flatMap { $0.pieceSizes.dropLast() }).count == 1 { return false }
        return Double(alignedStarts) / Double(count) >= max(needed, (1 + chance) / 2)
    }

    /// Whether it is no chance that so many messages begin where pieces do. The first of each direction always does.
    func startsAreNoChance(_ streams: [ObservedStream]) -> Bool {
        guard let each = chance(streams) else { return false }
        let firsts = [forward, backward].count { !$0.isEmpty }
        let aligned = max(alignedStarts - firsts, 0)
        var left = 1.0
        for _ in 0..<aligned { left *= 2 * each }
        // Which of them do is as good as any choice.
        for _ in 0..<count - firsts - aligned where left < 1 { left *= 2 }
        return left < ChanceOfChain.excluded
    }

    /// Whether nearly all pieces begin with a message, as they do where a sender writes several messages at once, and
    /// few messages are empty.
    func isOfPieces(_ streams: [ObservedStream]) -> Bool {
        let sizes = streams.flatMap(\.pieceSizes)
        return alignedStarts * 10 >= sizes.count * 9 && Set(sizes).count >= 4 && empties * 10 <= count
            && chance(streams) != nil
    }

    /// The share of messages that would begin with a piece by chance; nil where that is too many to tell.
    private func chance(_ streams: [ObservedStream]) -> Double? {
        var expected = 0.0
        for (ranges, stream) in zip([forward, backward], streams) where !stream.bytes.isEmpty {
            expected += Double(ranges.count) * Double(stream.pieceSizes.count) / Double(stream.bytes.count)
        }
        let chance = expected / Double(max(count, 1))
        return chance <= 0.6 ? chance : nil
    }
}
