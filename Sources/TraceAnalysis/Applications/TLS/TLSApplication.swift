import SealedChannels
import TraceModel

/// TLS over TCP and DTLS over UDP: the unencrypted part of their handshakes, and what opens.
enum TLSApplication: NativeApplication {
    typealias Stream = TLSReader
    typealias Datagrams = DTLSDatagrams

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        if let datagrams = connection.datagramReader(DTLSDatagrams.self) {
            return evidence("DTLS", isOpened: datagrams.sealing.hasData)
        }
        guard directions(of: connection).contains(where: \.isProven) else { return nil }
        return evidence("TLS", isOpened: sealing(of: connection)?.hasData ?? false)
    }

    private static func evidence(_ name: String, isOpened: Bool) -> ApplicationEvidence {
        // What is inside says itself what it is; a guess, so that its guesses count.
        isOpened
            ? ApplicationEvidence(.unknown, because: "\(name), opened", isGuess: true)
            : ApplicationEvidence(.tls, because: "a \(name) handshake", isSealed: true)
    }

    static var rules: [any FindingRule.Type] {
        [
            TLSAlertRule.self, CertificateTimeRule.self, CertificateNameRule.self, OldVersionRule.self,
            WeakCipherRule.self, ForwardSecrecyRule.self, RefusedResumptionRule.self, RejectedEarlyDataRule.self,
            UnfittingKeysRule.self,
        ]
    }

    static func isNamed(_ application: Session.Application) -> Bool { application == .tls }

    /// Where keys fit and nothing was inside, there were no messages; without keys that is not known.
    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) {
        let sealing =
            end.connection.datagramReader(DTLSDatagrams.self)?.sealing ?? sealing(of: end.connection)
        guard sealing?.counts[isInitiator: end.isInitiator].hasApplicationKeys == true else { return }
        (direction.messages, direction.messageBytes, direction.malformedMessages) = (0, 0, 0)
    }

    private static func directions(of connection: Connection) -> [TLSDirection] {
        [true, false].compactMap { connection.reader(TLSReader.self, ofInitiator: $0)?.direction }
    }

    static func clientRandoms(of connection: Connection) -> [[UInt8]] {
        if let datagrams = connection.datagramReader(DTLSDatagrams.self) { return datagrams.clientRandoms }
        let opened = connection.exchange(of: TLSReader.self)?.opening?.value.opener.clientRandoms ?? []
        return opened
            + directions(of: connection).compactMap(\.handshake.facts.clientRandom).filter { !opened.contains($0) }
    }

    static func handshake(of connection: Connection) -> HandshakeStory? {
        if let datagrams = connection.datagramReader(DTLSDatagrams.self) { return datagrams.story }
        let ends = Ends(
            initiator: connection.reader(TLSReader.self, ofInitiator: true)?.direction,
            responder: connection.reader(TLSReader.self, ofInitiator: false)?.direction)
        guard ends.initiator?.isProven == true || ends.responder?.isProven == true else { return nil }
        func shown(_ direction: TLSDirection?) -> (facts: TLSHandshakeFacts, marks: HandshakeMarks)? {
            direction.map { ($0.handshake.facts, $0.marks) }
        }
        var story = HandshakeStory(Ends(initiator: shown(ends.initiator), responder: shown(ends.responder)))
        guard let opening = connection.exchange(of: TLSReader.self)?.opening?.value else { return story }
        story.add(opened: opening.opener.facts, alerts: opening.alerts)
        if let moment = opening.certificateMoment { story.server.certificate = moment }
        story.acceptsEarlyData = opening.opener.acceptsEarlyData
        story.rejectedEarly = opening.rejectedEarly
        story.hasData = [ends.initiator, ends.responder].allSatisfy { ($0?.counts.plaintextBytes ?? 0) > 0 }
        return story
    }

    private static func sealing(of connection: Connection) -> Sealing? {
        let ends = Ends(
            initiator: connection.reader(TLSReader.self, ofInitiator: true)?.direction,
            responder: connection.reader(TLSReader.self, ofInitiator: false)?.direction)
        guard ends.initiator?.isProven == true || ends.responder?.isProven == true else { return nil }
        let opening = connection.exchange(of: TLSReader.self)?.opening?.value
        var sealing = Sealing(
            counts: Ends(
                initiator: ends.initiator?.counts ?? SealedCounts(), responder: ends.responder?.counts ?? SealedCounts()
            ),
            source: opening?.source, keyReason: opening?.reason)
        sealing.hasUnplacedBytes = [ends.initiator, ends.responder].contains { $0?.hasUnplacedBytes == true }
        if opening == nil {
            let hellos = directions(of: connection).map(\.handshake.facts)
            let hasBoth = hellos.contains(where: \.hasClientHello) && hellos.contains(where: \.hasServerHello)
            sealing.keyReason = hasBoth ? .noKeys : .handshakeMissing
        }
        return sealing
    }

    static func describe(_ session: inout Session, _ connection: Connection, _ axis: TimeAxis) {
        if let datagrams = connection.datagramReader(DTLSDatagrams.self) {
            session.tls = Session.TLS(datagrams.facts)
            session.describe(datagrams.sealing, of: connection)
            return
        }
        guard let sealing = sealing(of: connection) else { return }
        var facts = TLSHandshakeFacts()
        for direction in directions(of: connection) { facts.merge(direction.handshake.facts) }
        let opening = connection.exchange(of: TLSReader.self)?.opening?.value
        if let opening { facts.merge(opened: opening.opener.facts, alerts: opening.alerts.map(\.alert)) }
        session.tls = Session.TLS(facts)
        session.describe(sealing, of: connection)
    }

    static func sealedMetrics(of connection: Connection, _ session: Session) -> Session.MetricLimit? {
        guard connection.isTCP, session.application == .tls else { return nil }
        return .init(
            metrics: SessionDirection.keys(\.messages, \.applicationRTT), reason: .encrypted,
            message: "TLS encrypts the messages. Volumes and timing are readable.")
    }
}
