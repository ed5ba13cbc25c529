import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICPacketViewTests {
    private func packet(_ datagram: [UInt8], connectionIDLength: Int = 8) throws(WireError) -> QUICPacketView {
        var reader = ByteReader(datagram.span)
        return try QUICPacketView(parsing: &reader, connectionIDLength: connectionIDLength)
    }

    @Test func readsTheClientInitialOfTheSpecification() throws {
        // RFC 9001 §A.2, protected; its payload does not matter here.
        let datagram = QUICDatagrams.clientInitial
        let packet = try packet(datagram)
        #expect(packet.type == .initial)
        #expect(packet.version == .v1)
        #expect(packet.isLong && packet.firstByte & 0x40 != 0)
        #expect(packet.spinBit == nil)
        #expect(datagram[packet.destinationConnectionID] == [0x83, 0x94, 0xC8, 0xF0, 0x3E, 0x51, 0x57, 0x08])
        #expect(packet.sourceConnectionID.isEmpty && packet.token.isEmpty)
        #expect(packet.payload == 18..<1200)
        #expect(packet.range == 0..<1200)
    }

    @Test func readsTheRetryOfTheSpecification() throws {
        // RFC 9001 §A.4.
        let datagram = QUICDatagrams.retry
        let packet = try packet(datagram)
        #expect(packet.type == .retry)
        #expect(packet.destinationConnectionID.isEmpty)
        #expect(datagram[packet.sourceConnectionID] == [0xF0, 0x67, 0xA5, 0x50, 0x2A, 0x42, 0x62, 0xB5])
        #expect(Array(datagram[packet.token]) == Array("token".utf8))
        #expect(packet.payload == 20..<36)
    }

    @Test func version2HasOtherTypeBits() throws {
        for (firstByte, type) in [(0xD0, .initial), (0xE0, .zeroRTT), (0xF0, .handshake), (0xC0, .retry)]
            as [(UInt8, QUICPacketType)]
        {
            let datagram: [UInt8] =
                [firstByte, 0x6B, 0x33, 0x43, 0xCF, 0, 0, 0x00, 0x00] + [UInt8](repeating: 0, count: 16)
            #expect(try packet(datagram).type == type)
        }
    }

    @Test func aShortHeaderHasASpinBitAndAConnectionIDOfKnownLength() throws {
        // Of a captured connection: the client's connection ID has eight bytes.
        let datagram: [UInt8] = [0x76, 0x39, 0x4F, 0x46, 0x95, 0x57, 0x98, 0xB7, 0x65, 0xAA, 0xBB, 0xCC]
        let packet = try packet(datagram)
        #expect(packet.type == .oneRTT)
        #expect(packet.version == nil)
        #expect(packet.spinBit == true)
        #expect(packet.destinationConnectionID == 1..<9)
        #expect(packet.payload == 9..<12)
        #expect(try self.packet([0x41, 1, 2], connectionIDLength: 0).spinBit == false)
    }

    @Test func aVersionNegotiationListsVersions() throws {
        let datagram: [UInt8] = [0x80, 0, 0, 0, 0, 1, 0xAA, 1, 0xBB, 0, 0, 0, 1, 0x6B, 0x33, 0x43, 0xCF]
        let packet = try packet(datagram)
        #expect(packet.type == .versionNegotiation)
        #expect(packet.payload == 9..<17)
        let header = QUICPacketHeader(packet, in: datagram.span)
        #expect(header.fields == .supportedVersions([.v1, .v2]))
        let surplus = WireError(.truncated(needed: 4, available: 2), field: "QUIC supported version", offset: 17)
        #expect(throws: surplus) { try self.packet(datagram + [0, 0]) }
        let empty = WireError(.truncated(needed: 4, available: 0), field: "QUIC supported version", offset: 9)
        #expect(throws: empty) { try self.packet(Array(datagram[..<9])) }
    }

    @Test func anUnknownVersionShowsItsConnectionIDs() throws {
        let datagram: [UInt8] = [0xFF, 0x51, 0x30, 0x35, 0x30, 30] + [UInt8](1...30) + [1, 9, 0xDD]
        let packet = try packet(datagram)
        #expect(packet.type == .unknown)
        #expect(packet.version?.isKnown == false)
        #expect(packet.destinationConnectionID == 6..<36)
        #expect(packet.payload == 38..<39)
    }

    @Test func aConnectionIDOfAKnownVersionHasALimit() {
        let datagram: [UInt8] = [0xC0, 0, 0, 0, 1, 21] + [UInt8](repeating: 0, count: 40)
        let expected = WireError(
            .tooLong(length: 21, maximum: 20), field: "QUIC destination connection ID", offset: 5)
        #expect(throws: expected) { try packet(datagram) }
    }

    @Test func aLengthThatLiesIsAnErrorAtThePayload() {
        // Handshake with a length of 2^62 - 1.
        let datagram: [UInt8] = [0xE0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [1]
        let expected = WireError(
            .truncated(needed: Int(QUICVariableInteger.maximum), available: 1), field: "QUIC payload", offset: 15)
        #expect(throws: expected) { try packet(datagram) }
        var reader = ByteReader(datagram.span)
        let header = try? QUICPacketView(parsingHeader: &reader, connectionIDLength: 0)
        #expect(header?.payload.lowerBound == 15)
    }

    @Test func everyCutIsAnError() {
        // A Retry has no length: whoever reads it takes what is there, as long as its tag can be.
        for (whole, cuts) in [(QUICDatagrams.clientInitial, 0..<1200), (QUICDatagrams.retry, 0..<31)] {
            for count in cuts {
                #expect(throws: WireError.self) { try packet(Array(whole[..<count])) }
            }
        }
    }

    @Test func randomBytesNeverTrap() {
        for seed in 0..<5000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var datagram = generator.bytes(generator.number(in: 0...80))
            if datagram.count > 5, generator.chance(3, in: 4) {
                datagram[0] |= 0x80
                datagram.replaceSubrange(1..<5, with: generator.pick([[0, 0, 0, 1], [0, 0, 0, 0], [0xFA, 1, 2, 3]]))
            }
            var packets = QUICPackets(in: datagram.span, connectionIDLength: generator.number(in: 0...20))
            var end = 0
            while let packet = try? packets.next() {
                #expect(packet.range.lowerBound == end && packet.range.upperBound > end)
                end = packet.range.upperBound
                #expect(end <= datagram.count)
            }
        }
    }
}
