import PacketCapture
import PacketDissection
import WireCoding

/// What one worker found.
struct Share: Sendable {
    let worker: Int
    /// Of the first worker only: it counts the packets and follows the services.
    var counter = CaptureCounter()
    var services = ServiceTracker()
    var connections: [Connection] = []
    var untrackedPackets = 0
    var shedConnections = 0
    /// Packets that did not pass the filter.
    var filteredOut = 0
    var interfaces: [CaptureInterface] = []
    /// Why reading ended before the end of the file.
    var error: CaptureError?
    /// Why the filter could not be applied to a packet.
    var filterError: CaptureFilterError?

    static let multicastDNSPort: UInt16 = 5353

    /// Walks a whole capture, or as far as the filter can be applied.
    static func read(
        _ file: CaptureFile, worker: Int, of workers: Int, filter: CaptureFilter?
    ) throws(CaptureError) -> Share {
        var share = Share(worker: worker)
        var matcher = filter?.makeMatcher()
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
            while share.filterError == nil, var record = try reader.next() {
                if matcher != nil, !share.admits(record, reader.bytes, linkType: reader.linkType, &matcher) { continue }
                record.time = TimeAxis.bounded(record.time)
                share.take(
                    record, reader.bytes, linkType: reader.linkType, isFirst: worker == 0, connections: &tracker)
            }
        } catch {
            share.error = error
        }
        tracker.finish()
        share.receive(tracker)
        share.interfaces = reader.interfaces
        return share
    }

    /// Asks the filter, counts what it leaves out, and keeps its error apart from those of the reader.
    @inline(never)
    private mutating func admits(
        _ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType, _ matcher: inout CaptureFilter.Matcher?
    ) -> Bool {
        do {
            let matches = try matcher?.matches(bytes, originalLength: record.originalLength, linkType: linkType)
            if matches == false { filteredOut += 1 }
            return matches ?? true
        } catch {
            filterError = error
            return false
        }
    }

    /// Takes over what a tracker followed to the end.
    mutating func receive(_ tracker: ConnectionTracker) {
        connections = tracker.connections
        untrackedPackets = tracker.untrackedPackets
        shedConnections = tracker.shedConnections
    }

    /// Looks at one packet.
    ///
    /// - Parameters:
    ///   - isFirst: Whether this share also counts packets and follows services.
    ///   - connections: The tracker of this share's flows.
    @inline(__always)
    mutating func take(
        _ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType, isFirst: Bool,
        connections: inout ConnectionTracker
    ) {
        let packet = PacketDissector.dissect(bytes, linkType: linkType, originalLength: record.originalLength)
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

    /// Fills in what the shares of one capture counted.
    ///
    /// - Parameters:
    ///   - start: What was read.
    ///   - shares: Of all workers, the first one first.
    ///   - filter: The expression that packets had to match.
    static func summary(_ start: CaptureSummary, _ shares: [Share], filter: String?) -> CaptureSummary {
        let counter = shares[0].counter
        var summary = start
        summary.filter = filter
        summary.filteredOut = shares[0].filteredOut
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
