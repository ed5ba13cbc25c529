import PacketCapture
import PacketDissection
import TraceModel
import WireCoding
import WireTesting

@testable import TraceAnalysis

/// One capture of several links, each of which is a scene of its own.
enum LinkScene: CaseIterable {
    /// Interfaces of a pcapng file.
    case interfaces
    /// A port that carries tagged frames.
    case virtualLANs
    /// `tcpdump -i any`: cooked headers with the number of the interface.
    case cooked

    func report(_ links: [NamingScene]) async throws -> TraceReport {
        let bytes = try self.bytes(links)
        return try await TraceAnalyzer().analyze(CaptureFile.open(bytes: bytes))
    }

    func bytes(_ links: [NamingScene]) throws -> [UInt8] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let count = self == .interfaces ? links.count : 1
        for number in 0..<count {
            _ = writer.writeInterface(
                linkType: self == .cooked ? .linuxSLL2 : .ethernet, name: "en\(number)", into: &output)
        }
        var packets: [(time: Int64, link: Int, bytes: [UInt8])] = []
        for (link, scene) in links.enumerated() {
            var reader = try CaptureFile.open(bytes: scene.capture.bytes).makeReader()
            while let record = try reader.next() {
                packets.append((record.time, link, framed(reader.bytes.copied(), link: link)))
            }
        }
        for packet in packets.sorted(by: { ($0.time, $0.link) < ($1.time, $1.link) }) {
            try writer.writePacket(
                packet.bytes.span, interface: self == .interfaces ? packet.link : 0, time: packet.time, into: &output)
        }
        return output.bytes
    }

    /// An Ethernet frame as this kind of capture has it.
    private func framed(_ frame: [UInt8], link: Int) -> [UInt8] {
        let number = UInt8(link + 2)
        return switch self {
        case .interfaces: frame
        case .virtualLANs: frame[..<12] + [0x81, 0, 0, number] + frame[12...]
        case .cooked: frame[12..<14] + [0, 0, 0, 0, 0, number, 0, 1, 2, 6] + frame[6..<12] + [0, 0] + frame[14...]
        }
    }
}
