import WireCoding

/// Follows one QUIC connection, version 1 or 2, through its captured datagrams and opens its packets (RFC 9000, RFC 9001,
/// RFC 9369). It reads no clock and no file.
///
///     var opener = QUICConnectionOpener()
///     var packets: [QUICConnectionPacket] = []
///     opener.receive(datagram, length: lengthOnTheWire, fromClient: true, at: time, secrets, into: &packets)
///     opener.finish(secrets, into: &packets)
///
/// Initial packets need no secrets. Packets whose keys, hello or connection ID has not been seen yet wait, within limits.
/// Only what authenticates moves anything: a secret that does not fit, or a packet of another sender, is tried and counted.
/// A connection whose client's hello the capture lacks stays sealed.
public struct QUICConnectionOpener: Sendable {
    /// The facts in the handshake, as far as it was opened.
    public var handshake: QUICHandshakeFacts { initial.handshake }
    /// The version of the server's packets that were opened last; nil before the first.
    public internal(set) var negotiatedVersion: QUICVersion?
    /// The versions of long headers, the server's last one first.
    public var versions: [QUICVersion] { search.versions }
    /// The exponent by which an end's acknowledgments scale their delays (RFC 9000 §18.2); nil where its parameters were not read.
    /// The facts of the handshake have it too, but each packet with an acknowledgment asks for it.
    public func acknowledgmentDelayExponent(ofClient: Bool) -> UInt64? {
        ofClient
            ? initial.handshake.clientParameters?.ackDelayExponent
            : initial.handshake.serverParameters?.ackDelayExponent
    }
    /// The packets that the client sent.
    public var client: QUICPacketCounts { ends[0].counts }
    /// The packets that the server sent.
    public var server: QUICPacketCounts { ends[1].counts }

    var search = QUICKeySearch()
    /// The client and the server.
    var ends = [QUICConnectionEnd(isClient: true), QUICConnectionEnd(isClient: false)]
    var initial = QUICInitialReader()
    /// Whether packets that wait may be opened now.
    var isWorthRetrying = false
    var newConnectionIDs: [QUICKnownConnectionID] = []
    let opensAllInitials: Bool
    /// What was opened of the next datagram before its turn; to be set before each ``receive(_:length:fromClient:at:_:into:)``.
    package var attempted: QUICAttemptedPacket?
    private var waiting: QUICWaitingPackets
    private var secretsRevision = 0

    /// - Parameters:
    ///   - maximumWaitingPackets: Of each direction. More than these are sealed at once.
    ///   - maximumWaitingBytes: Of each direction.
    ///   - opensAllInitials: Whether Initial packets are opened to the end of the connection even without secrets.
    public init(
        maximumWaitingPackets: Int = 64, maximumWaitingBytes: Int = 131_072, opensAllInitials: Bool = false
    ) {
        self.opensAllInitials = opensAllInitials
        waiting = QUICWaitingPackets(maximumPackets: maximumWaitingPackets, maximumBytes: maximumWaitingBytes)
    }

    /// Takes a datagram as it was captured. Without secrets nothing waits, and once both hellos were read nothing is
    /// opened, unless all Initial packets are to be.
    ///
    /// - Parameters:
    ///   - datagram: The captured bytes of a UDP payload.
    ///   - length: Its bytes on the wire. Packets in the part that the snap length cut are sealed.
    ///   - fromClient: Whether the end that sent the first Initial packet sent it.
    ///   - moment: Kept with every packet of the datagram.
    ///   - secrets: As they are now; they may grow between two calls.
    ///   - packets: Where opened packets are added, in the order of opening.
    public mutating func receive(
        _ datagram: Span<UInt8>, length: Int, fromClient: Bool, at moment: CaptureMoment, _ secrets: SessionSecrets,
        into packets: inout [QUICConnectionPacket]
    ) {
        noteSecrets(secrets)
        let isCut = length > datagram.count
        var views = QUICPackets(in: datagram, connectionIDLength: 0)
        var isFirst = true
        while true {
            let start = views.rest.lowerBound
            let view: QUICPacketView?
            do throws(WireError) {
                view = try views.next()
            } catch {
                // A length beyond the end of a whole datagram is not a packet.
                if isCut { noteCut(datagram.extracting(start..<datagram.count), fromClient: fromClient) }
                break
            }
            guard let view else { break }
            let isShort = view.type == .oneRTT
            // Behind other packets, any bytes may pass for a short header without the fixed bit.
            let isCertain = isFirst || !isShort || view.firstByte & 0x40 != 0
            isFirst = false
            if isShort && isCut {
                ends[fromClient ? 0 : 1].noteSealed(.oneRTT, isCut: true)
            } else {
                take(view, datagram, fromClient, isCertain: isCertain, moment, secrets, &packets)
            }
        }
        retry(secrets, &packets)
    }

    /// Tries the packets that wait once more. Those that still cannot be opened are sealed.
    public mutating func finish(_ secrets: SessionSecrets, into packets: inout [QUICConnectionPacket]) {
        noteSecrets(secrets)
        retry(secrets, &packets)
        evict()
    }

    private mutating func take(
        _ view: QUICPacketView, _ datagram: Span<UInt8>, _ fromClient: Bool, isCertain: Bool, _ moment: CaptureMoment,
        _ secrets: SessionSecrets, _ packets: inout [QUICConnectionPacket]
    ) {
        guard view.type.isProtected else { return noteUnprotected(view, datagram, fromClient: fromClient) }
        if let version = view.version { search.note(version, fromClient: fromClient) }
        if open(view, datagram, fromClient, moment, secrets, &packets) { return }
        let bytes = datagram.extracting(view.range)
        if view.type == .oneRTT, ends[fromClient ? 0 : 1].connectionIDs.reset(bytes) {
            ends[fromClient ? 0 : 1].counts.statelessResets += 1
            return
        }
        let waits =
            mayOpenLater(view, fromClient: fromClient, secrets)
            && waiting.add(bytes, fromClient: fromClient, isCertain: isCertain, at: moment)
        if !waits, isCertain { ends[fromClient ? 0 : 1].noteSealed(view.type, isCut: false) }
    }

    private mutating func retry(_ secrets: SessionSecrets, _ packets: inout [QUICConnectionPacket]) {
        // Every round but the last one finds a hello, a key or a connection ID, of which there are few.
        while isWorthRetrying {
            isWorthRetrying = false
            for packet in waiting.takeAll() {
                var input = ByteReader(packet.bytes.span)
                guard let view = try? QUICPacketView(parsing: &input, connectionIDLength: 0) else { continue }
                if open(view, packet.bytes.span, packet.fromClient, packet.moment, secrets, &packets) { continue }
                if mayOpenLater(view, fromClient: packet.fromClient, secrets) {
                    waiting.putBack(packet)
                } else if packet.isCertain {
                    ends[packet.fromClient ? 0 : 1].noteSealed(view.type, isCut: false)
                }
            }
        }
    }

    /// Whether more of the capture or of a key log could open a packet.
    private func mayOpenLater(_ view: QUICPacketView, fromClient: Bool, _ secrets: SessionSecrets) -> Bool {
        guard !secrets.isEmpty || secrets.isGrowing else { return false }
        guard view.type == .initial else {
            guard let level = ends[fromClient ? 0 : 1].level(view.type), !level.isProven(view.version) else {
                return false
            }
            // With both hellos it is known whether there is a key.
            return !hasHellos || secrets.isGrowing || level.hasCandidates
        }
        return !fromClient && !handshake.tls.hasServerHello
    }

    /// Packets that wait are given up.
    public mutating func evict() {
        for packet in waiting.takeAll() where packet.isCertain {
            var input = ByteReader(packet.bytes.span)
            guard let view = try? QUICPacketView(parsing: &input, connectionIDLength: 0) else { continue }
            ends[packet.fromClient ? 0 : 1].noteSealed(view.type, isCut: false)
        }
    }

    private mutating func noteSecrets(_ secrets: SessionSecrets) {
        let revision = secrets.log.entries.count &+ secrets.captured.entries.count
        guard revision != secretsRevision else { return }
        secretsRevision = revision
        countSecrets(secrets)
    }

    /// Counts the secrets for this connection; where there are others than before, packets are tried again.
    mutating func countSecrets(_ secrets: SessionSecrets) {
        guard let random = search.clientRandom else { return }
        let count =
            secrets.log.entries(clientRandom: random).count + secrets.captured.entries(clientRandom: random).count
        guard count != search.secretCount else { return }
        search.secretCount = count
        isWorthRetrying = true
    }

    /// Takes note of a packet that the snap length cut, as far as its type is there.
    private mutating func noteCut(_ rest: Span<UInt8>, fromClient: Bool) {
        guard rest.count >= 5, rest[0] & 0x80 != 0 else { return }
        let version = QUICVersion(rawValue: rest.bigEndianUInt32(at: 1))
        let type = QUICPacketType(longHeader: rest[0], version: version)
        ends[fromClient ? 0 : 1].noteSealed(type, isCut: true)
    }
}

extension QUICConnectionOpener {
    /// Packets that wait for a hello, a key or a connection ID.
    public func waitingPackets(fromClient: Bool) -> Int { waiting.count(fromClient: fromClient) }

    /// Bytes that are held of packets that wait and of handshake messages that are not whole.
    public var heldBytes: Int {
        waiting.heldBytes + initial.heldBytes + ends[0].handshakeStream.heldBytes + ends[1].handshakeStream.heldBytes
    }
}
