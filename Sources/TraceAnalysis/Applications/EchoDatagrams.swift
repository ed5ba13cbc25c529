import PeerMessaging
import WireCoding

/// An echo test over UDP: datagrams of eight bytes that come back as they are, and data behind numbers.
///
/// A conversation is one when a datagram of eight bytes was answered by its equal. What came before counts as well.
struct EchoDatagrams: Sendable {
    /// Probes that wait for an echo before it is certain, and times of probes that are kept.
    static let maximumProbes = 4096
    /// A number of eight bytes alone is told from a stamp by being this close to the numbers before.
    private static let nearbyNumbers: UInt64 = 1024

    /// What one end sent.
    struct Side: Sendable {
        /// Of eight bytes; copies count.
        fileprivate(set) var units = 0
        /// All others.
        fileprivate(set) var data = 0
        fileprivate(set) var dataBytes = 0
        fileprivate(set) var dataStart: Int64?
        fileprivate(set) var dataEnd: Int64?
        fileprivate(set) var numbers = MessageNumbers()
        /// The first datagrams whose number came before.
        fileprivate(set) var duplicateMoments: [PacketMoment] = []
        /// First copies of eight bytes.
        fileprivate var probes: [EchoClock.Sample] = []
        fileprivate var known: Set<UInt64> = []

        fileprivate mutating func note(_ probe: EchoProbe, at time: Int64) {
            guard probes.count < EchoDatagrams.maximumProbes, known.insert(probe.octets).inserted else { return }
            probes.append(EchoClock.Sample(time: time, probe: probe))
        }
    }

    private(set) var initiator = Side()
    private(set) var responder = Side()
    /// Who sends the probes; nil until an echo was seen.
    private(set) var initiatorAsks: Bool?
    private(set) var pairs = RequestPairs()
    /// When the first datagram of eight bytes was seen.
    private(set) var firstUnit: PacketMoment?

    var isCertain: Bool { initiatorAsks != nil }

    /// Whether any datagram could be a probe.
    var isPossible: Bool { initiator.units + responder.units > 0 }

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageRecords
    ) {
        let number = EchoDataPacket.sequenceNumber(in: payload)
        var type = "data"
        if length == EchoProbe.size, payload.count == length, !isNumber(number, fromInitiator: fromInitiator) {
            type = takeUnit(payload, fromInitiator: fromInitiator, at: moment)
        } else if fromInitiator {
            Self.takeData(&initiator, length, number, at: moment)
        } else {
            Self.takeData(&responder, length, number, at: moment)
        }
        guard records.isWanted else { return }
        records.add(record(payload, length: length, type: type, number: number, at: moment))
    }

    private func record(
        _ payload: Span<UInt8>, length: Int, type: String, number: UInt64?, at moment: PacketMoment
    ) -> MessageRecord {
        var record = MessageRecord(begun: moment, completed: moment, type: type, bytes: length)
        guard let number, type != "data" else { return record }
        record.exchange = type == "probe" ? .asks(number) : .answers(number)
        return record
    }

    /// Whether eight bytes are a number of data without content: asked only once data has begun or may begin.
    private func isNumber(_ number: UInt64?, fromInitiator: Bool) -> Bool {
        guard isCertain, initiatorAsks == fromInitiator, let number else { return false }
        let numbers = fromInitiator ? initiator.numbers : responder.numbers
        return number < UInt64(numbers.count) + Self.nearbyNumbers
    }

    private mutating func takeUnit(
        _ payload: Span<UInt8>, fromInitiator: Bool, at moment: PacketMoment
    ) -> String {
        if firstUnit == nil { firstUnit = moment }
        let probe = EchoProbe(octets: payload.bigEndianUInt64(at: 0))
        let mark = RequestPairs.Mark(key: probe.octets, time: moment.time)
        if let initiatorAsks {
            let isProbe = fromInitiator == initiatorAsks
            note(probe, fromInitiator: fromInitiator, at: moment.time)
            if isProbe {
                pairs.ask(mark, byInitiator: fromInitiator)
            } else {
                pairs.answer(mark, toInitiator: initiatorAsks)
            }
            return isProbe ? "probe" : "echo"
        }
        let others = fromInitiator ? responder : initiator
        let isEcho = others.known.contains(probe.octets)
        note(probe, fromInitiator: fromInitiator, at: moment.time)
        guard isEcho else { return "probe" }
        initiatorAsks = !fromInitiator
        for sample in others.probes {
            pairs.ask(.init(key: sample.probe.octets, time: sample.time), byInitiator: !fromInitiator)
        }
        pairs.answer(mark, toInitiator: !fromInitiator)
        return "echo"
    }

    private mutating func note(_ probe: EchoProbe, fromInitiator: Bool, at time: Int64) {
        if fromInitiator {
            initiator.units += 1
            initiator.note(probe, at: time)
        } else {
            responder.units += 1
            responder.note(probe, at: time)
        }
    }

    private static func takeData(_ side: inout Side, _ length: Int, _ number: UInt64?, at moment: PacketMoment) {
        side.data += 1
        side.dataBytes += length
        side.dataStart = min(side.dataStart ?? moment.time, moment.time)
        side.dataEnd = max(side.dataEnd ?? moment.time, moment.time)
        guard let number else { return }
        let known = side.numbers.duplicates
        side.numbers.record(number)
        if side.numbers.duplicates > known, known < FindingContext.maximumFrames {
            side.duplicateMoments.append(moment)
        }
    }

    mutating func turn() {
        swap(&initiator, &responder)
        initiatorAsks?.toggle()
    }

    mutating func finish() { pairs.finish() }

    /// Delays of the probes on their way to the capture point, nil where the sender's clock is none that is known.
    var probeDelays: OneWayDelays.Result? {
        guard let initiatorAsks else { return nil }
        return EchoClockSamples(initiatorAsks ? initiator.probes : responder.probes).delays
    }
}
