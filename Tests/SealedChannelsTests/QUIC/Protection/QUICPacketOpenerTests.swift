import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICPacketOpenerTests {
    private func opener(_ session: QUICCapturedPackets) throws -> QUICPacketOpener {
        QUICPacketOpener(
            try QUICPacketProtection(
                secret: SecretBytes(session.secret), suite: session.suite, version: session.version))
    }

    private func open(_ bytes: [UInt8], with opener: inout QUICPacketOpener) throws -> QUICOpenedPacket {
        var reader = ByteReader(bytes.span)
        let packet = try QUICPacketView(parsing: &reader, connectionIDLength: 8)
        return try opener.open(packet, in: bytes.span)
    }

    private func packet(_ number: UInt64) throws -> QUICCapturedPackets.Packet {
        try #require(QUICCapturedPackets.keyUpdates.packets.first { $0.number == number })
    }

    @Test func followsTheKeyUpdatesOfACapture() throws {
        var opener = try opener(.keyUpdates)
        var updates: [Int] = []
        for expected in QUICCapturedPackets.keyUpdates.packets {
            let opened = try open(expected.bytes, with: &opener)
            #expect(opened.number == expected.number)
            #expect(opened.payload == expected.payload)
            updates.append(opener.keyUpdates)
        }
        #expect(updates == [0, 0, 1, 1, 1, 2, 3, 3])
        #expect(opener.largestNumber == 42)
    }

    @Test func opensOlderPacketsBehindNewerOnes() throws {
        var opener = try opener(.keyUpdates)
        for number: UInt64 in [15, 18, 17, 34, 33, 38, 34, 39, 38, 42] {
            #expect(try open(packet(number).bytes, with: &opener).number == number)
        }
        #expect(opener.keyUpdates == 3)
        // Two generations back: its keys are gone.
        #expect(throws: QUICProtectionError.notAuthentic) { try open(packet(34).bytes, with: &opener) }
        #expect(opener.largestNumber == 42)
    }

    @Test func findsTheKeysBehindAHole() throws {
        for (first, last, updates) in [(15, 39, 3), (17, 38, 2), (18, 42, 3)] as [(UInt64, UInt64, Int)] {
            var opener = try opener(.keyUpdates)
            _ = try open(packet(first).bytes, with: &opener)
            _ = try open(packet(last).bytes, with: &opener)
            #expect(opener.keyUpdates == updates)
        }
    }

    @Test func aPacketOfAnotherSessionChangesNothing() throws {
        var opener = try opener(.keyUpdates)
        _ = try open(packet(17).bytes, with: &opener)
        for other in QUICCapturedPackets.version2.packets {
            #expect(throws: QUICProtectionError.notAuthentic) { try open(other.bytes, with: &opener) }
        }
        #expect(opener.largestNumber == 17)
        #expect(opener.keyUpdates == 0)
        #expect(try open(packet(18).bytes, with: &opener).number == 18)
    }

    /// With one byte of a number, 128 lost packets are more than the specification's rule can tell.
    @Test func findsTheNumberBehindAHole() throws {
        let session = QUICCapturedPackets.version2
        let protection = try QUICPacketProtection(
            secret: SecretBytes(session.secret), suite: session.suite, version: session.version)
        let header = QUICPacketHeader(
            firstByte: 0x40, version: nil, destinationConnectionID: [UInt8](repeating: 7, count: 8), fields: .short)
        func sealed(_ number: UInt64) throws -> [UInt8] {
            var output = ByteWriter()
            try protection.seal(header, number: number, numberLength: 1, payload: [1, 0, 0], into: &output)
            return output.bytes
        }
        for number: UInt64 in [11, 138, 139, 300, 1000, 1034] {
            var opener = QUICPacketOpener(protection, largestNumber: 10)
            #expect(try open(sealed(number), with: &opener).number == number)
        }
        var opener = QUICPacketOpener(protection, largestNumber: 10)
        #expect(throws: QUICProtectionError.notAuthentic) { try open(sealed(5000), with: &opener) }
    }

    @Test func handshakePacketsHaveNoKeyUpdates() throws {
        var opener = try opener(.chaChaHandshake)
        let packet = QUICCapturedPackets.chaChaHandshake.packets[0]
        #expect(try open(packet.bytes, with: &opener).payload == packet.payload)
        #expect(try open(packet.bytes, with: &opener).number == packet.number)
        #expect(opener.keyUpdates == 0)
    }
}
