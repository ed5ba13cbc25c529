import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

/// Datagrams of a capture, damaged at random.
@Suite struct QUICHostileConnectionTests {
    private static let maximumHeldBytes = 2 * 131_072 + 4 * 2 * QUICHandshakeStream.maximumMessageBytes

    private func damage(
        _ datagrams: [QUICCapturedConnections.Datagram], _ random: inout SplitMix64
    ) -> [QUICCapturedConnections.Datagram] {
        var damaged = datagrams
        for _ in 0..<8 {
            let index = random.index(below: damaged.count)
            guard !damaged[index].payload.isEmpty else { continue }
            let count = damaged[index].payload.count
            switch random.index(below: 7) {
            // Most bytes of a datagram are authenticated, so that headers are the place.
            case 0: damaged[index].payload[random.index(below: min(count, 40))] = UInt8(random.index(below: 256))
            case 1: damaged[index].payload[random.index(below: count)] ^= UInt8(1 << random.index(below: 8))
            case 2: damaged[index].payload.removeLast(random.index(below: count + 1))
            case 3: damaged[index].payload.removeFirst(random.index(below: count + 1))
            case 4: damaged[index].payload += damaged[random.index(below: damaged.count)].payload
            case 5: damaged[index].fromClient.toggle()
            default: damaged.swapAt(index, random.index(below: damaged.count))
            }
        }
        return damaged
    }

    @Test(arguments: 0..<60)
    func damagedDatagramsOpenNothingElse(seed: UInt64) throws {
        let captures = [try QUICCapturedConnections.keyUpdates(), try QUICCapturedConnections.migration()]
        for capture in captures {
            let genuine = Set(QUICOpening(capture.datagrams, capture.secrets).packets.map(\.payload))
            var random = SplitMix64(seed: seed)
            var opening = QUICOpening()
            for datagram in damage(Array(capture.datagrams.prefix(60)), &random) {
                let length = datagram.payload.count + (random.index(below: 4) == 0 ? random.index(below: 100) : 0)
                opening.receive(datagram, length: length, capture.secrets)
                #expect(opening.opener.heldBytes <= Self.maximumHeldBytes)
            }
            opening.finish(capture.secrets)
            #expect(opening.packets.allSatisfy { genuine.contains($0.payload) })
        }
    }

    @Test func packetsOfNobodyTakeNoMemory() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var random = SplitMix64(seed: 3)
        var opening = QUICOpening()
        for datagram in capture.datagrams.prefix(3) { opening.receive(datagram, capture.secrets) }
        for number in 0..<2000 {
            var bytes = (0..<random.index(below: 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            // Half of them have long headers of a known version.
            if number % 2 == 0 { bytes = [UInt8(0xC0 | random.index(below: 64)), 0, 0, 0, 1, 8] + bytes }
            opening.receive(
                QUICCapturedConnections.Datagram(
                    time: 0, clientPort: 0, fromClient: number % 3 == 0, payload: bytes), capture.secrets)
            #expect(opening.opener.heldBytes <= Self.maximumHeldBytes)
            #expect(opening.opener.waitingPackets(fromClient: true) <= 64)
        }
        #expect(opening.opener.versions.count <= QUICKeySearch.maximumVersions)
    }

    /// Initial packets need no secret, so that anybody on the path can send CRYPTO frames.
    @Test func handshakeMessagesTakeBoundedMemory() throws {
        let connectionID: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let keys = try #require(QUICInitialKeys(version: .v1, destinationConnectionID: connectionID))
        let header = QUICPacketHeader(
            firstByte: 0xC0, version: .v1, destinationConnectionID: connectionID, sourceConnectionID: [9],
            fields: .initial(token: [], tokenLengthWidth: .one, length: .count(0, width: .two)))
        var opening = QUICOpening()
        for number in 0..<500 as Range<UInt64> {
            var payload = ByteWriter()
            let offset = QUICVariableInteger(number * 2000, width: .four) ?? QUICVariableInteger.count(0, width: .one)
            try QUICOwnedFrame.crypto(
                offset: offset, lengthWidth: .two, data: [UInt8](repeating: 0xFF, count: number % 2 == 0 ? 1000 : 900)
            ).serialize(into: &payload)
            var output = ByteWriter()
            try keys.client.seal(header, number: number, numberLength: 2, payload: payload.bytes, into: &output)
            opening.receive(
                QUICCapturedConnections.Datagram(time: 0, clientPort: 0, fromClient: true, payload: output.bytes),
                SessionSecrets())
            #expect(opening.opener.heldBytes <= 2 * QUICHandshakeStream.maximumMessageBytes)
        }
        #expect(opening.packets.count == 500)
    }
}
