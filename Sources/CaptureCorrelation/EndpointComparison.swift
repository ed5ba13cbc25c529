import QUICLogs
import SealedChannels
import TraceAnalysis
import TraceModel
import WireCoding

/// Holds the log of an endpoint against the packets of its connection in a capture.
///
///     var comparison = EndpointComparison()
///     try sessions.forEachPacket(of: session.id) { comparison.take($0, $1) }
///     let report = comparison.report(on: log, …)
public struct EndpointComparison {
    /// As if the client had written the log.
    private var packets: [QUICCapturedPacket] = []
    private var sealedPackets = 0
    /// What sealed packets may be, as if the client had written the log.
    private var sealed: Set<QUICPacketGroup> = []
    private var client = Direction()
    private var server = Direction()

    /// A comparison without packets.
    public init() {}

    /// The packets of an end, and the acknowledgments of them.
    fileprivate struct Direction {
        var sent = QUICAcknowledgments()
        var delays: [(time: Int64, delay: Int64)] = []
    }

    /// Takes the next packet.
    public mutating func take(_ packet: QUICSessionPacket, _ handshake: QUICHandshakeFacts) {
        if packet.isSealed {
            sealedPackets += 1
            if let space = QUICLogPacketSpace(of: packet.type) {
                sealed.insert(QUICPacketGroup(space: space, isFromEndpoint: packet.fromClient))
            }
        }
        guard let opened = packet.opened else { return }
        if packet.fromClient {
            client.sent.notePacket(packet.type, number: opened.number, at: packet.time)
        } else {
            server.sent.notePacket(packet.type, number: opened.number, at: packet.time)
        }
        var acknowledged: [ClosedRange<UInt64>] = []
        var input = ByteReader(opened.payload.span)
        while !input.isAtEnd, let frame = try? QUICFrameView(parsing: &input) {
            guard case .acknowledgment(let acknowledgment) = frame else { continue }
            var ranges = QUICAcknowledgedRanges(acknowledgment, in: opened.payload.span)
            while let range = ranges.next() { acknowledged.append(range) }
            guard packet.type == .oneRTT, !opened.isCopy else { continue }
            let exponent = QUICSessionLog.delayExponent(packet, handshake)
            if packet.fromClient {
                server.note(acknowledgment, in: opened.payload.span, exponent, at: packet.time)
            } else {
                client.note(acknowledgment, in: opened.payload.span, exponent, at: packet.time)
            }
        }
        packets.append(
            QUICCapturedPacket(
                space: QUICLogPacketSpace(opened.space), number: opened.number, isFromEndpoint: packet.fromClient,
                time: packet.time, size: packet.length, acknowledged: acknowledged))
    }

    /// The log and what is known of its file.
    public struct Source {
        /// The log of one end of the connection.
        public var log: QUICLog
        /// The file that it was read from, as reports show it.
        public var path: String
        /// Records of the file that could not be read.
        public var errors: Int

        /// A log with the path of its file and the number of records that could not be read.
        public init(_ log: QUICLog, path: String, errors: Int = 0) {
            (self.log, self.path, self.errors) = (log, path, errors)
        }
    }

    /// The result; nil where no packet is in both.
    ///
    /// - Parameters:
    ///   - source: The log and what is known of its file.
    ///   - session: The session of the report that the packets are of.
    ///   - capture: Its name.
    ///   - origin: The capture's first packet, in nanoseconds since 1970.
    public func report(on source: Source, _ session: Session, capture: String, origin: Int64) -> EndpointLogReport? {
        let endpoints: [EndpointLogReport.Endpoint] =
            switch source.log.vantagePoint.endpoint {
            case .client?: [.client]
            case .server?: [.server]
            default: [.client, .server]
            }
        let results = endpoints.map { endpoint in
            let own = packets(asSeenBy: endpoint)
            return (endpoint, own, QUICLogComparison(of: source.log, with: own, sealed: sealed(asSeenBy: endpoint)))
        }
        // The end of a log that does not say it is the one with more packets in common.
        guard let (endpoint, own, result) = results.max(by: { $0.2.matches.count < $1.2.matches.count }),
            let clock = result.clock
        else { return nil }
        let axis = Axis(origin: origin)
        return EndpointLogReport(
            capture: capture, session: session,
            log: .init(
                path: source.path, endpoint: endpoint, name: source.log.vantagePoint.name,
                version: source.log.source.version, events: source.log.events.count, errors: source.errors,
                originalDestinationConnectionID: source.log.originalDestinationConnectionID.map { Hex.encode($0) }),
            clock: Self.clock(clock, result, source.log, axis), sent: Self.counts(result, source.log, own, sent: true),
            received: Self.counts(result, source.log, own, sent: false), sealedPackets: sealedPackets,
            missingFromCapture: result.missingFromCapture.prefix(EndpointLogReport.maximumListed).map {
                .init(packet: .init($0.key), sent: $0.key.isFromEndpoint, time: $0.time.map(axis.seconds))
            },
            missingFromLog: result.missingFromLog.prefix(EndpointLogReport.maximumListed).map {
                .init(
                    packet: .init(space: own[$0].space.rawValue, number: own[$0].number), sent: own[$0].isFromEndpoint,
                    time: axis.seconds(own[$0].time))
            },
            losses: Self.losses(result, own, axis),
            series: series(result.series, endpoint, axis))
    }

    private struct Axis {
        let origin: Int64

        /// Whole nanoseconds first, so that nine decimals are exact.
        func seconds(_ time: Int64) -> Double {
            let (difference, overflows) = time.subtractingReportingOverflow(origin)
            return overflows ? Double(time) / 1e9 - Double(origin) / 1e9 : Double(difference) / 1e9
        }
    }

    private func packets(asSeenBy endpoint: EndpointLogReport.Endpoint) -> [QUICCapturedPacket] {
        guard endpoint == .server else { return packets }
        return packets.map { packet in
            var turned = packet
            turned.isFromEndpoint.toggle()
            return turned
        }
    }

    private func sealed(asSeenBy endpoint: EndpointLogReport.Endpoint) -> Set<QUICPacketGroup> {
        guard endpoint == .server else { return sealed }
        return Set(sealed.map { QUICPacketGroup(space: $0.space, isFromEndpoint: !$0.isFromEndpoint) })
    }

    private static func clock(
        _ clock: QUICLogClock, _ result: QUICLogComparison, _ log: QUICLog, _ axis: Axis
    ) -> EndpointLogReport.Clock {
        let scale =
            switch clock.scale {
            case .asDeclared: 1.0
            case .times1000: 1000.0
            case .dividedBy1000: 0.001
            }
        var difference: Int64?
        var uncertainty: Int64?
        // Of a wrong unit, the reference time is wrong too.
        if clock.scale == .asDeclared, let reference = log.referenceTime, reference > 0,
            let there = result.matches.lazy.filter(\.key.isFromEndpoint).map(\.delay).min(),
            let back = result.matches.lazy.filter({ !$0.key.isFromEndpoint }).map(\.delay).max()
        {
            let (apart, overflows) = clock.offset.subtractingReportingOverflow(reference)
            difference = overflows ? nil : apart &+ there / 2 &+ back / 2
            uncertainty = overflows ? nil : max(0, there / 2 &- back / 2)
        }
        return EndpointLogReport.Clock(
            scale: scale, offset: axis.seconds(clock.offset), difference: difference.map { Double($0) / 1e9 },
            uncertainty: uncertainty.map { Double($0) / 1e9 }, spread: Double(clock.spread) / 1e9,
            packets: clock.packetCount)
    }

    private static func counts(
        _ result: QUICLogComparison, _ log: QUICLog, _ packets: [QUICCapturedPacket], sent: Bool
    ) -> EndpointLogReport.Packets {
        var counts = EndpointLogReport.Packets()
        let matches = result.matches.filter { $0.key.isFromEndpoint == sent }
        counts.matched = matches.count
        counts.missingFromCapture = result.missingFromCapture.count { $0.key.isFromEndpoint == sent }
        counts.maybeSealed = result.maybeSealed.count { $0.key.isFromEndpoint == sent }
        counts.logged = counts.matched + counts.missingFromCapture + counts.maybeSealed
        counts.captured = packets.count { $0.isFromEndpoint == sent }
        counts.missingFromLog = result.missingFromLog.count { packets[$0].isFromEndpoint == sent }
        counts.otherSize = matches.count { ($0.sizeDifference ?? 0) != 0 }
        return counts
    }

    private static func losses(
        _ result: QUICLogComparison, _ packets: [QUICCapturedPacket], _ axis: Axis
    ) -> [EndpointLogReport.Loss] {
        var times: [QUICPacketKey: Int64] = [:]
        let lost = Set(result.losses.map(\.key))
        for packet in packets {
            let key = QUICPacketKey(
                space: packet.space, number: packet.number, isFromEndpoint: packet.isFromEndpoint)
            if lost.contains(key), times[key] == nil { times[key] = packet.time }
        }
        return result.losses.map { loss in
            let verdict: (EndpointLogReport.Verdict, Int64?) =
                switch loss.verdict {
                case .spurious(let time): (.acknowledged, time)
                case .lostAfterCapture: (.lostAfterCapture, nil)
                case .neverCaptured: (.notCaptured, nil)
                case .sealed: (.sealed, nil)
                }
            return EndpointLogReport.Loss(
                packet: .init(loss.key), time: loss.time.map(axis.seconds), trigger: loss.trigger, verdict: verdict.0,
                captured: times[loss.key].map(axis.seconds), acknowledged: verdict.1.map(axis.seconds))
        }
    }

    private func series(
        _ logged: QUICLogSeries, _ endpoint: EndpointLogReport.Endpoint, _ axis: Axis
    ) -> EndpointLogReport.Series {
        func bytes(_ points: [QUICLogSeries.Point<UInt64>]) -> [EndpointLogReport.Point] {
            points.map { .init(time: axis.seconds($0.time), value: Double($0.value)) }
        }
        func durations(_ points: [QUICLogSeries.Point<Int64>]) -> [EndpointLogReport.Point] {
            points.map { .init(time: axis.seconds($0.time), value: Double($0.value) / 1e9) }
        }
        func delays(_ direction: Direction) -> [EndpointLogReport.Point] {
            direction.delays.map { .init(time: axis.seconds($0.time), value: Double($0.delay) / 1e9) }
        }
        var series = EndpointLogReport.Series()
        series.congestionWindow = bytes(logged.congestionWindow)
        series.bytesInFlight = bytes(logged.bytesInFlight)
        series.slowStartThreshold = bytes(logged.slowStartThreshold)
        series.smoothedRTT = durations(logged.smoothedRTT)
        series.latestRTT = durations(logged.latestRTT)
        series.minimumRTT = durations(logged.minimumRTT)
        series.ackRTT = delays(endpoint == .client ? client : server)
        series.peerAckRTT = delays(endpoint == .client ? server : client)
        return series
    }
}

extension EndpointComparison.Direction {
    /// Takes note of the other end's acknowledgment.
    fileprivate mutating func note(
        _ frame: QUICFrameView.Acknowledgment, in payload: Span<UInt8>, _ exponent: UInt64, at time: Int64
    ) {
        if let delay = sent.noteAcknowledgment(frame, in: payload, delayExponent: exponent, at: time) {
            delays.append((time, delay))
        }
    }
}

extension QUICLogPacketSpace {
    /// Where packets of a type are counted; nil for those without numbers.
    fileprivate init?(of type: QUICPacketType) {
        switch type {
        case .initial: self = .initial
        case .handshake: self = .handshake
        case .zeroRTT, .oneRTT: self = .application
        case .versionNegotiation, .retry, .unknown: return nil
        }
    }

    fileprivate init(_ space: QUICPacketNumberSpace) {
        self =
            switch space {
            case .initial: .initial
            case .handshake: .handshake
            case .application: .application
            }
    }
}

extension EndpointLogReport.Packet {
    fileprivate init(_ key: QUICPacketKey) { self.init(space: key.space.rawValue, number: key.number) }
}
