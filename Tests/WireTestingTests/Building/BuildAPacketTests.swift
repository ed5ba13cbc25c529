import Foundation
import PacketCapture
import PacketDissection
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import WireCoding
import WireSimulation
import WirelessFrames

/// The code of the article, word for word, each followed by what it has to give.
@Suite struct BuildAPacketTests {
    private func dissect(_ packet: PacketBuilder) throws -> DissectedPacket {
        let bytes = try packet.bytes
        return PacketDissector.dissect(bytes.span, linkType: packet.linkType, originalLength: bytes.count)
    }

    private func checksums(_ packet: PacketBuilder) throws -> PacketChecksums {
        let (dissected, bytes) = (try dissect(packet), try packet.bytes)
        return ChecksumVerifier.checksums(of: dissected, bytes: bytes.span)
    }

    @Test func aPacket() throws {
        let packet = PacketBuilder.ethernet(from: "02:00:00:00:00:01", to: "02:00:00:00:00:02")
            .vlan(7)
            .ipv4(from: "10.0.0.1", to: "10.0.0.2", timeToLive: 255)
            .udp(from: 5353, to: 5353)
            .payload([1, 2, 3])
        let bytes = try packet.bytes

        #expect(bytes.count == 14 + 4 + 20 + 8 + 3)
        #expect(try dissect(packet).virtualLAN == 7 && dissect(packet).payloadLength == 3)
    }

    @Test func severalWithTheSameBeginning() throws {
        let link = PacketBuilder.ethernet(from: "02:00:00:00:00:01", to: "02:00:00:00:00:02")
            .ipv6(from: "fe80::1", to: "fe80::2", hopLimit: 255, flowLabel: 0x12345)
        let question = link.udp(from: 40_000, to: 53).payload([0, 1])
        let syn = link.tcp(
            from: 40_000, to: 80, sequence: 1000, flags: .syn,
            options: [.maximumSegmentSize(1440), .sackPermitted, .timestamps(value: 1, echo: 0)])
        let echo = link.icmpv6(type: 128, parameter: 0x0001_0001).payload([UInt8](repeating: 0x61, count: 32))

        for packet in [question, syn, echo] { #expect(try checksums(packet).transport == .valid) }
    }

    @Test func liesInOneField() throws {
        let start = PacketBuilder.ethernet(from: "02:00:00:00:00:01", to: "02:00:00:00:00:02")
        let wrongSum = start.ipv4(from: "10.0.0.1", to: "10.0.0.2").udp(from: 1, to: 2, checksum: .wrong)
        let longerThanItIs = start.ipv4(from: "10.0.0.1", to: "10.0.0.2", declaredLength: 1500).udp(from: 1, to: 2)
        let shortHeader = start.ipv4(from: "10.0.0.1", to: "10.0.0.2").tcp(
            from: 1, to: 2, sequence: 0, flags: .syn, declaredHeaderLength: 16)
        let notWhatItSays = start.ipv4(from: "10.0.0.1", to: "10.0.0.2", payloadProtocol: .tcp).udp(from: 1, to: 2)

        #expect(try checksums(wrongSum).transport == .invalid)
        #expect(try longerThanItIs.bytes[16...17] == [0x05, 0xDC] && longerThanItIs.bytes.count == 42)
        for packet in [shortHeader, notWhatItSays] { #expect(try dissect(packet).stop != nil) }
    }

    @Test func fragments() throws {
        let datagram = PacketBuilder.between(SyntheticHost(number: 1), SyntheticHost(number: 2), identification: 7)
            .udp(from: 40_000, to: 40_001).payload([UInt8](repeating: 0, count: 4000))
        let fragments = try datagram.fragments(ofAtMost: 1500)

        #expect(try fragments.map { try dissect($0).fragment.offset } == [0, 1480, 2960])
    }

    @Test func framesOfARadio() throws {
        let data = PacketBuilder.radiotap([.rate(24), .channel(frequency: 5180, flags: 0x0140), .signal(-47)])
            .ieee80211Data(
                from: "02:00:00:00:00:01", to: "02:00:00:00:00:02", in: "02:00:00:00:00:03", path: .toAccessPoint,
                sequenceNumber: 17, trafficID: 6
            )
            .snap()
            .ipv4(from: "10.0.0.1", to: "10.0.0.2")
            .udp(from: 40_000, to: 40_001)
        let action = PacketBuilder.radiotap([.signal(-60)])
            .ieee80211Management(
                .action, from: "02:00:00:00:00:01", to: "ff:ff:ff:ff:ff:ff", in: "00:25:00:ff:94:73", check: .wrong
            )
            .payload(.action(ActionBody(organization: 0x0017F2, content: [8, 16])))

        #expect(try dissect(data).destinationPort == 40_001)
        let bytes = try action.bytes
        let isValid = FrameCheckSequence.isValid(bytes.span.extracting(Int(bytes[2])..<bytes.count))
        #expect(!isValid)
    }

    @Test func aConnection() async throws {
        let (phone, printer) = (SyntheticHost(number: 1), SyntheticHost(number: 2))
        var exchange = TCPExchange(from: phone, port: 50_000, to: printer, port: 631)
        exchange.open()
        exchange.send([UInt8](repeating: 1, count: 5000), from: .initiator)
        exchange.send([UInt8](repeating: 2, count: 200), from: .responder)
        exchange.close()
        exchange.packets.remove(at: 4)
        let file = try CaptureBuilder(exchange.packets).pcap()

        let report = try await TraceAnalyzer().analyze(CaptureFile.open(bytes: file))
        #expect(report.sessions.map(\.forward.missingBytes) == [1460])
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/WireSimulation/WireSimulation.docc/Build-a-packet.md"), encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 6)
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map { "        " + $0 }
            #expect(
                source.contains("\n" + lines.joined(separator: "\n") + "\n"), "not the code of a test here: \(block)")
        }
    }
}
