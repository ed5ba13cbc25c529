import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICConnectionOpenerTests {
    @Test func opensAConnectionWithRetryAndKeyUpdates() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        let opening = QUICOpening(capture.datagrams, capture.secrets)
        #expect(opening.opened == [40, 39])
        #expect(opening.sealed == [0, 0])
        #expect(opening.opener.client.keyUpdates == 3 && opening.opener.server.keyUpdates == 3)
        #expect(opening.opener.client.hasApplicationKey && opening.opener.server.hasApplicationKey)
        #expect(opening.opener.handshake.hasRetry)
        #expect(opening.opener.handshake.zeroRTT == QUICZeroRTT.none)
        #expect(opening.opener.handshake.tls.applicationProtocol == "mesh")
        #expect(opening.opener.handshake.tls.certificate?.subject == "server.peer.local")
        #expect(opening.opener.handshake.tls.certificateCount == 1)
        #expect(opening.opener.handshake.serverParameters?.retrySourceConnectionID != nil)
        #expect(opening.opener.source == .keyLog)
        #expect(opening.opener.source(of: .oneRTT, fromClient: false) == .keyLog)
        #expect(opening.opener.source(of: .zeroRTT, fromClient: true) == nil)
        #expect(opening.opener.largestNumber(.application, fromClient: true) == 42)
        #expect(opening.count(.initial, fromClient: true) == 3)
        #expect(opening.opener.hasHellos && opening.opener.knowsRandom && !opening.opener.isCipherUnsupported)
        #expect(opening.packets.allSatisfy { !$0.isCopy })
        // The keys of phases 0 to 3, then back: phases alternate.
        let phases = opening.packets.filter { $0.type == .oneRTT && $0.fromClient }.compactMap(\.keyPhase)
        #expect(zip(phases, phases.dropFirst()).count { $0 != $1 } == 3)
    }

    @Test func opensEarlyData() throws {
        let capture = try QUICCapturedConnections.earlyData()
        let counts = [([5, 3], 0), ([18, 15], 4), ([16, 15], 3)]
        for (index, (opened, early)) in counts.enumerated() {
            let opening = QUICOpening(capture.connection(index), capture.secrets)
            #expect(opening.opened == opened)
            #expect(opening.sealed == [0, 0])
            #expect(opening.count(.zeroRTT, fromClient: true) == early)
            #expect(opening.opener.handshake.zeroRTT == (early > 0 ? .accepted : QUICZeroRTT.none))
        }
    }

    @Test func earlyDataIsOpenedBeforeTheServersHello() throws {
        let capture = try QUICCapturedConnections.earlyData()
        let client = capture.connection(1).prefix { $0.fromClient }
        var opening = QUICOpening()
        for datagram in client { opening.receive(datagram, capture.secrets) }
        #expect(opening.count(.zeroRTT, fromClient: true) == 4)
        #expect(opening.opener.handshake.zeroRTT == nil)
    }

    @Test func withoutSecretsNothingWaits() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var opening = QUICOpening()
        for datagram in capture.datagrams {
            opening.receive(datagram, SessionSecrets())
            #expect(opening.opener.waitingPackets(fromClient: true) == 0)
        }
        #expect(opening.opened == [0, 0])
        #expect(opening.sealed == [40, 39])
        #expect(opening.opener.heldBytes == 0)
        #expect(opening.opener.handshake.tls.serverName == "txtchat.local")
        #expect(opening.opener.hasHellos && !opening.opener.knowsRandom)
        #expect(!opening.opener.client.hasApplicationKey)
        #expect(opening.opener.handshake.hasRetry)
    }

    @Test func halfOfTheKeysOpensOneDirection() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var log = KeyLog()
        for entry in capture.log.entries where entry.label == .clientTraffic { log.insert(entry) }
        let opening = QUICOpening(capture.datagrams, SessionSecrets(captured: log))
        #expect(opening.opened == [39, 0])
        #expect(opening.sealed == [1, 39])
        #expect(opening.opener.client.hasApplicationKey && !opening.opener.server.hasApplicationKey)
        #expect(opening.opener.client.keyUpdates == 3)
        #expect(opening.opener.source == .capture)
    }

    @Test func aSecretThatDoesNotFitOpensNothing() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var log = KeyLog()
        for entry in capture.log.entries {
            let wrong = SecretBytes([UInt8](repeating: 7, count: entry.secret.count))
            log.insert(KeyLogEntry(label: entry.label, clientRandom: entry.clientRandom, secret: wrong))
        }
        let opening = QUICOpening(capture.datagrams, SessionSecrets(log: log))
        #expect(opening.opened == [0, 0])
        #expect(opening.sealed == [40, 39])
        #expect(opening.opener.knowsRandom && opening.opener.source == nil)

        // The right secret is found among others.
        for entry in capture.log.entries { log.insert(entry) }
        #expect(QUICOpening(capture.datagrams, SessionSecrets(log: log)).opened == [40, 39])
    }

    @Test func withoutTheFirstPacketsNothingIsGuessed() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        let opening = QUICOpening(Array(capture.datagrams.dropFirst(12)), capture.secrets)
        #expect(opening.opened == [0, 0])
        #expect(opening.sealed[0] > 30 && opening.sealed[1] > 30)
        #expect(!opening.opener.hasHellos && !opening.opener.knowsRandom)
    }

    @Test func copiesAreOpenedAndMarked() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        let opening = QUICOpening(capture.datagrams.flatMap { [$0, $0] }, capture.secrets)
        #expect(opening.opened == [80, 78])
        #expect(opening.sealed == [0, 0])
        #expect(opening.packets.count { $0.isCopy } * 2 == opening.packets.count)
    }

    @Test func packetsThatTheSnapLengthCutAreSealed() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var opening = QUICOpening()
        for (index, datagram) in capture.datagrams.enumerated() {
            var cut = datagram
            if index >= 20, cut.payload.count > 60 { cut.payload.removeLast(cut.payload.count - 60) }
            opening.receive(cut, length: datagram.payload.count, capture.secrets)
        }
        opening.finish(capture.secrets)
        let cut = [opening.opener.client.cutPackets, opening.opener.server.cutPackets]
        #expect(cut[0] > 0 && cut[1] > 0 && opening.sealed == cut)
        #expect(opening.opener.hasCutPackets(fromClient: true))
        #expect(zip(opening.opened, cut).map { $0 + $1 } == [40, 39])
    }

    @Test func aDatagramIsOpenedUpToTheCut() throws {
        let capture = try QUICCapturedConnections.earlyData()
        let datagrams = capture.connection(1)
        // The server's Initial, its Handshake packet and a 1-RTT packet.
        let index = try #require(datagrams.firstIndex { !$0.fromClient })
        let whole = datagrams[index].payload
        var views = QUICPackets(in: whole.span, connectionIDLength: 8)
        var ranges: [Range<Int>] = []
        while let view = try views.next() { ranges.append(view.range) }
        try #require(ranges.count == 3)
        // In the Handshake packet: in its version, its header, its payload; then in the packet behind.
        let start = ranges[1].lowerBound
        for (length, cutPackets) in [(start + 3, 0), (start + 5, 1), (start + 200, 1), (ranges[2].lowerBound + 1, 1)] {
            var opening = QUICOpening()
            for datagram in datagrams.prefix(index) { opening.receive(datagram, capture.secrets) }
            var cut = datagrams[index]
            cut.payload.removeLast(whole.count - length)
            opening.receive(cut, length: whole.count, capture.secrets)
            #expect(opening.opener.handshake.tls.hasServerHello)
            #expect(opening.opener.server.cutPackets == cutPackets)
            #expect(opening.opener.server.openedPackets == (length > ranges[1].upperBound ? 1 : 0))
        }
    }

    @Test func aSuiteThatQUICDoesNotHaveIsTold() throws {
        let capture = try QUICCapturedConnections.earlyData()
        var datagrams = capture.connection(0)
        let keys = try #require(
            QUICInitialKeys(
                version: .v1,
                destinationConnectionID: QUICOpening(datagrams, SessionSecrets()).opener.initialConnectionIDs[0]))
        let index = try #require(datagrams.firstIndex { !$0.fromClient })
        let flight = datagrams[index].payload
        var input = ByteReader(flight.span)
        let view = try QUICPacketView(parsing: &input, connectionIDLength: 0)
        let opened = try keys.server.open(view, in: flight.span, largestNumber: nil)
        var payload = opened.payload
        // In the ServerHello, after its random and session ID: TLS_AES_256_GCM_SHA384 and no compression.
        let suite = try #require(payload.indices.dropLast(2).first { Array(payload[$0...$0 + 2]) == [0x13, 0x02, 0] })
        payload[suite + 1] = 0x05
        let header = QUICPacketHeader(
            firstByte: 0xC0, version: .v1, destinationConnectionID: Array(flight[view.destinationConnectionID]),
            sourceConnectionID: Array(flight[view.sourceConnectionID]),
            fields: .initial(token: [], tokenLengthWidth: .one, length: .count(0, width: .two)))
        var output = ByteWriter()
        try keys.server.seal(header, number: opened.number, numberLength: 2, payload: payload, into: &output)
        datagrams[index].payload = output.bytes + flight[view.range.upperBound...]
        let opening = QUICOpening(datagrams, capture.secrets)
        #expect(opening.opener.hasHellos && opening.opener.isCipherUnsupported)
        #expect(opening.opened == [0, 0] && opening.sealed == [5, 3])
    }

    /// RFC 9368 §2.3: the client's first hello is in version 1, all that follows in version 2.
    @Test func followsAnUpgradeToVersion2() throws {
        let capture = try QUICCapturedConnections.version2()
        var datagrams = capture.datagrams
        let first = try #require(QUICOpening([datagrams[0]], capture.secrets).packets.first)
        let hello = datagrams[0].payload
        var input = ByteReader(hello.span)
        let view = try QUICPacketView(parsing: &input, connectionIDLength: 0)
        let connectionID = Array(hello[view.destinationConnectionID])
        let keys = try #require(QUICInitialKeys(version: .v1, destinationConnectionID: connectionID))
        let header = QUICPacketHeader(
            firstByte: 0xC0, version: .v1, destinationConnectionID: connectionID,
            sourceConnectionID: Array(hello[view.sourceConnectionID]),
            fields: .initial(token: [], tokenLengthWidth: .one, length: .count(0, width: .two)))
        var output = ByteWriter()
        try keys.client.seal(header, number: first.number, numberLength: 2, payload: first.payload, into: &output)
        datagrams[0].payload = output.bytes

        let opening = QUICOpening(datagrams, capture.secrets)
        let expected = QUICOpening(capture.datagrams, capture.secrets)
        #expect(opening.opener.versions == [.v2, .v1] && opening.opener.negotiatedVersion == .v2)
        #expect(opening.packets.map(\.number) == expected.packets.map(\.number))
        #expect(opening.opened == expected.opened && opening.sealed == [0, 0])
        #expect(opening.packets.first?.version == .v1 && opening.packets.last?.version == .v2)
    }
}
