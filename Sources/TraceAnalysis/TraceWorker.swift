import PacketCapture
import PacketDissection
import SealedChannels
import TraceModel
import WireCoding

/// One of those who share the work on a capture: it is shown every packet, and follows the flows of its shards.
struct TraceWorker: Sendable {
    let number: Int
    let depth: CaptureSummary.Depth
    /// One bit for each of its own shards.
    private let ownShards: UInt32
    var shards = FlowShards()
    /// Deals the transmitters of 802.11 frames.
    var radioShards = FlowShards()
    /// Every worker sees all fragments.
    private(set) var fragments = FragmentReassembler()
    /// The interfaces that PKTAP headers name; every worker sees them all.
    private(set) var namedInterfaces = NamedInterfaces()
    /// Used only by the first worker.
    private(set) var neighbors = NeighborTable()
    /// Used only by the first worker.
    private(set) var addressClaims = AddressClaims()
    private(set) var addressQuestions = AddressQuestions()
    /// Counts its own packets: those of its flows, and for the first worker all without a flow.
    var counter = CaptureCounter()
    /// Checksums of the same packets, if they are verified.
    var checksums: ChecksumCounter?
    /// Used only by the first worker.
    var services: ServiceTracker
    /// Tracks its own transmitters.
    var wireless: WirelessTracker
    var retransmissions = RetransmissionFilter()
    var accessPointRelays = AccessPointRelayFilter()
    /// Every worker sees all fragments, as of datagrams.
    var defragmenter = FrameDefragmenter()
    var tracker: ConnectionTracker
    private var lookahead = Lookahead()
    /// Whether there are other threads, which may have time to open datagrams.
    private let sharesWork: Bool
    /// The index of the last packet's connection, nil where it has none, or one of another worker.
    private var lastConnection: Int?

    init(
        number: Int = 0, of count: Int = 1, depth: CaptureSummary.Depth = .messages, verifiesChecksums: Bool = false,
        also reading: StreamReading = StreamReading(), datagramIdleLimit: Int64 = .max,
        memory: MemoryBudget = .unlimited, guests: GuestList? = nil, secrets: SessionSecrets = SessionSecrets()
    ) {
        checksums = verifiesChecksums ? ChecksumCounter() : nil
        self.number = number
        self.depth = depth
        sharesWork = count > 1
        ownShards = (0..<FlowShards.count).reduce(0) { $1 % count == number ? $0 | 1 << UInt32($1) : $0 }
        var wanted = depth == .messages ? reading : StreamReading()
        wanted.readsContent = depth == .messages
        tracker = ConnectionTracker(reading: wanted, datagramIdleLimit: datagramIdleLimit, memory: memory)
        tracker.guests = guests
        tracker.secrets = secrets
        if count > 1, secrets.opensFromStart { tracker.channels.shareFlows() }
        services = ServiceTracker(memory: memory)
        wireless = WirelessTracker(memory: memory)
    }

    var isFirst: Bool { number == 0 }

    @inline(__always)
    func isOwn(_ shard: Int) -> Bool { ownShards >> UInt32(truncatingIfNeeded: shard) & 1 != 0 }

    /// Reads a whole input and ends everything that is still going on then.
    ///
    /// - Parameters:
    ///   - shared: What all workers read together; nil where each reads for itself.
    ///   - watch: Looks at the worker while it takes that.
    ///   - update: Adds what key logs got since the last batch.
    ///   - progress: Told how far the reading has come, now and then and at the end.
    ///   - input: Makes this worker's own input.
    /// - Returns: The results other than packets.
    /// - Throws: What `input` throws, and `CancellationError`.
    mutating func read(
        _ shared: TraceSource?, watch: TraceWatch? = nil, update: TraceAnalyzer.SecretsUpdate? = nil,
        progress: AnalysisProgress.Handler? = nil, else input: () throws -> TraceInput
    ) async throws -> TraceInput.Outcome {
        guard let shared else {
            let input = try input()
            try await read(input, progress)
            tracker.secrets.add(input.outcome.lastSecrets)
            try await finishInTurns()
            return input.outcome
        }
        // Where it is watched, another one is in its place meanwhile.
        let number = number
        do {
            if let watch {
                self = try await watch.follow(
                    shared, with: exchange(&self, with: TraceWorker()), update: update, progress: progress)
            } else {
                try await takeAll(of: shared, update, progress)
            }
        } catch {
            await shared.leave(number)
            throw error
        }
        update?(&tracker.secrets, true)
        let outcome = await shared.outcome
        tracker.secrets.add(outcome.lastSecrets)
        try await finishInTurns()
        return outcome
    }

    private mutating func takeAll(
        of shared: TraceSource, _ update: TraceAnalyzer.SecretsUpdate?, _ progress: AnalysisProgress.Handler?
    ) async throws {
        var next = 0
        while let batch = await shared.batch(next, for: number) {
            update?(&tracker.secrets, false)
            take(batch)
            next += 1
            if let progress { await shared.report(to: progress) }
            try await WorkTurn.end()
        }
        if let progress { await shared.report(to: progress) }
    }

    private mutating func read(_ input: TraceInput, _ progress: AnalysisProgress.Handler?) async throws {
        if let reader = input.takePlainReader() { try await read(reader, of: input, progress) }
        var batch = TraceBatch()
        var next = TraceBatch()
        var ahead = (opened: [DatagramAttempts.Opened](), next: DatagramAttempts())
        var isBatch = input.next(&batch)
        while isBatch {
            if opensAhead {
                isBatch = input.next(&next)
                if isBatch { findAttempts(in: next, into: &ahead.next) }
                let (attempts, following) = (ahead.next, next)
                // Another thread opens what comes next, while this one follows what was opened.
                async let openedNext = attempts.open(in: following)
                take(batch, ahead.opened)
                progress?(input.progress)
                try await WorkTurn.end()
                ahead = await openedNext
                swap(&batch, &next)
            } else {
                take(batch)
                progress?(input.progress)
                try await WorkTurn.end()
                isBatch = input.next(&batch)
            }
        }
        progress?(input.progress)
    }

    /// Whether datagrams of the next batch are opened while one is followed.
    private var opensAhead: Bool { sharesWork && tracker.hasManySealedDatagrams }

    /// Looks for datagrams that another thread may open.
    private mutating func findAttempts(in batch: TraceBatch, into attempts: inout DatagramAttempts) {
        for index in 0..<batch.packets.count {
            guard let hash = batch.marks[index].flowHash, let shard = shards.knownShard(ofHash: hash), isOwn(shard)
            else { continue }
            tracker.attempt(
                batch.packets.bytes(index), linkType: batch.packets.entries[index].linkType,
                interface: batch.packets.record(index).interface, index: index, into: &attempts)
        }
    }

    /// Reads a file without a filter packet by packet, which saves a tenth of the time, until there are so many connections that
    /// looking ahead saves more.
    private mutating func read(
        _ taken: consuming CaptureReader, of input: TraceInput, _ progress: AnalysisProgress.Handler?
    ) async throws {
        var reader = taken
        var course = PlainCourse()
        do {
            while try readOn(&reader, of: input, &course) {
                if tracker.isLarge || opensAhead {
                    input.giveBack(reader, latestTime: course.latestTime)
                    return
                }
                progress?(input.progress(of: reader))
                try await WorkTurn.end()
            }
        } catch let error as CaptureError {
            input.outcome.error = error
        }
        input.finish(reader)
        if let known = course.knownSecrets { input.outcome.lastSecrets = Array(reader.decryptionSecrets[known...]) }
    }

    /// What is kept from one packet to the next.
    private struct PlainCourse {
        /// Secrets that the tracker has; those before the first packet were known before.
        var knownSecrets: Int?
        var latestTime: Int64?
    }

    /// Reads some packets.
    ///
    /// - Returns: False at the end of the file.
    private mutating func readOn(
        _ reader: inout CaptureReader, of input: TraceInput, _ course: inout PlainCourse
    ) throws(CaptureError) -> Bool {
        let hasBlocks = input.hasBlocks
        var record = PacketRecord()
        for _ in 0..<WorkTurn.packets {
            guard try reader.next(&record) else { return false }
            if hasBlocks, reader.decryptionSecretCount != course.knownSecrets {
                if let known = course.knownSecrets { tracker.secrets.add(reader.decryptionSecrets[known...]) }
                course.knownSecrets = reader.decryptionSecretCount
            }
            // A packet without a time gets that of the packet before it.
            record.time =
                record.isTimed ? CaptureSummary.bounded(record.time) : course.latestTime ?? input.firstTime() ?? 0
            course.latestTime = record.time
            take(&record, reader.bytes, linkType: reader.linkType)
            if hasBlocks, reader.hasProcesses, reader.hasPacketOptions, let connection = unnamedConnection {
                tracker.note(PacketOrigin(reader.packetAnnotations), of: connection)
            }
            if tracker.isLarge || opensAhead { break }
        }
        return true
    }

    /// The last packet's connection, if its process is not known yet.
    private var unnamedConnection: Int? {
        // Mutating, so that the worker is used in place: what is not inlined may be called with a copy of it.
        @inline(never) mutating get {
            guard let lastConnection, !tracker.hasOrigin(lastConnection) else { return nil }
            return lastConnection
        }
    }

    /// Looks at packets that were read together.
    ///
    /// - Parameter opened: What was opened of them before their turn.
    mutating func take(_ batch: TraceBatch, _ opened: [DatagramAttempts.Opened] = []) {
        var due = DueSecrets(batch.packets)
        var place = 0
        for index in 0..<batch.packets.count {
            if index % Lookahead.width == 0, tracker.isLarge { lookAhead(in: batch, from: index) }
            if index >= due.next { due.take(before: index, into: &tracker.secrets) }
            let mark = batch.marks[index]
            var shard: Int?
            if let hash = mark.flowHash {
                let known = shards.shard(ofHash: hash)
                guard isOwn(known) else { continue }
                shard = known
            } else if mark.isRejected {
                continue
            }
            var record = batch.record(index)
            if place < opened.count, opened[place].index == index {
                tracker.expect(opened[place], frame: record.frame)
                place += 1
            }
            take(
                &record, batch.packets.bytes(index), linkType: batch.packets.entries[index].linkType, shard: shard)
            if batch.packets.hasAnnotations, let connection = unnamedConnection,
                let annotations = batch.packets.annotations(of: index)
            {
                tracker.note(PacketOrigin(annotations), of: connection)
            }
        }
        due.take(before: .max, into: &tracker.secrets)
    }

    @inline(never)
    private mutating func lookAhead(in batch: TraceBatch, from first: Int) {
        lookahead.begin()
        for index in first..<min(first + Lookahead.width, batch.packets.count) {
            // A flow that is new has nothing to load.
            guard let hash = batch.marks[index].flowHash, let shard = shards.knownShard(ofHash: hash), isOwn(shard)
            else {
                continue
            }
            let entry = batch.packets.entries[index]
            lookahead.add(
                batch.packets.bytes(index), linkType: entry.linkType, interface: batch.packets.record(index).interface)
        }
        tracker.load(for: &lookahead)
    }

    /// Looks at one packet.
    ///
    /// - Parameter record: Nobody changes it, but as a plain parameter it would be copied for each call.
    @inline(__always)
    mutating func take(_ record: inout PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType) {
        let hash = PacketDissector.flowHash(of: bytes, linkType: linkType)
        let shard = hash.map { shards.shard(ofHash: $0) }
        if let shard, !isOwn(shard) {
            lastConnection = nil
        } else {
            take(&record, bytes, linkType: linkType, shard: shard)
        }
    }

    /// Looks at a packet that may be this worker's.
    ///
    /// - Parameter shard: The shard of its flow, nil if only dissecting shows it.
    @inline(never)
    private mutating func take(
        _ record: inout PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType, shard: Int?
    ) {
        if shard == nil, RadioFrame.isWireless(linkType) {
            lastConnection = nil
            if linkType == .ieee80211Radiotap, passesOver(record, bytes) { return }
            if takeFrame(&record, bytes, linkType: linkType) { return }
        }
        // Handed on as inout for the same reason.
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes, linkType: linkType, originalLength: record.originalLength, into: &packet)
        guard let shard, packet.transport != .none else {
            lastConnection = takeUnusual(&record, bytes, linkType: linkType, &packet, shard: shard)
            return
        }
        count(&record, bytes, linkType: linkType, &packet)
        lastConnection = tracker.follow(&packet, of: record, bytes: bytes, shard: shard)
        noteContent(of: &packet, record, lastConnection)
    }

    /// Counts a packet by what its stream turns out to carry, after it was counted and followed.
    @inline(__always)
    mutating func noteContent(of packet: inout DissectedPacket, _ record: PacketRecord, _ connection: Int?) {
        guard packet.transport == .tcp, packet.payloadLength > 0, let connection, tracker.namesTraffic(connection)
        else { return }
        counter.recountAsMesh(record)
    }

    /// Inspects an 802.11 frame, away from the code for packets of other links.
    ///
    /// - Returns: False where its headers cannot be read.
    @inline(never)
    private mutating func takeFrame(_ record: inout PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType) -> Bool {
        guard let frame = RadioFrame(bytes, linkType: linkType, originalLength: record.originalLength) else {
            return false
        }
        lastConnection = takeWireless(&record, bytes, frame, linkType: linkType)
        return true
    }

    @inline(__always)
    mutating func count(
        _ record: inout PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType, _ packet: inout DissectedPacket
    ) {
        counter.count(record, linkType: linkType, packet: &packet, namesContent: depth == .messages)
        if checksums != nil { checksums?.count(packet, bytes: bytes, at: record.moment) }
    }

    /// Inspects a packet whose ends were not at their usual offsets, or that has no flow at all.
    ///
    /// - Parameters:
    ///   - known: The shard of its flow, where it is known and this worker's.
    ///   - isCounted: Whether the packet was counted, or another worker counts it.
    /// - Returns: The index of its connection, if it has one here.
    @inline(never)
    mutating func takeUnusual(
        _ record: inout PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType, _ packet: inout DissectedPacket,
        shard known: Int?, isCounted: Bool = false
    ) -> Int? {
        let hasFlow = packet.transport != .none && !packet.isFragment
        let shard = known ?? (hasFlow ? shards.shard(ofHash: packet.flowHash) : 0)
        let moment = record.moment
        let counts = !isCounted && (known != nil || (hasFlow ? isOwn(shard) : isFirst))
        if counts { count(&record, bytes, linkType: linkType, &packet) }
        let origin = PacketOrigin(packet, bytes: bytes)
        var record = record
        if let name = origin?.interfaceName {
            record.interface = namedInterfaces.number(of: name, on: record.interface)
        }
        if packet.isFragment {
            for datagram in fragments.take(packet, of: record, bytes: bytes) { take(datagram) }
            return nil
        }
        guard hasFlow else {
            takeControl(packet, bytes, interface: record.interface, at: moment)
            return nil
        }
        followServices(packet, bytes, interface: record.interface, at: moment)
        guard isOwn(shard) else { return nil }
        let connection = tracker.follow(&packet, of: record, bytes: bytes, shard: shard)
        if counts { noteContent(of: &packet, record, connection) }
        if let connection, let origin { tracker.note(origin, of: connection) }
        return connection
    }

    /// Inspects a packet about others: an ICMP error, or a binding of addresses.
    private mutating func takeControl(
        _ packet: DissectedPacket, _ bytes: Span<UInt8>, interface: Int, at moment: PacketMoment
    ) {
        guard !packet.protocols.isDisjoint(with: [.icmp, .icmpv6, .arp]) else { return }
        if isFirst {
            neighbors.note(PacketDissector.bindings(in: packet, bytes: bytes), at: moment)
            if let addresses = PacketDissector.arpAddresses(in: packet, bytes: bytes) {
                let link = NetworkLink(
                    interface: interface, index: packet.interfaceIndex, virtualLAN: packet.virtualLAN)
                addressClaims.note(addresses, on: link, at: moment)
                addressQuestions.note(addresses, on: link, at: moment)
            }
        }
        guard let quoted = PacketDissector.quoted(in: packet, bytes: bytes), let hash = quoted.flowHash,
            isOwn(shards.shard(ofHash: hash))
        else { return }
        tracker.note(
            DeliveryError(moment: moment, source: packet.source, quoted: quoted), interface: interface,
            index: packet.interfaceIndex, virtualLAN: packet.virtualLAN)
    }

    /// Takes a fragmented datagram: complete, or dropped.
    private mutating func take(_ datagram: FragmentedDatagram) {
        guard let first = datagram.first, let last = datagram.frames.last else { return }
        let whole = datagram.dissected()
        if let whole, whole.packet.isFragment {
            // A tunnel's datagram came in fragments, and what it carries is one. Each has a tunnel more than the one before.
            for inner in fragments.take(whole.packet, of: last, bytes: whole.bytes.span) { take(inner) }
            return
        }
        var packet = whole?.packet ?? first
        guard packet.transport != .none else { return }
        let shard = shards.shard(ofHash: packet.flowHash)
        if isOwn(shard) {
            for frame in whole == nil ? datagram.frames[...] : datagram.frames.dropLast() {
                tracker.count(frame, fragmentOf: &packet, shard: shard)
            }
            tracker.note(fragmentedDatagram: &packet, isWhole: whole != nil, last: last, shard: shard)
            if let whole { tracker.follow(&packet, of: last, bytes: whole.bytes.span, shard: shard) }
        }
        if let whole { followServices(packet, whole.bytes.span, interface: last.interface, at: last.moment) }
    }

    private mutating func followServices(
        _ packet: DissectedPacket, _ bytes: Span<UInt8>, interface: Int, at moment: PacketMoment
    ) {
        guard isFirst, depth == .messages, packet.transport == .udp, packet.usesMulticastDNSPort else { return }
        services.receive(
            bytes.extracting(packet.payloadOffset..<packet.payloadOffset + packet.capturedPayloadLength),
            isCut: packet.capturedPayloadLength < packet.payloadLength,
            in: MessageContext(
                sender: ServiceSender(linkAddress: packet.linkSource, address: packet.source), moment: moment,
                link: NetworkLink(
                    interface: interface, index: packet.interfaceIndex, virtualLAN: packet.virtualLAN),
                sourcePort: packet.sourcePort, destinationPort: packet.destinationPort,
                isMulticast: packet.destination.isMulticast))
    }

    /// Ends everything that is still going on.
    mutating func finish() {
        for datagram in fragments.finish() { take(datagram) }
        tracker.finish()
    }

    /// The same, letting others have the thread meanwhile.
    ///
    /// - Throws: `CancellationError`.
    private mutating func finishInTurns() async throws {
        for datagram in fragments.finish() { take(datagram) }
        let count = tracker.connections.count
        for first in stride(from: 0, to: count, by: WorkTurn.connections) {
            tracker.finish(first..<min(first + WorkTurn.connections, count))
            try await WorkTurn.end()
        }
    }

    /// Takes over what another worker found in the same capture.
    mutating func absorb(_ other: inout TraceWorker) {
        counter.add(other.counter)
        if let others = other.checksums { checksums?.add(others) }
        wireless.add(other.wireless)
        tracker.absorb(&other.tracker)
    }
}
