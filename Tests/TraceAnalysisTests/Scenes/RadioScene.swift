import PacketDissection
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

/// A room with nodes of AWDL, and the capture that a monitor makes of it.
///
/// Nodes are told what they say; each speaks every 65.536 ms, one after the other.
struct RadioScene {
    static let anna = LinkAddress(rawValue: 0x2A5C_110E_7D01)
    static let bert = LinkAddress(rawValue: 0x6EB1_9042_3AC4)
    static let carl = LinkAddress(rawValue: 0xF207_6DD8_159B)
    /// Of a slot, in microseconds.
    static let slot: UInt64 = 65_536
    private static let start: Int64 = 1_700_000_000_000_000_000

    var nodes: [AWDLNode]
    /// How far the clock of each node is ahead, in microseconds.
    var offsets: [UInt64]
    var writers: [AWDLFrameWriter]
    var capture = SyntheticCapture.ofRadio
    /// Microseconds since the beginning.
    var time: UInt64 = 0

    /// Nodes on channel 44 in all slots, unless said otherwise; all follow the first one.
    init(_ addresses: [LinkAddress] = [anna, bert], frequency: UInt16 = 5220) {
        nodes = addresses.enumerated().map { number, address in
            let name = ["anna", "bert", "carl", "dora"][number % 4]
            var node = AWDLNode(
                address: address, name: AWDLName(items: [.label(Array(name.utf8)), .code(.local)]),
                channelSequence: Self.sequence([44]), metric: UInt32(500 - number))
            node.election = Self.election(root: addresses[0], parent: addresses[0], distance: number == 0 ? 0 : 1)
            return node
        }
        offsets = addresses.map { _ in 0 }
        writers = addresses.map {
            AWDLFrameWriter(source: $0, channelFrequency: frequency, includesFrameCheckSequence: true)
        }
    }

    /// Sixteen slots with these channels again and again.
    static func sequence(_ channels: [UInt8]) -> AWDLChannelSequence {
        AWDLChannelSequence(
            encoding: .operatingClass,
            slots: (0..<16).map { slot in
                let channel = channels[slot % channels.count]
                return UInt16(channel) << 8 | (channel == 0 ? 0 : channel == 6 ? 0x51 : 0x80)
            })
    }

    static func election(
        root: LinkAddress, parent: LinkAddress, distance: UInt32, metric: UInt32 = 500, counter: UInt32 = 3
    ) -> AWDLElectionParametersV2 {
        .with {
            ($0.masterAddress, $0.parentAddress, $0.distance) = (root, parent, distance)
            ($0.masterMetric, $0.masterCounter, $0.selfMetric, $0.selfCounter) = (500, 3, metric, counter)
        }
    }

    /// Nanoseconds since 1970.
    var now: Int64 { Self.start + Int64(time) * 1000 }

    mutating func append(_ frame: [UInt8], after microseconds: UInt64 = 0) throws {
        time += microseconds
        try capture.append(frame, at: now)
    }

    /// An action frame of a node, as it would send it now.
    mutating func frame(of node: Int, periodic: Bool = false) -> [UInt8] {
        let clock = time + offsets[node] + 10 * 1_048_576
        let action =
            periodic
            ? nodes[node].periodicSynchronizationFrame(at: clock) : nodes[node].masterIndicationFrame(at: clock)
        return writers[node].bytes(of: action, tsft: time)
    }

    /// Lets nodes speak for a while, by default all of them.
    mutating func pass(seconds: Double, speaking: [Int]? = nil) throws {
        let speakers = speaking ?? Array(nodes.indices)
        let end = time + UInt64(seconds * 1e6)
        var turn = 0
        while time < end {
            for node in speakers { try append(frame(of: node, periodic: turn % 3 == 2), after: 100) }
            time += Self.slot
            turn += 1
        }
    }

    /// A packet from one node to another in a data frame.
    mutating func packet(
        _ segments: SyntheticCapture, from source: Int, to destination: LinkAddress
    ) throws -> [UInt8] {
        // What a pcap header and an Ethernet header take.
        let bytes = segments.bytes
        return writers[source].bytes(ofPacket: Array(bytes[(24 + 16 + 14)...]), to: destination, tsft: time)
    }

    /// The link-local address of a node.
    static func host(_ link: LinkAddress) -> SyntheticHost {
        let upper = (link.rawValue >> 24) ^ 0x02_0000
        let low = upper << 40 | 0xFF_FE00_0000 | link.rawValue & 0xFF_FFFF
        return SyntheticHost(linkAddress: link, address: IPAddress(ipv6High: 0xFE80 << 48, low: low))
    }

    /// A UDP datagram from one node to another.
    mutating func datagram(from source: Int, to destination: LinkAddress, payload: [UInt8] = [1, 2, 3]) throws
        -> [UInt8]
    {
        var segments = SyntheticCapture()
        try segments.append(
            udpFrom: 4000, to: 5000, payload: payload, from: Self.host(nodes[source].address),
            to: Self.host(destination), at: 0)
        return try packet(segments, from: source, to: destination)
    }

    func report(workers: Int = 1) async throws -> TraceReport {
        try await SyntheticTrace.report(of: capture.bytes, workers: workers)
    }

    /// Codes of findings, without those that other modules' rules have.
    func findings() async throws -> [Finding] {
        try await report().findings.filter {
            $0.code.rawValue.hasPrefix("awdl-") || $0.code.rawValue.hasPrefix("wireless-")
        }
    }

    func codes() async throws -> [String] { try await findings().map(\.code.rawValue) }
}
