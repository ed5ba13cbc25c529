import ApplicationProtocols
import TraceModel
import WireCoding

/// Adds the facts in a session's messages to its directions.
struct MessageBuilder {
    private let connection: Connection
    private let application: Session.Application
    private let axis: TimeAxis

    init(_ connection: Connection, _ application: Session.Application, axis: TimeAxis) {
        self.connection = connection
        self.application = application
        self.axis = axis
    }

    /// The direction of one end with what its messages show.
    func adding(to direction: SessionDirection, ofInitiator isInitiator: Bool) -> SessionDirection {
        var direction = direction
        let end = NativeEnd(connection: connection, isInitiator: isInitiator, application: application, axis: axis)
        if connection.guest != nil || !NativeApplications.describe(&direction, end) {
            addGuest(isInitiator: isInitiator, to: &direction)
        }
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
    var identified: PacketMoment? { NativeApplications.identified(in: connection, as: application) }

    /// First byte of the first message that only follows what the protocol begins with.
    var firstMessage: PacketMoment? {
        guard connection.guest == nil else {
            return [true, false].compactMap { connection.guestReading(ofInitiator: $0)?.tally.first }.min()
        }
        return NativeApplications.firstMessage(of: connection, as: application)
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
        if tally.measures.hasTimes { direction.add(tally.delays.result) }
    }
}

extension SessionDirection {
    /// Takes over what the times in messages show.
    mutating func add(_ delays: OneWayDelays.Result?) {
        guard let delays else { return }
        oneWayDelay = delays.distribution
        interarrivalJitter = delays.jitter
        clockDrift = delays.drift
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
