import WireCoding

/// What proved itself about where messages end.
struct InferredFraming {
    enum Kind {
        case length(LengthHypothesis)
        case varint
        case delimiter([UInt8])
        case fixed(Int)
        case webSocket
        case datagram
    }

    var kind: Kind
    var messages: [ObservedMessage]
}

/// What was tried, and how far it went.
public struct InferenceAttempt: Hashable, Sendable {
    /// The hypothesis in a few words: `a length of 4 bytes, big-endian, at offset 0`.
    public var hypothesis: String
    /// Messages that fit before the first that did not.
    public var messages: Int
}

/// Looks for the framing of a session.
struct FramingInference {
    /// Messages that a chain must have to prove itself.
    static let neededMessages = 6
    /// Messages that all chains together are followed without beginning with pieces, as hostile bytes have them.
    private static let unalignedMessages = 8_000_000
    private static let offsets = 0...24
    private static let totals = -8...64

    private let session: ObservedSession
    private let streams: [ObservedStream]
    private var judge: ChainJudge
    private(set) var attempts: [InferenceAttempt] = []

    init(_ session: ObservedSession) {
        self.session = session
        streams = [ObservedStream(session.forward), ObservedStream(session.backward)]
        judge = ChainJudge(streams)
    }

    mutating func infer() -> InferredFraming? {
        if session.carrier.hasDatagrams { return datagrams() }
        if streams.allSatisfy({ $0.bytes.isEmpty }) { return nil }
        return webSocket() ?? lines(ofText: true) ?? length() ?? lines(ofText: false) ?? pairOfMarks() ?? fixed()
    }

    private func datagrams() -> InferredFraming? {
        var messages: [ObservedMessage] = []
        for (direction, isForward) in [(session.forward, true), (session.backward, false)] {
            messages += direction.pieces.map { ObservedMessage(bytes: $0.bytes, time: $0.time, isForward: isForward) }
        }
        return messages.isEmpty ? nil : InferredFraming(kind: .datagram, messages: messages)
    }

    private func messages(_ trial: FramingTrial) -> [ObservedMessage] {
        var messages: [ObservedMessage] = []
        for (ranges, stream, isForward) in [(trial.forward, streams[0], true), (trial.backward, streams[1], false)] {
            messages += ranges.map { range in
                ObservedMessage(
                    bytes: [UInt8](stream.bytes[range]), time: stream.time(of: range.lowerBound), isForward: isForward)
            }
        }
        return messages
    }

    private mutating func note(_ hypothesis: String, _ count: Int) {
        attempts.append(InferenceAttempt(hypothesis: hypothesis, messages: count))
    }

    // MARK: - Lengths

    private static let hypotheses: [LengthHypothesis] = [1, 2, 3, 4, 8].flatMap { size in
        (size == 1 ? [ByteOrder.big] : ByteOrder.allCases).flatMap { endian in
            offsets.flatMap { offset in
                totals.map { LengthHypothesis(offset: offset, size: size, endian: endian, total: $0) }
            }
        }
    }

    private mutating func length() -> InferredFraming? {
        var found: (hypothesis: LengthHypothesis, trial: FramingTrial, rank: [Int])?
        var budget = Self.unalignedMessages
        var best: [Int: (hypothesis: LengthHypothesis, count: Int)] = [:]
        // The plain ones first: they need the budget most.
        for hypothesis in Self.hypotheses.filter(\.isPlain) + Self.hypotheses.filter({ !$0.isPlain }) {
            let trial = hypothesis.trial(streams, &budget)
            if trial.count > best[hypothesis.size]?.count ?? -1 { best[hypothesis.size] = (hypothesis, trial.count) }
            guard let rank = judge.rank(hypothesis, trial) else { continue }
            if found.map({ $0.rank.lexicographicallyPrecedes(rank) }) ?? true { found = (hypothesis, trial, rank) }
        }
        for (hypothesis, count) in best.values.sorted(by: { $0.hypothesis.size < $1.hypothesis.size }) {
            note(
                "a length of \(hypothesis.size) bytes, \(hypothesis.endian.rawValue)-endian, at offset "
                    + "\(hypothesis.offset), plus \(hypothesis.total)", count)
        }
        let varints = varintTrial()
        note("a varint length", varints.count)
        let areProof = judge.isProof(varints: varints)
        guard let found else { return areProof ? InferredFraming(kind: .varint, messages: messages(varints)) : nil }
        if areProof, found.trial.isMostlyEmpty || isDelimitedProtobuf(found.hypothesis, found.trial, varints) {
            return InferredFraming(kind: .varint, messages: messages(varints))
        }
        let hypothesis = plain(like: found.hypothesis, found.trial) ?? found.hypothesis
        return InferredFraming(kind: .length(hypothesis), messages: messages(found.trial))
    }

    /// The widest length to which nothing is added, or that begins earlier, if one leads to the same messages: where bytes
    /// beside it are zero, a length of another width or order says the same of these messages, and something else of
    /// longer ones.
    private func plain(like hypothesis: LengthHypothesis, _ trial: FramingTrial) -> LengthHypothesis? {
        let total = hypothesis.total
        guard !hypothesis.isPlain || total == 0, trial.onlySize == nil else { return nil }
        let others = Self.hypotheses.filter { other in
            guard total == 0 else { return other.total == total && other.end == total }
            let isBeside = other.offset < hypothesis.offset && other.end > hypothesis.offset
            return other.total == 0 && other.size == hypothesis.size && isBeside
        }
        return others.last { other in
            var budget = Self.unalignedMessages
            let same = other.trial(streams, &budget)
            return same.isComplete && same.forward == trial.forward && same.backward == trial.backward
        }
    }

    /// Lengths below 128 are both a byte and a varint. What protobuf writes before its messages is a varint.
    private func isDelimitedProtobuf(
        _ hypothesis: LengthHypothesis, _ trial: FramingTrial, _ varints: FramingTrial
    ) -> Bool {
        guard hypothesis.end == 1, trial.forward == varints.forward, trial.backward == varints.backward else {
            return false
        }
        return BodyInference.areProtobuf(messages(varints).lazy.filter { $0.bytes.count > 1 }.map { $0.bytes[1...] })
    }

    private func varintTrial() -> FramingTrial {
        var trial = FramingTrial()
        for (index, stream) in streams.enumerated() {
            var ranges: [Range<Int>] = []
            var position = 0
            while position < stream.bytes.count {
                guard let size = Varint.size(ofMessageAt: position, stream), position + size <= stream.bytes.count
                else {
                    if stream.isEnded { trial.isComplete = false }
                    break
                }
                if stream.starts.contains(position) { trial.alignedStarts += 1 }
                if stream.bytes[position] == 0 { trial.empties += 1 }
                ranges.append(position..<position + size)
                position += size
            }
            if index == 0 { trial.forward = ranges } else { trial.backward = ranges }
        }
        return trial
    }

    // MARK: - Marks and sizes

    private mutating func lines(ofText isText: Bool) -> InferredFraming? {
        let areText = streams.allSatisfy { stream in
            UTF8Text.firstError(stream.bytes.span) == nil
                && stream.bytes.allSatisfy { $0 >= 0x20 || $0 == 10 || $0 == 13 || $0 == 9 }
        }
        guard areText == isText else { return nil }
        for mark: [UInt8] in isText ? [[13, 10], [10]] : [[0], [10]] {
            var isSeparated = true
            let trial = lines(mark, &isSeparated)
            note("lines that end with \(mark.map { String($0) }.joined(separator: " "))", trial.count)
            guard isSeparated, judge.isProof(lines: trial, ofText: isText) else { continue }
            return delimited(trial, mark)
        }
        return nil
    }

    /// Text whose directions both end with the same two marks, as in `say 1;;`. What closes brackets and quotes ends
    /// bodies that have a length, too.
    private mutating func pairOfMarks() -> InferredFraming? {
        let full = streams.filter { !$0.bytes.isEmpty }
        guard let mark = full.first.map({ [UInt8]($0.bytes.suffix(2)) }), mark.count == 2,
            mark.allSatisfy({ Self.marks.contains($0) }),
            full.allSatisfy({ $0.isEnded && $0.bytes.suffix(2).elementsEqual(mark) }),
            full.allSatisfy({ UTF8Text.firstError($0.bytes.span) == nil })
        else { return nil }
        var isSeparated = true
        let trial = lines(mark, &isSeparated)
        note("text that ends with \(mark.map { String($0) }.joined(separator: " "))", trial.count)
        guard trial.count >= Self.neededMessages, trial.isAligned(share: 0.5, streams) else { return nil }
        return delimited(trial, mark)
    }

    private static let marks = Set("!#$%&*+,-/:;=@\\^_|~".utf8)

    private func delimited(_ trial: FramingTrial, _ mark: [UInt8]) -> InferredFraming {
        var found = messages(trial)
        for index in found.indices where found[index].bytes.suffix(mark.count).elementsEqual(mark) {
            found[index].bytes.removeLast(mark.count)
        }
        return InferredFraming(kind: .delimiter(mark), messages: found.filter { !$0.bytes.isEmpty })
    }

    private func lines(_ mark: [UInt8], _ isSeparated: inout Bool) -> FramingTrial {
        var trial = FramingTrial()
        for (index, stream) in streams.enumerated() {
            let ranges = Self.split(stream, mark, &isSeparated)
            trial.alignedStarts += ranges.count { stream.starts.contains($0.lowerBound) }
            if index == 0 { trial.forward = ranges } else { trial.backward = ranges }
        }
        return trial
    }

    /// Lines with their ends; the last one of a stream may lack it.
    private static func split(_ stream: ObservedStream, _ mark: [UInt8], _ isSeparated: inout Bool) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for index in stream.bytes.indices where stream.bytes[index] == mark[mark.count - 1] {
            guard index + 1 >= start + mark.count, stream.bytes[(index + 1 - mark.count)...index].elementsEqual(mark)
            else {
                isSeparated = false
                continue
            }
            ranges.append(start..<index + 1)
            start = index + 1
        }
        if start < stream.bytes.count, stream.isEnded { ranges.append(start..<stream.bytes.count) }
        return ranges
    }

    private mutating func fixed() -> InferredFraming? {
        let pieces = streams.flatMap(\.pieceSizes)
        let size = pieces.reduce(0) { Divisor.greatest($0, $1) }
        note("messages of \(size) bytes each", pieces.count { $0 == size })
        // Most pieces must be one message: otherwise a divisor of the size would do as well.
        guard size >= 4, pieces.count >= Self.neededMessages, pieces.count(where: { $0 == size }) * 2 > pieces.count,
            PeriodProof(streams: streams).holds(for: size)
        else { return nil }
        var trial = FramingTrial()
        trial.forward = stride(from: 0, to: streams[0].bytes.count, by: size).map { $0..<$0 + size }
        trial.backward = stride(from: 0, to: streams[1].bytes.count, by: size).map { $0..<$0 + size }
        return InferredFraming(kind: .fixed(size), messages: messages(trial))
    }

    private mutating func webSocket() -> InferredFraming? {
        guard streams[0].bytes.starts(with: "GET ".utf8), streams[1].bytes.starts(with: "HTTP/1.1 101".utf8) else {
            return nil
        }
        var description = ProtocolDescription(name: "inferred")
        description.over = [.tcp]
        description.framing = MessageFraming(.webSocket)
        guard let compiled = try? CompiledProtocol(description) else { return nil }
        var messages: [ObservedMessage] = []
        for (stream, isForward) in [(streams[0], true), (streams[1], false)] {
            var decoder = compiled.makeDecoder()
            decoder.read(stream.bytes.span) { message in
                messages.append(
                    ObservedMessage(
                        bytes: message.body.copied(0..<message.body.count), time: stream.time(of: message.streamOffset),
                        isForward: isForward))
            }
            guard decoder.summary.malformed == 0 else { return nil }
        }
        note("WebSocket", messages.count)
        return messages.isEmpty ? nil : InferredFraming(kind: .webSocket, messages: messages)
    }
}

extension Varint {
    /// The size of a message that begins with its length as a varint; nil where none can be.
    static func size(ofMessageAt position: Int, _ stream: ObservedStream) -> Int? {
        guard case .value(let value, let size) = Varint(stream.bytes.span, at: position),
            value <= UInt64(MessageFraming.usualMaximum)
        else { return nil }
        return size + Int(value)
    }
}
