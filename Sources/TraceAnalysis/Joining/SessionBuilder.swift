import PacketDissection
import PeerMessaging
import TraceModel
import WireCoding

/// Turns a followed connection into the session that the report shows.
struct SessionBuilder {
    /// A session that was quiet for this long before the capture ended is called idle rather than still running.
    static let idleAfter: Int64 = 60_000_000_000

    let axis: TimeAxis
    /// The last time of the whole capture.
    let lastTime: Int64

    func session(
        _ connection: Connection, id: Int, service: Service?, interfaceName: String? = nil,
        peerAt peer: (IPAddress) -> String?
    ) -> Session {
        let application = ApplicationEvidence(of: connection)
        let initiator = connection.initiatorEndpoint
        let responder = connection.responderEndpoint
        let messages = MessageBuilder(connection, application.application, axis: axis)
        var session = Session(
            id: id,
            transport: connection.isTCP ? .tcp : connection.isQUIC ? .quic : .udp,
            application: application.application,
            ending: ending(of: connection),
            midstream: connection.midstream,
            initiator: .init(initiator, peer: peer(initiator.address)),
            responder: .init(responder, peer: peer(responder.address)),
            service: service?.id,
            interface: connection.key.interface,
            interfaceName: interfaceName,
            firstFrame: connection.firstFrame,
            start: axis.seconds(connection.start),
            end: axis.seconds(connection.end),
            duration: Double(connection.end - connection.start) / 1e9)
        // Whole, because a change of a boxed part makes its box anew.
        session.forward = messages.adding(
            to: direction(connection.initiator, asking: connection.answers(toInitiator: true), of: connection),
            ofInitiator: true)
        session.backward = messages.adding(
            to: direction(connection.responder, asking: connection.answers(toInitiator: false), of: connection),
            ofInitiator: false)
        if connection.readsContent {
            session.throughput = ThroughputSeries.rates(
                connection.initiator.rates.throughput, connection.responder.rates.throughput)
        }
        session.evidence = application.evidence
        session.endedBy = endedBy(connection, session.ending)
        if session.transport == .udp, session.reportedApplication == .unknown {
            session.discovery = discovery(of: connection, session)
        }
        session.handshakeRTT = connection.handshakeRoundTrip.map { Double($0) / 1e9 }
        if let pairs = connection.pairs {
            session.applicationRTT = pairs.all.distribution
            session.jitter = Session.Jitter(pairs.jitter)
        }
        session.transportRTT = Self.widerRoundTrip(connection)
        session.decrypted = application.isSealed ? false : nil
        addOrigin(of: connection, to: &session)
        addHandshake(of: connection, to: &session)
        if let established = connection.established {
            session.established = axis.seconds(established)
            let gate = TimeAxis.nanoseconds(StabilizationGate.duration)
            if connection.end - established >= gate { session.stable = axis.seconds(established + gate) }
        }
        session.identified = axis.seconds(messages.identified)
        session.firstMessage = axis.seconds(messages.firstMessage)
        session.capturePoint = CapturePointInference.point(of: connection, as: session.application)
        session.phases = phases(of: session, service: service)
        NativeApplications.describe(&session, connection, axis)
        connection.builtInGuest?.describe(&session, connection.guestFacts, axis)
        session.limits = SessionLimits(connection, session).limits
        for limit in session.limits { session.withdraw(limit) }
        session.networkRTT =
            NetworkDistance(
                session, opening: connection.datagrams?.readers?.opening?.steps,
                pure: (connection.initiator.roundTrips.leastPure, connection.responder.roundTrips.leastPure),
                acknowledged: connection.datagrams?.readers?.leastAcknowledgments ?? Ends(both: nil)
            ).estimate
        return session
    }

    private func addHandshake(of connection: Connection, to session: inout Session) {
        guard connection.isTCP else { return }
        // Sides of a flow that only opened are made anew each time they are asked for.
        let responder = connection.synAckCount > 0 ? connection.responder : nil
        let answer = responder?.openingSequence
        if connection.initialSequence != nil || answer != nil {
            // A SYN has its own number, before the first byte's.
            session.initialSequenceNumbers = Session.SequenceNumbers(
                forward: connection.initialSequence, backward: answer.map { $0 &- 1 })
        }
        guard !connection.midstream else { return }
        if connection.established != nil {
            session.handshake = .complete
        } else if session.ending == .refused {
            session.handshake = .refused
        } else if connection.synAckCount > 0 {
            session.handshake = .halfOpen
        } else if session.backward.packets == 0, session.forward.packets == connection.synCount {
            session.handshake = .unanswered
        }
    }

    private func addOrigin(of connection: Connection, to session: inout Session) {
        let details = connection.details
        (session.process, session.effectiveProcess) = (details.origin?.process, details.origin?.effectiveProcess)
        session.copiedPackets = details.copiedPackets
        session.icmpErrors = details.errors.map { error in
            Session.ICMPError(
                time: axis.seconds(error.moment.time), frame: error.moment.frame, source: error.source.description,
                type: Int(error.quoted.type), code: Int(error.quoted.code), name: error.quoted.name, count: error.count)
        }
    }

    private func phases(of session: Session, service: Service?) -> Session.Phases {
        var phases = Session.Phases()
        // Answers before the session began, and not to a host that looked again later.
        if let discovery = service?.discovery, let answer = discovery.firstAnswer, answer <= session.start {
            phases.discover = discovery.latency
            phases.resolve = discovery.resolveLatency
        }
        phases.connect = session.handshakeRTT
        let ready = session.established ?? (session.transport == .tcp ? nil : session.start)
        guard let ready else { return phases }
        phases.identify = Self.span(from: ready, to: session.identified)
        phases.firstMessage = Self.span(from: ready, to: session.firstMessage)
        if session.application == .mesh { phases.stabilize = Self.span(from: ready, to: session.stable) }
        return phases
    }

    private static func span(from start: Double, to end: Double?) -> Double? {
        guard let end, end >= start else { return nil }
        return (end - start).roundedToNanoseconds
    }

    private func ending(of connection: Connection) -> Session.Ending {
        let isOver = lastTime - connection.end > Self.idleAfter
        guard connection.isTCP else { return isOver ? .idle : .captureEnd }
        if !connection.midstream, connection.responder.packets == 0 { return .unanswered }
        if !connection.midstream, connection.synAckCount == 0, connection.firstReset != nil,
            connection.responder.payloadPackets == 0
        {
            return .refused
        }
        if connection.wasCutShort { return .reset }
        let sawFIN = connection.initiator.finish != nil || connection.responder.finish != nil
        return sawFIN ? .fin : isOver ? .idle : .captureEnd
    }

    private func endedBy(_ connection: Connection, _ ending: Session.Ending) -> Session.Side? {
        let isInitiator: Bool?
        switch ending {
        case .fin: isInitiator = connection.isClosedByInitiator
        case .reset, .refused: isInitiator = connection.isResetByInitiator
        case .idle, .captureEnd, .unanswered, .close: isInitiator = nil
        }
        return isInitiator.map { $0 ? .initiator : .responder }
    }

    private func discovery(of connection: Connection, _ session: Session) -> Session.Discovery? {
        if session.initiator.reach == .multicastDNS || session.responder.reach == .multicastDNS { return .multicastDNS }
        let discovery = connection.datagrams?.discovery
        // Who only gets answers here asked a group. Otherwise two hosts use CoAP for whatever they do.
        let isOfGroup = session.responder.reach == .group || connection.initiator.packets == 0
        return discovery == .coap && !isOfGroup ? nil : discovery
    }

    private func direction(
        _ side: ConnectionSide, asking answers: AnswerTimes.Side?, of connection: Connection
    ) -> SessionDirection {
        var direction = SessionDirection()
        direction.answers = self.answers(answers)
        direction.packets = side.packets
        direction.wireBytes = side.wireBytes
        // For a side that sent nothing the peak is nothing.
        direction.peakThroughput = connection.readsContent ? side.rates.peak ?? 0 : nil
        let payload = connection.isTCP ? Int(side.coverage.total) : side.datagramBytes
        if !connection.isQUIC {
            direction.payloadBytes = payload
            if let first = side.firstPayload, let last = side.lastPayload, last > first {
                direction.goodput = (Double(payload) * 8e9 / Double(last - first) * 1e3).rounded() / 1e3
            }
        }
        if connection.isTCP {
            addTransport(of: side, to: &direction)
        } else if side.fragmentedDatagrams > 0 {
            direction.lostDatagrams = side.incompleteDatagrams
        }
        return direction
    }

    private func answers(_ side: AnswerTimes.Side?) -> SessionDirection.Answers? {
        side.map { side in
            SessionDirection.Answers(
                delay: side.delays.distribution,
                slowest: side.slowest.map {
                    .init(
                        time: axis.seconds($0.question.time), delay: axis.duration($0.delay), frame: $0.question.frame,
                        answerFrame: $0.answer.frame)
                })
        }
    }

    private func addTransport(of side: ConnectionSide, to direction: inout SessionDirection) {
        direction.retransmittedPackets = side.retransmittedPackets
        direction.retransmittedBytes = side.retransmittedBytes
        direction.outOfOrderPackets = side.outOfOrderPackets
        direction.duplicateAcks = side.duplicateAcks
        direction.zeroWindows = side.zeroWindows
        direction.urgentPackets = side.urgentPackets
        direction.keepAlives = side.keepAlives
        direction.missingBytes = side.missingBytes
        direction.transportRTT = side.roundTrips.distribution
        direction.roundTripCourse = side.roundTrips.course
        guard let options = side.options else { return }
        var offers = SessionDirection.TCPOptions()
        offers.maximumSegmentSize = options.maximumSegmentSize.map { Int($0) }
        offers.windowScale = options.windowScale.map { Int($0) }
        (offers.selectiveAcknowledgments, offers.timestamps) = (options.isSACKPermitted, options.hasTimestamps)
        offers.multipath = options.multipath != nil
        offers.fastOpen = options.fastOpenCookieLength != nil
        direction.tcpOptions = offers
    }

    /// The direction's distribution with the larger median: the other one is measured at the host that acknowledges and
    /// shows only its delay.
    private static func widerRoundTrip(_ connection: Connection) -> Distribution {
        let forward = connection.initiator.roundTrips.distribution
        let backward = connection.responder.roundTrips.distribution
        return (backward.median ?? -1) > (forward.median ?? -1) ? backward : forward
    }
}

/// The last few sessions that differ, so that similar ones share their memory: those of a scan or a flood are nearly
/// all the same except for their addresses.
struct SessionKinds {
    /// A session is compared with so many.
    private static let count = 8

    private var latest: [Session] = []
    private var oldest = 0

    /// Lets a session share memory with one that is like it, and remembers it otherwise.
    mutating func share(_ session: inout Session) {
        if let known = latest.first(where: {
            $0.forward == session.forward && $0.backward == session.backward && $0.throughput == session.throughput
        }) {
            session.share(known)
        } else if latest.count < Self.count {
            latest.append(session)
        } else {
            latest[oldest] = session
            oldest = (oldest + 1) % Self.count
        }
    }
}
