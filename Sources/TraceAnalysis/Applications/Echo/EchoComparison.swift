import PeerMessaging
import TraceModel

/// The two directions of a TCP stream compared unit by unit: an echo test is one whose answers repeat what was asked.
///
/// Equal bytes alone are not evidence: ends greet each other with the same line (SSH, BitTorrent), and services send lines
/// back. Four different probes are, each written separately, answered only after it was whole, and not text: they are stamps
/// of a clock. UDP requires the same number (``EchoDatagrams/certainEchoes``). A stream that ends earlier counts as a test if it is seen from its beginning and
/// the answers are only echoes, of at least two probes.
///
/// If the beginning is not in the capture, the first unit that both directions have aligns their offsets. Units whose
/// equal is in a hole count, because those after them are equal; the first difference ends the test.
struct EchoComparison: Sendable {
    private static let fewestEchoes = 2

    /// The data that one end sent.
    private struct Side {
        /// Units whose equal is still to come, in order of index.
        var waiting: [EchoStream.Unit] = []
        /// The units of the stream so far, including missing ones.
        var unitCount = 0
        /// The first unit without equal since the last one with.
        var unequal: EchoStream.Unit?
        /// Stamps that were answered as those of probes are.
        var evidence: [UInt64] = []

        mutating func note(_ probe: EchoStream.Unit, answeredBy echo: EchoStream.Unit) {
            guard probe.isAlone, probe.completed.frame < echo.begun.frame, !EchoProbe(octets: probe.stamp).isText,
                !evidence.contains(probe.stamp)
            else { return }
            evidence.append(probe.stamp)
        }

        /// Lets go of those whose equals the other side has passed, because they are missing there.
        ///
        /// - Parameter lag: The difference between the offset of a unit and that of its equal.
        mutating func pass(_ other: Side, lag: Int) {
            let next = other.waiting.first?.index ?? other.unitCount
            let count = waiting.prefix { $0.index + lag < next }.count
            guard count > 0 else { return }
            if unequal == nil { unequal = waiting[0] }
            removeFirst(count)
        }

        /// Without the memory that was for more.
        mutating func removeFirst(_ count: Int) {
            if count == waiting.count { waiting = [] } else { waiting.removeFirst(count) }
        }
    }

    private enum Verdict { case open, certain, refuted }

    private var verdict = Verdict.open
    private var initiator = Side()
    private var responder = Side()
    /// The difference between the offsets of equal units in the responder's stream and in the initiator's; nil until it
    /// is known.
    private var lag: Int?
    private let isAligned: Bool
    /// Equal units, until it is certain what they are.
    private var equals: [(initiator: EchoStream.Unit, responder: EchoStream.Unit)] = []
    /// Units were searched for their equals up to here.
    private var searched = (initiator: 0, responder: 0)
    /// Whether nothing more is compared.
    private var isOver = false
    private var initiatorAsks = true
    private var lastProbe: EchoStream.Unit?
    private var lastEcho: EchoStream.Unit?
    /// When the first byte of the first unit was seen.
    private(set) var firstUnit: PacketMoment?
    private var samples: [EchoClock.Sample] = []
    private(set) var pairs = RequestPairs()

    /// - Parameter isAligned: Whether both streams are seen from their beginnings.
    init(isAligned: Bool) {
        self.isAligned = isAligned
        lag = isAligned ? 0 : nil
    }

    var isCertain: Bool { verdict == .certain }
    var isRefuted: Bool { verdict == .refuted }

    /// The streams turned out to be another application.
    mutating func refute() { verdict = .refuted }

    /// Takes the units that are new, and says what follows.
    ///
    /// - Parameters:
    ///   - one: The initiator's stream.
    ///   - other: The responder's.
    mutating func compare(_ one: inout EchoStream, _ other: inout EchoStream) {
        initiator.unitCount = one.unitCount
        responder.unitCount = other.unitCount
        let (asked, answered) = (one.take(), other.take())
        guard !isOver, !isRefuted else { return }
        if firstUnit == nil { firstUnit = [asked.first?.begun, answered.first?.begun].compactMap(\.self).min() }
        initiator.waiting += asked
        responder.waiting += answered
        match()
        limit(&one, &other)
        guard isCertain else { return }
        one.isCertain = true
        other.isCertain = true
    }

    private mutating func match() {
        if lag == nil { findLag() }
        guard let lag else { return }
        while !isOver, !isRefuted {
            initiator.pass(responder, lag: lag)
            responder.pass(initiator, lag: -lag)
            guard let one = initiator.waiting.first, let other = responder.waiting.first else { return }
            guard one.stamp == other.stamp else {
                isOver = true
                if !isCertain { verdict = .refuted }
                return
            }
            initiator.removeFirst(1)
            responder.removeFirst(1)
            take(one, other)
        }
    }

    /// Looks for a unit that both streams have: every two are compared once.
    private mutating func findLag() {
        let (ones, others) = (initiator.waiting, responder.waiting)
        for (index, one) in ones.enumerated() {
            let known = index < searched.initiator ? searched.responder : 0
            if let equal = others[known...].first(where: { $0.stamp == one.stamp }) {
                lag = equal.index - one.index
                return
            }
        }
        searched = (ones.count, others.count)
    }

    private mutating func take(_ one: EchoStream.Unit, _ other: EchoStream.Unit) {
        guard !isCertain else { return settle(one, other) }
        equals.append((one, other))
        initiator.note(one, answeredBy: other)
        responder.note(other, answeredBy: one)
        if initiator.evidence.count == EchoDatagrams.certainEchoes {
            become(initiatorAsks: true)
        } else if responder.evidence.count == EchoDatagrams.certainEchoes {
            become(initiatorAsks: false)
        }
    }

    private mutating func become(initiatorAsks: Bool) {
        verdict = .certain
        self.initiatorAsks = initiatorAsks
        for (one, other) in equals { settle(one, other) }
        equals = []
    }

    private mutating func settle(_ one: EchoStream.Unit, _ other: EchoStream.Unit) {
        initiator.unequal = nil
        responder.unequal = nil
        let (probe, echo) = initiatorAsks ? (one, other) : (other, one)
        lastProbe = probe
        lastEcho = echo
        samples.append(EchoClock.Sample(time: probe.begun.time, probe: EchoProbe(octets: probe.stamp)))
        let key = UInt64(probe.index)
        pairs.ask(.init(key: key, time: probe.begun.time), byInitiator: initiatorAsks)
        pairs.answer(
            .init(key: key, time: echo.completed.time, frame: echo.completed.frame), toInitiator: initiatorAsks)
    }

    private var evidence: Int { max(initiator.evidence.count, responder.evidence.count) }

    /// Ends what would wait for too long.
    private mutating func limit(_ one: inout EchoStream, _ other: inout EchoStream) {
        guard isCertain else {
            // What one end still says after the other one's units has no equal.
            if initiator.waiting.isEmpty && one.isEnded && !responder.waiting.isEmpty
                || responder.waiting.isEmpty && other.isEnded && !initiator.waiting.isEmpty
            {
                verdict = .refuted
                return
            }
            let most = max(initiator.waiting.count, responder.waiting.count, equals.count - evidence)
            guard most >= EchoStream.maximumUndecided || one.isEnded || other.isEnded else { return }
            // Data may follow on few probes; then the end of the streams decides.
            guard isAligned, evidence >= Self.fewestEchoes, equals.count < EchoStream.maximumUndecided else {
                verdict = .refuted
                return
            }
            if initiator.waiting.count >= EchoStream.maximumUndecided { one.isEnded = true }
            if responder.waiting.count >= EchoStream.maximumUndecided { other.isEnded = true }
            return
        }
        // Waiting units may still be answered; everything after them is data.
        if isOver || initiator.waiting.count >= EchoStream.maximumWaiting { one.isEnded = true }
        if isOver || responder.waiting.count >= EchoStream.maximumWaiting { other.isEnded = true }
    }

    /// Decides, at the end of both streams.
    mutating func finish(_ one: EchoStream, _ other: EchoStream) {
        if verdict == .open, isAligned {
            if initiator.evidence.count >= Self.fewestEchoes, responder.waiting.isEmpty, other.isWhole {
                become(initiatorAsks: true)
            } else if responder.evidence.count >= Self.fewestEchoes, initiator.waiting.isEmpty, one.isWhole {
                become(initiatorAsks: false)
            }
        }
        guard isCertain else {
            verdict = .refuted
            return
        }
        pairs.finish()
        finishAsking(initiatorAsks ? one : other, initiatorAsks ? initiator : responder)
        probeDelays = OneWayDelays.result(ofProbes: samples)
        samples = []
        initiator = Side()
        responder = Side()
    }

    /// Everything after the last echo is data. Only a single unit that was written separately, and not followed by
    /// another one, is a probe whose echo is still to come, or not in the capture.
    private mutating func finishAsking(_ stream: EchoStream, _ side: Side) {
        guard let last = lastProbe else { return }
        var rest = ((side.unequal.map { [$0] } ?? []) + side.waiting)[...]
        if !isOver, let next = rest.first, next.isAlone, next.index == last.index + 1,
            rest.dropFirst().first.map({ !$0.isAlone }) ?? (stream.unitCount == next.index + 1)
        {
            rest.removeFirst()
            lastProbe = next
            samples.append(EchoClock.Sample(time: next.begun.time, probe: EchoProbe(octets: next.stamp)))
        }
        dataStart = rest.first?.begun ?? stream.restStart
    }

    /// The time of the first byte of the asking side after its last probe.
    private(set) var dataStart: PacketMoment?

    /// Bytes of the asking side up to there that the capture has.
    var probeBytes: Int64 {
        guard let lastProbe else { return 0 }
        return Int64((lastProbe.index + 1) * EchoStream.unitLength) - lastProbe.missingBefore
    }

    /// Probes or echoes, those included that are not in the capture between others that are.
    func units(ofInitiator isInitiator: Bool) -> Int {
        ((isInitiator == initiatorAsks ? lastProbe : lastEcho)?.index ?? -1) + 1
    }

    /// Whether one end sends the probes.
    func asks(isInitiator: Bool) -> Bool { isInitiator == initiatorAsks }

    /// The key of a unit: a request and its answer have the same key; nil for data.
    func exchange(ofUnit index: Int, fromInitiator: Bool) -> MessageRecord.Exchange? {
        guard index < units(ofInitiator: fromInitiator) else { return nil }
        if fromInitiator == initiatorAsks { return .asks(UInt64(index)) }
        // The echo of a request before the capture has the index before the first.
        let lag = lag ?? 0
        return .answers(UInt64(bitPattern: Int64(index + (initiatorAsks ? -lag : lag))))
    }

    /// Delays of the probes on their way to the capture point, nil if the sender's clock is not a known one.
    private(set) var probeDelays: OneWayDelays.Result?

    mutating func flip() {
        swap(&initiator, &responder)
        initiatorAsks.toggle()
        lag?.negate()
    }
}
