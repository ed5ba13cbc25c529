import PacketCapture
import SealedChannels
import TraceModel
import WireCoding

/// The QUIC sessions of captures packet by packet, opened where there are keys, by reading the captures once more.
///
/// ```swift
/// let sessions = try await TraceAnalyzer().quicSessions(in: [CaptureOverview(path: "trace.pcap")])
/// try sessions.forEachPacket(of: 4) { packet, handshake in
///     print(packet.time, packet.type, packet.opened?.number ?? 0)
/// }
/// ```
///
/// The datagrams are those that the analysis counts for the session, also after an end has changed its address.
public struct QUICSessions: Sendable {
    /// The report on the captures as a whole.
    public let report: TraceReport
    private let places: [Int: Place]
    private let reading: SecondReading

    /// How the second reading finds a session.
    private struct Place: Sendable {
        var flow: FollowedFlows
        var initiatorIsFirst: Bool
    }

    init(_ report: TraceReport, _ connections: [Connection], _ reading: SecondReading) {
        self.report = report
        self.reading = reading
        let isQUIC = connections.indices.filter { report.sessions[$0].transport == .quic }
        let wanted = Set(isQUIC.map { connections[$0].key })
        let related = connections.indices.filter { wanted.contains(connections[$0].key) }
        var (places, counts) = ([Int: Place](), [FlowKey: Int]())
        for index in related.sorted(by: { connections[$0].firstFrame < connections[$1].firstFrame }) {
            let key = connections[index].key
            let earlier = counts[key, default: 0]
            counts[key] = earlier + 1
            guard report.sessions[index].transport == .quic else { continue }
            places[report.sessions[index].id] = Place(
                flow: FollowedFlows(key, after: earlier), initiatorIsFirst: connections[index].initiatorIsFirst)
        }
        self.places = places
    }

    /// All that are QUIC, in the order of the report.
    public var sessions: [Session] { report.sessions.filter { $0.transport == .quic } }

    /// Hands over the packets of a session in the order of the capture, none for another session. A packet that cannot be opened
    /// yet holds back those after it.
    ///
    /// - Parameters:
    ///   - number: The session's number in the report.
    ///   - take: Gets a packet, and the facts in the handshake as they are known then.
    /// - Throws: `CaptureFilterError`; `CaptureError` where a file that could be read for the report cannot be read to its end
    ///   again, after the packets before that; and what `take` throws.
    public func forEachPacket(
        of number: Int, _ take: (QUICSessionPacket, QUICHandshakeFacts) throws -> Void
    ) throws {
        guard let place = places[number] else { return }
        var worker = reading.worker()
        worker.tracker.followed = place.flow
        var run = QUICPacketRun()
        try reading.run(&worker, known: report.capture.files) { worker in
            let events = worker.tracker.followed?.takeEvents() ?? []
            guard !events.isEmpty else { return true }
            for (index, event) in events.enumerated() {
                guard case .piece(_, let fromFirst, let piece) = event, case .bytes(let bytes) = piece.content else {
                    continue
                }
                run.receive(
                    bytes, length: bytes.count + Self.missingBytes(after: index, in: events),
                    fromInitiator: fromFirst == place.initiatorIsFirst, at: piece.moment, worker.tracker.secrets)
            }
            try run.handOver(take)
            return true
        }
        run.finish(worker.tracker.secrets)
        try run.handOver(take)
    }

    /// The bytes of a datagram that the snap length cut: a piece of its own after those that are there.
    private static func missingBytes(after index: Int, in events: [FollowedFlows.Event]) -> Int {
        guard index + 1 < events.count, case .piece(_, _, let next) = events[index + 1],
            case .missing(let count) = next.content
        else { return 0 }
        return Int(count)
    }
}

extension TraceAnalyzer {
    /// Analyzes captures as one, and prepares for handing over the packets of QUIC sessions.
    ///
    /// - Parameter files: In any order, at least one; they are read once more for each session.
    /// - Throws: As ``analyze(merging:)``.
    public func quicSessions(in files: [CaptureOverview]) async throws -> QUICSessions {
        let found = try await examine(merging: files)
        return QUICSessions(found.report, found.connections, SecondReading(files, self))
    }
}

/// A packet of a QUIC session, as the capture has it.
public struct QUICSessionPacket: Sendable {
    /// When its datagram was captured, in nanoseconds since 1970.
    public let time: Int64
    /// The frame with its datagram.
    public let frame: Int
    /// The datagram's position among those of the session, from 0 on.
    public let datagram: Int
    /// Whether there are other packets in the datagram.
    public fileprivate(set) var isCoalesced = false
    /// Whether the client of the connection sent it.
    public let fromClient: Bool
    /// Whether the session's initiator sent it, which is the client unless the capture begins with the server.
    public let fromInitiator: Bool
    /// The type by its header: a long one's, or that of all short ones.
    public let type: QUICPacketType
    /// Its bytes on the wire, as far as the header or the datagram says.
    public let length: Int
    /// As on the wire, where its low bits are protected; unprotected in ``opened``.
    public let firstByte: UInt8
    /// Nil for a short header.
    public let version: QUICVersion?
    /// Nil for a short header whose connection ID is not known.
    public fileprivate(set) var destinationConnectionID: [UInt8]?
    /// Nil for a short header.
    public let sourceConnectionID: [UInt8]?
    /// The token of an Initial or a Retry; otherwise empty.
    public let token: [UInt8]
    /// The versions of a version negotiation.
    public let supportedVersions: [QUICVersion]
    /// What was opened; nil of a packet that stays sealed, and of one without protected content.
    public fileprivate(set) var opened: QUICConnectionPacket?
    /// Whether it looks like a packet with a short header and is a stateless reset (RFC 9000 §10.3).
    public fileprivate(set) var isStatelessReset = false

    /// Whether it is protected and was not opened.
    public var isSealed: Bool {
        guard opened == nil, !isStatelessReset else { return false }
        switch type {
        case .initial, .handshake, .zeroRTT, .oneRTT: return true
        case .versionNegotiation, .retry, .unknown: return false
        }
    }

    /// The latency spin bit (RFC 9000 §17.4), or nil for a long header, which has none.
    public var spinBit: Bool? { firstByte & 0x80 == 0 && !isStatelessReset ? firstByte & 0x20 != 0 : nil }

    /// Bytes after the header's length, or after the first byte of a short header, by which an opened packet is found.
    fileprivate let protectedLength: Int
    /// After the first byte of a short header: what may be its connection ID.
    fileprivate let prefix: [UInt8]
    /// Without a fixed bit and after other packets, what looks like a short header may be padding.
    fileprivate let isCertain: Bool

    fileprivate init(
        _ view: QUICPacketView, in bytes: Span<UInt8>, _ origin: QUICPacketRun.Origin, length: Int, isCertain: Bool
    ) {
        (time, frame, datagram) = (origin.moment.time, origin.moment.frame, origin.number)
        (fromClient, fromInitiator) = (origin.fromClient, origin.fromInitiator)
        (type, firstByte, version, self.length) = (view.type, view.firstByte, view.version, length)
        self.isCertain = isCertain
        guard view.isLong else {
            (destinationConnectionID, sourceConnectionID, token, supportedVersions) = (nil, nil, [], [])
            let start = view.range.lowerBound + 1
            prefix = bytes.copied(start..<min(start + QUICPacketView.maximumConnectionIDLength, bytes.count))
            protectedLength = length - 1
            return
        }
        prefix = []
        destinationConnectionID = bytes.copied(view.destinationConnectionID)
        sourceConnectionID = bytes.copied(view.sourceConnectionID)
        token = bytes.copied(view.token)
        protectedLength = view.payload.count
        guard view.type == .versionNegotiation else {
            supportedVersions = []
            return
        }
        let end = min(view.payload.upperBound, bytes.count)
        supportedVersions = stride(from: view.payload.lowerBound, to: end - 3, by: 4).map {
            QUICVersion(rawValue: bytes.bigEndianUInt32(at: $0))
        }
    }

    /// Bytes of the tag after the payload, in all suites of QUIC (RFC 9001 §5.3).
    private static let tagLength = 16

    /// Takes what was opened, if it is this packet.
    fileprivate mutating func take(_ packet: QUICConnectionPacket) -> Bool {
        let protected = packet.header.numberLength + packet.payload.count + Self.tagLength
        guard opened == nil, packet.type == type else { return false }
        if type == .oneRTT {
            let idLength = protectedLength - protected
            guard (0...prefix.count).contains(idLength) else { return false }
            destinationConnectionID = Array(prefix.prefix(idLength))
        } else if protected != protectedLength {
            return false
        }
        opened = packet
        return true
    }

    /// Looks for the connection ID of a short header among those of its receiver.
    fileprivate mutating func findConnectionID(among known: [[UInt8]]) {
        guard destinationConnectionID == nil, !isStatelessReset else { return }
        destinationConnectionID =
            known.filter { !$0.isEmpty && prefix.starts(with: $0) }.max { $0.count < $1.count }
            ?? (known == [[]] ? [] : nil)
    }
}

/// The packets of one connection, from its datagrams in order.
private struct QUICPacketRun {
    /// What the packets of a datagram have in common.
    struct Origin {
        var number: Int
        var moment: PacketMoment
        var fromClient: Bool
        var fromInitiator: Bool
        /// The position of its first packet among the pending ones.
        var first: Int
    }

    private var opener = QUICConnectionOpener(opensAllInitials: true)
    /// Nil before the client's first datagram.
    private var clientIsInitiator: Bool?
    private var datagrams = 0
    /// In order; those from the first that may still be opened on.
    private var pending: [QUICSessionPacket] = []

    mutating func receive(
        _ bytes: [UInt8], length: Int, fromInitiator: Bool, at moment: PacketMoment, _ secrets: SessionSecrets
    ) {
        if clientIsInitiator == nil {
            guard QUICPacketView.looksLikeInitial(bytes.span, length: length) else { return }
            clientIsInitiator = fromInitiator
        }
        guard !bytes.isEmpty else { return }
        let fromClient = fromInitiator == clientIsInitiator
        let origin = Origin(
            number: datagrams, moment: moment, fromClient: fromClient, fromInitiator: fromInitiator,
            first: pending.count)
        list(bytes.span, length: length, origin)
        let resets = opener.client.statelessResets + opener.server.statelessResets
        var packets: [QUICConnectionPacket] = []
        // The opener only passes the moment on. One frame may bring several datagrams, so that their numbers stand for it.
        opener.receive(
            bytes.span, length: length, fromClient: fromClient, at: CaptureMoment(frame: datagrams, time: moment.time),
            secrets, into: &packets)
        for packet in packets { assign(packet) }
        if opener.client.statelessResets + opener.server.statelessResets > resets, pending.count > origin.first,
            pending[pending.count - 1].opened == nil
        {
            pending[pending.count - 1].isStatelessReset = true
        }
        datagrams += 1
    }

    mutating func finish(_ secrets: SessionSecrets) {
        var packets: [QUICConnectionPacket] = []
        opener.finish(secrets, into: &packets)
        for packet in packets { assign(packet) }
        isFinished = true
    }

    private var isFinished = false

    /// Lists the packets of a datagram, as the opener reads them.
    private mutating func list(_ bytes: Span<UInt8>, length: Int, _ origin: Origin) {
        var views = QUICPackets(in: bytes, connectionIDLength: 0)
        while true {
            let start = views.rest.lowerBound
            var view: QUICPacketView?
            do throws(WireError) {
                view = try views.next()
            } catch {
                // The header of a packet whose end the snap length cut.
                var rest = ByteReader(bytes)
                guard length > bytes.count, (try? rest.skip(start, "QUIC packet")) != nil else { break }
                view = try? QUICPacketView(parsingHeader: &rest, connectionIDLength: 0)
                guard let view, view.isLong else { break }
                add(view, bytes, length: view.range.count, origin)
                break
            }
            guard let view else { break }
            let size = view.isLong ? view.range.count : length - view.range.lowerBound
            add(view, bytes, length: size, origin)
        }
        guard pending.count > origin.first + 1 else { return }
        for index in origin.first..<pending.count { pending[index].isCoalesced = true }
    }

    private mutating func add(_ view: QUICPacketView, _ bytes: Span<UInt8>, length: Int, _ origin: Origin) {
        let isCertain = pending.count == origin.first || view.isLong || view.firstByte & 0x40 != 0
        pending.append(QUICSessionPacket(view, in: bytes, origin, length: length, isCertain: isCertain))
    }

    private mutating func assign(_ packet: QUICConnectionPacket) {
        var index = pending.partitioningIndex { $0.datagram >= packet.moment.frame }
        while index < pending.count, pending[index].datagram == packet.moment.frame {
            if pending[index].take(packet) { return }
            index += 1
        }
    }

    /// Hands over all packets, if none of them may be opened later.
    mutating func handOver(_ take: (QUICSessionPacket, QUICHandshakeFacts) throws -> Void) throws {
        guard isFinished || opener.waitingPackets(fromClient: true) + opener.waitingPackets(fromClient: false) == 0
        else { return }
        let packets = pending
        pending = []
        for var packet in packets where packet.opened != nil || packet.isCertain {
            packet.findConnectionID(
                among: packet.fromClient ? opener.serverConnectionIDs : opener.clientConnectionIDs)
            try take(packet, opener.handshake)
        }
    }
}
