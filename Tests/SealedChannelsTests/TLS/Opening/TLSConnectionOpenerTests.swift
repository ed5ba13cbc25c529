import SealedChannels
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Whole connections between real peers, against what their ends logged.
@Suite struct TLSConnectionOpenerTests {
    /// A capture, the log of its keys, and a session of it.
    struct Example: CustomTestStringConvertible, Sendable {
        let capture: String
        var index = 0
        var testDescription: String { "\(capture) \(index)" }

        var log: String { capture.prefix { $0 != "." } + ".keys.log" }
        func truth() throws -> SealedTruth.Session { try SealedTruth.sessions(capture)[index] }
        func events() throws -> [CapturedStreams.Event] {
            try CapturedStreams(capture + ".pcap").events(clientPort: truth().client)
        }
        func read(_ secrets: SessionSecrets) throws -> TLSConnectionReading {
            TLSConnectionReading(try events(), secrets)
        }
        func read() throws -> TLSConnectionReading { try read(SessionSecrets(fixture: log)) }
    }

    /// Expects what was opened of a session to be all that its ends sealed.
    private func expectWhole(
        _ reading: TLSConnectionReading, _ truth: SealedTruth.Session, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(reading.opened == truth.sealed, sourceLocation: sourceLocation)
        #expect(reading.sealed == [0, 0], sourceLocation: sourceLocation)
        for fromClient in [true, false] {
            let expected = truth.direction(fromClient)
            let plaintext = reading.plaintext(fromClient: fromClient)
            #expect(plaintext.count == expected.plaintextBytes, sourceLocation: sourceLocation)
            if let digest = expected.sha256 {
                #expect(SealedTruth.sha256(plaintext) == digest, sourceLocation: sourceLocation)
            }
            // Each record has the bytes that its end wrote there.
            for (opened, record) in zip(reading.direction(fromClient).opened, expected.sealed) {
                if let place = record.plaintext, place.upperBound <= plaintext.count {
                    #expect(opened.content == Array(plaintext[place]), sourceLocation: sourceLocation)
                } else {
                    #expect(opened.contentType != .applicationData, sourceLocation: sourceLocation)
                }
            }
            expectMessages(in: plaintext, expected, sourceLocation: sourceLocation)
        }
    }

    /// Each message is a JSON text behind its length in four bytes.
    private func expectMessages(
        in plaintext: [UInt8], _ expected: SealedTruth.Direction, sourceLocation: SourceLocation
    ) {
        for message in expected.messages {
            let (start, count, json) = (message[0], message[1], message[2])
            guard start + count <= plaintext.count else {
                Issue.record("no message at \(start)", sourceLocation: sourceLocation)
                return
            }
            #expect(plaintext.span.bigEndianUInt32(at: start) == UInt32(json), sourceLocation: sourceLocation)
            #expect(plaintext[start + 4] == UInt8(ascii: "{"), sourceLocation: sourceLocation)
            #expect(plaintext[start + count - 1] == UInt8(ascii: "}"), sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [
        Example(capture: "tls12-gcm256.gil"), Example(capture: "tls12-chacha20.ivo"),
        // MAC then encrypt, and encrypt then MAC.
        Example(capture: "tls12-cbc-ems.kai"), Example(capture: "tls12-cbc-etm.mika"),
        Example(capture: "tls12-dhe-psk.pia"), Example(capture: "tls12-psk-tictactoe.nell"),
        // The second one is resumed from the first one's ticket.
        Example(capture: "tls12-resume.vera"), Example(capture: "tls12-resume.vera", index: 1),
        Example(capture: "tls13-aes128.ada"), Example(capture: "tls13-hrr-client-cert.rosa"),
        Example(capture: "tls13-0rtt.olga"), Example(capture: "tls13-0rtt.olga", index: 1),
        Example(capture: "tls13-keyupdate.tara"),
    ])
    func theLogOpensEverything(example: Example) throws {
        let reading = try example.read()
        expectWhole(reading, try example.truth())
        #expect(reading.opener.source == .keyLog)
        #expect(reading.opener.hasApplicationKeys(fromClient: true))
        #expect(reading.opener.hasApplicationKeys(fromClient: false))
    }

    @Test(arguments: [
        Example(capture: "tls12-gcm256.gil"), Example(capture: "tls13-aes128.ada"),
        Example(capture: "tls13-keyupdate.tara"), Example(capture: "tls12-psk-tictactoe.nell"),
    ])
    func withoutKeysAllStaysSealed(example: Example) throws {
        let reading = try example.read(SessionSecrets())
        #expect(reading.opened == [0, 0])
        #expect(reading.sealed == (try example.truth()).sealed)
        #expect(reading.opener.source == nil)
        #expect(reading.opener.reason(SessionSecrets(), opensNothing: true) == .noKeys)
    }

    // MARK: - Shared keys in TLS 1.2

    private static let ticTacToe = Example(capture: "tls12-psk-tictactoe.nell")

    @Test func aPasscodeOpensASessionOfItsIdentity() throws {
        let reading = try Self.ticTacToe.read(SessionSecrets(sharedKeys: [PreSharedKey(passcode: "2468")]))
        expectWhole(reading, try Self.ticTacToe.truth())
        #expect(reading.opener.source == .sharedKey)
        #expect(reading.opener.sharedIdentity == "TicTacToe")
    }

    @Test func theKeyOfThePasscodeDoesToo() throws {
        let key = try #require(PreSharedKey(passcode: "2468").key(for: Array("TicTacToe".utf8)))
        for identity in [nil, Array("TicTacToe".utf8)] {
            let reading = try Self.ticTacToe.read(SessionSecrets(sharedKeys: [PreSharedKey(key, identity: identity)]))
            expectWhole(reading, try Self.ticTacToe.truth())
        }
        // The right one may be the last.
        let several = SessionSecrets(sharedKeys: [
            PreSharedKey(passcode: "1111"), PreSharedKey(SecretBytes([1, 2, 3])), PreSharedKey(key),
        ])
        expectWhole(try Self.ticTacToe.read(several), try Self.ticTacToe.truth())
    }

    @Test func anotherPasscodeOpensNothing() throws {
        let secrets = SessionSecrets(sharedKeys: [PreSharedKey(passcode: "2469")])
        let reading = try Self.ticTacToe.read(secrets)
        #expect(reading.opened == [0, 0])
        #expect(reading.sealed == (try Self.ticTacToe.truth()).sealed)
        #expect(reading.opener.reason(secrets, opensNothing: true) == .keysDoNotFit)
    }

    @Test func aKeyForAnotherIdentityIsNoKey() throws {
        let secrets = SessionSecrets(sharedKeys: [PreSharedKey(SecretBytes([1, 2]), identity: Array("Checkers".utf8))])
        let reading = try Self.ticTacToe.read(secrets)
        #expect(reading.opened == [0, 0])
        #expect(reading.opener.reason(secrets, opensNothing: true) == .noKeys)
    }

    @Test func aSharedKeyIsNotEnoughWhereDiffieHellmanIsAdded() throws {
        let example = Example(capture: "tls12-dhe-psk.pia")
        let secrets = SessionSecrets(sharedKeys: [PreSharedKey(passcode: "2468")])
        let reading = try example.read(secrets)
        #expect(reading.opened == [0, 0])
        #expect(reading.opener.reason(secrets, opensNothing: true) == .preSharedKeyNotSufficient)
        #expect(reading.opener.sharedIdentity != nil)
        #expect(reading.opener.reason(SessionSecrets(), opensNothing: true) == .noKeys)
    }

    // MARK: - Parts of the keys

    private static let aes128 = Example(capture: "tls13-aes128.ada")

    @Test func halfOfTheKeysOpensHalf() throws {
        let truth = try Self.aes128.truth()
        let secrets = try SessionSecrets(fixture: "tls13-aes128.client.log")
        let reading = try Self.aes128.read(secrets)
        #expect(reading.opened == [truth.forward.sealed.count, 0])
        #expect(reading.sealed == [0, truth.backward.sealed.count])
        #expect(reading.plaintext(fromClient: true).count == truth.forward.plaintextBytes)
        #expect(reading.opener.reason(secrets, opensNothing: false) == .noKeys)
        #expect(!reading.opener.hasApplicationKeys(fromClient: false))
        #expect(reading.opener.isHandshakeSealed(fromClient: false))
    }

    /// The records of the handshake are counted out by what opens them, so that the first one of data is number 0.
    @Test func keysOfTrafficOpenAllButTheHandshake() throws {
        let truth = try Self.aes128.truth()
        let reading = try Self.aes128.read(try SessionSecrets(fixture: "tls13-aes128.traffic.log"))
        #expect(reading.opened == truth.sealed(.application))
        #expect(reading.sealed == truth.sealed(.handshake))
        for fromClient in [true, false] {
            #expect(
                SealedTruth.sha256(reading.plaintext(fromClient: fromClient)) == truth.direction(fromClient).sha256)
            #expect(reading.opener.isHandshakeSealed(fromClient: fromClient))
        }
    }

    @Test func keysOfOtherSessionsAreNone() throws {
        let secrets = try SessionSecrets(fixture: "tls13-aes128.other.log")
        let reading = try Self.aes128.read(secrets)
        #expect(reading.opened == [0, 0])
        #expect(reading.sealed == (try Self.aes128.truth()).sealed)
        #expect([.noKeys, .keysDoNotFit].contains(reading.opener.reason(secrets, opensNothing: true)))
    }

    /// The log of a client that is still being written: each record waits for its secret.
    @Test(arguments: [aes128, Example(capture: "tls12-gcm256.gil"), Example(capture: "tls12-chacha20.ivo")])
    func recordsWaitForALogThatGrows(example: Example) throws {
        let events = try example.events()
        let whole = try KeyLog(fixture: example.log)
        var secrets = SessionSecrets()
        secrets.isGrowing = true
        var reading = TLSConnectionReading(secrets)
        for (index, event) in events.enumerated() {
            guard case .bytes(let bytes, let fromClient) = event else { continue }
            if index == events.count / 2 {
                #expect(reading.opened == [0, 0])
                #expect(reading.heldBytes > 0)
                reading.secrets.log = whole
                reading.tryAgain()
                #expect(reading.heldBytes == 0)
            }
            reading.append(bytes, fromClient: fromClient)
        }
        reading.finish()
        expectWhole(reading, try example.truth())
    }

    // MARK: - What sealed messages say

    @Test func sealedMessagesSayWhoTheServerIs() throws {
        #expect(try Self.aes128.read().opener.facts.certificate?.subject == "server.peer.local")
        let withClient = try Example(capture: "tls13-hrr-client-cert.rosa").read()
        #expect(withClient.opener.facts.certificate?.subject == "server.peer.local")
    }

    @Test func updatesOfTheKeysAreCounted() throws {
        let opener = try Example(capture: "tls13-keyupdate.tara").read().opener
        #expect(opener.keyUpdates(fromClient: true) == 3)
        #expect(opener.keyUpdates(fromClient: false) == 2)
    }

    @Test func earlyDataThatWasAcceptedIsPartOfTheStream() throws {
        let example = Example(capture: "tls13-0rtt.olga", index: 1)
        let reading = try example.read()
        #expect(reading.opener.acceptsEarlyData == true)
        let early = reading.client.opened.filter(\.isEarly)
        #expect(early.count == (try example.truth()).sealed(.early)[0])
        let data = early.filter { $0.contentType == .applicationData }.flatMap(\.content)
        #expect(reading.plaintext(fromClient: true).starts(with: data))
        #expect(try Example(capture: "tls13-0rtt.olga").read().opener.acceptsEarlyData == nil)
    }

    // MARK: - Holes

    /// What lies whole in the capture is opened, and nothing else is.
    @Test func recordsBehindHolesAreOpened() throws {
        let example = Example(capture: "tls13-gaps.zita")
        let (truth, events) = (try example.truth(), try example.events())
        let reading = try example.read()
        for fromClient in [true, false] {
            var position = 0
            var present: [Range<Int>] = []
            for event in events {
                switch event {
                case .bytes(let bytes, fromClient):
                    present.append(position..<position + bytes.count)
                    position += bytes.count
                case .missing(let count, fromClient): position += count
                default: break
                }
            }
            let holes = zip(present, present.dropFirst()).compactMap {
                $0.upperBound < $1.lowerBound ? $0.upperBound..<$1.lowerBound : nil
            }
            let whole = truth.direction(fromClient).sealed.filter { record in
                let place = record.offset..<record.offset + record.length
                return place.upperBound <= position && holes.allSatisfy { !$0.overlaps(place) }
            }
            let opened = reading.direction(fromClient).opened
            #expect(opened.count == whole.count)
            let lengths = whole.map { $0.plaintext?.count }
            for (record, length) in zip(opened, lengths) where length != nil { #expect(record.content.count == length) }
        }
        #expect(reading.client.sealedRecords > 0)
        #expect(reading.opener.keyUpdates(fromClient: true) == 1)
    }

    @Test func aConnectionWithoutABeginningIsOpenedByItsTrafficKeys() throws {
        let example = Example(capture: "tls13-midstream.dina")
        let (truth, events) = (try example.truth(), try example.events())
        let reading = TLSConnectionReading(events, try SessionSecrets(fixture: example.log), isMidstream: true)
        #expect(!reading.opener.hasHellos)
        #expect(reading.opener.reason(reading.secrets, opensNothing: false) == .handshakeMissing)
        for fromClient in [true, false] {
            let opened = reading.plaintext(fromClient: fromClient)
            let expected = truth.direction(fromClient)
            // They are the last ones.
            let lengths = reading.direction(fromClient).opened.compactMap {
                $0.contentType == .applicationData ? $0.content.count : nil
            }
            #expect(lengths == expected.records.compactMap { $0.plaintext?.count }.suffix(lengths.count))
            #expect(!opened.isEmpty)
            let start = expected.plaintextBytes - opened.count
            for message in expected.messages where message[0] >= start {
                #expect(opened.span.bigEndianUInt32(at: message[0] - start) == UInt32(message[2]))
            }
        }
    }

    @Test func withoutABeginningOtherKeysOpenNothing() throws {
        let events = try Example(capture: "tls13-midstream.dina").events()
        let reading = TLSConnectionReading(
            events, try SessionSecrets(fixture: "tls13-aes128.keys.log"), isMidstream: true)
        #expect(reading.opened == [0, 0])
    }
}
