import ArgumentParser
import Foundation
import PacketDissection
import WireCoding
import WireSimulation
import WireTesting

/// Writes the captures of the workloads, a few megabytes at a time.
struct LargeCapture {
    private static let pieceSize = 8 << 20

    private let file: FileHandle
    private let packets: Int
    private var capture = SyntheticCapture()
    /// The time of the last packet, in nanoseconds since 1970.
    private var time = Self.start
    private static let start: Int64 = 1_700_000_000_000_000_000
    private var elapsed: Int64 { time - Self.start }

    /// - Parameter connections: Of the workload `messages`.
    static func write(
        _ workload: Workload, packets: Int, connections: Int = Workload.connections[1], to path: String
    ) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw ValidationError("\(path) cannot be written.") }
        guard workload != .wireless else {
            var room = try WirelessSource()
            var written = 0
            while written < packets {
                let count = min(packets - written, 1 << 15)
                try file.write(contentsOf: try room.piece(of: count))
                written += count
            }
            return try file.close()
        }
        var large = LargeCapture(file: file, packets: packets)
        switch workload {
        case .messages: try large.writeMessages(connections)
        case .segments: try large.writeSegments()
        case .discovery: try large.writeDiscovery()
        case .flood: try large.writeFlood()
        case .registrations: try large.writeRegistrations()
        case .wireless: break
        }
        try file.write(contentsOf: large.capture.takeBytes())
        try file.close()
    }

    private mutating func flush() throws {
        if capture.bytes.count >= Self.pieceSize { try file.write(contentsOf: capture.takeBytes()) }
    }

    private var isFull: Bool { capture.frames >= packets }

    /// Connections that open one after another in the first fifth, identify both ends, chat until the end and close. Which of them
    /// sends next is drawn at random, as in real life: in turn, a processor could guess it. A longer capture has longer chats and as
    /// many connections, so that memory can be compared.
    private mutating func writeMessages(_ connectionCount: Int) throws {
        var messages = MessageSource(seed: 1)
        var draw = SeededGenerator(seed: 3)
        var connections: [SyntheticConnection] = []
        /// Packets that end a connection.
        let closing = 3
        let interval = max(1, packets / 5 / connectionCount)
        while capture.frames < packets - closing * connections.count {
            if connections.count < connectionCount, capture.frames >= connections.count * interval {
                connections.append(try open(connections.count, &messages))
                continue
            }
            let number = draw.number(in: 0...connections.count - 1)
            let side = draw.chance(1, in: 3) ? SyntheticConnection.Side.responder : .initiator
            let host = side == .initiator ? Self.initiator(number) : Self.responder(number)
            time += 5000
            try connections[number].send(messages.short(from: host, at: elapsed), from: side, at: time, in: &capture)
            if draw.chance(1, in: 4) {
                time += 2000
                try connections[number].acknowledge(
                    from: side == .initiator ? .responder : .initiator, at: time, in: &capture)
            }
            try flush()
        }
        draw.shuffle(&connections)
        for number in connections.indices {
            try connections[number].close(at: time, roundTrip: 2000, in: &capture)
            time += 4000
            try flush()
        }
    }

    private mutating func open(_ number: Int, _ messages: inout MessageSource) throws -> SyntheticConnection {
        var connection = SyntheticConnection(
            from: SyntheticHost(number: Self.initiator(number)), port: UInt16(20_000 + number % 40_000),
            to: SyntheticHost(number: Self.responder(number)), port: 7001,
            initialSequence: UInt32(truncatingIfNeeded: number &* 97_777))
        try connection.open(at: time, in: &capture)
        time += 4000
        try connection.send(
            messages.identification(Self.initiator(number), at: elapsed), from: .initiator, at: time, in: &capture)
        try connection.send(
            messages.identification(Self.responder(number), at: elapsed), from: .responder, at: time + 3000,
            in: &capture)
        time += 6000
        return connection
    }

    /// Hosts of a connection.
    private static func initiator(_ number: Int) -> Int { number % 200 + 1 }
    private static func responder(_ number: Int) -> Int { number % 170 + 300 }

    /// Four connections that send messages of 64 KiB in segments of 1,448 bytes.
    private mutating func writeSegments() throws {
        let segmentSize = 1448
        var messages = MessageSource(seed: 2)
        var streams: [(connection: SyntheticConnection, queue: ArraySlice<UInt8>)] = []
        for number in 0..<4 {
            var connection = SyntheticConnection(
                from: SyntheticHost(number: number + 1), port: UInt16(30_000 + number),
                to: SyntheticHost(number: number + 101), port: 7001)
            try connection.open(at: time, in: &capture)
            try connection.send(messages.identification(number), from: .initiator, at: time + 5_000_000, in: &capture)
            streams.append((connection, []))
            time += 10_000_000
        }
        let message = messages.long()
        var turn = 0
        while !isFull {
            let number = turn / 32 % streams.count
            while streams[number].queue.count < segmentSize { streams[number].queue += message }
            let piece = Array(streams[number].queue.prefix(segmentSize))
            streams[number].queue = streams[number].queue.dropFirst(segmentSize)
            time += 11_000
            try streams[number].connection.send(piece, from: .initiator, at: time, in: &capture)
            if turn % 16 == 15 {
                try streams[number].connection.acknowledge(from: .responder, at: time + 500, in: &capture)
            }
            turn += 1
            try flush()
        }
    }

    private mutating func writeDiscovery() throws {
        let discovery = try DiscoverySource(hosts: 500)
        var turn = 0
        while !isFull {
            let host = turn % discovery.hostCount
            let payload = discovery.payload(host: host, turn: turn / discovery.hostCount)
            time += 150_000
            try capture.append(
                udpFrom: WellKnownPort.multicastDNS, to: WellKnownPort.multicastDNS, payload: payload,
                from: SyntheticHost(number: host + 1),
                to: .multicastDNS, at: time)
            turn += 1
            try flush()
        }
    }

    /// Each SYN belongs to a separate flow and, like those of a flood, comes from an unused address, through one
    /// router. Of 64 one is answered and one refused.
    private mutating func writeFlood() throws {
        let target = SyntheticHost(number: 1)
        let router = SyntheticHost(number: 2)
        var number = 0
        while !isFull {
            // An odd factor, so that no address comes twice.
            let address = 0x2000_0000 | UInt32(truncatingIfNeeded: number &* 2_654_435_761) & 0x1FFF_FFFF
            let source = SyntheticHost(linkAddress: router.linkAddress, address: IPAddress(ipv4: address))
            let port = UInt16(1024 + number * 7919 % 60_000)
            let sequence = UInt32(truncatingIfNeeded: number &* 97_777)
            time += 2000
            try capture.append(
                TCPHeader(sourcePort: port, destinationPort: 7001, sequenceNumber: sequence, flags: .syn),
                payload: [], from: source, to: target, at: time)
            if number % 64 < 2, !isFull {
                try capture.append(
                    TCPHeader(
                        sourcePort: 7001, destinationPort: port, sequenceNumber: number % 64 == 0 ? ~sequence : 0,
                        acknowledgmentNumber: sequence &+ 1, flags: number % 64 == 0 ? [.syn, .ack] : [.rst, .ack]),
                    payload: [], from: target, to: source, at: time + 1000)
            }
            number += 1
            try flush()
        }
    }

    /// Each service makes about twenty messages; the last of them are the goodbyes, so that none is left out.
    private mutating func writeRegistrations() throws {
        let source = try RegistrationSource(services: max(2, packets / 20))
        for datagram in try source.datagrams() {
            time += 1_000_000
            try capture.append(
                udpFrom: datagram.sourcePort, to: datagram.destinationPort, payload: datagram.payload,
                from: SyntheticHost(number: datagram.host + 1),
                to: datagram.receiver.map { SyntheticHost(number: $0 + 1) } ?? .multicastDNS, at: time)
            try flush()
        }
    }
}
