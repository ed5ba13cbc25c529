import PacketCapture
import PacketDissection
import WireCoding

/// Reads a capture once and explains it.
///
/// ```swift
/// let file = try CaptureFile.open(path: "trace.pcap")
/// let report = try await TraceAnalyzer().analyze(file)
/// ```
public struct TraceAnalyzer: Sendable {
    /// One for each shard of the flows; more would have nothing to follow.
    public static let maximumWorkers = ConnectionTracker.shardCount

    /// Workers that share the flows of a mapped file. Their number never changes the report.
    public var workers: Int

    public init(workers: Int = 1) { self.workers = max(1, min(workers, Self.maximumWorkers)) }

    /// Analyses a whole capture.
    ///
    /// Every worker walks the mapped file and dissects every packet, but follows only the flows of its own shards: walking
    /// costs little beside following, and nothing has to be handed over or waited for. A stream can be read only once, so
    /// one worker does it all.
    ///
    /// - Returns: The report; where the file is damaged or cut off, of everything before, with
    ///   ``CaptureSummary/fileError`` set.
    /// - Throws: `CaptureError` when nothing can be read at all.
    public func analyze(_ file: CaptureFile) async throws -> TraceReport {
        let count = file.isMapped ? workers : 1
        var shares = try await withThrowingTaskGroup(of: Share.self) { group in
            for worker in 0..<count {
                group.addTask { try Share.read(file, worker: worker, of: count) }
            }
            var shares: [Share] = []
            for try await share in group { shares.append(share) }
            return shares.sorted { $0.worker < $1.worker }
        }
        let summary = summary(of: file, shares)
        // Taken over, not copied: connections are most of what an analysis holds.
        var connections: [Connection] = []
        swap(&connections, &shares[0].connections)
        for worker in shares.indices.dropFirst() {
            connections += shares[worker].connections
            shares[worker].connections = []
        }
        var builder = ReportBuilder(
            counter: shares[0].counter, tracker: shares[0].services, connections: consume connections)
        return builder.report(summary)
    }

    private func summary(of file: CaptureFile, _ shares: [Share]) -> CaptureSummary {
        let counter = shares[0].counter
        var summary = CaptureSummary(
            path: file.path, format: file.format.rawValue, compression: file.compression.rawValue)
        summary.packets = counter.packets
        summary.capturedBytes = counter.capturedBytes
        summary.originalBytes = counter.originalBytes
        summary.truncatedPackets = counter.truncatedPackets
        summary.malformedPackets = counter.malformedPackets
        summary.undecodedPackets = counter.undecodedPackets
        if let first = counter.firstTime, let last = counter.lastTime {
            summary.firstTime = TimeAxis.rfc3339(first)
            summary.lastTime = TimeAxis.rfc3339(last)
            summary.duration = Double(last - first) / 1e9
        }
        summary.interfaces = shares[0].interfaces.map(CaptureSummary.Interface.init)
        if let error = shares[0].error {
            summary.fileError = .init(offset: error.offset, message: error.description)
        }
        summary.protocols = counter.protocols
        summary.protocols.add(shares[0].services.messages, of: "mdns")
        var meshPackets = 0
        for share in shares {
            for connection in share.connections where SessionBuilder.application(of: connection) == .mesh {
                meshPackets += connection.initiator.payloadPackets + connection.responder.payloadPackets
            }
        }
        summary.protocols.add(meshPackets, of: "mesh")
        summary.undecoded = counter.undecoded
        summary.undecoded.add(shares[0].services.malformedMessages, of: "broken mDNS messages")
        summary.undecoded.add(shares[0].services.cutMessages, of: "mDNS messages cut by the snap length")
        summary.undecoded.add(shares[0].services.untrackedNames, of: "mDNS names above the limit")
        summary.undecoded.add(shares.reduce(0) { $0 + $1.untrackedPackets }, of: "packets of flows above the limit")
        summary.undecoded.add(shares.reduce(0) { $0 + $1.shedConnections }, of: "streams that held too much")
        return summary
    }
}

extension CaptureSummary.Interface {
    init(_ interface: CaptureInterface) {
        self.init(
            id: interface.id, name: interface.name, linkType: interface.linkType.name,
            linkTypeValue: Int(interface.linkType.rawValue), snapLength: interface.snapLength,
            timestampResolution: interface.timestampResolution, packets: interface.packets,
            dropped: interface.dropped.map { Int(clamping: $0) })
    }
}

/// What one worker found.
private struct Share: Sendable {
    let worker: Int
    /// Of the first worker only: it counts the packets and follows the services.
    var counter = CaptureCounter()
    var services = ServiceTracker()
    var connections: [Connection] = []
    var untrackedPackets = 0
    var shedConnections = 0
    var interfaces: [CaptureInterface] = []
    /// Why reading ended before the end of the file.
    var error: CaptureError?

    static let multicastDNSPort: UInt16 = 5353

    static func read(_ file: CaptureFile, worker: Int, of workers: Int) throws(CaptureError) -> Share {
        var share = Share(worker: worker)
        var reader: CaptureReader
        do {
            reader = try file.makeReader()
        } catch  where error.category == .partial {
            // Cut off in the file header: a report without packets, that says so.
            share.error = error
            return share
        }
        var tracker = ConnectionTracker(worker: worker, of: workers)
        do {
            while var record = try reader.next() {
                record.time = TimeAxis.bounded(record.time)
                share.take(
                    record, reader.bytes, linkType: reader.linkType, isFirst: worker == 0, connections: &tracker)
            }
        } catch {
            share.error = error
        }
        tracker.finish()
        share.connections = tracker.connections
        share.untrackedPackets = tracker.untrackedPackets
        share.shedConnections = tracker.shedConnections
        share.interfaces = reader.interfaces
        return share
    }

    @inline(__always)
    private mutating func take(
        _ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType, isFirst: Bool,
        connections: inout ConnectionTracker
    ) {
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes, linkType: linkType, originalLength: record.originalLength, into: &packet)
        if isFirst { counter.count(record, linkType: linkType, packet: packet) }
        guard packet.transport != .none else { return }
        let moment = PacketMoment(frame: record.frame, time: record.time)
        connections.follow(
            packet, bytes: bytes, interface: record.interface, originalLength: record.originalLength, moment: moment)
        if isFirst, packet.transport == .udp, !packet.isFragment,
            packet.sourcePort == Self.multicastDNSPort || packet.destinationPort == Self.multicastDNSPort
        {
            services.receive(
                bytes.extracting(packet.payloadOffset..<packet.payloadOffset + packet.capturedPayloadLength),
                isCut: packet.capturedPayloadLength < packet.payloadLength,
                from: ServiceSender(linkAddress: packet.linkSource, address: packet.source), at: moment)
        }
    }
}
