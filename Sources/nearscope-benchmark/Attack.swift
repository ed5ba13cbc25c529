import ArgumentParser
import DNSWire
import Foundation
import PacketCapture
import PacketDissection
import PeerMessaging
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// An input that costs the more the more it has of one thing, which a sender or a user decides.
enum Attack: String, CaseIterable {
    /// Conversations of one datagram each.
    case datagrams
    /// Names of services at one host with 64 addresses.
    case services
    /// Copies of one broadcast that two peers pass on.
    case relays
    /// Conversations of one datagram each, 60 of them in one frame of 802.11.
    case aggregates
    /// Names of services that are as long as they can be, in characters of several bytes.
    case names
    /// Alternatives of a filter expression.
    case filters
    /// Entries that `txt check` is given.
    case entries

    /// So many that a quarter of them takes about half a second.
    var largest: Int {
        switch self {
        case .datagrams: 200_000
        case .services: 60_000
        case .relays: 40_000
        case .aggregates: 200_000
        case .names: 40_000
        case .filters: 4_000
        case .entries: 60_000
        }
    }

    /// The arguments of nearscope that make it work on so many.
    ///
    /// - Parameter folder: For a file, if it needs one.
    func arguments(_ count: Int, in folder: URL) throws -> [String] {
        if self == .entries { return ["txt", "check"] + (0..<count).map { "k\($0)=v" } }
        let path = folder.appending(path: "\(rawValue)-\(count).pcap").path
        let bytes = try AttackCapture.bytes(self, count)
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
            throw ValidationError("\(path) cannot be written.")
        }
        let arguments = ["analyze", path, "--format", "json", "--threads", "1"]
        guard self == .filters else { return arguments }
        let hosts = (0..<count).map { "host 10.\($0 / 62_500).\($0 / 250 % 250).\($0 % 250 + 1)" }
        return arguments + ["--filter", hosts.joined(separator: " or ")]
    }
}

/// The captures of attacks.
private enum AttackCapture {
    private static let start: Int64 = 1_700_000_000_000_000_000

    static func bytes(_ attack: Attack, _ count: Int) throws -> [UInt8] {
        switch attack {
        case .datagrams: try datagrams(count).bytes
        case .services: try services(count) { "\($0)" }
        case .relays: try relays(count)
        case .aggregates: try aggregates(count)
        case .names: try services(count) { String("\($0) " + String(repeating: "é", count: 32)).prefix(bytes: 63) }
        case .filters, .entries: try datagrams(1).bytes
        }
    }

    private static func datagrams(_ count: Int) throws -> SyntheticCapture {
        var capture = SyntheticCapture()
        for number in 0..<count {
            try capture.append(
                udpFrom: UInt16(1024 + number % 50_000), to: 7001, payload: [],
                from: SyntheticHost(number: number % 1000 + 1), to: SyntheticHost(number: 2000 + number / 1000),
                at: start + Int64(number) * 10_000)
        }
        return capture
    }

    /// - Parameter instance: The label of a service.
    private static func services(_ count: Int, _ instance: (Int) -> String) throws -> [UInt8] {
        let host = try DNSName(labels: [Array("h".utf8), Array("local".utf8)])
        let type = try DNSName(labels: ["_a", "_tcp", "local"].map { Array($0.utf8) })
        let addresses = (1...64).map { number in
            ResourceRecord(
                name: host, type: .a, cacheFlush: true, ttl: 120,
                data: .address(SyntheticHost(number: number).address))
        }
        let services = try (0..<count).map { number in
            ResourceRecord(
                name: try DNSName(labels: [Array(instance(number).utf8)]).appending(type), type: .srv, cacheFlush: true,
                ttl: 120, data: .service(ServiceLocation(port: UInt16(1 + number % 60_000), target: host)))
        }
        var capture = SyntheticCapture()
        var time = start
        let messages =
            [addresses]
            + stride(from: 0, to: count, by: 500).map { Array(services[$0..<min(count, $0 + 500)]) }
        // One host can claim no more than a few thousand.
        for (number, records) in messages.enumerated() {
            var writer = ByteWriter()
            try DNSMessage(flags: .multicastResponse, answers: records).serialize(into: &writer)
            try capture.append(
                udpFrom: WellKnownPort.multicastDNS, to: WellKnownPort.multicastDNS, payload: writer.bytes,
                from: SyntheticHost(number: 1 + number / 8), to: .multicastDNS, at: time)
            time += 10_000_000
        }
        return capture.bytes
    }

    /// B passes on what it has from A; no two copies name the same peers.
    private static func relays(_ count: Int) throws -> [UInt8] {
        var capture = SyntheticCapture()
        var connections: [SyntheticConnection] = []
        let peers = ["A", "B", "C"]
        func frame(_ type: MeshMessage.MessageType, from sender: String) -> [UInt8] {
            MeshMessage.frame(type, from: sender, secondsSince2001: 721_692_800)
        }
        for number in 0..<2 {
            var connection = SyntheticConnection(
                from: SyntheticHost(number: number + 1), port: 40_000, to: SyntheticHost(number: number + 2), port: 7001
            )
            try connection.open(at: start, in: &capture)
            for (side, peer) in [(SyntheticConnection.Side.initiator, number), (.responder, number + 1)] {
                let hello = frame(.identification(peerID: peers[peer], displayName: "x"), from: peers[peer])
                try connection.send(hello, from: side, at: start + 5_000_000, in: &capture)
            }
            connections.append(connection)
        }
        var time = start + 10_000_000
        for number in 0..<count {
            let passed = number % 2
            let seenBy = ["O", "A"] + (passed == 1 ? ["B"] : []) + ["x\(number)"]
            let copy = frame(
                .relayedBroadcast(payload: Array("hello".utf8), originalSender: "O", seenBy: seenBy),
                from: peers[passed])
            try connections[passed].send(copy, from: .initiator, at: time, in: &capture)
            time += 10_000
        }
        return capture.bytes
    }

    private static func aggregates(_ count: Int) throws -> [UInt8] {
        var packets: [[UInt8]] = []
        var reader = try CaptureFile.open(bytes: try datagrams(count).bytes).makeReader()
        while try reader.next() != nil { packets.append(reader.bytes.copied(14..<reader.bytes.count)) }
        var capture = SyntheticCapture.ofRadio
        let (radio, station) = (LinkAddress(rawValue: 0x0200_0000_0010), LinkAddress(rawValue: 0x0200_0000_0020))
        for (number, first) in stride(from: 0, to: count, by: 60).enumerated() {
            var body = ByteWriter()
            let last = min(count, first + 60) - 1
            for index in first...last {
                AMSDUSubframe(
                    destination: station, source: radio,
                    content: [0xAA, 0xAA, 0x03, 0, 0, 0, 0x08, 0x00] + packets[index], isLast: index == last
                ).serialize(into: &body)
            }
            let header = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .data, subtype: 8), address1: station, address2: radio,
                address3: station, sequenceControl: UInt16(truncatingIfNeeded: number << 4), qosControl: 0x80)
            try capture.append(
                SyntheticRadioFrame.bytes(header, body: body.bytes), at: start + Int64(number) * 1_000_000)
        }
        return capture.bytes
    }
}

extension String {
    /// As many of its characters as fit so many bytes.
    fileprivate func prefix(bytes limit: Int) -> String {
        var result = self
        while result.utf8.count > limit { result.removeLast() }
        return result
    }
}
