import PeerMessaging
import TraceModel
import WireCoding

/// An echo test over UDP: datagrams of eight bytes that come back unchanged, and numbered data.
///
/// A conversation is an echo test if several different datagrams of eight bytes were answered by their equals: a
/// greeting or a keep-alive that is the same from both ends is not a probe. Earlier datagrams count as well.
struct EchoDatagrams: TwoEnded, DatagramReader {
    /// Echoes of different probes that make it certain.
    static let certainEchoes = 4
    /// Probes after data, with different timestamps, after which a low number begins another run.
    private static let probesOfNewRun = 2
    private static let largestNumberOfNewRun: UInt64 = 16
    /// Probes that wait for an echo before it is certain, and times of probes that are kept.
    static let maximumProbes = 4096
    /// A number of eight bytes alone is distinguished from a timestamp by being this close to earlier numbers.
    private static let nearbyNumbers: UInt64 = 1024

    /// The data that one end sent.
    struct Side: Sendable {
        /// The number of datagrams of eight bytes, including copies.
        fileprivate(set) var units = 0
        /// Units that came before.
        fileprivate(set) var repeatedUnits = 0
        /// First copies of units that the other end had sent before.
        fileprivate var echoes = 0
        /// First copies of units since the last of ``data``.
        private var unitsSinceData = 0
        /// All others.
        fileprivate(set) var data = 0
        fileprivate(set) var dataBytes = 0
        fileprivate(set) var dataStart: Int64?
        fileprivate(set) var dataEnd: Int64?
        /// The start of the current run; ``dataStart`` is that of the first one.
        private var runStart: Int64?
        private var lastingBefore: Int64 = 0
        fileprivate(set) var numbers = MessageNumbers()
        /// The first datagrams whose number came before.
        fileprivate(set) var duplicateMoments: [PacketMoment] = []
        /// First copies of eight bytes.
        fileprivate var probes: [EchoClock.Sample] = []
        fileprivate var known: Set<UInt64> = []

        fileprivate mutating func note(_ probe: EchoProbe, isEcho: Bool, at time: Int64) {
            units += 1
            guard !known.contains(probe.octets) else {
                repeatedUnits += 1
                return
            }
            unitsSinceData += 1
            if isEcho, !probe.isText { echoes += 1 }
            guard probes.count < EchoDatagrams.maximumProbes else { return }
            known.insert(probe.octets)
            probes.append(EchoClock.Sample(time: time, probe: probe))
        }

        fileprivate mutating func takeData(_ length: Int, _ number: UInt64?, at moment: PacketMoment) {
            if let number {
                if unitsSinceData >= EchoDatagrams.probesOfNewRun, number <= EchoDatagrams.largestNumberOfNewRun,
                    number < numbers.end
                {
                    beginAgain()
                }
                let known = numbers.duplicates
                numbers.record(number, at: moment)
                if numbers.duplicates > known, known < Finding.maximumFrames { duplicateMoments.append(moment) }
            }
            let time = moment.time
            unitsSinceData = 0
            data += 1
            dataBytes += length
            dataStart = min(dataStart ?? time, time)
            runStart = min(runStart ?? time, time)
            dataEnd = max(dataEnd ?? time, time)
        }

        private mutating func beginAgain() {
            numbers.beginAgain()
            lastingBefore = dataDuration
            runStart = nil
        }

        /// How long data was sent, in nanoseconds: the sum of all runs, without the pauses and probes between them.
        var dataDuration: Int64 {
            guard let runStart, let dataEnd else { return lastingBefore }
            return lastingBefore &+ max(0, dataEnd &- runStart)
        }

        /// Datagrams that came before.
        var repeated: Int { repeatedUnits + numbers.duplicates }
    }

    var initiator = Side()
    var responder = Side()
    /// Whether the initiator sends the probes; nil until an echo was seen.
    private(set) var initiatorAsks: Bool?
    private var exchanges = RequestPairs()
    /// When the first datagram of eight bytes was seen.
    private(set) var firstUnit: PacketMoment?
    /// Whether the probes are small numbers themselves, so that a number alone is a probe too.
    private var countsProbes = false

    var isCertain: Bool { initiatorAsks != nil }
    var isProven: Bool { isCertain }

    init() {}

    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        guard length == EchoProbe.size, payload.count == length else { return nil }
    }

    var pairs: RequestPairs? { exchanges }

    func copies(fromInitiator: Bool) -> DatagramCopies? {
        let side = self[isInitiator: fromInitiator]
        return DatagramCopies(
            messages: side.units + side.data, repeated: side.repeated, moments: side.duplicateMoments, name: "numbers")
    }

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {
        let number = EchoDataPacket.sequenceNumber(in: payload)
        var isProbe: Bool?
        if length == EchoProbe.size, payload.count == length, !isNumber(number, fromInitiator: fromInitiator) {
            isProbe = takeUnit(payload, fromInitiator: fromInitiator, at: moment)
        } else {
            self[isInitiator: fromInitiator].takeData(length, number, at: moment)
        }
        guard records != nil else { return }
        var record = MessageRecord(begun: moment, completed: moment, type: "data", bytes: length)
        if let isProbe, let number {
            record.type = isProbe ? "probe" : "echo"
            record.exchange = isProbe ? .asks(number) : .answers(number)
        }
        records?.append(record, body: payload)
    }

    /// Whether eight bytes are a number of data without content: asked only once data has begun or may begin.
    private func isNumber(_ number: UInt64?, fromInitiator: Bool) -> Bool {
        guard isCertain, !countsProbes, initiatorAsks == fromInitiator, let number else { return false }
        return number < UInt64(self[isInitiator: fromInitiator].numbers.count) + Self.nearbyNumbers
    }

    /// - Returns: Whether it is a probe; otherwise it is an echo.
    private mutating func takeUnit(_ payload: Span<UInt8>, fromInitiator: Bool, at moment: PacketMoment) -> Bool {
        if firstUnit == nil { firstUnit = moment }
        let probe = EchoProbe(octets: payload.bigEndianUInt64(at: 0))
        let mark = RequestPairs.Mark(key: probe.octets, time: moment.time, frame: moment.frame)
        let isEcho = self[isInitiator: !fromInitiator].known.contains(probe.octets)
        self[isInitiator: fromInitiator].note(probe, isEcho: isEcho, at: moment.time)
        if let initiatorAsks {
            let isProbe = fromInitiator == initiatorAsks
            if isProbe {
                exchanges.ask(mark, byInitiator: fromInitiator)
            } else {
                exchanges.answer(mark, toInitiator: initiatorAsks)
            }
            return isProbe
        }
        if isEcho { becomeCertain(echoesFromInitiator: fromInitiator) }
        return !isEcho
    }

    /// Ties what was asked and answered so far together, once enough was answered.
    private mutating func becomeCertain(echoesFromInitiator: Bool) {
        let (asking, answering) = echoesFromInitiator ? (responder, initiator) : (initiator, responder)
        guard answering.echoes >= Self.certainEchoes else { return }
        initiatorAsks = !echoesFromInitiator
        countsProbes = answering.probes.lazy.filter { asking.known.contains($0.probe.octets) }
            .allSatisfy { $0.probe.ticks(in: .little) < Self.nearbyNumbers }
        for sample in asking.probes {
            exchanges.ask(.init(key: sample.probe.octets, time: sample.time), byInitiator: !echoesFromInitiator)
        }
        for sample in answering.probes where asking.known.contains(sample.probe.octets) {
            exchanges.answer(.init(key: sample.probe.octets, time: sample.time), toInitiator: !echoesFromInitiator)
        }
    }

    mutating func flip() {
        swapEnds()
        initiatorAsks?.toggle()
        exchanges.flip()
    }

    mutating func finish() { exchanges.finish() }

    /// Delays of the probes on their way to the capture point, nil if the sender's clock is not a known one.
    var probeDelays: OneWayDelays.Result? {
        guard let initiatorAsks else { return nil }
        return OneWayDelays.result(ofProbes: self[isInitiator: initiatorAsks].probes)
    }
}

extension OneWayDelays {
    /// Delays of probes to the capture point, nil if the sender's clock is not a known one.
    ///
    /// - Parameter samples: Their stamps, and when they were seen.
    static func result(ofProbes samples: [EchoClock.Sample]) -> Result? {
        guard let clock = EchoClock(samples: samples.span) else { return nil }
        var delays = OneWayDelays()
        for sample in samples {
            guard let sent = clock.nanoseconds(of: sample.probe) else { continue }
            delays.record(sent: sent, arrival: sample.time)
        }
        return delays.result
    }
}
