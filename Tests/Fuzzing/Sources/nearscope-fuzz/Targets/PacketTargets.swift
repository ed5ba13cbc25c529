import PacketCapture
import PacketDissection
import TraceReports
import WireCoding
import WireSimulation
import WireTesting
import WireText

extension FuzzTarget {
    /// Dissection for analysis: the first byte chooses the link type, the second how much the snap length cut.
    static let dissection = FuzzTarget(
        name: "dissection", mutators: SamplePackets.mutators, seeds: { SamplePackets.chosen() },
        run: { input in
            guard let (linkType, cut, bytes) = SamplePackets.choice(input) else { return }
            let packet = PacketDissector.dissect(
                bytes.span, linkType: linkType, originalLength: bytes.count + cut)
            if packet.transport != .none {
                require(
                    packet.payloadOffset >= 0 && packet.payloadOffset + packet.capturedPayloadLength <= bytes.count,
                    "A payload lies in its packet")
            }
            require(packet.capturedPayloadLength <= packet.payloadLength, "No more is captured than was sent")
            _ = ChecksumVerifier.checksums(of: packet, bytes: bytes.span)
            _ = PacketDissector.dissect(reassembled: bytes.span, length: bytes.count + cut, first: packet)
            if let hash = PacketDissector.flowHash(of: bytes.span, linkType: linkType), packet.transport != .none {
                require(hash == packet.flowHash, "A glance gives the hash that dissecting gives")
            }
        })

    /// The same packets, field by field for people.
    static let frames = FuzzTarget(
        name: "frames", mutators: SamplePackets.mutators, seeds: { SamplePackets.chosen() },
        run: { input in
            guard let (linkType, cut, bytes) = SamplePackets.choice(input) else { return }
            let record = PacketRecord(
                frame: 1, time: 0, interface: 0, originalLength: bytes.count + cut, capturedLength: bytes.count)
            let view = FrameView(record, bytes: bytes.span, linkType: linkType, elapsed: 0)
            for layer in view.description.layers {
                require(layer.offset >= 0 && layer.length >= 0, "A layer has a place: \(layer.name)")
                require(layer.offset <= bytes.count + cut, "A layer begins in its frame: \(layer.name)")
            }
            _ = (view.json, view.line)
        })
}
