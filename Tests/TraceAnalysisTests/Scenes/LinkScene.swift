import PacketCapture
import PacketDissection
import TraceModel
import WireCoding
import WireSimulation
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
    /// A hypervisor's port, with each link in a VXLAN network.
    case virtualNetworks

    func report(_ links: [NamingScene]) async throws -> TraceReport {
        let bytes = try self.bytes(links)
        return try await TraceAnalyzer().analyze(CaptureFile.open(bytes: bytes))
    }

    func report(_ captures: [SyntheticCapture]) async throws -> TraceReport {
        try await TraceAnalyzer().analyze(CaptureFile.open(bytes: bytes(captures)))
    }

    /// What each of two links carries where the first packet's sender takes another than all others.
    static func ways(_ capture: SyntheticCapture) throws -> [SyntheticCapture] {
        var ways = [SyntheticCapture(), SyntheticCapture()]
        var first: [UInt8]?
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        while let record = try reader.next() {
            let frame = reader.bytes.copied()
            let source = Array(frame[6..<12])
            first = first ?? source
            try ways[source == first ? 0 : 1].append(frame, at: record.time)
        }
        return ways
    }

    func bytes(_ links: [NamingScene]) throws -> [UInt8] { try bytes(links.map(\.capture)) }

    func bytes(_ links: [SyntheticCapture]) throws -> [UInt8] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let count = self == .interfaces ? links.count : 1
        for number in 0..<count {
            _ = writer.writeInterface(
                linkType: self == .cooked ? .linuxSLL2 : .ethernet, name: "en\(number)", into: &output)
        }
        var packets: [(time: Int64, link: Int, bytes: [UInt8])] = []
        for (link, capture) in links.enumerated() {
            var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
            while let record = try reader.next() {
                packets.append((record.time, link, try framed(reader.bytes.copied(), link: link)))
            }
        }
        for packet in packets.sorted(by: { ($0.time, $0.link) < ($1.time, $1.link) }) {
            try writer.writePacket(
                packet.bytes.span, interface: self == .interfaces ? packet.link : 0, time: packet.time, into: &output)
        }
        return output.bytes
    }

    /// An Ethernet frame as this kind of capture has it.
    private func framed(_ frame: [UInt8], link: Int) throws -> [UInt8] {
        let number = UInt8(link + 2)
        switch self {
        case .interfaces: return frame
        case .virtualLANs: return frame[..<12] + [0x81, 0, 0, number] + frame[12...]
        case .cooked:
            let address = frame[6..<12] + [0, 0]
            return frame[12..<14] + [0, 0, 0, 0, 0, number, 0, 1, 2, 6] + address + frame[14...]
        case .virtualNetworks:
            var outer = SyntheticCapture()
            try outer.append(
                udpFrom: 50000, to: 4789, payload: [8, 0, 0, 0, 0, 0, number, 0] + frame,
                from: NamingScene.Host(8, "one").overIPv4, to: NamingScene.Host(9, "other").overIPv4, at: 0)
            var reader = try CaptureFile.open(bytes: outer.bytes).makeReader()
            return try reader.next() == nil ? [] : reader.bytes.copied()
        }
    }
}
