import WireCoding

/// Tells chains that prove themselves from chains by chance, and the better of two.
struct ChainJudge {
    /// Messages whose bodies are looked at, of each direction.
    private static let sampledMessages = 100
    /// Messages that a chain must have whose bodies all decode: each of them proves its length.
    private static let neededBodies = 4
    private static let sampledBytes = 1 << 20
    /// The furthest offset at which a body is looked for in a message.
    private static let maximumStart = 48

    /// Where the sampled messages are. Many hypotheses give the same places, whose bodies are read once.
    private struct Borders: Hashable {
        var forward: [Range<Int>]
        var backward: [Range<Int>]
    }

    let streams: [ObservedStream]
    private var starts: [Borders: Int?] = [:]

    init(_ streams: [ObservedStream]) { self.streams = streams }

    /// The numbers by which a chain is compared, the first first; nil where it proves nothing.
    ///
    /// The better chain has fewer empty messages, leaves less of a stream without an end to a message that was cut, has
    /// bodies that decode, more messages at piece starts, nothing added to the length, a wider field, a place that fits
    /// its width, nearer to the start.
    mutating func rank(_ hypothesis: LengthHypothesis, _ trial: FramingTrial) -> [Int]? {
        guard trial.isComplete, trial.count >= Self.neededBodies else { return nil }
        let decodes = decodes(trial, from: hypothesis.end)
        guard decodes || trial.count >= FramingInference.neededMessages, saysItsSize(hypothesis, trial, decodes),
            isProof(hypothesis, trial, decodes)
        else { return nil }
        let isAligned = hypothesis.offset % hypothesis.size == 0 || hypothesis.size == 3
        let covered = (trial.forward.last?.upperBound ?? 0) + (trial.backward.last?.upperBound ?? 0)
        let coversMost = covered * 2 >= streams.reduce(0) { $0 + $1.bytes.count }
        return [
            trial.isMostlyEmpty ? 0 : 1, coversMost ? 1 : 0, decodes ? 1 : 0, trial.share(streams),
            hypothesis.isPlain ? 1 : 0, hypothesis.size, isAligned ? 1 : 0, -hypothesis.offset, -abs(hypothesis.total),
        ]
    }

    /// Whether lengths as varints prove themselves. Zero bytes are varints, too, so that empty messages prove nothing.
    mutating func isProof(varints trial: FramingTrial) -> Bool {
        guard trial.isComplete, !trial.isMostlyEmpty else { return false }
        if decodes(trial, from: 1) { return true }
        guard trial.count >= FramingInference.neededMessages, trial.onlySize == nil else { return false }
        return isAligned(trial, share: 0.5) || trial.isOfPieces(streams)
            || isLongChain(trial, isWide: false) { Varint.size(ofMessageAt: $1, $0) }
    }

    /// Whether messages begin where pieces do. In a stream whose end is missing any number that leads out of it may be the
    /// length of a message that was cut, so that a few messages may well be chance.
    private func isAligned(_ trial: FramingTrial, share needed: Double) -> Bool {
        trial.isAligned(share: needed, streams)
            && (streams.allSatisfy(\.isEnded) || trial.startsAreNoChance(streams))
    }

    /// Whether lines prove themselves: they begin with pieces, or all of them decode. In text they may have been typed,
    /// each letter a piece.
    mutating func isProof(lines trial: FramingTrial, ofText isText: Bool) -> Bool {
        guard trial.count >= FramingInference.neededMessages else { return false }
        return isText && trial.alignedStarts * 2 >= trial.count || trial.isAligned(share: 0.5, streams)
            || decodes(trial, from: 0, upTo: 0)
    }

    /// Messages of one size would bear out any constant. Then the field must say that size without an addition, at the
    /// start or right before bodies that decode.
    private func saysItsSize(_ hypothesis: LengthHypothesis, _ trial: FramingTrial, _ decodes: Bool) -> Bool {
        guard let size = trial.onlySize else { return true }
        guard hypothesis.isPlain, size > hypothesis.end else { return false }
        return decodes || hypothesis.offset == 0 && hypothesis.size >= 2
    }

    private func isProof(_ hypothesis: LengthHypothesis, _ trial: FramingTrial, _ decodes: Bool) -> Bool {
        // A short field can lead to the end by chance, and any through a run of zero bytes: then most messages must
        // begin with a piece, too.
        let needed = hypothesis.size == 1 || trial.isMostlyEmpty ? 0.8 : 0.5
        if decodes || isAligned(trial, share: needed) { return true }
        if hypothesis.size >= 2, trial.onlySize == nil, trial.isOfPieces(streams) { return true }
        return isLongChain(trial, isWide: hypothesis.size >= 3) { hypothesis.length(at: $1, $0) }
    }

    /// Lengths that lead through whole streams to the last byte, or to a message that was cut. Text and random bytes are numbers that lead out of them at
    /// once if the field is wide, or soon to a message longer than the others, and arrays of small numbers lead on from
    /// anywhere.
    private func isLongChain(
        _ trial: FramingTrial, isWide: Bool, size: @escaping (ObservedStream, Int) -> Int?
    ) -> Bool {
        guard trial.empties * 10 <= trial.count else { return false }
        let bytes = streams.reduce(0) { $0 + $1.bytes.count }
        let isBothWays = trial.forward.count >= 4 && trial.backward.count >= 4
        let sizes = Set((trial.forward + trial.backward).map(\.count)).count
        let chance = ChanceOfChain(streams, trial, size: size)
        if streams.allSatisfy(\.isEnded) {
            let isLong = isWide && trial.count >= (isBothWays ? 16 : 32) && bytes >= trial.count * 12
            return (isLong && (sizes == 1 || sizes >= 4) || sizes >= 4 && chance.isExcluded) && !chance.leadsAnywhere
        }
        // A chain that leads through one cut stream may begin with the wrong byte, and find the right ones from then on.
        return isBothWays && sizes >= 4 && chance.endsWithinAMessage && chance.isExcluded && !chance.leadsAnywhere
    }

    // MARK: - Bodies

    /// Whether all bodies are JSON, property lists or gzip, at the same offset after the length.
    private mutating func decodes(_ trial: FramingTrial, from end: Int, upTo rest: Int = 24) -> Bool {
        let borders = Borders(
            forward: Array(trial.forward.prefix(Self.sampledMessages)),
            backward: Array(trial.backward.prefix(Self.sampledMessages)))
        if starts[borders] == nil { starts[borders] = .some(bodyStart(borders)) }
        guard let known = starts[borders], let start = known else { return false }
        return (end...end + rest).contains(start)
    }

    private func bodyStart(_ borders: Borders) -> Int? {
        var messages: [[UInt8]] = []
        for (ranges, stream) in zip([borders.forward, borders.backward], streams) {
            var count = 0
            for range in ranges {
                count += range.count
                guard count <= Self.sampledBytes else { break }
                messages.append([UInt8](stream.bytes[range]))
            }
        }
        for start in 0...Self.maximumStart {
            let bodies = messages.lazy.filter { $0.count > start }.map { $0[start...] }
            guard let first = bodies.first?.first else { return nil }
            // Most messages begin with something else, which need not be decoded.
            guard [0x7B, 0x5B, 0x62, 0x3C, 0x1F].contains(first) else { continue }
            let full = Array(bodies)
            guard full.count >= Self.neededBodies, full.count * 2 > messages.count else { continue }
            if BodyInference.areTelling(full) { return start }
        }
        return nil
    }
}
