import SealedChannels
import TraceModel
import WireCoding

/// A QUIC connection for which there are keys: its packets, and what is in them.
struct QUICOpening: Sendable {
    private typealias Packet = QUICConnectionPacket

    /// Packets of early data that wait for the server's answer to it.
    private static let maximumEarly = 64

    /// Bytes of memory that are kept for the next datagrams.
    private static let maximumKeptCapacity = 4096

    /// A captured datagram.
    private struct Datagram: Sendable {
        /// Its bytes among those of all.
        var range: Range<Int>
        var length: Int
        var fromInitiator: Bool
        var moment: PacketMoment
        /// What was opened of it before its turn.
        var attempted: QUICAttemptedPacket?
    }

    private(set) var opener = QUICConnectionOpener()
    private(set) var streams = QUICStreams()
    /// What each end sent, as the other acknowledges it.
    private(set) var sent = Ends(both: QUICAcknowledgments())
    /// From a packet to its acknowledgment.
    private(set) var delays = Ends(both: DelaySamples())
    /// The shortest of them. Those of nothing do not count: who acknowledged says that it waited for longer than has passed (RFC
    /// 9002 §5.3).
    private(set) var leastDelays: Ends<Int64?> = Ends(both: nil)
    private(set) var closes = QUICCloseReasons()
    /// The packet with the reason.
    private(set) var closeMoment: PacketMoment?
    /// The server's first Handshake packet, with which its certificate and its part of the handshake begin.
    private(set) var serverHandshake: PacketMoment?
    /// The client's first Handshake packet: what it sends before its Finished message is an acknowledgment.
    private(set) var clientHandshake: PacketMoment?
    /// Where each end's packets go.
    private(set) var destinations = Ends(both: QUICDestinations())
    /// Early data that the server threw away.
    private(set) var rejectedEarly: RejectedEarlyData?
    /// DATAGRAM frames, and their bytes.
    private(set) var datagrams = Ends(both: 0)
    private(set) var datagramBytes = Ends(both: 0)
    /// The first and the last packet with data of the application.
    private(set) var dataSpan: Ends<ClosedRange<Int64>?> = Ends(both: nil)
    /// How often an end had more to send than it was let (RFC 9000 §4.1).
    private(set) var blocked = Ends(both: QUICBlocking())
    var clientIsInitiator: Bool
    private var held: [Datagram] = []
    /// The bytes of all that are held, behind each other.
    private var heldBytes: [UInt8] = []
    /// What was just opened; empty between two calls.
    private var packets: [Packet] = []
    private var early: [Packet] = []
    /// What was opened of the datagram in a frame that comes next, before its turn. The frame may turn out to be another connection's.
    var expected: (packet: QUICAttemptedPacket, frame: Int)?

    init(clientIsInitiator: Bool) { self.clientIsInitiator = clientIsInitiator }

    mutating func hold(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment) {
        let start = heldBytes.count
        heldBytes.append(copying: payload)
        let attempted = expected?.frame == moment.frame ? expected?.packet : nil
        expected = nil
        held.append(
            Datagram(
                range: start..<heldBytes.count, length: length, fromInitiator: fromInitiator, moment: moment,
                attempted: attempted))
    }

    /// What opens the datagrams that an end sends later.
    mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts? {
        opener.attempts(fromClient: fromInitiator == clientIsInitiator, after: known)
    }

    /// Whether there is something to open, and how many bytes are held. It changes nothing, but what only reads a box copies
    /// what is in it.
    mutating func holdings() -> (holdsSealed: Bool, bufferedBytes: Int) {
        let waiting = opener.heldBytes
        return (!held.isEmpty || waiting > 0, waiting &+ streams.heldBytes)
    }

    mutating func flip() {
        clientIsInitiator.toggle()
        streams.flip()
        sent.swapEnds()
        delays.swapEnds()
        leastDelays.swapEnds()
        datagrams.swapEnds()
        datagramBytes.swapEnds()
        dataSpan.swapEnds()
        blocked.swapEnds()
        destinations.swapEnds()
        for index in held.indices { held[index].fromInitiator.toggle() }
    }

    /// Opens what is held.
    mutating func open(_ state: OpeningState) -> [OpenedPassage] {
        guard !held.isEmpty || state.isLast || state.secrets.isGrowing else { return [] }
        let bytes = exchange(&heldBytes, with: [])
        for datagram in held {
            opener.attempted = datagram.attempted
            opener.receive(
                bytes.span.extracting(datagram.range), length: datagram.length,
                fromClient: datagram.fromInitiator == clientIsInitiator, at: CaptureMoment(datagram.moment),
                state.secrets, into: &packets)
        }
        opener.attempted = nil
        let keeps = bytes.capacity <= Self.maximumKeptCapacity
        held.removeAll(keepingCapacity: keeps)
        if keeps {
            heldBytes = consume bytes
            heldBytes.removeAll(keepingCapacity: true)
        }
        if state.isLast { opener.finish(state.secrets, into: &packets) }
        var passages: [OpenedPassage] = []
        for index in packets.indices { take(packets[index], into: &passages) }
        packets.removeAll(keepingCapacity: packets.count == 1)
        settleEarly(into: &passages)
        if state.isLast { streams.finish(into: &passages) }
        return passages
    }

    /// The reason why packets stay sealed, if it has to do with keys.
    var keyReason: SealedReason {
        if !opener.hasHellos { return .handshakeMissing }
        if opener.isCipherUnsupported { return .cipherUnsupported }
        return opener.knowsRandom && opener.source == nil ? .keysDoNotFit : .noKeys
    }

    private mutating func take(_ packet: Packet, into passages: inout [OpenedPassage]) {
        let fromInitiator = packet.fromClient == clientIsInitiator
        sent.change(isInitiator: fromInitiator) {
            $0.notePacket(packet.type, number: packet.number, at: packet.moment.time)
        }
        guard !packet.isCopy else { return }
        if packet.type == .oneRTT {
            destinations.change(isInitiator: fromInitiator) {
                $0.note(packet.destinationConnectionID, at: PacketMoment(packet.moment))
            }
        } else if packet.type == .handshake {
            if packet.fromClient {
                if clientHandshake == nil { clientHandshake = PacketMoment(packet.moment) }
            } else if serverHandshake == nil {
                serverHandshake = PacketMoment(packet.moment)
            }
        }
        // Whether it is part of the streams, the server says later.
        if packet.type == .zeroRTT, opener.handshake.acceptsEarlyData == nil {
            if early.count < Self.maximumEarly { early.append(packet) }
        } else {
            read(packet, fromInitiator: fromInitiator, into: &passages)
        }
    }

    private mutating func settleEarly(into passages: inout [OpenedPassage]) {
        guard !early.isEmpty, opener.handshake.acceptsEarlyData != nil else { return }
        let packets = early
        early = []
        for packet in packets {
            read(packet, fromInitiator: packet.fromClient == clientIsInitiator, into: &passages)
        }
    }

    private mutating func read(
        _ packet: Packet, fromInitiator: Bool, into passages: inout [OpenedPassage]
    ) {
        if packet.type == .zeroRTT, opener.handshake.acceptsEarlyData == false { return reject(packet) }
        var input = ByteReader(packet.payload.span)
        while !input.isAtEnd {
            // Frames behind one that cannot be read have no place.
            guard let frame = try? QUICFrameView(parsing: &input) else { return }
            take(frame, packet, fromInitiator, into: &passages)
        }
    }

    private mutating func take(
        _ frame: QUICFrameView, _ packet: Packet, _ fromInitiator: Bool,
        into passages: inout [OpenedPassage]
    ) {
        let (payload, moment) = (packet.payload.span, PacketMoment(packet.moment))
        switch frame {
        case .stream(let stream):
            noteData(at: moment.time, fromInitiator)
            streams.add(
                packet.payload[stream.data], at: stream.position, isEnd: stream.isEnd, of: stream.id.value,
                fromInitiator: fromInitiator, moment: moment, into: &passages)
        case .resetStream(let id, let code, _):
            streams.reset(
                id.value, code: code.value, fromInitiator: fromInitiator, moment: moment, into: &passages)
        case .datagram(_, let data):
            noteData(at: moment.time, fromInitiator)
            datagrams[isInitiator: fromInitiator] += 1
            datagramBytes[isInitiator: fromInitiator] += data.count
            passages.append(
                OpenedPassage(
                    fromInitiator: fromInitiator, content: .datagram(packet.payload[data]), sent: moment,
                    arrived: moment))
        case .acknowledgment(let acknowledgment) where packet.type == .oneRTT:
            let delayExponent = opener.acknowledgmentDelayExponent(ofClient: packet.fromClient)
            let delay = sent.change(isInitiator: !fromInitiator) {
                $0.noteAcknowledgment(
                    acknowledgment, in: payload, delayExponent: delayExponent ?? 3, at: moment.time)
            }
            guard let delay else { return }
            delays.change(isInitiator: !fromInitiator) { $0.record(delay) }
            if delay > 0 {
                let least = leastDelays[isInitiator: !fromInitiator]
                leastDelays[isInitiator: !fromInitiator] = min(least ?? .max, delay)
            }
        case .connectionClose(let close):
            let known = closes.reason
            closes.note(close, in: payload, of: packet.type, fromClient: packet.fromClient)
            if closes.reason != known { closeMoment = moment }
        case .dataBlocked, .streamDataBlocked, .streamsBlocked:
            blocked[isInitiator: fromInitiator].note(frame, at: moment)
        default: break
        }
    }

    /// Counts the bytes of early data that the server threw away.
    private mutating func reject(_ packet: Packet) {
        var bytes = 0
        var input = ByteReader(packet.payload.span)
        while !input.isAtEnd, let frame = try? QUICFrameView(parsing: &input) {
            switch frame {
            case .stream(let stream): bytes += stream.data.count
            case .datagram(_, let data): bytes += data.count
            default: break
            }
        }
        guard bytes > 0 else { return }
        if rejectedEarly == nil { rejectedEarly = RejectedEarlyData(moment: PacketMoment(packet.moment)) }
        rejectedEarly?.bytes += bytes
    }

    private mutating func noteData(at time: Int64, _ fromInitiator: Bool) {
        dataSpan.change(isInitiator: fromInitiator) { span in
            let known = span ?? time...time
            span = min(known.lowerBound, time)...max(known.upperBound, time)
        }
    }

    /// Gives up what waits: behind holes of streams, and packets that wait for a key.
    mutating func evict() {
        streams.evict()
        opener.evict()
    }

    /// The connection IDs that appeared since the last call.
    mutating func takeConnectionIDs() -> [QUICKnownConnectionID] { opener.takeNewConnectionIDs() }

    /// What became of the packets of an end.
    func counts(fromInitiator: Bool) -> SealedCounts {
        let packets = fromInitiator == clientIsInitiator ? opener.client : opener.server
        var counts = SealedCounts()
        counts.opened = packets.openedPackets
        counts.sealed = packets.sealedPackets
        counts.sealedData = packets.sealedApplicationPackets
        counts.hasApplicationKeys = packets.hasApplicationKey
        counts.keyUpdates = packets.keyUpdates
        counts.plaintextBytes =
            streams.bytes(fromInitiator: fromInitiator) + datagramBytes[isInitiator: fromInitiator]
        return counts
    }
}
