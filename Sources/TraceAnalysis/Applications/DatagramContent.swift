import PeerMessaging
import SealedChannels
import WireCoding

/// The datagrams of a UDP conversation, decoded as the application that their bytes show.
struct DatagramContent: Sendable {
    /// A conversation whose first datagrams match nothing known is no longer inspected.
    private static let inspectedDatagrams = 64

    private enum Kind {
        case unknown, echo, events, quic, handshake
        /// None of them.
        case other
    }

    private var kind = Kind.unknown
    private var inspected = 0
    /// From the first datagram of eight bytes on, until another application is certain.
    private var echoBox: [EchoDatagrams] = []
    private var eventsBox: [EventDatagrams] = []
    private var quicBox: [QUICDatagrams] = []
    private var handshakeBox: [HandshakeDatagrams] = []
    private var quicClientIsInitiator = true
    /// The evidence from the first datagram of each recognized kind.
    private(set) var evidence: String?
    var initiatorRecords: MessageRecords
    var responderRecords: MessageRecords

    init(_ reading: StreamReading) {
        let isWanted = reading.contains(.records)
        initiatorRecords = MessageRecords(isWanted: isWanted)
        responderRecords = MessageRecords(isWanted: isWanted)
    }

    /// Whether the datagrams still say something.
    var isWanted: Bool { kind != .other }

    var echo: EchoDatagrams? { kind == .echo ? echoBox.first : nil }
    var events: EventDatagrams? { eventsBox.first }
    var quic: QUICDatagrams? { quicBox.first }
    var handshake: HandshakeDatagrams? { handshakeBox.first }
    var isHandshake: Bool { !handshakeBox.isEmpty }

    /// Takes the next datagram.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of it.
    ///   - length: Bytes on the wire.
    mutating func receive(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment) {
        if kind == .unknown { inspect(payload, length: length, fromInitiator: fromInitiator) }
        switch kind {
        case .other: break
        case .quic:
            quicBox[0].receive(payload, fromClient: fromInitiator == quicClientIsInitiator, at: moment.time)
        case .handshake: handshakeBox[0].receive(payload, fromInitiator: fromInitiator)
        case .events:
            if fromInitiator {
                eventsBox[0].receive(
                    payload, length: length, fromInitiator: true, moment: moment, records: &initiatorRecords)
            } else {
                eventsBox[0].receive(
                    payload, length: length, fromInitiator: false, moment: moment, records: &responderRecords)
            }
        case .unknown, .echo: receiveEcho(payload, length: length, fromInitiator: fromInitiator, moment: moment)
        }
    }

    private mutating func receiveEcho(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment
    ) {
        if echoBox.isEmpty {
            guard length == EchoProbe.size, payload.count == length else { return }
            echoBox = [EchoDatagrams()]
        }
        if fromInitiator {
            echoBox[0].receive(
                payload, length: length, fromInitiator: true, moment: moment, records: &initiatorRecords)
        } else {
            echoBox[0].receive(
                payload, length: length, fromInitiator: false, moment: moment, records: &responderRecords)
        }
        if echoBox[0].isCertain { kind = .echo }
    }

    private mutating func inspect(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        inspected += 1
        if EventDatagrams.begins(payload) {
            kind = .events
            eventsBox = [EventDatagrams()]
            echoBox = []
        } else if QUICDatagrams.begins(payload, length: length) {
            kind = .quic
            quicBox = [QUICDatagrams()]
            quicClientIsInitiator = fromInitiator
            echoBox = []
        } else if DTLSRecordHeader.looksLikeDTLS(payload) {
            kind = .handshake
            handshakeBox = [HandshakeDatagrams()]
            echoBox = []
        } else if inspected > Self.inspectedDatagrams, echoBox.isEmpty {
            kind = .other
        } else if evidence == nil {
            evidence = Self.evidence(of: payload)
        }
    }

    /// The kind of a datagram that no session is named after.
    private static func evidence(of payload: Span<UInt8>) -> String? {
        if STUNMessageHeader.looksLikeSTUN(payload) { return "STUN (RFC 8489)" }
        return TextKind(prefix: payload.extracting(0..<min(payload.count, TextKind.maximumPrefix)))
            .map { "unencrypted \($0.rawValue)" }
    }

    /// Bytes of incomplete messages that are held.
    var bufferedBytes: Int { handshakeBox.isEmpty ? 0 : handshakeBox[0].bufferedBytes }

    /// Gives up incomplete messages.
    mutating func shed() {
        if !handshakeBox.isEmpty { handshakeBox[0].shed() }
    }

    mutating func turn() {
        quicClientIsInitiator.toggle()
        if !echoBox.isEmpty { echoBox[0].turn() }
        if !eventsBox.isEmpty { eventsBox[0].turn() }
        if !handshakeBox.isEmpty { handshakeBox[0].turn() }
        swap(&initiatorRecords, &responderRecords)
    }

    mutating func finish() {
        if !echoBox.isEmpty { echoBox[0].finish() }
        if !eventsBox.isEmpty { eventsBox[0].finish() }
        shed()
    }
}

/// A DTLS connection (RFC 6347, RFC 9147): the unencrypted part of its handshake.
struct HandshakeDatagrams: Sendable {
    private var initiator = DTLSHandshakeObserver()
    private var responder = DTLSHandshakeObserver()

    mutating func receive(_ payload: Span<UInt8>, fromInitiator: Bool) {
        if fromInitiator { initiator.observe(payload) } else { responder.observe(payload) }
    }

    /// Bytes of incomplete handshake messages that are held.
    var bufferedBytes: Int { initiator.bufferedBytes + responder.bufferedBytes }

    /// Gives up what is held; an end that holds nothing is read on.
    mutating func shed() {
        if initiator.bufferedBytes > 0 { initiator.finish() }
        if responder.bufferedBytes > 0 { responder.finish() }
    }

    mutating func turn() { swap(&initiator, &responder) }

    var facts: TLSHandshakeFacts {
        var facts = initiator.facts
        facts.merge(responder.facts)
        return facts
    }
}
