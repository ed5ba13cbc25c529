import PeerMessaging
import SealedChannels
import WireCoding

/// The application of a UDP conversation, and what is kept of it.
enum DatagramApplication: Sendable {
    case unknown
    /// From the first datagram of eight bytes on; another application as long as it is not certain.
    case echo(Box<EchoDatagrams>)
    case events(Box<EventDatagrams>)
    case quic(Box<QUICDatagrams>)
    case handshake(Box<HandshakeDatagrams>)
    /// None of them.
    case other
}

/// The datagrams of a UDP conversation, decoded as the application that their bytes show.
struct DatagramContent: Sendable {
    /// A conversation whose first datagrams match nothing known is no longer inspected.
    private static let inspectedDatagrams = 64

    private var application = DatagramApplication.unknown
    private var inspected = 0
    /// The evidence from the first datagram of each recognized kind.
    private(set) var evidence: String?
    var records: Ends<MessageRecords>

    init(_ reading: StreamReading) { records = Ends(both: MessageRecords(isWanted: reading.listsMessages)) }

    /// Whether the datagrams still say something.
    var isWanted: Bool { if case .other = application { false } else { true } }

    /// Nil as long as it is not certain.
    var echo: EchoDatagrams? {
        if case .echo(let echo) = application, echo.value.isCertain { echo.value } else { nil }
    }
    var events: EventDatagrams? { if case .events(let events) = application { events.value } else { nil } }
    var quic: QUICDatagrams? { if case .quic(let quic) = application { quic.value } else { nil } }
    var handshake: HandshakeDatagrams? {
        if case .handshake(let handshake) = application { handshake.value } else { nil }
    }

    /// Takes the next datagram.
    ///
    /// What an application keeps is taken out and put back, so that it is changed in place.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of it.
    ///   - length: Bytes on the wire.
    mutating func receive(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment) {
        inspect(payload, length: length, fromInitiator: fromInitiator)
        switch application {
        case .unknown, .other: break
        case .echo(var echo):
            application = .other
            echo.value.receive(
                payload, length: length, fromInitiator: fromInitiator, moment: moment,
                records: &records[isInitiator: fromInitiator])
            application = .echo(echo)
        case .events(var events):
            application = .other
            events.value.receive(
                payload, length: length, fromInitiator: fromInitiator, moment: moment,
                records: &records[isInitiator: fromInitiator])
            application = .events(events)
        case .quic(var quic):
            application = .other
            quic.value.receive(payload, fromInitiator: fromInitiator, at: moment.time)
            application = .quic(quic)
        case .handshake(var handshake):
            application = .other
            handshake.value[isInitiator: fromInitiator].observe(payload)
            application = .handshake(handshake)
        }
    }

    private mutating func inspect(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        var mayBeEcho = false
        switch application {
        case .unknown: break
        case .echo(let echo) where !echo.value.isCertain: mayBeEcho = true
        case .echo, .events, .quic, .handshake, .other: return
        }
        inspected += 1
        if EventDatagrams.begins(payload) {
            application = .events(Box(EventDatagrams()))
        } else if QUICDatagrams.begins(payload, length: length) {
            application = .quic(Box(QUICDatagrams(clientIsInitiator: fromInitiator)))
        } else if DTLSRecordHeader.looksLikeDTLS(payload) {
            application = .handshake(Box(HandshakeDatagrams()))
        } else if inspected > Self.inspectedDatagrams, !mayBeEcho {
            application = .other
        } else {
            if evidence == nil { evidence = Self.evidence(of: payload) }
            if !mayBeEcho, length == EchoProbe.size, payload.count == length {
                application = .echo(Box(EchoDatagrams()))
            }
        }
    }

    /// The kind of a datagram that no session is named after.
    private static func evidence(of payload: Span<UInt8>) -> String? {
        if STUNMessageHeader.looksLikeSTUN(payload) { return "STUN (RFC 8489)" }
        return TextKind(prefix: payload.extracting(0..<min(payload.count, TextKind.maximumPrefix)))
            .map { "unencrypted \($0.rawValue)" }
    }

    var isQUIC: Bool { if case .quic = application { true } else { false } }

    var isHandshake: Bool { if case .handshake = application { true } else { false } }

    /// Bytes of incomplete messages that are held.
    var bufferedBytes: Int {
        if case .handshake(let handshake) = application { handshake.value.bufferedBytes } else { 0 }
    }

    /// Gives up incomplete messages.
    mutating func evict() {
        if case .handshake(let handshake) = application { application = .handshake(handshake.changed { $0.evict() }) }
    }

    /// Changes who is called the initiator.
    mutating func flip() {
        switch application {
        case .unknown, .other: break
        case .echo(let echo): application = .echo(echo.changed { $0.flip() })
        case .events(let events): application = .events(events.changed { $0.swapEnds() })
        case .quic(let quic): application = .quic(quic.changed { $0.clientIsInitiator.toggle() })
        case .handshake(let handshake): application = .handshake(handshake.changed { $0.swapEnds() })
        }
        records.swapEnds()
    }

    mutating func finish() {
        switch application {
        case .echo(let echo): application = .echo(echo.changed { $0.finish() })
        case .events(let events): application = .events(events.changed { $0.finish() })
        case .handshake: evict()
        case .unknown, .quic, .other: break
        }
    }
}

/// A DTLS connection (RFC 6347, RFC 9147): the unencrypted part of its handshake.
struct HandshakeDatagrams: TwoEnded, Sendable {
    var initiator = DTLSHandshakeObserver()
    var responder = DTLSHandshakeObserver()

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
