import PeerMessaging
import SealedChannels
import TraceModel
import WireCoding

/// The datagrams of a UDP conversation, decoded as the application that their bytes show.
///
/// At most one application is kept. Each has memory of its own, because most conversations have none.
struct DatagramContent: Sendable {
    /// A conversation whose first datagrams match nothing known is no longer inspected.
    private static let inspectedDatagrams = 64

    /// From the first datagram of eight bytes on; another application as long as it is not certain.
    private var echoBox: Box<EchoDatagrams>?
    private var eventsBox: Box<EventDatagrams>?
    private var quicBox: Box<QUICDatagrams>?
    private var handshakeBox: Box<Ends<DTLSHandshakeObserver>>?
    /// Whether the datagrams still say something.
    private(set) var isWanted = true
    private var inspected = 0
    /// The evidence from the first datagram of each recognized kind.
    private(set) var evidence: String?
    /// Nil if messages are not listed.
    var records: Ends<MessageLog?>

    /// By the first datagram.
    let discovery: Session.Discovery?

    init(_ reading: StreamReading, discovery: Session.Discovery? = nil) {
        self.discovery = discovery
        records = Ends(both: MessageLog(reading))
    }

    /// Nil as long as it is not certain.
    var echo: EchoDatagrams? { echoBox?.value.isCertain == true ? echoBox?.value : nil }
    var events: EventDatagrams? { eventsBox?.value }
    var quic: QUICDatagrams? { quicBox?.value }
    var handshake: Ends<DTLSHandshakeObserver>? { handshakeBox?.value }
    var isQUIC: Bool { quicBox != nil }
    /// Whether it may hold bytes of handshake messages that are not whole.
    var holdsHandshake: Bool { handshakeBox != nil || quicBox != nil }

    /// Takes the next datagram.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of it.
    ///   - length: Bytes on the wire.
    mutating func receive(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment) {
        if !isDecided { inspect(payload, length: length, fromInitiator: fromInitiator) }
        echoBox?.value.receive(
            payload, length: length, fromInitiator: fromInitiator, moment: moment,
            records: &records[isInitiator: fromInitiator])
        eventsBox?.value[isInitiator: fromInitiator].receive(
            payload, length: length, moment: moment, records: &records[isInitiator: fromInitiator])
        quicBox?.value.receive(payload, fromInitiator: fromInitiator, at: moment.time)
        handshakeBox?.value[isInitiator: fromInitiator].observe(payload)
    }

    /// Whether no other application is looked for.
    private var isDecided: Bool {
        !isWanted || echoBox?.value.isCertain == true || eventsBox != nil || quicBox != nil || handshakeBox != nil
    }

    private mutating func inspect(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        inspected += 1
        if EventDatagrams.begins(payload) {
            (echoBox, eventsBox) = (nil, Box(EventDatagrams()))
        } else if QUICDatagrams.begins(payload, length: length) {
            (echoBox, quicBox) = (nil, Box(QUICDatagrams(clientIsInitiator: fromInitiator)))
        } else if DTLSRecordHeader.looksLikeDTLS(payload) {
            (echoBox, handshakeBox) = (nil, Box(Ends(both: DTLSHandshakeObserver())))
        } else if inspected > Self.inspectedDatagrams, echoBox == nil {
            isWanted = false
        } else {
            if evidence == nil { evidence = Self.evidence(of: payload) }
            if echoBox == nil, length == EchoProbe.size, payload.count == length { echoBox = Box(EchoDatagrams()) }
        }
    }

    /// The kind of a datagram that no session is named after.
    private static func evidence(of payload: Span<UInt8>) -> String? {
        if STUNMessageHeader.looksLikeSTUN(payload) { return "STUN (RFC 8489)" }
        return TextKind(prefix: payload.extracting(0..<min(payload.count, TextKind.maximumPrefix)))
            .map { "unencrypted \($0.rawValue)" }
    }

    /// Bytes of incomplete messages that are held.
    var bufferedBytes: Int { (handshakeBox?.value.bufferedBytes ?? 0) + (quicBox?.value.bufferedBytes ?? 0) }

    /// Gives up incomplete messages.
    mutating func evict() {
        handshakeBox?.value.evict()
        quicBox?.value.evict()
    }

    /// Changes who is called the initiator.
    mutating func flip() {
        echoBox?.value.flip()
        eventsBox?.value.swapEnds()
        quicBox?.value.clientIsInitiator.toggle()
        handshakeBox?.value.swapEnds()
        records.swapEnds()
    }

    mutating func finish() {
        echoBox?.value.finish()
        eventsBox?.value.finish()
        quicBox?.value.finish()
        evict()
    }
}

/// A DTLS connection (RFC 6347, RFC 9147): the unencrypted part of its handshake.
extension Ends where End == DTLSHandshakeObserver {
    /// Bytes of incomplete handshake messages that are held.
    var bufferedBytes: Int { initiator.bufferedBytes + responder.bufferedBytes }

    /// Gives up what is held; an end that holds nothing is read on.
    mutating func evict() {
        if initiator.bufferedBytes > 0 { initiator.finish() }
        if responder.bufferedBytes > 0 { responder.finish() }
    }

    var facts: TLSHandshakeFacts {
        var facts = initiator.facts
        facts.merge(responder.facts)
        return facts
    }
}
