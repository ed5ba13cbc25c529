import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct TLSHandshakeObserverTests {
    /// What an observer knows after a stream that came in pieces of that size.
    private static func observe(_ stream: [UInt8], pieces size: Int = 100_000) -> TLSHandshakeObserver {
        var observer = TLSHandshakeObserver()
        for start in stride(from: 0, to: stream.count, by: size) {
            observer.observe(Array(stream[start..<min(start + size, stream.count)]).span)
        }
        return observer
    }

    @Test func aClientOfVersion13SaysWhatItWants() {
        let observer = Self.observe(TLSFlights.client13)
        #expect(observer.facts.offeredVersions == [.tls13, .tls12])
        #expect(observer.facts.serverName == "bruno.lab")
        #expect(observer.facts.offeredProtocols == ["h2", "txtchat"])
        #expect(observer.facts.offeredCipherSuites == 18)
        #expect(!observer.facts.offersResumption)
        #expect(observer.applicationDataOffset == 523)
        #expect(observer.isFinished && observer.error == nil)
    }

    @Test func aServerOfVersion13HidesItsCertificate() {
        let observer = Self.observe(TLSFlights.server13)
        #expect(observer.facts.version == .tls13)
        #expect(observer.facts.cipherSuite?.description == "TLS_AES_256_GCM_SHA384")
        #expect(observer.facts.applicationProtocol == nil)
        #expect(observer.facts.certificate == nil)
        #expect(!observer.facts.isHelloRetried)
        #expect(observer.applicationDataOffset == 133)
    }

    @Test func aRetryIsNoted() {
        let observer = Self.observe(TLSFlights.serverRetry)
        #expect(observer.facts.isHelloRetried)
        #expect(observer.facts.version == .tls13)
        #expect(observer.applicationDataOffset == 291)
        #expect(observer.error == nil)
    }

    @Test func aServerOfVersion12ShowsItsCertificate() {
        let observer = Self.observe(TLSFlights.server12)
        #expect(observer.facts.version == .tls12)
        #expect(observer.facts.cipherSuite?.description == "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
        #expect(observer.facts.applicationProtocol == "h2")
        #expect(observer.facts.certificateCount == 1)
        #expect(observer.facts.certificate?.subject == "Bruno's iPhone")
        #expect(observer.facts.certificate?.dnsNames == ["bruno.lab", "*.peers.lab"])
        #expect(observer.applicationDataOffset == 842)
        #expect(observer.error == nil)
    }

    @Test func theFactsOfBothDirectionsFitTogether() {
        var facts = Self.observe(TLSFlights.client12).facts
        let server = Self.observe(TLSFlights.server12).facts
        var other = server
        other.merge(facts)
        facts.merge(server)
        #expect(facts == other)
        #expect(facts.offeredVersions == [.tls12])
        #expect(facts.serverName == "bruno.lab")
        #expect(facts.version == .tls12)
        #expect(facts.certificate?.issuer == "Lab Root ünï")
    }

    @Test func piecesOfAnySizeSayTheSame() {
        for stream in [
            TLSFlights.client12, TLSFlights.server12, TLSFlights.client13, TLSFlights.server13, TLSFlights.serverRetry,
        ] {
            let whole = Self.observe(stream)
            for size in [1, 2, 3, 7, 64, 500] {
                let observer = Self.observe(stream, pieces: size)
                #expect(observer.facts == whole.facts)
                #expect(observer.applicationDataOffset == whole.applicationDataOffset)
            }
        }
    }

    @Test func aMessageMayLieAcrossRecords() {
        // The ClientHello of the flight, cut into records of ten bytes.
        let message = Array(TLSFlights.client13[5..<517])
        var stream: [UInt8] = []
        for start in stride(from: 0, to: message.count, by: 10) {
            let part = message[start..<min(start + 10, message.count)]
            stream += [22, 3, 1, 0, UInt8(part.count)] + part
        }
        #expect(Self.observe(stream).facts == Self.observe(TLSFlights.client13).facts)
    }

    @Test func alertsInClearAreNoted() {
        // A server that speaks no version of the client's: protocol_version, fatal.
        let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 70]
        let observer = Self.observe(Array(TLSFlights.server13[..<127]) + alert, pieces: 1)
        #expect(observer.facts.alerts == [TLSAlert(level: 2, code: TLSAlert.Code(rawValue: 70))])
        #expect(observer.facts.alerts.first?.code.description == "protocolVersion")
        // Behind a ChangeCipherSpec an alert is encrypted, whatever its length.
        #expect(Self.observe(Array(TLSFlights.server12[..<797]) + alert).facts.alerts.isEmpty)
        let many = (0..<100).flatMap { _ in alert }
        #expect(Self.observe(many).facts.alerts.count == TLSHandshakeFacts.maximumAlerts)
    }

    @Test func whatIsNoTLSEndsIt() {
        let text = Self.observe(Array("GET / HTTP/1.1\r\n".utf8))
        #expect(text.error == WireError(.invalidValue(71), field: "TLS content type", offset: 0))
        #expect(text.isFinished)
        let later = Self.observe(Array(TLSFlights.server13[..<127]) + [9, 3, 3, 0, 1, 0])
        #expect(later.error == WireError(.invalidValue(9), field: "TLS content type", offset: 127))
        #expect(later.facts.version == .tls13)
        let version = Self.observe([22, 4, 3, 0, 1, 0])
        #expect(version.error == WireError(.invalidValue(0x0403), field: "TLS record version", offset: 1))
        let long = Self.observe([22, 3, 3, 0x48, 0x01, 0])
        #expect(
            long.error == WireError(.tooLong(length: 18_433, maximum: 18_432), field: "TLS record length", offset: 3))
    }

    @Test func aLengthThatLiesTakesNoMemoryAndNoFacts() {
        // A ClientHello that says it has 16 MiB, in records without end.
        let first: [UInt8] = [22, 3, 1, 0x40, 0x00, 1, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 16_380)
        let next: [UInt8] = [22, 3, 1, 0x40, 0x00] + [UInt8](repeating: 0, count: 16_384)
        var observer = TLSHandshakeObserver()
        observer.observe(first.span)
        for _ in 0..<10 { observer.observe(next.span) }
        #expect(!observer.facts.hasClientHello)
        #expect(observer.error == nil && !observer.isFinished)
    }

    @Test func theMemoryOfAllMessagesTogetherHasALimit() {
        // Certificate lists of 30,000 bytes: the third is not held any more, and so has no say.
        let body = [UInt8]([0, 0x75, 0x2D]) + [UInt8](repeating: 0, count: 29_997)
        let message: [UInt8] = [11, 0, 0x75, 0x30] + body
        var stream: [UInt8] = []
        for _ in 0..<3 {
            for start in stride(from: 0, to: message.count, by: 16_384) {
                let part = message[start..<min(start + 16_384, message.count)]
                stream += [22, 3, 3, UInt8(part.count >> 8), UInt8(part.count & 0xFF)] + part
            }
        }
        let observer = Self.observe(stream, pieces: 1448)
        // Entries of no length, three bytes each.
        #expect(observer.facts.certificateCount == 9999)
        #expect(observer.facts.certificate == nil)
        #expect(observer.error == nil)
    }

    @Test func aMalformedHelloIsAnErrorWithItsPlaceInTheStream() {
        var stream = TLSFlights.server13
        // The session ID says that it has 33 bytes.
        stream[43] = 33
        let observer = Self.observe(stream)
        #expect(
            observer.error
                == WireError(
                    .tooLong(length: 33, maximum: 32), field: "TLS session ID length", offset: 43,
                    limit: "TLS message length"))
        #expect(observer.isFinished)
    }

    @Test func damagedFlightsNeverTrap() {
        let flights = [TLSFlights.client12, TLSFlights.server12, TLSFlights.client13, TLSFlights.serverRetry]
        for seed in 0..<3000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var stream = generator.pick(flights)
            for _ in 0...generator.number(in: 0...4) {
                stream[generator.number(in: 0...stream.count - 1)] = UInt8(truncatingIfNeeded: generator.next())
            }
            let observer = Self.observe(stream, pieces: generator.number(in: 1...600))
            #expect(observer.facts.alerts.count <= TLSHandshakeFacts.maximumAlerts)
        }
    }

    @Test func anObserverCanBeToldToEnd() {
        var observer = TLSHandshakeObserver()
        observer.finish()
        let stream = TLSFlights.client12
        observer.observe(stream.span)
        #expect(observer.facts == TLSHandshakeFacts())
        #expect(observer.applicationDataOffset == nil)
    }

    // MARK: - What findings are made of

    private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 4
        return [0x16, 3, 3, UInt8(length >> 8), UInt8(length & 0xFF), type, 0, UInt8(body.count >> 8)]
            + [UInt8(body.count & 0xFF)] + body
    }

    private static func facts(of hello: ClientHello) throws -> TLSHandshakeFacts {
        var body = ByteWriter()
        try hello.serialize(into: &body)
        return observe(message(1, body.bytes)).facts
    }

    private static func facts(of hello: ServerHello) throws -> TLSHandshakeFacts {
        var body = ByteWriter()
        try hello.serialize(into: &body)
        return observe(message(2, body.bytes)).facts
    }

    private static func hello(sessionID: [UInt8] = [], _ extensions: [TLSExtension]) -> ClientHello {
        ClientHello(
            random: [UInt8](repeating: 1, count: 32), sessionID: sessionID,
            cipherSuites: [TLSCipherSuite(rawValue: 0x1301)], extensions: extensions)
    }

    @Test func offersOfOldSessionsAreToldApart() throws {
        let isNew = TLSExtension(type: .supportedVersions, content: [2, 3, 4])
        // An ID of TLS 1.3 means nothing.
        #expect(try !Self.facts(of: Self.hello(sessionID: [1], [isNew])).offersSessionID)
        #expect(try Self.facts(of: Self.hello(sessionID: [1], [])).offersSessionID)
        #expect(try !Self.facts(of: Self.hello([])).offersSessionID)
        var keys = ByteWriter()
        try TLSOfferedPreSharedKeys(
            identities: [
                .init(identity: [1, 2], obfuscatedTicketAge: 7), .init(identity: Array("lab".utf8)),
            ], binders: [[1], [2]]
        ).serialize(into: &keys)
        let offer = TLSExtension(type: .preSharedKey, content: keys.bytes)
        let facts = try Self.facts(of: Self.hello([isNew, TLSExtension(type: .earlyData, content: []), offer]))
        #expect(facts.offeredTickets == 1 && facts.offeredIdentities == [nil, "lab"])
        #expect(facts.offersEarlyData && facts.offersResumption && !facts.offersEncryptedHello)
    }

    @Test func whatTheServerAddsIsNoted() throws {
        var hello = ServerHello(
            random: [UInt8](repeating: 2, count: 32), cipherSuite: TLSCipherSuite(rawValue: 0x1301),
            extensions: [
                TLSExtension(type: .preSharedKey, content: [0, 1]),
                TLSExtension(type: .supportedVersions, content: [3, 4]),
            ])
        let alone = try Self.facts(of: hello)
        #expect(alone.usesPreSharedKey && !alone.addsKeyShare && !alone.awaitsSecondHello)
        hello.extensions?.append(TLSExtension(type: .keyShare, content: [0, 29, 0, 1, 0]))
        #expect(try Self.facts(of: hello).addsKeyShare)
        hello.extensions = [TLSExtension(type: .encryptThenMAC, content: [])]
        #expect(try Self.facts(of: hello).encryptsThenAuthenticates)
    }

    @Test func aRequestForAnotherHelloIsNoAnswer() {
        // The request alone, then all.
        let request = Self.observe(Array(TLSFlights.serverRetry[..<93])).facts
        #expect(request.awaitsSecondHello && request.isHelloRetried)
        let whole = Self.observe(TLSFlights.serverRetry).facts
        #expect(!whole.awaitsSecondHello && whole.isHelloRetried)
    }

    @Test func keysAreExchangedInTLS12() {
        #expect(Self.observe(TLSFlights.client12).facts.exchangesKeys)
        #expect(!Self.observe(TLSFlights.client13).facts.exchangesKeys)
    }
}
