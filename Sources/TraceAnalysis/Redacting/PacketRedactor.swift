import PacketCapture
import PacketDissection
import PeerMessaging
import WireCoding

/// Replaces in the bytes of packets what tells who or where, so that a capture can be given away and still be analyzed.
///
/// ```swift
/// let redactor = PacketRedactor()
/// for each packet { redactor.learn(packet) }
/// redactor.finishLearning()
/// for each packet { write(redactor.redacted(packet)) }
/// ```
/// A packet keeps its length. Each header that the dissector finds is copied with other addresses, and names, texts and
/// payloads are replaced by others of the same length, equal ones by equal ones. What is not understood becomes zeros:
/// nothing is copied but what a rule names. Checksums that were right are right again, others stay wrong.
///
/// The packets are read twice, in the same order: TCP streams are replaced as a whole, so that segments that repeat or share
/// a message agree.
package final class PacketRedactor {
    /// ICMP errors within packets that ICMP errors quote are not looked into.
    private static let maximumQuotes = 1
    /// Bytes of early segments that may wait in all streams together.
    private static let heldLimit = 64 << 20
    /// Bytes of messages that are remembered for the second reading.
    static let messageLimit = 256 << 20

    var standIns = WireStandIns()
    private var positions = StreamPositions()
    private var echoes = EchoFlows()
    private var streams: [StreamRedaction] = []
    private var heldBytes = 0
    private var messageBytes = 0
    private var isLearning = true
    /// Packets of which something was left out because it is not understood or could not be kept.
    package private(set) var blankedPackets = 0
    private var isBlanked = false

    package init() { standIns.addresses.isLearning = true }

    // MARK: - Learning

    /// Takes note of the addresses and messages of the next packet.
    package func learn(_ bytes: Span<UInt8>, linkType: LinkType, record: PacketRecord) {
        var draft = PacketDraft(bytes.copied())
        rewrite(&draft, linkType, record)
    }

    /// Ends the first reading.
    package func finishLearning() {
        for index in streams.indices { streams[index].finish(&standIns.texts) }
        positions = StreamPositions()
        isLearning = false
        standIns.addresses.isLearning = false
        blankedPackets = 0
    }

    // MARK: - Replacing

    /// The bytes that take the place of the next packet's.
    ///
    /// - Parameter isWanted: Whether they are of any use. All packets are passed in all the same, in the order of the first reading.
    package func redacted(
        _ bytes: Span<UInt8>, linkType: LinkType, record: PacketRecord, isWanted: Bool = true
    ) -> [UInt8] {
        var draft = PacketDraft(bytes.copied())
        isBlanked = false
        rewrite(&draft, linkType, record)
        if isBlanked, isWanted { blankedPackets += 1 }
        return draft.output
    }

    private func rewrite(_ draft: inout PacketDraft, _ linkType: LinkType, _ record: PacketRecord) {
        let description = FrameLayers.layers(
            of: draft.input.span, linkType: linkType, originalLength: record.originalLength)
        rewrite(&draft, description, linkType, record, quotes: 0)
    }

    private func rewrite(
        _ draft: inout PacketDraft, _ description: FrameDescription, _ linkType: LinkType, _ record: PacketRecord,
        quotes: Int
    ) {
        var network: NetworkLayer?
        var checksums: [ChecksumPlace] = []
        for (index, layer) in description.layers.enumerated() {
            switch layer.name {
            case "ipv4", "ipv6":
                network = ip(layer, &draft)
                if let place = network?.headerChecksum { checksums.append(place) }
            case "ipv6Fragment":
                draft.keep(layer.offset, layer.length)
                // One with all of the datagram is none (RFC 6946).
                if draft.word(layer.offset + 2) & 0xFFF9 != 0 { network?.isFragment = true }
            case "tcp":
                tcp(layer, &draft)
                if let network { checksums.append(network.checksum(.tcp, layer, draft)) }
                if quotes == 0, network?.isFragment == false {
                    stream(layer, description, &draft, record)
                }
            case "udp":
                draft.keep(layer.offset, layer.length)
                if let network { checksums.append(network.checksum(.udp, layer, draft)) }
                let next = index + 1 < description.layers.count ? description.layers[index + 1].name : nil
                if next == nil || next == "amsdu" {
                    let isWhole = network?.isFragment == false && quotes == 0
                    datagram(layer, isWhole ? description.transport : nil, record, &draft)
                }
            case "icmp", "icmpv6":
                let isIPv6 = layer.name == "icmpv6"
                if let network {
                    control(layer, network, isIPv6: isIPv6, &draft, record, quotes: quotes)
                    checksums.append(network.checksum(isIPv6 ? .icmpv6 : .icmp, layer, draft))
                }
            case "igmp":
                if let network {
                    groupMembership(layer, network, &draft)
                    checksums.append(network.checksum(.igmp, layer, draft))
                }
            default:
                guard header(layer, &draft) else {
                    // Without this header nothing after it can be placed.
                    isBlanked = true
                    return finish(&draft, checksums, description)
                }
            }
        }
        let last = description.layers.last
        if last == nil || !Self.endings.contains(last?.name ?? ""),
            (last?.offset ?? 0) + (last?.length ?? 0) + 4 < draft.count
        {
            isBlanked = true
        }
        finish(&draft, checksums, description)
    }

    /// Makes right what was right: from the inside out, as sums cover sums.
    private func finish(
        _ draft: inout PacketDraft, _ checksums: [ChecksumPlace], _ description: FrameDescription
    ) {
        guard !isLearning else { return }
        for place in checksums.reversed() { place.write(into: &draft) }
        frameCheck(description, &draft)
    }

    /// Layers with content of which rules say what becomes of it.
    private static let endings: Set<String> = ["tcp", "udp", "icmp", "icmpv6", "igmp", "arp", "awdl", "nan"]

    func noteBlanked() { isBlanked = true }

    // MARK: - Quoted packets

    /// The packet that an ICMP error quotes.
    func quoted(_ range: Range<Int>, _ draft: inout PacketDraft, _ record: PacketRecord, quotes: Int) {
        guard quotes < Self.maximumQuotes, !range.isEmpty else { return }
        var inner = PacketDraft(Array(draft.input[range]))
        let description = FrameLayers.layers(of: inner.input.span, linkType: .raw, originalLength: Int(UInt16.max))
        rewrite(&inner, description, .raw, record, quotes: quotes + 1)
        draft.put(inner.output, at: range.lowerBound)
    }

    // MARK: - Echo tests

    /// Probes of an echo test become numbers, equal ones equal ones; the numbers of its data stay.
    ///
    /// - Returns: Whether it is one.
    func echo(_ packet: DissectedPacket, _ range: Range<Int>, _ record: PacketRecord, _ draft: inout PacketDraft)
        -> Bool
    {
        guard range.count >= EchoProbe.size else { return false }
        let (flow, isReversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: false, interface: record.interface)
        let start = range.lowerBound
        let octets = draft.input.span.bigEndianUInt64(at: start)
        let isProbe = range.count == EchoProbe.size
        if isLearning, isProbe { echoes.learn(EchoProbe(octets: octets), flow, isReversed: isReversed) }
        guard echoes.isEcho(flow) else { return false }
        if isProbe {
            let number = UInt64(standIns.texts.number(ofPayload: Array(draft.input[range])))
            draft.put(ByteWriter.bytes { $0.writeUInt64(number) }, at: start)
        } else if octets >> 32 == 0 || octets & 0xFFFF_FFFF == 0 {
            draft.keep(start, EchoProbe.size)
        }
        return true
    }

    // MARK: - Streams

    private func stream(
        _ layer: FrameLayer, _ description: FrameDescription, _ draft: inout PacketDraft, _ record: PacketRecord
    ) {
        // Of several packets in a frame the first is followed.
        guard let packet = description.transport, packet.transport == .tcp, packet.transportOffset == layer.offset
        else {
            return noteBlanked()
        }
        let place = positions.position(of: packet, interface: record.interface)
        let start = packet.payloadOffset
        let payload = start..<max(start, min(start + packet.capturedPayloadLength, draft.count))
        guard isLearning else {
            if !payload.isEmpty { write(place.stream, place.offset, payload, &draft) }
            return
        }
        while streams.count < positions.streams { streams.append(StreamRedaction()) }
        if packet.payloadLength > 0, messageBytes < Self.messageLimit {
            update(place.stream) { stream, texts in
                stream.take(
                    Array(draft.input[payload]), at: place.offset, length: packet.payloadLength, moment: record.moment,
                    &texts)
            }
        }
        if let opposite = place.opposite {
            update(opposite) { $0.deliverHeld(acknowledged: place.acknowledged, force: false, &$1) }
        }
        guard heldBytes > Self.heldLimit else { return }
        for index in streams.indices {
            update(index) { $0.deliverHeld(acknowledged: .max, force: true, &$1) }
        }
    }

    private func update(_ index: Int, _ body: (inout StreamRedaction, inout WireTextStandIns) -> Void) {
        let before = (streams[index].heldBytes, streams[index].cost)
        body(&streams[index], &standIns.texts)
        heldBytes += streams[index].heldBytes - before.0
        messageBytes += streams[index].cost - before.1
    }

    private func write(_ stream: Int, _ offset: Int64, _ range: Range<Int>, _ draft: inout PacketDraft) {
        guard stream < streams.count else { return }
        streams[stream].write(from: offset, range, into: &draft)
        if !streams[stream].hasMessages { isBlanked = true }
    }
}
