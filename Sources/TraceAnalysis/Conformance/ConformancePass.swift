import DNSWire
import PacketCapture
import PacketDissection
import ServiceDiscovery
import TraceModel
import WireCoding

/// One pass over the packets of a capture that takes down what was heard of multicast DNS.
struct ConformancePass {
    private(set) var log = ConformanceLog()
    private(set) var packets = 0
    /// A message that counts, and its headers.
    typealias Heard = (message: DNSMessage, datagram: ObservedDatagram)
    /// What the last packet brought, where that is wanted.
    private(set) var heard: [Heard] = []
    private let keepsHeard: Bool
    /// By the hosts' addresses, what shows their software.
    private var traits: [ServiceTracker.ResponderKey: ResponderTraits] = [:]
    private var fragments = FragmentReassembler()
    private var retransmissions = RetransmissionFilter()
    private var accessPointRelays = AccessPointRelayFilter()

    /// - Parameter keepsHeard: Whether ``heard`` is wanted.
    init(keepsHeard: Bool = false) { self.keepsHeard = keepsHeard }

    /// Looks at all packets of an input.
    ///
    /// - Throws: `CaptureFilterError`
    mutating func read(_ input: TraceInput) throws {
        var batch = TraceBatch()
        while input.next(&batch) {
            for index in 0..<batch.packets.count where !batch.marks[index].isRejected {
                let record = batch.record(index)
                take(record, batch.packets.bytes(index), linkType: batch.packets.entries[index].linkType)
            }
        }
        if let error = input.outcome.filterError { throw error }
        note(
            dropped: input.outcome.interfaces.reduce(0) { sum, interface in
                sum &+ (interface.dropped ?? 0) &+ (interface.statistics?.systemDropped ?? 0)
            })
    }

    /// Takes note that packets are missing.
    mutating func note(dropped: UInt64) { log.droppedPackets = dropped }

    /// Looks at one packet.
    mutating func take(_ record: PacketRecord, _ bytes: Span<UInt8>, linkType: LinkType) {
        packets += 1
        heard.removeAll(keepingCapacity: true)
        log.note(time: record.time)
        let frame =
            RadioFrame.isWireless(linkType)
            ? RadioFrame(bytes, linkType: linkType, originalLength: record.originalLength) : nil
        // What is sent again on the air is one packet.
        if let frame, retransmissions.isCopy(frame, bytes, at: record.time) { return }
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes, linkType: linkType, originalLength: record.originalLength, into: &packet)
        guard let frame else { return take(packet, record, bytes) }
        var start = 0
        repeat {
            // What an access point passes on was heard on its way there, however long before.
            let isRelayed = accessPointRelays.isCopy(
                packet, of: frame, bytes, subframe: max(start, frame.bodyOffset),
                shard: RetransmissionFilter.undecidedShard, at: record.time)
            start = packet.nextSubframe
            if !isRelayed { take(packet, record, bytes) }
        } while PacketDissector.dissectNext(&packet, of: frame, bytes)
    }

    private mutating func take(_ packet: DissectedPacket, _ record: PacketRecord, _ bytes: Span<UInt8>) {
        // A tunnel's end is another link.
        guard packet.tunnelDepth == 0 else { return }
        guard packet.isFragment else {
            if packet.transport == .udp { observe(packet, record, bytes, headers: nil) }
            return
        }
        if !packet.isLaterFragment, packet.ipProtocol == IPProtocol.udp.rawValue {
            noteIdentification(packet, record, bytes)
        }
        for datagram in fragments.take(packet, of: record, bytes: bytes) {
            guard let (whole, bytes) = datagram.dissected(), let last = datagram.frames.last, whole.transport == .udp,
                whole.tunnelDepth == 0
            else { continue }
            observe(whole, last, bytes.span, headers: packet.source.isIPv6 ? 40 : 20)
        }
    }

    /// - Parameter headers: The bytes of the IP header of a datagram that came in fragments; nil for one that did not.
    private mutating func observe(
        _ packet: DissectedPacket, _ record: PacketRecord, _ bytes: Span<UInt8>, headers: Int?
    ) {
        if headers == nil { noteIdentification(packet, record, bytes) }
        guard packet.capturedPayloadLength == packet.payloadLength else { return }
        let datagram = ObservedDatagram(
            frame: record.frame, time: record.time, linkSource: Self.linkSource(packet), source: packet.source,
            destination: packet.destination, sourcePort: packet.sourcePort,
            destinationPort: packet.destinationPort,
            identification: headers == nil ? Self.identification(packet, bytes) : nil, hopLimit: packet.hopLimit,
            isFragmented: headers != nil,
            networkLength: (headers ?? packet.transportOffset - packet.networkOffset) + 8 + packet.payloadLength)
        let payload = bytes.extracting(packet.payloadOffset..<packet.payloadOffset + packet.payloadLength)
        guard let message = log.observe(payload, of: datagram) else { return }
        if keepsHeard { heard.append((message, datagram)) }
        let context = MessageContext(
            sender: ServiceSender(linkAddress: Self.linkSource(packet), address: packet.source), moment: record.moment,
            sourcePort: packet.sourcePort, destinationPort: packet.destinationPort,
            isMulticast: packet.destination.isMulticast)
        let key = ServiceTracker.ResponderKey(context.sender)
        guard traits[key] != nil || traits.count < ConformanceLog.maximumHosts else { return }
        if message.flags.isResponse {
            traits[key, default: ResponderTraits()].noteResponse(message, in: context)
        } else {
            traits[key, default: ResponderTraits()].noteQuery(message)
        }
    }

    private mutating func noteIdentification(_ packet: DissectedPacket, _ record: PacketRecord, _ bytes: Span<UInt8>) {
        guard let identification = Self.identification(packet, bytes) else { return }
        log.note(
            identification: identification, linkSource: Self.linkSource(packet), source: packet.source,
            time: record.time)
    }

    /// Nil on links without addresses; on loopback interfaces of Linux all are zero.
    private static func linkSource(_ packet: DissectedPacket) -> LinkAddress? {
        packet.linkSource == .zero ? nil : packet.linkSource
    }

    /// Of an IPv4 header; nil for IPv6.
    private static func identification(_ packet: DissectedPacket, _ bytes: Span<UInt8>) -> UInt16? {
        let place = packet.networkOffset + 4
        guard !packet.source.isIPv6, place + 2 <= bytes.count else { return nil }
        return bytes.bigEndianUInt16(at: place)
    }

    /// The software of a host, if its messages show it.
    func family(of host: ConformanceJudgement.Host) -> ResponderFamily? {
        guard !host.isRelay else { return nil }
        let links = host.linkAddresses.map { ServiceTracker.ResponderKey.link($0) }
        let keys = links.isEmpty ? host.addresses.map { ServiceTracker.ResponderKey.address($0) } : links
        return keys.lazy.compactMap { traits[$0]?.family }.first
    }
}
