import Foundation
import PacketCapture
import PacketDissection
import TestSupport
import Testing
import WireCoding

// The code of the article, word for word.

/// The bytes of TCP and UDP payload that each address has sent.
func payloadSent(in file: CaptureFile) throws(CaptureError) -> [IPAddress: Int] {
    var sent: [IPAddress: Int] = [:]
    var reader = try file.makeReader()
    while let record = try reader.next() {
        let packet = PacketDissector.dissect(
            reader.bytes, linkType: reader.linkType, originalLength: record.originalLength)
        guard packet.transport != .none else { continue }
        sent[packet.source, default: 0] += packet.payloadLength
    }
    return sent
}

/// A packet in a few words: its protocols, and what kept the rest from being read.
func summary(of packet: DissectedPacket) -> String {
    let names = packet.protocols.names.joined(separator: " ")
    switch packet.stop {
    case nil: return names
    case .cut: return names + ", cut by the snap length"
    case .malformed(let fault): return names + ", " + fault.error.description
    case let stop?: return names + ", \(stop)"
    }
}

/// The headers of a packet, each with the names of its fields.
func headers(of packet: Span<UInt8>, linkType: LinkType) -> [String] {
    let frame = FrameLayers.layers(of: packet, linkType: linkType, originalLength: packet.count)
    return frame.layers.map { layer in
        layer.name + ": " + layer.fields.map(\.name).joined(separator: ", ")
    }
}

@Suite struct DissectAPacketTests {
    private static let asking = IPAddress(ipv4: 0x0A4D_0101)
    private static let answering = IPAddress(ipv4: 0x0A4D_0102)

    private func datagram(from source: IPAddress, to destination: IPAddress, _ payload: [UInt8]) throws -> [UInt8] {
        try UDPFrame(
            from: LinkAddress(rawValue: 1), to: LinkAddress(rawValue: 2), source: source, destination: destination,
            sourcePort: 40_000, destinationPort: 7000
        ).serialized(payload: payload)
    }

    @Test func payloadIsCountedForEachSender() throws {
        let writer = PcapWriter(linkType: .ethernet)
        var bytes = ByteWriter()
        writer.writeHeader(into: &bytes)
        for (source, destination, count) in [
            (Self.asking, Self.answering, 10), (Self.answering, Self.asking, 300), (Self.asking, Self.answering, 5),
        ] {
            let frame = try datagram(from: source, to: destination, [UInt8](repeating: 0, count: count))
            try writer.writePacket(frame.span, time: 0, into: &bytes)
        }
        let request = Packets.arpRequest
        try writer.writePacket(request.span, time: 0, into: &bytes)
        let file = try CaptureFile.open(bytes: bytes.bytes)
        #expect(try payloadSent(in: file) == [Self.asking: 15, Self.answering: 300])
    }

    @Test func aSummarySaysWhereAPacketEnds() throws {
        let frame = try datagram(from: Self.asking, to: Self.answering, [1, 2, 3])
        func summarize(_ bytes: [UInt8], originalLength: Int) -> String {
            summary(
                of: PacketDissector.dissect(bytes.span, linkType: .ethernet, originalLength: originalLength))
        }
        #expect(summarize(frame, originalLength: frame.count) == "ethernet ipv4 udp")
        #expect(
            summarize(Array(frame[..<40]), originalLength: frame.count) == "ethernet ipv4, cut by the snap length")
        let broken = summarize(Array(frame[..<20]), originalLength: 20)
        #expect(broken.hasPrefix("ethernet, ") && broken.contains("IPv4 header"))
        let unknown = Array(frame[..<12]) + [0x88, 0xCC, 0, 0]
        #expect(summarize(unknown, originalLength: 16) == "ethernet, unknownEtherType(35020)")
    }

    @Test func everyHeaderIsListedWithItsFields() throws {
        let frame = try datagram(from: Self.asking, to: Self.answering, [])
        let lines = headers(of: frame.span, linkType: .ethernet)
        #expect(lines.count == 3)
        #expect(lines.first == "ethernet: destination, source, etherType")
        #expect(lines.last?.hasPrefix("udp: sourcePort, destinationPort, length, checksum") == true)
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/PacketDissection/PacketDissection.docc/Dissect-a-packet.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 3)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
