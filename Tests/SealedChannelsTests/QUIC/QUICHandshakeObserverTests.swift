import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICHandshakeObserverTests {
    private func observe(_ datagrams: [QUICFixture.Datagram], client: UInt16) -> QUICHandshakeObserver {
        var observer = QUICHandshakeObserver()
        for datagram in datagrams {
            var packets = QUICPackets(in: datagram.payload.span, connectionIDLength: 0)
            while let packet = try? packets.next(), packet.isLong {
                observer.observe(packet, in: datagram.payload.span, fromClient: datagram.sourcePort == client)
            }
        }
        return observer
    }

    private func observe(_ name: String) throws -> QUICHandshakeObserver {
        let datagrams = try QUICFixture.datagrams(name)
        return observe(datagrams, client: try #require(datagrams.first).sourcePort)
    }

    @Test(arguments: [
        "quic-v2.yann.pcap", "quic-retry.petra.pcap", "quic-ngtcp2.agnes.pcap", "quic-version-negotiation.willi.pcap",
    ])
    func readsBothHellos(name: String) throws {
        let offered = ["quic-v2.yann.pcap": "txtchat", "quic-ngtcp2.agnes.pcap": "h3"][name] ?? "mesh"
        let observer = try observe(name)
        let facts = observer.facts
        #expect(facts.serverName == (offered == "h3" ? "localhost" : "txtchat.local"))
        #expect(facts.offeredProtocols == [offered])
        #expect(facts.version == .tls13)
        #expect(facts.cipherSuite != nil)
        #expect(observer.isFinished && observer.bufferedBytes == 0)
        #expect(observer.clientRandom?.count == 32)
        #expect(observer.clientParameters?.initialSourceConnectionID != nil)
    }

    @Test func readsWhatTheClientDeclares() throws {
        let observer = try observe("quic-v2.yann.pcap")
        // By this random the key log of the session names it.
        #expect(observer.clientRandom == hex("380860b3cefca8d9ca5341f26e1f785c352fd0e70e2d088ae09c310806419c95"))
        let parameters = try #require(observer.clientParameters)
        #expect(parameters.maxIdleTimeout == 20_000)
        #expect(parameters.versionInformation?.chosen == .v2)
    }

    /// This client makes another hello then, whose random is in its key log.
    @Test func behindARetryTheSecondHelloCounts() throws {
        let datagrams = try QUICFixture.datagrams("quic-retry.petra.pcap")
        let client = datagrams[0].sourcePort
        let first = observe(Array(datagrams.prefix(1)), client: client).clientRandom
        let observer = observe(datagrams, client: client)
        let second = observer.clientRandom
        #expect(first?.count == 32)
        // Early data that was sent before the Retry is sealed by a key of the first.
        #expect(observer.clientRandoms == [first, second])
        #expect(second == hex("62d5a17923a385975ee44d0bcc3fb925d8f248ab8e63638eda9a972c21703c1d"))
        #expect(first != second)
    }

    @Test func aRetryThatTheCaptureLacksCostsNothing() throws {
        var datagrams = try QUICFixture.datagrams("quic-retry.petra.pcap")
        let client = datagrams[0].sourcePort
        datagrams.removeFirst(2)
        #expect(observe(datagrams, client: client).facts.serverName == "txtchat.local")
    }

    @Test func withoutTheClientsPacketNothingIsOpened() throws {
        var datagrams = try QUICFixture.datagrams("quic-ngtcp2.agnes.pcap")
        let client = datagrams.removeFirst().sourcePort
        datagrams.removeAll { $0.sourcePort == client }
        let observer = observe(datagrams, client: client)
        #expect(!observer.facts.hasServerHello && !observer.facts.hasClientHello)
    }

    @Test func packetsThatOpenNothingAreOnlyTriedSoOften() throws {
        var hello = try QUICFixture.datagrams("quic-ngtcp2.agnes.pcap")[0].payload
        hello[600] ^= 1
        let datagrams = (0..<QUICHandshakeObserver.maximumPackets).map { _ in
            QUICFixture.Datagram(sourcePort: 1, payload: hello)
        }
        #expect(!observe(Array(datagrams.dropLast()), client: 1).isFinished)
        #expect(observe(datagrams, client: 1).isFinished)
    }
}
