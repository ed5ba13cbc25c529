import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICWaitingPacketsTests {
    /// Secrets that are not empty and have nothing for the connection, so far.
    private func otherSecrets(growing: Bool = true) -> SessionSecrets {
        var log = KeyLog()
        log.insert(
            KeyLogEntry(
                label: .clientTraffic, clientRandom: [UInt8](repeating: 1, count: 32),
                secret: SecretBytes([UInt8](repeating: 2, count: 32))))
        var secrets = SessionSecrets(log: log)
        secrets.isGrowing = growing
        return secrets
    }

    /// With both hellos it is known that there is no key.
    @Test func nothingWaitsForALogThatDoesNotGrow() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var opening = QUICOpening()
        for datagram in capture.datagrams { opening.receive(datagram, otherSecrets(growing: false)) }
        #expect(opening.opener.waitingPackets(fromClient: true) == 0)
        #expect(opening.opener.waitingPackets(fromClient: false) == 0)
        #expect(opening.sealed == [40, 39])
    }

    @Test func whatIsGivenUpIsSealedAndNotHeld() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var opening = QUICOpening()
        for datagram in capture.datagrams.prefix(40) { opening.receive(datagram, otherSecrets()) }
        #expect(opening.opener.heldBytes > 0)
        opening.opener.evict()
        #expect(opening.opener.heldBytes == 0)
        #expect(opening.sealed[0] > 0 && opening.sealed[1] > 0)
    }

    @Test func packetsWaitForAKeyLogThatGrows() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        var secrets = otherSecrets()
        var opening = QUICOpening()
        for (index, datagram) in capture.datagrams.enumerated() {
            if index == 40 {
                #expect(opening.opened == [0, 0])
                #expect(opening.sealed == [0, 0])
                #expect(opening.opener.waitingPackets(fromClient: true) > 10)
                for entry in capture.log.entries { secrets.log.insert(entry) }
            }
            opening.receive(datagram, secrets)
        }
        opening.finish(secrets)
        #expect(opening.opened == [40, 39])
        #expect(opening.sealed == [0, 0])
        #expect(opening.opener.heldBytes == 0)
        // Every packet has its own moment.
        let moments = QUICOpening(capture.datagrams, capture.secrets).packets.map(\.moment)
        #expect(opening.packets.map(\.moment).sorted() == moments.sorted())
        #expect(opening.packets.map(\.moment) != moments)
    }

    @Test func secretsThatComeLastAreUsedAtTheEnd() throws {
        let capture = try QUICCapturedConnections.earlyData()
        var opening = QUICOpening()
        for datagram in capture.connection(1) { opening.receive(datagram, otherSecrets()) }
        #expect(opening.opened == [0, 0])
        opening.finish(capture.secrets)
        #expect(opening.opened == [18, 15])
        #expect(opening.sealed == [0, 0])
    }

    @Test func beyondTheLimitsPacketsAreSealed() throws {
        let capture = try QUICCapturedConnections.keyUpdates()
        for (packets, bytes) in [(8, 1 << 20), (64, 600), (0, 0)] {
            var opening = QUICOpening(
                opener: QUICConnectionOpener(maximumWaitingPackets: packets, maximumWaitingBytes: bytes))
            for datagram in capture.datagrams {
                opening.receive(datagram, otherSecrets())
                #expect(opening.opener.waitingPackets(fromClient: false) <= packets)
                #expect(opening.opener.heldBytes <= 2 * bytes)
            }
            #expect(opening.sealed[0] < 40 || packets == 0)
            opening.finish(otherSecrets())
            #expect(opening.sealed == [40, 39])
            #expect(opening.opener.waitingPackets(fromClient: true) == 0 && opening.opener.heldBytes == 0)
        }
    }

    /// The network, or two capture points, turn the handshake around.
    @Test(arguments: 0..<20)
    func opensAHandshakeInAnyOrder(seed: UInt64) throws {
        let capture = try QUICCapturedConnections.earlyData()
        var random = SplitMix64(seed: seed)
        var datagrams = capture.connection(1)
        for index in 0..<12 { datagrams.swapAt(index, index + random.index(below: 12 - index)) }
        let opening = QUICOpening(datagrams, capture.secrets)
        #expect(opening.opened == [18, 15])
        #expect(opening.sealed == [0, 0])
        #expect(opening.count(.initial, fromClient: false) == 1)
    }

    @Test func theServersFlightWaitsForTheClientsHello() throws {
        let capture = try QUICCapturedConnections.earlyData()
        var datagrams = capture.connection(0)
        let flight = try #require(datagrams.firstIndex { !$0.fromClient })
        datagrams.insert(datagrams.remove(at: flight), at: 0)
        let opening = QUICOpening(datagrams, capture.secrets)
        #expect(opening.opened == [5, 3])
        #expect(opening.sealed == [0, 0])
        #expect(opening.packets.first?.fromClient == true)
    }

    /// The suite is found by trying those that fit the secret.
    @Test func opensWithoutTheServersHello() throws {
        let capture = try QUICCapturedConnections.earlyData()
        var datagrams = capture.connection(0)
        let flight = try #require(datagrams.firstIndex { !$0.fromClient })
        let bytes = datagrams[flight].payload
        var input = ByteReader(bytes.span)
        let hello = try QUICPacketView(parsing: &input, connectionIDLength: 0)
        #expect(hello.type == .initial)
        datagrams[flight].payload.removeFirst(hello.range.count)
        let opening = QUICOpening(datagrams, capture.secrets)
        #expect(opening.opened == [5, 3])
        #expect(!opening.opener.hasHellos)
    }
}
