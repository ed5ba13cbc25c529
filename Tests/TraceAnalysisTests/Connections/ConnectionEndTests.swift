import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ConnectionEndTests {
    private static let client = IPAddress(ipv4: 0x0A00_0001)
    private static let server = IPAddress(ipv4: 0x0A00_0002)

    private static func packet(
        fromClient: Bool, _ flags: TCPFlags, seq: UInt32, ack: UInt32 = 0, payload: Int = 0
    ) -> DissectedPacket {
        var packet = DissectedPacket()
        packet.transport = .tcp
        (packet.source, packet.destination) = fromClient ? (client, server) : (server, client)
        (packet.sourcePort, packet.destinationPort) = fromClient ? (50000, 80) : (80, 50000)
        packet.linkSource = LinkAddress(rawValue: fromClient ? 1 : 2)
        packet.tcp.flags = flags
        packet.tcp.sequenceNumber = seq
        packet.tcp.acknowledgmentNumber = ack
        packet.payloadLength = payload
        packet.capturedPayloadLength = payload
        return packet
    }

    /// - Parameter isUnfolded: Whether both sides are made before the first packet.
    private static func followed(
        _ packets: [(packet: DissectedPacket, time: Int64)], _ reading: StreamReading, isUnfolded: Bool
    ) -> Connection {
        var first = packets[0].packet
        let (key, reversed) = FlowKey.of(
            source: first.source, sourcePort: first.sourcePort, destination: first.destination,
            destinationPort: first.destinationPort, isTCP: first.transport == .tcp, interface: 0)
        var connection = Connection(
            key: key, packet: &first, reversed: reversed, reading: reading,
            moment: PacketMoment(frame: 1, time: packets[0].time))
        if isUnfolded { connection.unfold() }
        for (index, (packet, time)) in packets.enumerated() {
            var packet = packet
            let bytes = [UInt8](repeating: 0x41, count: packet.payloadLength)
            let (_, reversed) = FlowKey.of(
                source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
                destinationPort: packet.destinationPort, isTCP: packet.transport == .tcp, interface: 0)
            connection.follow(
                &packet, payload: bytes.span, reversed: reversed, originalLength: 54 + bytes.count,
                moment: PacketMoment(frame: index + 1, time: time))
            if packet.tcp.flags.contains(.syn) {
                connection.noteOptions(packet, bytes: bytes.span, reversed: reversed)
            }
        }
        connection.close()
        return connection
    }

    @Test func whatIsNotedIsWhatASideWouldHaveFound() {
        var generator = SeededGenerator(seed: 5)
        let flags: [TCPFlags] = [.syn, [.syn, .ack], .rst, [.rst, .ack], .ack, [.fin, .ack], [.psh, .ack]]
        for round in 0..<2000 {
            var time: Int64 = 1_000_000_000
            let packets = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                time += Int64.random(in: -1_000_000...6_000_000, using: &generator)
                let chosen = flags[min(Int.random(in: 0..<20, using: &generator), flags.count * 2) % flags.count]
                let packet = Self.packet(
                    fromClient: Bool.random(using: &generator), chosen,
                    seq: UInt32.random(in: 0...3, using: &generator) &- 1,
                    ack: UInt32.random(in: 0...3, using: &generator) &- 1,
                    payload: chosen.contains(.psh) ? Int.random(in: 1...9, using: &generator) : 0)
                return (packet: packet, time: time)
            }
            for reading in [StreamReading.content, StreamReading()] {
                let noted = Self.followed(packets, reading, isUnfolded: false)
                let unfolded = Self.followed(packets, reading, isUnfolded: true)
                #expect(String(reflecting: noted.initiator) == String(reflecting: unfolded.initiator), "\(round)")
                #expect(String(reflecting: noted.responder) == String(reflecting: unfolded.responder), "\(round)")
                #expect(noted.wasCutShort == unfolded.wasCutShort && noted.firstReset == unfolded.firstReset)
            }
        }
    }

    @Test func aDatagramIsNotedAsASideWouldHaveFoundIt() {
        var generator = SeededGenerator(seed: 7)
        for round in 0..<2000 {
            var time: Int64 = 1_000_000_000
            let packets = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                time += Int64.random(in: -1_000_000...6_000_000, using: &generator)
                var packet = Self.packet(
                    fromClient: Bool.random(using: &generator), [], seq: 0,
                    payload: Int.random(in: 0...1, using: &generator) * Int.random(in: 1...40, using: &generator))
                packet.transport = .udp
                return (packet: packet, time: time)
            }
            for reading in [StreamReading.content, StreamReading()] {
                let noted = Self.followed(packets, reading, isUnfolded: false)
                let unfolded = Self.followed(packets, reading, isUnfolded: true)
                #expect(String(reflecting: noted.initiator) == String(reflecting: unfolded.initiator), "\(round)")
                #expect(String(reflecting: noted.responder) == String(reflecting: unfolded.responder), "\(round)")
                #expect(noted.start == unfolded.start && noted.initiatorEndpoint == unfolded.initiatorEndpoint)
            }
        }
    }

    @Test func aFlowThatOnlyOpensTakesFewWords() {
        #expect(MemoryLayout<ConnectionEnd>.stride <= 56)
        #expect(MemoryLayout<Connection>.stride <= 320)
        #expect(MemoryLayout<Session>.stride <= 392)
    }
}
