import ApplicationProtocols
import TraceModel
import WireCoding

/// Adds the facts in a session's messages to its directions.
struct MessageBuilder {
    private let connection: Connection
    private let application: Session.Application
    private let axis: TimeAxis
    private let initiator: StreamDecoder
    private let responder: StreamDecoder

    init(_ connection: Connection, _ application: Session.Application, axis: TimeAxis) {
        self.connection = connection
        self.application = application
        self.axis = axis
        initiator = connection.initiator.decoder
        responder = connection.responder.decoder
    }

    /// The direction of one end with what its messages show.
    func adding(to direction: SessionDirection, ofInitiator isInitiator: Bool) -> SessionDirection {
        var direction = direction
        add(isInitiator ? initiator : responder, isInitiator: isInitiator, to: &direction)
        if let pairs = connection.pairs {
            let samples = isInitiator ? pairs.forward : pairs.backward
            direction.applicationRTT = samples.distribution
            // Those of messages say more than those of acknowledgments.
            if samples.count > 0 { direction.roundTripCourse = samples.course }
            direction.jitter = Session.Jitter(isInitiator ? pairs.forwardJitter : pairs.backwardJitter)
        }
        return direction
    }

    /// The initiator's identification was whole.
    var identified: PacketMoment? { application == .mesh ? initiator.mesh.identity?.moment : nil }

    /// First byte of the first message that only follows what the protocol begins with.
    var firstMessage: PacketMoment? {
        switch application {
        case .mesh: return [initiator.mesh.firstMessage, responder.mesh.firstMessage].compactMap(\.self).min()
        case .echo:
            if let echo = connection.datagrams?.echo { return echo.firstUnit }
            return connection.echo?.firstUnit
        case .networkEvent:
            let events = connection.datagrams?.events
            return [events?.initiator.first, events?.responder.first].compactMap(\.self).min()
        case .carrierPigeon, .xmpp:
            return [initiator.stanzas?.firstMessage, responder.stanzas?.firstMessage].compactMap(\.self).min()
        case .framed, .tls, .unknown: return nil
        default:
            return [true, false].compactMap { connection.guestReading(ofInitiator: $0)?.tally.first }.min()
        }
    }

    private func add(_ decoder: StreamDecoder, isInitiator: Bool, to direction: inout SessionDirection) {
        switch application {
        case .mesh: addMesh(decoder, to: &direction)
        case .framed:
            direction.messages = decoder.frames
            direction.messageBytes = decoder.frameBytes
            // Other protocols have frames without a body.
            direction.malformedMessages = decoder.framingFaults.count { $0.kind != .emptyFrame }
        case .echo:
            if let datagrams = connection.datagrams?.echo {
                addEcho(datagrams, isInitiator: isInitiator, to: &direction)
            } else if let echo = connection.echo {
                addEcho(echo, isInitiator: isInitiator, to: &direction)
            }
        case .networkEvent: addEvents(isInitiator: isInitiator, to: &direction)
        case .carrierPigeon, .xmpp:
            let stanzas = decoder.stanzas
            direction.messages = stanzas?.count ?? 0
            direction.messageTypes = stanzas?.byName ?? NamedCounts()
            direction.messageBytes = stanzas?.bytes ?? 0
            direction.malformedMessages = stanzas?.fault == nil ? 0 : 1
        case .tls, .unknown: break
        default: addGuest(isInitiator: isInitiator, to: &direction)
        }
    }

    private func addMesh(_ decoder: StreamDecoder, to direction: inout SessionDirection) {
        direction.messages = decoder.mesh.counts.total
        direction.messageTypes = decoder.mesh.counts.byName
        direction.messageBytes = decoder.mesh.counts.bytes
        direction.malformedMessages = decoder.mesh.undecodable + decoder.framingFaults.count
        Self.add(decoder.mesh.delays.result, to: &direction)
    }

    private static func add(_ delays: OneWayDelays.Result?, to direction: inout SessionDirection) {
        guard let delays else { return }
        direction.oneWayDelay = delays.distribution
        direction.interarrivalJitter = delays.jitter
        direction.clockDrift = delays.drift
    }

    // MARK: - Echo tests

    private func addEcho(_ echo: EchoDatagrams, isInitiator: Bool, to direction: inout SessionDirection) {
        let isAsking = isInitiator == echo.initiatorAsks
        let side = echo[isInitiator: isInitiator]
        direction.messages = side.units + side.data
        direction.messageTypes.add(side.units, of: isAsking ? "probe" : "echo")
        direction.messageTypes.add(side.data, of: "data")
        direction.messageBytes = side.units * EchoStream.unitLength + side.dataBytes
        direction.malformedMessages = 0
        guard isAsking else { return }
        if side.numbers.isPlausible {
            direction.lostMessages = side.numbers.lost
            direction.duplicateMessages = side.numbers.duplicates
            direction.reorderedMessages = side.numbers.late
            direction.delivery = side.numbers.marks.all.map {
                .init(
                    time: axis.seconds($0.moment.time), frame: $0.moment.frame, lost: $0.lost, reordered: $0.reordered)
            }
        }
        if let start = side.dataStart, let end = side.dataEnd {
            direction.bulk = bulk(side.dataBytes, from: start, to: end, lasting: side.dataDuration)
        }
        Self.add(echo.probeDelays, to: &direction)
    }

    private func addEcho(_ echo: EchoComparison, isInitiator: Bool, to direction: inout SessionDirection) {
        let isAsking = echo.asks(isInitiator: isInitiator)
        let units = echo.units(ofInitiator: isInitiator)
        direction.messages = units
        direction.messageTypes.add(units, of: isAsking ? "probe" : "echo")
        direction.messageBytes = units * EchoStream.unitLength
        direction.malformedMessages = 0
        guard isAsking else { return }
        let side = isInitiator ? connection.initiator : connection.responder
        let bytes = Int(side.coverage.total - echo.probeBytes)
        if let start = echo.dataStart, bytes > 0 {
            direction.bulk = bulk(
                bytes, from: start.time, to: side.lastData, lasting: side.lastData - start.time)
        }
        Self.add(echo.probeDelays, to: &direction)
    }

    /// - Parameter duration: Nanoseconds in which bytes were sent: less than from start to end, if there were several runs.
    private func bulk(
        _ bytes: Int, from start: Int64, to end: Int64, lasting duration: Int64
    ) -> SessionDirection.Bulk {
        SessionDirection.Bulk(
            start: axis.seconds(start), end: axis.seconds(end), bytes: bytes,
            goodput: duration > 0 ? (Double(bytes) * 8e9 / Double(duration) * 1e3).rounded() / 1e3 : nil)
    }

    // MARK: - Applications that the analysis was given

    private func addGuest(isInitiator: Bool, to direction: inout SessionDirection) {
        guard let reading = connection.guestReading(ofInitiator: isInitiator), let summary = reading.summary else {
            // All bytes of the application are known by their checksums, so that a side without a reading sent none.
            if connection.isTCP, connection.builtInGuest != nil {
                (direction.messages, direction.messageBytes, direction.malformedMessages) = (0, 0, 0)
            }
            return
        }
        direction.malformedMessages = summary.malformed
        if let fault = summary.firstFault, let moment = reading.faultMoment {
            direction.firstFault = SessionDirection.MessageFault(
                time: axis.seconds(moment.time), frame: moment.frame,
                streamOffset: reading.streamOffset(of: fault), key: fault.key, message: fault.message,
                bytes: Hex.encode(fault.bytes))
        }
        direction.controlFrames = summary.controlFrames.map { .init(ping: $0.ping, pong: $0.pong, close: $0.close) }
        guard !summary.isMismatch, summary.start != .notFound else { return }
        let tally = reading.tally
        direction.messages = tally.messages
        direction.messageTypes = tally.byName
        direction.messageBytes = tally.bytes
        direction.duplicateMessages = tally.duplicates
        direction.lostMessages = tally.lost
        direction.reorderedMessages = tally.reordered
        if tally.measures.hasTimes { Self.add(tally.delays.result, to: &direction) }
    }

    // MARK: - Network events

    private func addEvents(isInitiator: Bool, to direction: inout SessionDirection) {
        guard let events = connection.datagrams?.events else { return }
        let side = events[isInitiator: isInitiator]
        direction.messages = side.count
        direction.messageTypes = side.byName
        direction.messageBytes = side.bytes
        direction.malformedMessages = side.malformed
        direction.duplicateMessages = side.duplicates
    }
}

extension Session.Jitter {
    /// The jitter of a meter.
    init(_ meter: JitterMeter) {
        self.init()
        meanAbsoluteDifference = meter.meanAbsoluteDifference
        rfc3550 = meter.interarrival
    }
}
