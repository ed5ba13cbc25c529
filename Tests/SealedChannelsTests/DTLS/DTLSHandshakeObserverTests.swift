import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct DTLSHandshakeObserverTests {
    private static func observe(_ datagrams: [[UInt8]]) -> DTLSHandshakeObserver {
        var observer = DTLSHandshakeObserver()
        for datagram in datagrams { observer.observe(datagram.span) }
        return observer
    }

    private static func record(_ type: TLSContentType, epoch: UInt16 = 0, _ content: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        DTLSRecordHeader(
            contentType: type, version: .dtls12, epoch: epoch, sequenceNumber: 0, length: UInt16(content.count)
        ).serialize(into: &writer)
        writer.writeBytes(content)
        return writer.bytes
    }

    /// A handshake message in datagrams of so many bytes each.
    private static func fragments(
        _ type: TLSHandshakeType, _ body: [UInt8], number: UInt16 = 0, size: Int
    ) -> [[UInt8]] {
        stride(from: 0, to: body.count, by: size).map { start in
            let part = body[start..<min(start + size, body.count)]
            var writer = ByteWriter()
            DTLSHandshakeHeader(
                type: type, length: body.count, messageNumber: number, fragmentOffset: start,
                fragmentLength: part.count
            ).serialize(into: &writer)
            writer.writeBytes(part)
            return record(.handshake, writer.bytes)
        }
    }

    /// The certificate message of the TLS flight.
    private static let certificateList = Array(TLSFlights.server12[88..<472])

    @Test func aClientSaysWhatItWants() {
        let observer = Self.observe(TLSFlights.clientDatagrams)
        #expect(observer.facts.offeredVersions == [.dtls12])
        #expect(observer.facts.serverName == "bruno.lab")
        #expect(observer.facts.offeredProtocols == ["peers"])
        // The suite, and the one that stands for the extension of renegotiation.
        #expect(observer.facts.offeredCipherSuites == 2)
        #expect(observer.hasApplicationData && observer.isFinished)
        #expect(observer.error == nil)
    }

    @Test func aServersCertificateIsPutTogether() {
        let observer = Self.observe(TLSFlights.serverDatagrams)
        #expect(observer.facts.version == .dtls12)
        #expect(observer.facts.cipherSuite?.description == "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
        #expect(observer.facts.applicationProtocol == "peers")
        #expect(observer.facts.certificate?.subject == "Bruno's iPhone")
        #expect(!observer.hasApplicationData && !observer.isFinished)
        #expect(observer.error == nil)
    }

    @Test func fragmentsMayComeInAnyOrderAndTwice() {
        let whole = Self.observe(Self.fragments(.certificate, Self.certificateList, size: 2000)).facts
        #expect(whole.certificate?.subject == "Bruno's iPhone")
        for seed in 0..<200 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var datagrams = Self.fragments(.certificate, Self.certificateList, size: generator.number(in: 30...200))
            datagrams += datagrams.filter { _ in generator.chance(1, in: 3) }
            for index in datagrams.indices.reversed() { datagrams.swapAt(index, generator.number(in: 0...index)) }
            #expect(Self.observe(datagrams).facts == whole, "seed \(seed)")
        }
    }

    @Test func aLostFragmentLeavesNoFacts() {
        var datagrams = Self.fragments(.certificate, Self.certificateList, size: 100)
        datagrams.remove(at: 1)
        let observer = Self.observe(datagrams)
        #expect(observer.facts.certificate == nil)
        #expect(observer.error == nil)
    }

    @Test func whatIsHeldHasALimit() {
        // First halves of messages without end, each another one.
        var observer = DTLSHandshakeObserver()
        let body = [UInt8](repeating: 0, count: 16_384)
        for number in 0..<20 as Range<UInt16> {
            let half = Self.fragments(.certificate, body, number: number, size: 8192)[0]
            observer.observe(half.span)
        }
        // The limit is spent, and a message in fragments is not put together any more.
        for datagram in Self.fragments(.certificate, Self.certificateList, size: 200) {
            observer.observe(datagram.span)
        }
        #expect(observer.facts.certificate == nil)
        #expect(observer.error == nil)
        // Nor does it look at datagrams for ever.
        for _ in 0..<DTLSHandshakeObserver.maximumDatagrams { observer.observe(Self.record(.heartbeat, [1]).span) }
        #expect(observer.isFinished)
    }

    @Test func whatIsHeldIsCountedAndGivenUp() {
        let datagrams = Self.fragments(.certificate, Self.certificateList, size: 100)
        var observer = Self.observe([datagrams[0], datagrams[2]])
        #expect(observer.bufferedBytes == 200)
        var given = observer
        given.finish()
        #expect(given.bufferedBytes == 0 && given.isFinished)
        for datagram in [datagrams[1], datagrams[3]] { observer.observe(datagram.span) }
        #expect(observer.bufferedBytes == 0)
        #expect(observer.facts.certificate?.subject == "Bruno's iPhone")
    }

    @Test func encryptedRecordsOfVersion13EndIt() {
        let hello = TLSFlights.clientDatagrams[0]
        // Epoch 2 is still the handshake, 3 is not.
        #expect(!Self.observe([hello, [0x2E, 0, 1, 0, 2, 9, 9]]).hasApplicationData)
        #expect(Self.observe([hello, [0x2E, 0, 1, 0, 2, 9, 9], [0x2F, 0, 0, 0, 2, 9, 9]]).hasApplicationData)
    }

    @Test func alertsInClearAreNoted() {
        let clear = Self.record(.alert, [2, 40])
        let encrypted = Self.record(.alert, epoch: 1, [2, 40])
        #expect(Self.observe([clear]).facts.alerts.first?.code.description == "handshakeFailure")
        #expect(Self.observe([encrypted]).facts.alerts.isEmpty)
    }

    @Test func whatIsWrongIsNotedAndTheNextDatagramRead() {
        let lying = Self.record(.handshake, [1, 0, 0, 9, 0, 0, 0, 0, 8, 0, 0, 2, 0, 0])
        let observer = Self.observe([lying] + TLSFlights.clientDatagrams)
        #expect(
            observer.error
                == WireError(
                    .tooLong(length: 10, maximum: 9), field: "DTLS fragment length", offset: 22,
                    limit: "DTLS record length"))
        #expect(observer.facts.serverName == "bruno.lab")
    }

    @Test func damagedDatagramsNeverTrap() {
        let all = TLSFlights.clientDatagrams + TLSFlights.serverDatagrams
        for seed in 0..<3000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var observer = DTLSHandshakeObserver()
            for _ in 0..<6 {
                var datagram = generator.pick(all)
                for _ in 0..<generator.number(in: 0...3) {
                    datagram[generator.number(in: 0...min(40, datagram.count - 1))] =
                        UInt8(truncatingIfNeeded: generator.next())
                }
                observer.observe(datagram.span)
            }
            #expect(observer.facts.alerts.count <= TLSHandshakeFacts.maximumAlerts)
        }
    }
}
