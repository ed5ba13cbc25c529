import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICPacketsTests {
    @Test func walksOverPacketsThatShareADatagram() throws {
        let datagram = QUICDatagrams.serverFlight
        var packets = QUICPackets(in: datagram.span, connectionIDLength: 8)
        var types: [QUICPacketType] = []
        var lengths: [Int] = []
        while let packet = try packets.next() {
            types.append(packet.type)
            lengths.append(packet.range.count)
            #expect(
                Array(datagram[packet.destinationConnectionID]) == [0x39, 0x4F, 0x46, 0x95, 0x57, 0x98, 0xB7, 0x65])
        }
        #expect(types == [.initial, .handshake, .oneRTT])
        #expect(lengths == [177, 707, 316])
        #expect(packets.rest.isEmpty)
    }

    @Test func whatFillsUpADatagramIsNoPacket() throws {
        let datagram = QUICDatagrams.paddedInitial
        var packets = QUICPackets(in: datagram.span, connectionIDLength: 8)
        #expect(try packets.next()?.range == 0..<527)
        #expect(try packets.next() == nil)
        #expect(packets.rest == 527..<1200)
    }

    /// RFC 9287: a peer that says so may get packets with a fixed bit of 0.
    @Test func aPacketMayLackTheFixedBit() throws {
        var datagram = QUICDatagrams.serverFlight
        for start in [177, 884] { datagram[start] &= ~0x40 }
        var packets = QUICPackets(in: datagram.span, connectionIDLength: 8)
        var types: [QUICPacketType] = []
        while let packet = try packets.next() { types.append(packet.type) }
        #expect(types == [.initial, .handshake, .oneRTT])
        #expect(packets.rest.isEmpty)
    }

    @Test func whatFillsUpADatagramMayBeAnything() throws {
        var datagram = QUICDatagrams.paddedInitial
        for index in 527..<1200 { datagram[index] = 0xAA }
        var packets = QUICPackets(in: datagram.span, connectionIDLength: 8)
        #expect(try packets.next()?.range == 0..<527)
        // A long header without the fixed bit, of a version that nobody knows.
        #expect(try packets.next() == nil)
        #expect(packets.rest == 527..<1200)
    }

    @Test func anErrorIsThrownOnce() throws {
        let datagram = Array(QUICDatagrams.serverFlight[..<500])
        var packets = QUICPackets(in: datagram.span, connectionIDLength: 8)
        #expect(try packets.next()?.type == .initial)
        let expected = WireError(.truncated(needed: 682, available: 298), field: "QUIC payload", offset: 202)
        var thrown: WireError?
        do { _ = try packets.next() } catch { thrown = error }
        #expect(thrown == expected)
        #expect(try packets.next() == nil)
    }
}
