import PeerMessaging
import WireCoding
import SealedChannels
import TraceModel

/// A QUIC connection: what its headers and Initial packets show without keys (RFC 8999, RFC 9000 §17, RFC 9001 §5.2).
struct QUICDatagrams: Sendable {
    private static let maximumVersions = 8

    private(set) var facts = Session.QUIC()
    private var observer = QUICHandshakeObserver()
    /// The packets with the hellos.
    private var marks = Ends(both: HandshakeMarks())
    /// The first packet of either end that says why the connection ended.
    private var refusal: (reason: QUICCloseReason, moment: PacketMoment)?
    private(set) var malformedDatagrams = 0
    /// From the first keys on.
    private(set) var opened: Box<QUICOpening>?
    /// Packets of the handshake and of data that each end sent, without keys.
    private var sealed = Ends(both: SealedCounts())
    var clientIsInitiator: Bool
    private var versions: [QUICVersion] = []
    /// First datagrams of the client and the server, and how many the client sent before the server's first.
    private var asked: Int64?
    private var answered: Int64?
    private var askedBefore = 0
    /// The client's first datagram after the server's first.
    private var continued: Int64?

    init(clientIsInitiator: Bool) { self.clientIsInitiator = clientIsInitiator }

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {
        receive(payload, fromInitiator: fromInitiator, at: moment)
        if opened != nil, !payload.isEmpty {
            opened!.value.hold(payload, length: length, fromInitiator: fromInitiator, moment: moment)
        }
        account()
    }

    /// Stored, as ``bufferedBytes`` is: they are asked for with each datagram, and a copy of all would be made for the answer.
    private(set) var holdsSealed = false
    /// Bytes that are held of incomplete hellos, and of what was opened.
    private(set) var bufferedBytes: Int? = 0

    /// Bytes that the observer holds: asked for with each datagram, it would be copied.
    private var observedBytes = 0

    private mutating func account() {
        var held = observedBytes
        if opened != nil {
            let holdings = opened!.value.holdings()
            holdsSealed = holdings.holdsSealed
            held &+= holdings.bufferedBytes
        }
        bufferedBytes = held
    }

    private mutating func receive(_ payload: Span<UInt8>, fromInitiator: Bool, at moment: PacketMoment) {
        noteTime(moment.time, fromClient: fromInitiator == clientIsInitiator)
        guard !payload.isEmpty else { return }
        guard payload[0] & 0x80 != 0 else {
            facts.shortHeaderDatagrams += 1
            count(.oneRTT, fromInitiator)
            return
        }
        var packets = QUICPackets(in: payload, connectionIDLength: 0)
        do throws(WireError) {
            while let packet = try packets.next() {
                // Behind it only packets with short headers follow, whose connection ID has no length on the wire.
                guard packet.isLong else {
                    // Without the fixed bit it may be anything that fills the datagram.
                    if packet.firstByte & 0x40 != 0 { count(.oneRTT, fromInitiator) }
                    break
                }
                note(packet, in: payload)
                count(packet.type, fromInitiator)
                observe(packet, in: payload, fromClient: fromInitiator == clientIsInitiator, at: moment)
            }
        } catch {
            malformedDatagrams += 1
        }
    }

    private mutating func observe(
        _ packet: QUICPacketView, in datagram: Span<UInt8>, fromClient: Bool, at moment: PacketMoment
    ) {
        guard !observer.isFinished else { return }
        observer.observe(packet, in: datagram, fromClient: fromClient)
        observedBytes = observer.bufferedBytes
        if refusal == nil, let reason = observer.closeReason { refusal = (reason, moment) }
        guard packet.type == .initial else { return }
        let facts = observer.facts
        if fromClient ? facts.hasClientHello : facts.hasServerHello {
            marks[isInitiator: fromClient == clientIsInitiator].note(facts, at: moment)
        }
    }

    /// Why the connection ended, if a packet that was opened says so.
    var closing: (reason: QUICCloseReason, moment: PacketMoment)? {
        if let opening = opened?.value, let reason = opening.closes.reason, let moment = opening.closeMoment {
            return (reason, moment)
        }
        return refusal
    }

    /// What the handshake shows; nil before the first hello.
    var story: HandshakeStory? {
        guard let handshake else { return nil }
        var story = HandshakeStory()
        story.facts = handshake
        story.clientIsInitiator = clientIsInitiator
        story.client = marks[isInitiator: clientIsInitiator]
        story.server = marks[isInitiator: !clientIsInitiator]
        story.serverCertificate = handshake.certificate
        if let closing, let alert = TLSAlert(closing.reason) {
            story.alerts = [
                SeenAlert(alert: alert, isClients: closing.reason.isByClient, moment: closing.moment, isSealed: true)
            ]
        }
        guard let opening = opened?.value else { return story }
        story.server.certificate = opening.serverHandshake
        story.acceptsEarlyData = opening.opener.handshake.acceptsEarlyData
        story.rejectedEarly = opening.rejectedEarly
        story.hasData = [true, false].allSatisfy { opening.counts(fromInitiator: $0).plaintextBytes > 0 }
        return story
    }

    /// What the hellos in Initial packets show, and with keys the rest of the handshake; nil before the first one.
    var handshake: TLSHandshakeFacts? {
        guard observer.facts.hasClientHello || observer.facts.hasServerHello else { return nil }
        var facts = observer.facts
        if let opened = opened?.value.opener.handshake.tls { facts.merge(opened: opened) }
        return facts
    }

    /// What became of its packets.
    var sealing: Sealing {
        guard let opening = opened?.value else {
            let hasHellos = observer.facts.hasClientHello && observer.facts.hasServerHello
            return Sealing(counts: sealed, keyReason: hasHellos ? .noKeys : .handshakeMissing)
        }
        return Sealing(
            counts: Ends(
                initiator: opening.counts(fromInitiator: true), responder: opening.counts(fromInitiator: false)),
            source: opening.opener.source, keyReason: opening.keyReason)
    }

    var hasRetry: Bool { observer.hasRetry }

    /// By which key logs name the connection: the randoms of all hellos of the client.
    var clientRandoms: [[UInt8]] { observer.clientRandoms }

    /// Gives up incomplete hellos; a connection that holds nothing is read on.
    mutating func evict() {
        if observedBytes > 0 { finishObserving() }
        if opened != nil { opened!.value.evict() }
        account()
    }

    mutating func finish() {
        finishObserving()
        account()
    }

    private mutating func finishObserving() {
        observer.finish()
        observedBytes = observer.bufferedBytes
    }

    private mutating func noteTime(_ time: Int64, fromClient: Bool) {
        if answered != nil {
            if fromClient, continued == nil { continued = time }
        } else if fromClient {
            if asked == nil { asked = time }
            askedBefore += 1
        } else {
            answered = time
        }
    }

    private mutating func count(_ type: QUICPacketType, _ fromInitiator: Bool) {
        switch type {
        case .handshake: sealed.change(isInitiator: fromInitiator) { $0.sealed += 1 }
        case .zeroRTT, .oneRTT:
            sealed.change(isInitiator: fromInitiator) { counts in
                counts.sealed += 1
                counts.sealedData += 1
            }
        case .initial, .versionNegotiation, .retry, .unknown: break
        }
    }

    /// What the report calls a version.
    static func name(of version: QUICVersion) -> String { "0x" + version.rawValue.digits(8, radix: 16) }

    private mutating func note(_ packet: QUICPacketView, in datagram: Span<UInt8>) {
        if let version = packet.version, version != .negotiation, !versions.contains(version),
            versions.count < Self.maximumVersions
        {
            versions.append(version)
            facts.versions.append(Self.name(of: version))
        }
        switch packet.type {
        case .initial:
            if facts.initialPackets == 0, !packet.destinationConnectionID.isEmpty {
                facts.originalDestinationConnectionID = Hex.encode(datagram.copied(packet.destinationConnectionID))
            }
            facts.initialPackets += 1
        case .handshake: facts.handshakePackets += 1
        case .zeroRTT: facts.zeroRTTPackets += 1
        case .retry: facts.retryPackets += 1
        case .versionNegotiation: facts.versionNegotiationPackets += 1
        case .oneRTT, .unknown: break
        }
    }

    /// The time from the client's first datagram to the server's first, in nanoseconds; nil if the client sent several
    /// before, because it is unknown which one was answered.
    var handshakeRoundTrip: Int64? {
        guard let asked, let answered, askedBefore == 1, answered >= asked else { return nil }
        return answered - asked
    }

    /// Nanoseconds from the client's first datagram to the server's first, and from there to the client's next: the round trips
    /// beyond the capture point and before it, each with the time in which a host computes keys.
    var openingSteps: (beyond: Int64, before: Int64)? {
        guard let beyond = handshakeRoundTrip, let answered, let continued, continued >= answered else {
            return nil
        }
        return (beyond, continued - answered)
    }
}

extension QUICDatagrams: DatagramReader {
    static var transport: Session.Transport { .quic }

    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        guard QUICPacketView.looksLikeInitial(payload, length: length) else { return nil }
        self.init(clientIsInitiator: fromInitiator)
    }

    static var isChannel: Bool { true }
    var isProven: Bool { true }

    mutating func flip() {
        clientIsInitiator.toggle()
        marks.swapEnds()
        sealed.swapEnds()
        opened?.value.flip()
    }

    mutating func expectKeys() {
        if opened == nil { opened = Box(QUICOpening(clientIsInitiator: clientIsInitiator)) }
    }

    mutating func takeChannelNames() -> [ChannelName] {
        guard opened != nil else { return [] }
        let names = opened!.value.takeConnectionIDs()
        guard !names.isEmpty else { return [] }
        // The client's own are on datagrams to it.
        return names.map { ChannelName(bytes: $0.bytes, toInitiator: $0.isClients == clientIsInitiator) }
    }

    static func channelName(in payload: Span<UInt8>, length: Int) -> [UInt8]? {
        // Behind the first byte, and of a long header behind version and length (RFC 8999 §5).
        let start = payload.isEmpty || payload[0] & 0x80 == 0 ? 1 : 6
        guard payload.count >= start + length else { return nil }
        if start == 6, Int(payload[5]) != length { return nil }
        return payload.copied(start..<start + length)
    }

    mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts? {
        guard opened != nil else { return nil }
        return opened!.value.attempts(fromInitiator: fromInitiator, after: known)
    }

    mutating func expect(_ attempted: QUICAttemptedPacket, frame: Int) {
        if opened != nil { opened!.value.expected = (attempted, frame) }
    }

    mutating func open(_ state: OpeningState) -> [OpenedPassage] {
        guard opened != nil else { return [] }
        let passages = opened!.value.open(state)
        account()
        return passages
    }

    /// The client may send when it has the server's part of the handshake, and the server is sure of the client when it has the
    /// client's (RFC 9001 §4.1).
    var readiness: Ends<Int64?> {
        guard let opening = opened?.value else { return Ends(both: nil) }
        var readiness = Ends<Int64?>(both: nil)
        readiness[isInitiator: clientIsInitiator] = opening.serverHandshake?.time
        readiness[isInitiator: !clientIsInitiator] = opening.clientHandshake?.time
        return readiness
    }
    var leastAcknowledgments: Ends<Int64?> { opened?.value.leastDelays ?? Ends(both: nil) }

    var opening: DatagramOpening? { handshakeRoundTrip.map { DatagramOpening(roundTrip: $0, steps: openingSteps) } }
}

extension TLSAlert {
    /// The alert that a connection ended with: TLS in QUIC has no alerts, but codes of CONNECTION_CLOSE for them (RFC 9001
    /// §4.8).
    init?(_ reason: QUICCloseReason) {
        guard reason.frameType != nil, QUICTransportError.cryptoErrors.contains(reason.code) else { return nil }
        self.init(level: 2, code: Code(rawValue: UInt8(truncatingIfNeeded: reason.code)))
    }
}
