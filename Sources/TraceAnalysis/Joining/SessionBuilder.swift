import PacketDissection
import WireCoding

/// Turns a followed connection into the session that the report shows.
struct SessionBuilder {
    /// A session that was quiet for this long before the capture ended is called idle rather than still running.
    static let idleAfter: Int64 = 60_000_000_000
    /// Mesh peers exchange nothing but identifications for so long after the connection is established.
    static let stabilisation: Int64 = 4_000_000_000

    let axis: TimeAxis
    /// Of the whole capture.
    let lastTime: Int64

    func session(
        _ connection: Connection, id: Int, service: String?, interfaceName: String? = nil,
        peerAt peer: (IPAddress) -> String?
    ) -> Session {
        let application = Self.application(of: connection)
        let initiator = connection.initiatorEndpoint
        let responder = connection.responderEndpoint
        var throughput = Session.Throughput()
        (throughput.binWidth, throughput.forward, throughput.backward) = ThroughputSeries.rates(
            connection.initiator.throughput, connection.responder.throughput)
        var session = Session(
            id: id,
            transport: connection.isTCP ? .tcp : .udp,
            application: application,
            initiator: .init(
                peer: peer(initiator.address), address: initiator.address.description, port: Int(initiator.port)),
            responder: .init(
                peer: peer(responder.address), address: responder.address.description, port: Int(responder.port)),
            service: service,
            interface: connection.key.interface,
            interfaceName: interfaceName,
            firstFrame: connection.firstFrame,
            start: axis.seconds(connection.start),
            end: axis.seconds(connection.end),
            duration: Double(connection.end - connection.start) / 1e9,
            ending: ending(of: connection),
            midstream: connection.midstream,
            forward: direction(connection.initiator, of: connection, application),
            backward: direction(connection.responder, of: connection, application),
            throughput: throughput)
        session.handshakeRTT = connection.handshakeRoundTrip.map { Double($0) / 1e9 }
        session.transportRTT = Self.widerRoundTrip(connection)
        let details = connection.details
        session.process = details.process.map { .init(processID: $0.processID, name: $0.name) }
        session.effectiveProcess = details.effectiveProcess.map { .init(processID: $0.processID, name: $0.name) }
        session.icmpErrors = details.errors.map { error in
            Session.ICMPError(
                time: axis.seconds(error.moment.time), frame: error.moment.frame, source: error.source.description,
                type: Int(error.type), code: Int(error.code), name: error.name, count: error.count)
        }
        if let established = connection.established {
            session.established = axis.seconds(established)
            if connection.end - established >= Self.stabilisation {
                session.stable = axis.seconds(established + Self.stabilisation)
            }
        }
        if application == .mesh {
            session.identified = axis.seconds(connection.initiator.decoder.mesh.identity?.moment)
            let first = [
                connection.initiator.decoder.mesh.firstMessage, connection.responder.decoder.mesh.firstMessage,
            ]
            session.firstMessage = axis.seconds(first.compactMap { $0 }.min())
        }
        return session
    }

    /// What the bytes of both directions bear out.
    static func application(of connection: Connection) -> Session.Application {
        let sides = [connection.initiator.decoder, connection.responder.decoder]
        if sides.contains(where: { $0.mesh.counts.known > 0 }) { return .mesh }
        if sides.contains(where: \.isTLS) { return .tls }
        // One frame may be chance: a stream's first four bytes are a possible length once in four hundred.
        let frames = sides.reduce(0) { $0 + $1.frames }
        let isBroken = sides.contains { $0.framingFaults.contains(where: \.isIllegalLength) }
        return frames >= 2 && !isBroken ? .framed : .unknown
    }

    private func ending(of connection: Connection) -> Session.Ending {
        let isOver = lastTime - connection.end > Self.idleAfter
        guard connection.isTCP else { return isOver ? .idle : .captureEnd }
        if !connection.midstream, connection.responder.packets == 0 { return .unanswered }
        if !connection.midstream, connection.synAckCount == 0, connection.firstReset != nil,
            connection.responder.payloadPackets == 0
        {
            return .refused
        }
        if connection.wasCutShort { return .reset }
        let sawFIN = connection.initiator.finish != nil || connection.responder.finish != nil
        return sawFIN ? .fin : isOver ? .idle : .captureEnd
    }

    private func direction(
        _ side: ConnectionSide, of connection: Connection, _ application: Session.Application
    ) -> SessionDirection {
        var direction = SessionDirection()
        direction.packets = side.packets
        direction.wireBytes = side.wireBytes
        direction.peakThroughput = side.peak.bitsPerSecond
        let payload = connection.isTCP ? Int(side.coverage.total) : side.datagramBytes
        direction.payloadBytes = payload
        if let first = side.firstPayload, let last = side.lastPayload, last > first {
            direction.goodput = (Double(payload) * 8e9 / Double(last - first) * 1e3).rounded() / 1e3
        }
        if connection.isTCP {
            direction.retransmittedPackets = side.retransmittedPackets
            direction.retransmittedBytes = side.retransmittedBytes
            direction.outOfOrderPackets = side.outOfOrderPackets
            direction.duplicateAcks = side.duplicateAcks
            direction.zeroWindows = side.zeroWindows
            direction.urgentPackets = side.urgentPackets
            direction.missingBytes = side.missingBytes
            direction.transportRTT = side.roundTrips.distribution
            direction.tcpOptions = side.options.map { options in
                SessionDirection.TCPOptions(
                    maximumSegmentSize: options.maximumSegmentSize.map { Int($0) },
                    windowScale: options.windowScale.map { Int($0) },
                    selectiveAcknowledgments: options.isSACKPermitted, timestamps: options.hasTimestamps,
                    multipath: options.multipath != nil, fastOpen: options.fastOpenCookieLength != nil)
            }
        }
        addMessages(of: side.decoder, application, to: &direction)
        return direction
    }

    private func addMessages(
        of decoder: StreamDecoder, _ application: Session.Application, to direction: inout SessionDirection
    ) {
        switch application {
        case .mesh:
            direction.messages = decoder.mesh.counts.total
            direction.messageTypes = decoder.mesh.counts.byName
            direction.messageBytes = decoder.mesh.counts.bytes
            direction.malformedMessages = decoder.mesh.undecodable + decoder.framingFaults.count
        case .framed:
            direction.messages = decoder.frames
            direction.messageBytes = decoder.frameBytes
            direction.malformedMessages = decoder.framingFaults.count
        default:
            break
        }
    }

    /// The direction's distribution with the larger median: the other one is measured beside the host that acknowledges and
    /// sees only its delay.
    private static func widerRoundTrip(_ connection: Connection) -> Distribution {
        let forward = connection.initiator.roundTrips.distribution
        let backward = connection.responder.roundTrips.distribution
        return (backward.median ?? -1) > (forward.median ?? -1) ? backward : forward
    }
}
