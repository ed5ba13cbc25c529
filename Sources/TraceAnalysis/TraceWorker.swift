import PacketCapture
import PacketDissection
import WireCoding

/// One of those who share the work on a capture: it is shown every packet, and follows the flows of its shards.
struct TraceWorker: Sendable {
    static let multicastDNSPort: UInt16 = 5353

    let number: Int
    let depth: TraceAnalyzer.Depth
    /// One bit for each shard of its own.
    private let ownShards: UInt32
    private var shards = FlowShards()
    private var fragments = FragmentReassembler()
    /// The interfaces that PKTAP headers name; every worker sees them all.
    private(set) var namedInterfaces = NamedInterfaces()
    /// Of the first worker only.
    private(set) var neighbors = NeighborTable()
    /// What the file says of addresses.
    private(set) var nameResolutions: [NameResolution] = []
    private(set) var metadataDamage: CaptureError?

    /// Of the packets that are its own: those of its flows, and for the first worker all without a flow.
    private(set) var counter = CaptureCounter()
    /// Of the same packets, where checksums are verified.
    private(set) var checksums: ChecksumCounter?
    /// Of the first worker only.
    private(set) var services = ServiceTracker()
    var tracker: ConnectionTracker
    var interfaces: [CaptureInterface] = []
    /// Why reading ended before the end of the file.
    private(set) var error: CaptureError?
    /// What became of each file, where several are read as one.
    private(set) var files: [CaptureSummary.File] = []

    /// Of the last packet.
    private var latestTime: Int64?
    private var matcher: CaptureFilter.Matcher?
    /// Packets that did not pass the filter; the same with every worker.
    private(set) var filteredOut = 0
    /// Why the filter could not be applied to a packet.
    private(set) var filterError: CaptureFilterError?

    init(
        number: Int = 0, of count: Int = 1, depth: TraceAnalyzer.Depth = .messages, filter: CaptureFilter? = nil,
        verifiesChecksums: Bool = false
    ) {
        checksums = verifiesChecksums ? ChecksumCounter() : nil
        matcher = filter?.makeMatcher()
        self.number = number
        self.depth = depth
        ownShards = (0..<FlowShards.count).reduce(0) { $1 % count == number ? $0 | 1 << UInt32($1) : $0 }
        tracker = ConnectionTracker(readsContent: depth == .messages)
    }

    private var isFirst: Bool { number == 0 }

    @inline(__always)
    private func isOwn(_ shard: Int) -> Bool { ownShards >> UInt32(truncatingIfNeeded: shard) & 1 != 0 }

    /// Reads a whole capture, or as far as the filter can be applied.
    mutating func read(_ file: CaptureFile) throws(CaptureError) {
        var reader: CaptureReader
        do {
            reader = try file.makeReader()
        } catch  where error.category == .partial {
            // Cut off in the file header: a report without packets, that says so.
            self.error = error
            return
        }
        // Only pcapng has options; asking the reader for every packet would cost as much as reading it.
        let mayHaveOptions = file.format == .pcapng
        do {
            if matcher == nil {
                while var record = try reader.next() {
                    setTime(of: &record, in: file)
                    let connection = take(record, reader.bytes, linkType: reader.linkType)
                    if let connection, mayHaveOptions { noteOrigin(of: connection, reader) }
                }
            } else {
                try readFiltered(&reader, file)
            }
        } catch {
            self.error = error
        }
        interfaces = reader.interfaces
        if isFirst {
            nameResolutions = reader.nameResolutions
            metadataDamage = reader.metadataDamage
        }
        finish()
    }

    /// Reads several captures as one.
    mutating func read(_ merge: CaptureMerge) {
        while filterError == nil,
            merge.next(
                { packet, reader in
                    let linkType = reader.linkType
                    guard matcher == nil || admits(packet.record, reader.bytes, linkType: linkType) else { return }
                    var record = packet.record
                    record.time = TimeAxis.bounded(record.time)
                    let connection = take(record, reader.bytes, linkType: linkType)
                    if let connection { noteOrigin(of: connection, reader) }
                },
                atEnd: { _, reader in
                    if isFirst, metadataDamage == nil { metadataDamage = reader.metadataDamage }
                })
        {}
        interfaces = merge.interfaces
        if isFirst { nameResolutions = merge.nameResolutions }
        files = CaptureSummary.files(of: merge)
        finish()
    }

    /// A loop of its own, so that captures without a filter do not pay for it.
    @inline(never)
    private mutating func readFiltered(_ reader: inout CaptureReader, _ file: CaptureFile) throws(CaptureError) {
        while filterError == nil, var record = try reader.next() {
            guard admits(record, reader.bytes, linkType: reader.linkType) else { continue }
            setTime(of: &record, in: file)
            let connection = take(record, reader.bytes, linkType: reader.linkType)
            if let connection { noteOrigin(of: connection, reader) }
        }
    }

    /// Notes the process of a connection, where the options of its packet name one.
    @inline(never)
    private mutating func noteOrigin(of connection: Int, _ reader: borrowing CaptureReader) {
        guard reader.hasProcesses, reader.hasPacketOptions, !tracker.hasOrigin(connection) else { return }
        tracker.note(PacketOrigin(reader.packetAnnotations), of: connection)
    }

    /// Keeps times within what can be reckoned with. A packet without one gets that of the packet before it.
    @inline(__always)
    private mutating func setTime(of record: inout PacketRecord, in file: CaptureFile) {
        record.time = record.isTimed ? TimeAxis.bounded(record.time) : latestTime ?? firstTime(in: file)
        latestTime = record.time
    }

    /// The first time in the file, for the packets before it that have none; 0 where there is no other way to know.
    @inline(never)
    private func firstTime(in file: CaptureFile) -> Int64 {
        guard file.isSeekable, var reader = try? file.makeReader() else { return 0 }
        while let record = try? reader.next() {
            if record.isTimed { return TimeAxis.bounded(record.time) }
        }
        return 0
    }

    /// Asks the filter, counts what it leaves out, and keeps its error apart from those of the reader.
    private mutating func admits(_ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType) -> Bool {
        do {
            let matches = try matcher?.matches(bytes, originalLength: record.originalLength, linkType: linkType)
            if matches == false { filteredOut += 1 }
            return matches ?? true
        } catch {
            filterError = error
            return false
        }
    }

    /// Looks at one packet.
    ///
    /// - Returns: The index of its connection, nil where it has none, or one of another worker.
    @inline(__always)
    @discardableResult
    mutating func take(_ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType) -> Int? {
        var shard = 0
        let hash = PacketDissector.flowHash(of: bytes, linkType: linkType)
        if let hash {
            shard = shards.shard(ofHash: hash)
            guard isOwn(shard) else { return nil }
        }
        // Handed on as inout from here: nobody changes it, but as a plain parameter it would be copied for each call.
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes, linkType: linkType, originalLength: record.originalLength, into: &packet)
        guard hash != nil, packet.transport != .none else {
            return takeApart(record, bytes, linkType: linkType, &packet, shard: hash == nil ? nil : shard)
        }
        let moment = PacketMoment(frame: record.frame, time: record.time)
        count(record, bytes, linkType: linkType, &packet, at: moment)
        return tracker.follow(
            &packet, bytes: bytes, interface: record.interface, originalLength: record.originalLength, shard: shard,
            moment: moment)
    }

    @inline(__always)
    private mutating func count(
        _ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType, _ packet: inout DissectedPacket,
        at moment: PacketMoment
    ) {
        counter.count(record, linkType: linkType, packet: &packet)
        if checksums != nil { checksums?.count(packet, bytes: bytes, at: moment) }
    }

    /// Looks at a packet whose ends were not in their usual places, or that has no flow at all.
    ///
    /// - Parameter known: The shard of its flow, where it is known and this worker's.
    @inline(never)
    private mutating func takeApart(
        _ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType, _ packet: inout DissectedPacket,
        shard known: Int?
    ) -> Int? {
        let hasFlow = packet.transport != .none && !packet.isFragment
        let shard = known ?? (hasFlow ? shards.shard(ofHash: packet.flowHash) : 0)
        let moment = PacketMoment(frame: record.frame, time: record.time)
        if known != nil || (hasFlow ? isOwn(shard) : isFirst) {
            count(record, bytes, linkType: linkType, &packet, at: moment)
        }
        let origin = PacketOrigin(packet, bytes: bytes)
        let name = origin?.interfaceName
        let interface = name.map { namedInterfaces.number(of: $0, on: record.interface) } ?? record.interface
        if packet.isFragment {
            let datagrams = fragments.take(
                packet, bytes: bytes, interface: interface, originalLength: record.originalLength, moment: moment)
            for datagram in datagrams { take(datagram) }
            return nil
        }
        guard hasFlow else {
            takeControl(packet, bytes, interface: interface, at: moment)
            return nil
        }
        followServices(packet, bytes, at: moment)
        guard isOwn(shard) else { return nil }
        let connection = tracker.follow(
            &packet, bytes: bytes, interface: interface, originalLength: record.originalLength, shard: shard,
            moment: moment)
        if let connection, let origin { tracker.note(origin, of: connection) }
        return connection
    }

    /// Looks at a packet that tells of others: an ICMP error, or who has which address.
    private mutating func takeControl(
        _ packet: DissectedPacket, _ bytes: Span<UInt8>, interface: Int, at moment: PacketMoment
    ) {
        guard !packet.protocols.isDisjoint(with: [.icmp, .icmpv6, .arp]) else { return }
        if isFirst { neighbors.note(PacketDissector.bindings(in: packet, bytes: bytes), at: moment) }
        guard let quoted = PacketDissector.quoted(in: packet, bytes: bytes), let hash = quoted.flowHash,
            isOwn(shards.shard(ofHash: hash))
        else { return }
        tracker.note(
            DeliveryError(quoted, from: packet.source, at: moment), about: quoted, interface: interface)
    }

    /// Takes a datagram that came in fragments: whole, or given up.
    private mutating func take(_ datagram: FragmentedDatagram) {
        guard let first = datagram.first, let last = datagram.frames.last else { return }
        var packet = first
        let payload = datagram.isWhole ? datagram.payload : ([], 0)
        if datagram.isWhole {
            packet = PacketDissector.dissect(reassembled: payload.0.span, length: payload.1, first: first)
        }
        guard packet.transport != .none else { return }
        let shard = shards.shard(ofHash: packet.flowHash)
        if isOwn(shard) {
            for frame in datagram.isWhole ? datagram.frames.dropLast() : datagram.frames[...] {
                tracker.count(
                    fragmentOf: &packet, interface: datagram.interface, originalLength: frame.originalLength,
                    shard: shard, moment: frame.moment)
            }
            if datagram.isWhole {
                tracker.follow(
                    &packet, bytes: payload.0.span, interface: datagram.interface,
                    originalLength: last.originalLength, shard: shard, moment: last.moment)
            }
        }
        if datagram.isWhole { followServices(packet, payload.0.span, at: last.moment) }
    }

    private mutating func followServices(_ packet: DissectedPacket, _ bytes: Span<UInt8>, at moment: PacketMoment) {
        guard isFirst, depth == .messages, packet.transport == .udp,
            packet.sourcePort == Self.multicastDNSPort || packet.destinationPort == Self.multicastDNSPort
        else { return }
        services.receive(
            bytes.extracting(packet.payloadOffset..<packet.payloadOffset + packet.capturedPayloadLength),
            isCut: packet.capturedPayloadLength < packet.payloadLength,
            from: ServiceSender(linkAddress: packet.linkSource, address: packet.source), at: moment)
    }

    /// Ends everything that is still going on.
    mutating func finish() {
        for datagram in fragments.finish() { take(datagram) }
        tracker.finish()
    }

    /// What became of fragments; every worker sees them all.
    var fragmentCounts: FragmentReassembler { fragments }

    /// What all workers found of checksums; nil where they did not look.
    static func checksums(of workers: [TraceWorker]) -> ChecksumCounter? {
        workers.compactMap(\.checksums).reduce(nil) { sum, other in
            var sum = sum ?? ChecksumCounter()
            sum.add(other)
            return sum
        }
    }
}
