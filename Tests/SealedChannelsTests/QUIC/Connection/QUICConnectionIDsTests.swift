import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICConnectionIDsTests {
    @Test func aConnectionIsFoundAgainFromANewAddress() throws {
        let capture = try QUICCapturedConnections.migration()
        let ports = Set(capture.datagrams.map(\.clientPort))
        #expect(ports.count == 3)
        var opening = QUICOpening()
        var known: Set<UInt16> = [capture.datagrams[0].clientPort]
        var found: [QUICKnownConnectionID] = []
        for datagram in capture.datagrams {
            if !known.contains(datagram.clientPort) {
                #expect(datagram.fromClient)
                let owners = [true, false].map { toClient in
                    opening.opener.owns(connectionIDPrefixOf: datagram.payload.span, toClient: toClient)
                }
                #expect(owners == [false, true])
                known.insert(datagram.clientPort)
            }
            opening.receive(datagram, capture.secrets)
            found += opening.opener.takeNewConnectionIDs()
        }
        #expect(opening.opened == [42, 37])
        #expect(opening.sealed == [0, 0])
        #expect(found.filter(\.isClients).map(\.bytes) == opening.opener.clientConnectionIDs)
        #expect(found.filter { !$0.isClients }.map(\.bytes) == opening.opener.serverConnectionIDs)
        #expect(opening.opener.serverConnectionIDs.count == 9)
        let more = opening.opener.takeNewConnectionIDs()
        #expect(more.isEmpty)
    }

    @Test func withoutSecretsTheFirstIDsAreKnown() throws {
        let capture = try QUICCapturedConnections.migration()
        let opening = QUICOpening(capture.datagrams, SessionSecrets())
        #expect(opening.opener.clientConnectionIDs.count == 1 && opening.opener.serverConnectionIDs.count == 1)
        let later = capture.datagrams[30]
        let isOwn = opening.opener.owns(connectionIDPrefixOf: later.payload.span, toClient: !later.fromClient)
        #expect(isOwn)
    }

    @Test func theLongestKnownPrefixIsTriedFirst() {
        var ids = QUICConnectionIDs()
        let isNew = [[1, 2, 3], [4, 5, 6, 7], [1, 2, 3]].map { ids.insert($0) }
        #expect(isNew == [true, true, false])
        let short: [UInt8] = [4, 5, 6, 7, 9, 9]
        let unknown: [UInt8] = [9, 9]
        let lengths = [short, unknown].map { ids.lengths(in: $0.span) }
        #expect(lengths == [[4, 3], [3, 4]])
        let packets: [[UInt8]] = [
            [0x40, 1, 2, 3, 0], [0xC0, 0, 0, 0, 1, 3, 1, 2, 3], [0x40, 1, 2], [0xC0, 0, 0], [],
        ]
        let owned = packets.map { ids.own($0.span) }
        #expect(owned == [true, true, false, false, false])
    }

    @Test func emptyIDsOwnNothing() {
        var ids = QUICConnectionIDs()
        _ = ids.insert([])
        let packets: [[UInt8]] = [[0x40, 1, 2, 3], [0xC0, 0, 0, 0, 1, 0, 0, 0]]
        let owned = packets.map { ids.own($0.span) }
        let lengths = packets.map { ids.lengths(in: $0.span) }
        #expect(owned == [false, false] && lengths == [[0], [0]])
    }

    @Test func onlySoManyAreKept() {
        var ids = QUICConnectionIDs()
        for number in 0..<200 as Range<UInt8> {
            _ = ids.insert([number, 0])
            ids.insertResetToken([UInt8](repeating: number, count: 16))
        }
        #expect(ids.all.count == QUICConnectionIDs.maximumCount && ids.all.last == [199, 0])
        #expect(ids.resetTokens.count == QUICConnectionIDs.maximumCount)
        let isTaken = ids.insert([UInt8](repeating: 0, count: 21))
        #expect(!isTaken)
    }

    @Test func aStatelessResetIsNoSealedPacket() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var opening = QUICOpening(capture.datagrams, capture.secrets)
        let token = try #require(opening.opener.handshake.serverParameters?.statelessResetToken)
        let reset = QUICCapturedConnections.Datagram(
            time: 0, clientPort: 0, fromClient: false, payload: [UInt8](repeating: 0x51, count: 25) + token)
        opening.receive(reset, capture.secrets)
        #expect(opening.opener.server.statelessResets == 1)
        #expect(opening.sealed == [0, 0])
        var other = reset
        other.payload[30] ^= 1
        opening.receive(other, capture.secrets)
        #expect(opening.sealed == [0, 1])
    }
}
