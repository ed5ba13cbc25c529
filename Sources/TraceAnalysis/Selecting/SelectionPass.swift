import DNSWire
import PacketCapture
import PacketDissection
import SealedChannels
import TraceModel
import WireCoding

/// One pass over the packets of a capture that records which of them are wanted.
struct SelectionPass: Sendable {
    private let wanted: FrameSelector.Wanted
    private var matcher: CaptureFilter.Matcher?
    private let start: FrameSelector.Time?
    private let end: FrameSelector.Time?
    /// Of the first packet that passes the filter, as reports have it.
    private var firstTime: Int64?
    /// Of the last packet that passes the filter and has a time.
    private var lastTime: Int64 = 0
    /// Follows connections as the analysis did; their frames are known for certain only once fragments are whole.
    private var worker: TraceWorker
    private var fragments = FragmentReassembler()
    private var retransmissions = RetransmissionFilter()
    /// Frames that meet a criterion on their own.
    private var chosen = FrameSet()
    /// Frames that pass the filter in the time that is wanted.
    private var passed = FrameSet()

    init(
        _ wanted: FrameSelector.Wanted, _ filter: CaptureFilter?, from start: FrameSelector.Time?,
        to end: FrameSelector.Time?, memory: MemoryBudget, secrets: SessionSecrets
    ) {
        // What is inside of connections may decide which one a packet is of.
        worker = TraceWorker(depth: secrets.opensFromStart ? .messages : .flows, memory: memory, secrets: secrets)
        self.wanted = wanted
        matcher = filter?.makeMatcher()
        self.start = start
        self.end = end
        if !wanted.connections.isEmpty { worker.tracker.notes = ConnectionFrames(of: wanted.connections) }
    }

    /// Adds secrets that the capture has from here on.
    mutating func add(_ secrets: some Sequence<DecryptionSecrets>) { worker.tracker.secrets.add(secrets) }

    /// Looks at the next packet.
    mutating func take(
        _ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType
    ) throws(CaptureFilterError) {
        var record = record
        record.time = CaptureSummary.bounded(record.time)
        if try passes(record, bytes, linkType: linkType) { passed.insert(record.frame) }
        if wanted.ranges.contains(where: { $0.contains(record.frame) }) { chosen.insert(record.frame) }
        if worker.tracker.notes != nil { worker.take(&record, bytes, linkType: linkType) }
        guard !wanted.names.isEmpty || !wanted.addresses.isEmpty else { return }
        let frame =
            RadioFrame.isWireless(linkType)
            ? RadioFrame(bytes, linkType: linkType, originalLength: record.originalLength) : nil
        // Those who are at its ends are so again; what it says was said before.
        let isCopy = frame.map { retransmissions.isCopy($0, bytes, at: record.time) } ?? false
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes, linkType: linkType, originalLength: record.originalLength, into: &packet)
        look(at: packet, of: record, bytes, isCopy: isCopy)
        guard let frame else { return }
        while PacketDissector.dissectNext(&packet, of: frame, bytes) {
            look(at: packet, of: record, bytes, isCopy: isCopy)
        }
    }

    private mutating func look(
        at packet: DissectedPacket, of record: PacketRecord, _ bytes: Span<UInt8>, isCopy: Bool
    ) {
        if !wanted.addresses.isEmpty, wanted.addresses.appear(in: packet, bytes) { chosen.insert(record.frame) }
        if !wanted.names.isEmpty, !isCopy { lookForNames(record, packet, bytes) }
    }

    private mutating func passes(
        _ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType
    ) throws(CaptureFilterError) -> Bool {
        if matcher != nil,
            try matcher?.matches(bytes, originalLength: record.originalLength, linkType: linkType) == false
        {
            return false
        }
        if record.isTimed { lastTime = record.time }
        let first = firstTime ?? lastTime
        if record.isTimed { firstTime = first }
        return lastTime >= start?.absolute(first) ?? .min && lastTime <= end?.absolute(first) ?? .max
    }

    /// Notes mDNS messages about a service, those in fragments too.
    private mutating func lookForNames(_ record: PacketRecord, _ packet: DissectedPacket, _ bytes: Span<UInt8>) {
        guard packet.isFragment else {
            if areNames(in: packet, bytes) { chosen.insert(record.frame) }
            return
        }
        for datagram in fragments.take(packet, of: record, bytes: bytes) {
            guard let (whole, bytes) = datagram.dissected(), areNames(in: whole, bytes.span) else { continue }
            for frame in datagram.frames { chosen.insert(frame.moment.frame) }
        }
    }

    private func areNames(in packet: DissectedPacket, _ bytes: Span<UInt8>) -> Bool {
        guard packet.transport == .udp, packet.usesMulticastDNSPort else { return false }
        let payload = packet.payloadOffset..<packet.payloadOffset + packet.capturedPayloadLength
        return wanted.names.appear(in: bytes.extracting(payload))
    }

    /// The frames that are wanted, after the last packet.
    mutating func finish() -> FrameSet {
        worker.finish()
        var frames = passed
        guard !wanted.isEverything else { return frames }
        if let notes = worker.tracker.notes { chosen.formUnion(notes.frames) }
        frames.formIntersection(chosen)
        return frames
    }
}

/// The addresses by which packets are from or to peers.
struct PeerAddresses: Sendable {
    private var addresses: Set<IPAddress> = []
    private var linkAddresses: Set<LinkAddress> = []

    var isEmpty: Bool { addresses.isEmpty && linkAddresses.isEmpty }

    mutating func add(_ peer: Peer) {
        addresses.formUnion(peer.addresses.compactMap { IPAddress($0) })
        linkAddresses.formUnion(peer.linkAddresses.compactMap { LinkAddress($0) })
    }

    /// Whether one of the ends of a packet is a peer, or an ARP packet names one.
    func appear(in packet: DissectedPacket, _ bytes: Span<UInt8>) -> Bool {
        if let source = packet.linkSource, linkAddresses.contains(source) { return true }
        if let destination = packet.linkDestination, linkAddresses.contains(destination) { return true }
        if packet.protocols.contains(.ipv4) || packet.protocols.contains(.ipv6) {
            return addresses.contains(packet.source) || addresses.contains(packet.destination)
        }
        guard packet.protocols.contains(.arp), packet.payloadOffset <= bytes.count else { return false }
        var reader = ByteReader(bytes.extracting(packet.payloadOffset...))
        guard let resolution = try? ARPPacket(parsing: &reader) else { return false }
        return [resolution.senderAddress, resolution.targetAddress].contains { address in
            IPAddress(bytes: address).map(addresses.contains) ?? false
        }
    }
}

/// The names by which mDNS messages are about services: those of instances, and of the hosts that they are on.
struct ServiceNames: Sendable {
    private var names: Set<DNSName> = []

    var isEmpty: Bool { names.isEmpty }

    mutating func add(_ service: Service) {
        for text in [service.fullName, service.host] {
            if let name = text.flatMap({ DNSName(presentation: $0) }) { names.insert(name) }
        }
    }

    /// Whether a message has one of the names: as what is asked for, as what a record is about, or in its data.
    func appear(in payload: Span<UInt8>) -> Bool {
        let message = DNSMessage.parsePrefix(payload).message
        if message.questions.contains(where: { names.contains($0.name) }) { return true }
        return [message.answers, message.authorities, message.additionals].contains { records in
            records.contains { names.contains($0.name) || isNamed(in: $0.data) }
        }
    }

    private func isNamed(in data: RecordData) -> Bool {
        switch data {
        case .pointer(let name), .canonicalName(let name): names.contains(name)
        case .service(let location): names.contains(location.target)
        default: false
        }
    }
}
