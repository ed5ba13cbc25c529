import PeerMessaging
import WireCoding
import SealedChannels
import TraceModel

/// A QUIC connection: what its headers and Initial packets show without keys (RFC 8999, RFC 9000 §17, RFC 9001 §5.2).
struct QUICDatagrams: Sendable {
    private static let maximumVersions = 8

    private(set) var facts = Session.QUIC()
    private var observer = QUICHandshakeObserver()
    private(set) var malformedDatagrams = 0
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
        receive(payload, fromInitiator: fromInitiator, at: moment.time)
    }

    mutating func receive(_ payload: Span<UInt8>, fromInitiator: Bool, at time: Int64) {
        noteTime(time, fromClient: fromInitiator == clientIsInitiator)
        guard !payload.isEmpty else { return }
        guard payload[0] & 0x80 != 0 else {
            facts.shortHeaderDatagrams += 1
            return
        }
        var packets = QUICPackets(in: payload, connectionIDLength: 0)
        do throws(WireError) {
            while let packet = try packets.next() {
                // Behind it only packets with short headers follow, whose connection ID has no length on the wire.
                guard packet.isLong else { break }
                note(packet, in: payload)
                observer.observe(packet, in: payload, fromClient: fromInitiator == clientIsInitiator)
            }
        } catch {
            malformedDatagrams += 1
        }
    }

    /// What the hellos in Initial packets show; nil before the first one.
    var handshake: TLSHandshakeFacts? {
        observer.facts.hasClientHello || observer.facts.hasServerHello ? observer.facts : nil
    }

    /// By which key logs name the connection; nil before the client's hello was read.
    var clientRandom: [UInt8]? { observer.clientRandom }

    /// Bytes of incomplete hellos that are held.
    var bufferedBytes: Int? { observer.bufferedBytes }

    /// Gives up incomplete hellos; a connection that holds nothing is read on.
    mutating func evict() {
        if observer.bufferedBytes > 0 { observer.finish() }
    }

    mutating func finish() { observer.finish() }

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

    private mutating func note(_ packet: QUICPacketView, in datagram: Span<UInt8>) {
        if let version = packet.version, version != .negotiation, !versions.contains(version),
            versions.count < Self.maximumVersions
        {
            versions.append(version)
            facts.versions.append("0x" + version.rawValue.digits(8, radix: 16))
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

    var isProven: Bool { true }
    mutating func flip() { clientIsInitiator.toggle() }
    var opening: DatagramOpening? { handshakeRoundTrip.map { DatagramOpening(roundTrip: $0, steps: openingSteps) } }
}
