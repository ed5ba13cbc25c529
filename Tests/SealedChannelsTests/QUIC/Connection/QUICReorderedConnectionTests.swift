import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

/// Packets that the network lost, delayed or damaged.
@Suite struct QUICReorderedConnectionTests {
    /// Packets of the key phase before arrive after those of the next one.
    @Test(arguments: 0..<20)
    func opensOlderKeyPhases(seed: UInt64) throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var random = SplitMix64(seed: seed)
        var datagrams = capture.datagrams
        for start in stride(from: 8, to: datagrams.count - 6, by: 6) {
            for index in 0..<6 { datagrams.swapAt(start + index, start + index + random.index(below: 6 - index)) }
        }
        let opening = QUICOpening(datagrams, capture.secrets)
        #expect(opening.opened == [40, 39])
        #expect(opening.sealed == [0, 0])
        #expect(opening.opener.client.keyUpdates == 3 && opening.opener.server.keyUpdates == 3)
    }

    @Test(arguments: [20..<45, 20..<65, 40..<70])
    func findsTheKeysAfterAHole(missing: Range<Int>) throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        let whole = QUICOpening(capture.datagrams, capture.secrets)
        let opening = QUICOpening(
            Array(capture.datagrams[..<missing.lowerBound] + capture.datagrams[missing.upperBound...]), capture.secrets)
        #expect(opening.sealed == [0, 0])
        let times = Set(capture.datagrams[missing].map(\.time))
        #expect(opening.packets.map(\.number) == whole.packets.filter { !times.contains($0.moment.time) }.map(\.number))
        #expect(opening.opener.client.keyUpdates == 3 && opening.opener.server.keyUpdates == 3)
    }

    @Test func packetsAfterADamagedInitialAreOpened() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var datagrams = capture.datagrams
        // The client's Initial with an ACK frame, before its Handshake packet.
        let whole = QUICOpening(datagrams, capture.secrets)
        let time = try #require(whole.packets.first { $0.type == .handshake && $0.fromClient }).moment.time
        let index = try #require(datagrams.firstIndex { $0.time == time })
        datagrams[index].payload[40] ^= 1
        let opening = QUICOpening(datagrams, capture.secrets)
        #expect(opening.count(.initial, fromClient: true) == whole.count(.initial, fromClient: true) - 1)
        #expect(opening.opened == [40, 39])
        #expect(opening.sealed == [0, 0])
    }

    /// RFC 9287. Datagrams may also end in zeros.
    @Test func opensPacketsWithoutTheFixedBit() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var opening = QUICOpening(capture.datagrams, capture.secrets)
        let random = try #require(opening.opener.handshake.clientRandom)
        func protection(_ label: KeyLogLabel) throws -> QUICPacketProtection {
            try QUICPacketProtection(
                secret: try #require(capture.log.secrets(label, clientRandom: random).first),
                suite: TLSCipherSuite(rawValue: 0x1302), version: .v1)
        }
        let client = opening.opener.clientConnectionIDs[0], server = opening.opener.serverConnectionIDs
        var handshake = ByteWriter()
        try protection(.serverHandshakeTraffic).seal(
            QUICPacketHeader(
                firstByte: 0xA0, version: .v1, destinationConnectionID: client, sourceConnectionID: server[1],
                fields: .protected(length: .count(0, width: .two))),
            number: 30, numberLength: 1, payload: [1, 0, 0, 0], into: &handshake)
        let zeros = [UInt8](repeating: 0, count: 50)
        opening.receive(
            QUICCapturedConnections.Datagram(
                time: 1, clientPort: 0, fromClient: false, payload: handshake.bytes + handshake.bytes + zeros),
            capture.secrets)
        #expect(opening.opened == [40, 41])
        #expect(opening.sealed == [0, 0])

        // What is no packet of this connection counts once, and only at the begin of a datagram.
        let noise = [UInt8](repeating: 0x33, count: 40)
        opening.receive(
            QUICCapturedConnections.Datagram(
                time: 2, clientPort: 0, fromClient: false, payload: handshake.bytes + noise), capture.secrets)
        #expect(opening.opened == [40, 42] && opening.sealed == [0, 0])
        opening.receive(
            QUICCapturedConnections.Datagram(time: 3, clientPort: 0, fromClient: false, payload: noise),
            capture.secrets)
        #expect(opening.sealed == [0, 1])
    }

    /// Anybody can send a Retry; its tag proves that the sender has seen the client's packet.
    @Test func aForgedRetryChangesNothing() throws {
        let capture = try QUICCapturedConnections.earlyData()
        var datagrams = capture.connection(0)
        datagrams.insert(
            QUICCapturedConnections.Datagram(
                time: 0, clientPort: 0, fromClient: false, payload: QUICDatagrams.retry), at: 1)
        // Nor does a version negotiation that the client does not follow.
        let negotiation: [UInt8] = [0xC0, 0, 0, 0, 0, 0, 0, 0x6B, 0x33, 0x43, 0xCF]
        datagrams.insert(
            QUICCapturedConnections.Datagram(time: 0, clientPort: 0, fromClient: false, payload: negotiation), at: 1)
        let opening = QUICOpening(datagrams, capture.secrets)
        #expect(opening.opened == [5, 3])
        #expect(!opening.opener.handshake.hasRetry)
        #expect(opening.opener.negotiatedVersion == .v1)
    }
}
