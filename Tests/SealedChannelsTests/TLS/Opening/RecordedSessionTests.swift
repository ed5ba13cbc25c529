import SealedChannels
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Short sessions between `openssl s_client` and `s_server` (`Fixtures/README.md`), with what was typed at both ends.
@Suite struct RecordedSessionTests {
    /// The key that all of them share but one.
    private static let key = SecretBytes(Array(0..<32))
    private static let shared = SessionSecrets(sharedKeys: [PreSharedKey(key)])

    private func read(
        _ name: String, serverPort: UInt16, index: Int = 0, _ secrets: SessionSecrets
    ) throws -> TLSConnectionReading {
        let streams = try CapturedStreams(name + ".pcap")
        let port = streams.clientPorts(serverPort: serverPort)[index]
        return TLSConnectionReading(streams.events(clientPort: port), secrets)
    }

    private func read(_ name: String, serverPort: UInt16, index: Int = 0) throws -> TLSConnectionReading {
        try read(name, serverPort: serverPort, index: index, SessionSecrets(fixture: name + ".keys.log"))
    }

    // MARK: - TLS 1.3 with a shared key

    @Test func aSharedKeyAloneOpensTLS13() throws {
        for secrets in [Self.shared, try SessionSecrets(fixture: "tls13-psk-ke.keys.log")] {
            let reading = try read("tls13-psk-ke", serverPort: 9201, secrets)
            #expect(reading.text(fromClient: true) == "hello psk_ke\nand again\n")
            #expect(reading.text(fromClient: false) == "pong from the server\n")
            #expect(reading.sealed == [0, 0])
            #expect(reading.opener.sharedIdentity == "Client_identity")
            #expect(reading.opener.source == (secrets.sharedKeys.isEmpty ? .keyLog : .sharedKey))
        }
    }

    @Test func anotherSharedKeyDoesNotFit() throws {
        let secrets = SessionSecrets(sharedKeys: [PreSharedKey(SecretBytes(Array(1..<33)))])
        let reading = try read("tls13-psk-ke", serverPort: 9201, secrets)
        #expect(reading.opened == [0, 0])
        #expect(reading.opener.reason(secrets, opensNothing: true) == .keysDoNotFit)
    }

    /// The key that `s_client` and `s_server` had by `-psk_session`.
    private static let earlyKey = SecretBytes(hex("D244024B6E16713FF56B69FA1EA3AAB49909EAB84ABB716E0994196361A4866B"))

    @Test func aSharedKeyOpensEarlyDataToo() throws {
        let shared = SessionSecrets(sharedKeys: [PreSharedKey(Self.earlyKey, identity: Array("Lamp".utf8))])
        for secrets in [shared, try SessionSecrets(fixture: "tls13-psk-early.keys.log")] {
            let reading = try read("tls13-psk-early", serverPort: 9202, secrets)
            #expect(reading.opener.acceptsEarlyData == true)
            #expect(reading.client.opened.filter(\.isEarly).first?.content == Array("early words of the client\n".utf8))
            #expect(
                reading.text(fromClient: true) == "early words of the client\nlater words of the client\n")
            #expect(reading.text(fromClient: false) == "words of the server\n")
            #expect(reading.sealed == [0, 0])
        }
    }

    // MARK: - TLS 1.2

    @Test func ccmWithAShortTag() throws {
        let reading = try read("tls12-ccm8", serverPort: 9205)
        #expect(reading.text(fromClient: true) == "words of the client\n")
        #expect(reading.text(fromClient: false) == "words of the server\n")
        #expect(reading.sealed == [0, 0])
    }

    /// Two more handshakes inside the records of the first: each has a random and a line in the log of its own.
    @Test func theKeysOfLaterHandshakesAreInTheLog() throws {
        let reading = try read("tls12-renegotiation", serverPort: 9203)
        #expect(reading.text(fromClient: true) == "before\nafter\nafter both\n")
        #expect(reading.sealed == [0, 0])
        #expect(reading.opened.allSatisfy { $0 > 6 })
    }

    /// Behind a handshake that no key is known for, nothing is opened.
    @Test func withoutTheKeysOfTheSecondHandshakeItsRecordsStaySealed() throws {
        let whole = try KeyLog(fixture: "tls12-renegotiation.keys.log")
        var log = KeyLog()
        log.insert(try #require(whole.entries.first))
        let reading = try read("tls12-renegotiation", serverPort: 9203, SessionSecrets(log: log))
        #expect(reading.text(fromClient: true) == "before\n")
        #expect(reading.sealed.allSatisfy { $0 > 0 })
    }

    @Test func aSharedKeyOpensALaterHandshake() throws {
        let reading = try read("tls12-psk-renegotiation", serverPort: 9206, Self.shared)
        #expect(reading.text(fromClient: true) == "before\nafter\n")
        #expect(reading.sealed == [0, 0])
        #expect(reading.opener.source == .sharedKey)
    }

    /// A session that is resumed, by a ticket or by its ID, names no key and has the master secret of the first one: only
    /// the log has it.
    @Test(arguments: [(1, "second, by a ticket\n"), (3, "fourth, by a session ID\n")])
    func aResumedSessionNamesNoSharedKey(index: Int, text: String) throws {
        let logged = try read("tls12-psk-resumed", serverPort: 9204, index: index)
        #expect(logged.text(fromClient: true) == text)
        #expect(logged.sealed == [0, 0])
        let shared = try read("tls12-psk-resumed", serverPort: 9204, index: index, Self.shared)
        #expect(shared.opened == [0, 0])
        #expect(shared.opener.sharedIdentity == nil)
        #expect(shared.opener.reason(Self.shared, opensNothing: true) == .noKeys)
    }

    @Test(arguments: [(0, "first, full\n"), (2, "third, full, without tickets\n")])
    func theSharedKeyOpensTheFirstSession(index: Int, text: String) throws {
        let shared = try read("tls12-psk-resumed", serverPort: 9204, index: index, Self.shared)
        #expect(shared.text(fromClient: true) == text)
        #expect(shared.sealed == [0, 0])
    }
}
