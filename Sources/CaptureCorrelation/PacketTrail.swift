import PacketCapture
import PacketDissection
import SealedChannels
import TraceAnalysis
import WireCoding

/// Every TCP segment and UDP datagram that one capture has, as marks that can be compared with those of another. What a
/// radio sent again for want of an acknowledgment counts once, and so does what an access point passed on.
///
/// A packet takes 68 bytes while it is read, and 4 more once all are sorted by their flows; to compare two trails
/// takes some 40 more for a while. The captures themselves are not kept.
struct PacketTrail: Sendable {
    /// Segments and datagrams that are marked; about 1.2 GiB. Later ones are counted (``unmarkedPackets``), and
    /// nothing is said about what came after.
    static let maximumPackets = 1 << 24
    /// Connections and conversations; packets of further ones are counted like those.
    static let maximumConnections = 1 << 20

    private(set) var connections: [TrailConnection] = []
    private var marks: [PacketMark] = []
    /// For each mark twice the number of its connection, plus one for those of the second end.
    private var owners: [UInt32] = []
    /// Places of marks, sorted by owner, and within one by time.
    private var order: [UInt32] = []
    /// The start of each owner's indices in ``order``.
    private var starts: [Int] = []
    private var table = FlowTable()
    private var fragments = FragmentReassembler()
    private var retransmissions = RetransmissionFilter()
    private var accessPointRelays = AccessPointRelayFilter()
    private var defragmenter = FrameDefragmenter()
    private var paths: QUICPaths
    /// The flows between other addresses with which QUIC connections went on, and theirs; known once all was read.
    private(set) var origins: [FlowKey: QUICPaths.Origin] = [:]
    private let packetLimit: Int
    private let connectionLimit: Int

    /// Packets that passed the filter.
    private(set) var packets = 0
    /// Those that are not marked because of the limits.
    private(set) var unmarkedPackets = 0
    /// The first packet that passed the filter, and the last time of one.
    private(set) var firstTime: Int64?
    private(set) var lastTime: Int64?
    /// The least and the greatest time of all packets, those included that did not pass the filter: the capture ran
    /// then.
    private(set) var coverage: ClosedRange<Int64>?
    /// Whether marks end before the capture does.
    var endsEarly: Bool { unmarkedPackets > 0 }

    /// What a packet takes with its place in the order.
    private static let packetSize = 80
    /// What a connection takes.
    private static let connectionSize = 512

    /// - Parameters:
    ///   - packetLimit: Segments and datagrams that are marked.
    ///   - memory: How many bytes the trail may take.
    ///   - secrets: What opens QUIC connections, to follow them to other addresses.
    init(packetLimit: Int = maximumPackets, memory: Int = .max, secrets: SessionSecrets = SessionSecrets()) {
        paths = QUICPaths(secrets: secrets)
        self.packetLimit = min(packetLimit, memory / 4 * 3 / Self.packetSize)
        connectionLimit = min(Self.maximumConnections, memory / 4 / Self.connectionSize)
    }

    /// Reads a whole input. Before anything is asked of the trail, ``sort(joining:)`` is to be called.
    mutating func read(_ input: TraceInput) {
        var batch = TraceBatch()
        paths.secrets.add(input.readAhead())
        while input.next(&batch) {
            var due = DueSecrets(batch.packets)
            defer { due.take(before: .max, into: &paths.secrets) }
            for index in 0..<batch.packets.count {
                if index >= due.next { due.take(before: index, into: &paths.secrets) }
                let record = batch.record(index)
                if !batch.marks[index].isRejected {
                    take(record, batch.packets.bytes(index), linkType: batch.packets.entries[index].linkType)
                }
                note(record.time)
            }
        }
        origins = paths.origins
        paths = QUICPaths()
    }

    private mutating func note(_ time: Int64) {
        // After the last mark, nothing is known.
        guard !endsEarly else { return }
        coverage = coverage.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    }

    /// Looks at one packet that passed the filter.
    private mutating func take(_ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType) {
        packets += 1
        if firstTime == nil { firstTime = record.time }
        lastTime = max(lastTime ?? record.time, record.time)
        let frame =
            RadioFrame.isWireless(linkType)
            ? RadioFrame(bytes, linkType: linkType, originalLength: record.originalLength) : nil
        if let frame, frame.hasFragment(bytes) { return takeFragment(frame, record, bytes) }
        if let frame, retransmissions.isCopy(frame, bytes, at: record.time) { return }
        let moment = PacketMoment(frame: record.frame, time: record.time)
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes, linkType: linkType, originalLength: record.originalLength, into: &packet)
        guard let frame else { return take(packet, record, bytes, since: moment) }
        take(&packet, of: frame, record, bytes, since: moment)
    }

    /// Takes a fragment of an 802.11 frame; the last one brings what they carry together.
    private mutating func takeFragment(_ frame: RadioFrame, _ record: PacketRecord, _ bytes: Span<UInt8>) {
        guard !frame.isDamaged(bytes),
            let whole = defragmenter.take(frame, of: record, bytes), let first = whole.fragments.first
        else { return }
        let (bytes, length) = whole.joined
        guard let frame = RadioFrame(bytes.span, linkType: .ieee80211, originalLength: length) else { return }
        var packet = DissectedPacket()
        PacketDissector.dissect(frame, bytes.span, into: &packet)
        take(&packet, of: frame, record, bytes.span, since: first.moment)
    }

    /// Takes the packet of a frame, or those of its subframes.
    ///
    /// - Parameter packet: The dissected frame.
    private mutating func take(
        _ packet: inout DissectedPacket, of frame: RadioFrame, _ record: PacketRecord, _ bytes: Span<UInt8>,
        since first: PacketMoment
    ) {
        var subframe = frame.bodyOffset
        let isData = frame.hasPackets(bytes) && packet.stop != .badFrameCheckSequence
        repeat {
            let next = packet.nextSubframe
            let isCopy =
                isData
                && accessPointRelays.isCopy(
                    packet, of: frame, bytes, subframe: subframe, shard: RetransmissionFilter.undecidedShard,
                    at: record.time)
            if !isCopy { take(packet, record, bytes, since: first) }
            subframe = next
        } while PacketDissector.dissectNext(&packet, of: frame, bytes)
    }

    /// - Parameter first: The first frame that brought a part of it.
    private mutating func take(
        _ packet: DissectedPacket, _ record: PacketRecord, _ bytes: Span<UInt8>, since first: PacketMoment
    ) {
        if packet.isFragment {
            for datagram in fragments.take(packet, of: record, bytes: bytes) { take(datagram) }
            return
        }
        guard packet.transport != .none else { return }
        let field = packet.networkOffset + 4
        let identification =
            packet.source.isIPv6 || field + 2 > bytes.count ? 0 : bytes.bigEndianUInt16(at: field)
        mark(
            packet, bytes, identification: identification, interface: record.interface, frame: first.frame,
            start: first.time, end: record.time)
    }

    private mutating func take(_ datagram: FragmentedDatagram) {
        guard let first = datagram.first, let earliest = datagram.frames.first, let last = datagram.frames.last,
            let (packet, bytes) = datagram.dissected()
        else { return }
        if packet.isFragment {
            for inner in fragments.take(packet, of: last, bytes: bytes.span) { take(inner) }
            return
        }
        guard packet.transport != .none else { return }
        mark(
            packet, bytes.span, identification: UInt16(truncatingIfNeeded: first.fragment.identification),
            interface: last.interface, frame: earliest.frame, start: earliest.time, end: last.time)
    }

    private mutating func mark(
        _ packet: DissectedPacket, _ bytes: Span<UInt8>, identification: UInt16, interface: Int, frame: Int,
        start: Int64, end: Int64
    ) {
        guard marks.count < packetLimit else {
            unmarkedPackets += 1
            return
        }
        let (key, reversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: packet.transport == .tcp, interface: interface)
        let known = table.number(of: key).flatMap {
            connections[$0].isReopened(by: packet, reversed: reversed) ? nil : $0
        }
        let payload = bytes.extracting(packet.payloadOffset..<packet.payloadOffset &+ packet.capturedPayloadLength)
        if packet.transport == .udp {
            paths.take(
                payload, length: packet.payloadLength, key, reversed: reversed, isNew: known == nil,
                at: CaptureMoment(frame: frame, time: start))
        }
        if known == nil {
            guard connections.count < connectionLimit else {
                unmarkedPackets += 1
                return
            }
            table.set(connections.count, for: key)
            connections.append(TrailConnection(key: key, packet, reversed: reversed))
        }
        let number = known ?? connections.count - 1
        connections[number].note(packet, payload: payload, reversed: reversed)
        marks.append(
            PacketMark(packet, bytes: bytes, identification: identification, frame: frame, start: start, end: end))
        owners.append(UInt32(truncatingIfNeeded: number) << 1 | (reversed ? 1 : 0))
    }

    /// Counts the packets between other addresses to the QUIC connections that they go on with, whether or not this capture has
    /// their beginnings.
    private mutating func join(_ origins: [FlowKey: QUICPaths.Origin]) {
        var joined: [TrailConnection] = []
        var numbers: [FlowKey: Int] = [:]
        // The new number of each connection, in the form of an owner.
        var owners = [UInt32](repeating: 0, count: connections.count)
        for isMoved in [false, true] {
            for (number, connection) in connections.enumerated() {
                let origin = connection.key.isTCP ? nil : origins[connection.key.anywhere]
                guard (origin != nil) == isMoved else { continue }
                let own = origin.map { connection.moved(to: $0) } ?? connection
                let known = origin == nil ? nil : numbers[own.key]
                let place = known ?? joined.count
                owners[number] = UInt32(truncatingIfNeeded: place) << 1 | (origin?.isTurned == true ? 1 : 0)
                guard known == nil else { continue }
                joined.append(own)
                if !own.key.isTCP { numbers[own.key] = place }
            }
        }
        connections = joined
        for index in self.owners.indices {
            self.owners[index] = owners[Int(self.owners[index] >> 1)] ^ (self.owners[index] & 1)
        }
    }

    /// Sorts marks by owner, in time that grows with their number alone, and each owner's by time.
    ///
    /// - Parameter origins: Where QUIC connections of this and of the other capture went on.
    mutating func sort(joining origins: [FlowKey: QUICPaths.Origin] = [:]) {
        if !origins.isEmpty { join(origins) }
        starts = [Int](repeating: 0, count: connections.count * 2 + 1)
        for owner in owners { starts[Int(owner) + 1] += 1 }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        order = [UInt32](repeating: 0, count: marks.count)
        var next = starts
        for (place, owner) in owners.enumerated() {
            order[next[Int(owner)]] = UInt32(truncatingIfNeeded: place)
            next[Int(owner)] += 1
        }
        owners = []
        for owner in 0..<starts.count - 1 {
            let range = starts[owner]..<starts[owner + 1]
            let places = order[range]
            let isSorted = zip(places, places.dropFirst()).allSatisfy {
                !PacketMark.isEarlier(marks[Int($1)], marks[Int($0)])
            }
            if !isSorted { order[range].sort { PacketMark.isEarlier(marks[Int($0)], marks[Int($1)]) } }
        }
    }

    /// The packets that one end of a connection sent, in time order.
    func marks(of connection: Int, fromSecond: Bool) -> MarkList {
        let owner = connection * 2 + (fromSecond ? 1 : 0)
        return MarkList(marks: marks, places: order[starts[owner]..<starts[owner + 1]])
    }

    /// Packets of a connection, both ways.
    func packetCount(of connection: Int) -> Int { starts[connection * 2 + 2] - starts[connection * 2] }
}

/// Some of a trail's marks, which stay where they are.
struct MarkList: RandomAccessCollection, Sendable {
    let marks: [PacketMark]
    let places: ArraySlice<UInt32>

    var startIndex: Int { 0 }
    var endIndex: Int { places.count }

    /// The mark at that place in the list.
    subscript(index: Int) -> PacketMark { marks[Int(places[places.startIndex + index])] }
}

/// A TCP connection or a UDP conversation of one capture, with what is needed to find it in another one.
struct TrailConnection: Sendable {
    /// Datagrams at the beginning of a conversation among which an Initial packet shows that it is QUIC: the client may
    /// repeat its own before the server answers.
    private static let quicEvidence = 4

    private(set) var key: FlowKey
    /// Whether the initiator is the first end of the key.
    private(set) var initiatorIsFirst: Bool
    /// TCP: the initiator's, where its SYN or the answer to it was captured.
    let initialSequence: UInt32?
    /// TCP: the responder's, where both open at the same time (RFC 9293 §3.5).
    private var crossingSequence: UInt32?
    private var hasAnswer = false
    private var datagrams = 0
    private(set) var isQUIC = false

    /// - Parameter reversed: Whether the packet's source is the second end of the key.
    init(key: FlowKey, _ packet: DissectedPacket, reversed: Bool) {
        self.key = key
        let flags = packet.tcp.flags
        let isTCP = packet.transport == .tcp
        // The host that answers a SYN is not the initiator.
        let isAnswer = isTCP && flags.contains([.syn, .ack])
        initiatorIsFirst = reversed == isAnswer
        initialSequence =
            isAnswer
            ? packet.tcp.acknowledgmentNumber &- 1 : isTCP && flags.isOpening ? packet.tcp.sequenceNumber : nil
    }

    /// The same between the ends that a QUIC connection began with.
    func moved(to origin: QUICPaths.Origin) -> TrailConnection {
        var moved = self
        let (first, second) = (origin.key.first, origin.key.second)
        // On its own interface: the origin may be known from the other capture.
        moved.key =
            FlowKey.of(
                source: first.address, sourcePort: first.port, destination: second.address,
                destinationPort: second.port, isTCP: false, interface: Int(key.capturedAt >> 2)
            ).key
        if origin.isTurned { moved.initiatorIsFirst.toggle() }
        return moved
    }

    /// Whether a SYN begins another connection between the same ports: its sequence number is new.
    func isReopened(by packet: DissectedPacket, reversed: Bool) -> Bool {
        guard packet.transport == .tcp, packet.tcp.flags.isOpening else { return false }
        let number = packet.tcp.sequenceNumber
        if reversed != initiatorIsFirst { return number != initialSequence }
        if let crossingSequence { return number != crossingSequence }
        return hasAnswer || initialSequence == nil
    }

    /// Follows a packet.
    mutating func note(_ packet: DissectedPacket, payload: Span<UInt8>, reversed: Bool) {
        if packet.transport == .udp {
            datagrams += 1
            if datagrams <= Self.quicEvidence, !isQUIC {
                isQUIC = QUICPacketView.looksLikeInitial(payload, length: packet.payloadLength)
            }
        } else if reversed == initiatorIsFirst {
            if packet.tcp.flags.isOpening, !hasAnswer { crossingSequence = packet.tcp.sequenceNumber }
            hasAnswer = true
        }
    }
}

extension TCPFlags {
    /// SYN without ACK.
    fileprivate var isOpening: Bool { contains(.syn) && !contains(.ack) }
}
