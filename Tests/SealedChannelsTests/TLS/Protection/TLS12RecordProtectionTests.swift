import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct TLS12RecordProtectionTests {
    struct Example: Sendable {
        let suite: UInt16
        var encryptThenMAC = false
        let fragment: [UInt8]
    }

    /// Records of a server, number 5, with the content below. The master secret is the bytes 00 to 2f, the randoms are
    /// 40 to 5f (client) and 80 to 9f (server), the explicit parts e0, e1 and so on. Made with `openssl kdf TLS1-PRF`
    /// for the key block and Python's `cryptography`, `hmac` and `hashlib` for the records.
    static let examples = [
        Example(
            suite: 0x009C,
            fragment: hex("e0e1e2e3e4e5e6e7df16b82f4e1c4cfa609f17bb8796b4f1bf326619472ceabdc8f8331fd9b1")),
        Example(
            suite: 0xC030,
            fragment: hex("e0e1e2e3e4e5e6e7bf5a6990f8546a40a368f267f8e12f7219b70335720a16e3a2615d2c22b8")),
        Example(
            suite: 0xC0A4,
            fragment: hex("e0e1e2e3e4e5e6e7eecf7e3672099533ae9a4c97ff8588861f12a586f4f8f6481dc7bd83dfd4")),
        Example(
            suite: 0xC0A9,
            fragment: hex("e0e1e2e3e4e5e6e778d71753cc559ef0925947cb1a915ccf55aef5ff51fc")),
        Example(
            suite: 0xCCAB,
            fragment: hex("150de23f64224c6688ec052ea66ab3ed8dddf65cb96d02095bf3ef57fc5e")),
        Example(
            suite: 0xC013,
            fragment: hex(
                """
                e0e1e2e3e4e5e6e7e8e9eaebecedeeef3ddae5e14c132540ee803c5cf3382df8cce3f959761ae3ca327d9dbb0fdfb3c4d5a4aa
                cc7aaf5f8f4fc25d9928dc45e2
                """)),
        Example(
            suite: 0x003C,
            fragment: hex(
                """
                e0e1e2e3e4e5e6e7e8e9eaebecedeeef383214afe1d409dac9ba11c8984d74f3efca2471c575aac87773b7cd3f33099b649775
                e1f577b330691886fc82822da3
                """)),
        Example(
            suite: 0xC028,
            fragment: hex(
                """
                e0e1e2e3e4e5e6e7e8e9eaebecedeeef8d36ed11875eb0bd3108315a67cada8961265160802d45285c29aeb08043def9c82d2d
                2831663f072f9bba3d399a38e25e516eb719f5e502fed0483cd275ed60
                """)),
        Example(
            suite: 0xC013, encryptThenMAC: true,
            fragment: hex(
                """
                e0e1e2e3e4e5e6e7e8e9eaebecedeeef5b481c11a4434bf98b7f7b8487419abb3a0836f6a74f90ba877de90d7eeac9a78750ff
                09
                """)),
        Example(
            suite: 0x0035, encryptThenMAC: true,
            fragment: hex(
                """
                e0e1e2e3e4e5e6e7e8e9eaebecedeeef8fe93391690ab181b88a4993bf30d33b693ca40d33b68032b00a8427378491e254c2af
                99
                """)),
        Example(
            suite: 0x003C, encryptThenMAC: true,
            fragment: hex(
                """
                e0e1e2e3e4e5e6e7e8e9eaebecedeeef668f25af6acb13e3396fe8a279842ffdc551e63151174698b62784a640709071ac81fa
                5e4f22e2a966fd861c69a5d194
                """)),
        Example(
            suite: 0xC028, encryptThenMAC: true,
            fragment: hex(
                """
                e0e1e2e3e4e5e6e7e8e9eaebecedeeef37e4bf325ff84b7830bb2dd4b4c99166741bd811d22dfd148046429838430c2ad6a2f6
                c574f3e45f4aac3749bef1dd714c4f19f276ff3e8d956f233bcc40c7db
                """)),
    ]
    private static let content = Array("Hello, record.".utf8)

    private static func keys(_ suite: UInt16, encryptThenMAC: Bool) throws -> TLS12SessionKeys {
        let parameters = try #require(TLSCipherSuite(rawValue: suite).parameters)
        return try #require(
            TLS12SessionKeys(
                master: SecretBytes(Array(0..<48)), clientRandom: Array(0x40..<0x60), serverRandom: Array(0x80..<0xA0),
                parameters: parameters, encryptThenMAC: encryptThenMAC))
    }

    @Test(arguments: examples)
    func opensAndSealsRecordsOfAnotherImplementation(example: Example) throws {
        let server = try Self.keys(example.suite, encryptThenMAC: example.encryptThenMAC).server
        #expect(try server.open(example.fragment, number: 5) == Self.content)
        let explicitPart = Array(example.fragment.prefix(server.explicitPartSize))
        let sealed = try server.seal(
            Self.content, contentType: .applicationData, number: 5, explicitPart: explicitPart)
        #expect(sealed == example.fragment)
    }

    @Test(arguments: examples)
    func everyChangedBitIsRefused(example: Example) throws {
        let server = try Self.keys(example.suite, encryptThenMAC: example.encryptThenMAC).server
        for bit in 0..<8 * example.fragment.count {
            var changed = example.fragment
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: RecordProtectionError.notAuthentic) { try server.open(changed, number: 5) }
        }
    }

    @Test(arguments: examples)
    func anotherNumberTypeVersionOrDirectionIsRefused(example: Example) throws {
        let keys = try Self.keys(example.suite, encryptThenMAC: example.encryptThenMAC)
        let fragment = example.fragment
        #expect(throws: RecordProtectionError.notAuthentic) { try keys.server.open(fragment, number: 4) }
        #expect(throws: RecordProtectionError.notAuthentic) {
            try keys.server.open(fragment, type: .handshake, number: 5)
        }
        #expect(throws: RecordProtectionError.notAuthentic) {
            try keys.server.open(fragment, version: .dtls12, number: 5)
        }
        #expect(throws: RecordProtectionError.notAuthentic) { try keys.client.open(fragment, number: 5) }
    }

    @Test(arguments: examples)
    func everyLengthOfAFragmentIsOpenedOrRefused(example: Example) throws {
        let server = try Self.keys(example.suite, encryptThenMAC: example.encryptThenMAC).server
        for length in 0..<example.fragment.count {
            #expect(throws: RecordProtectionError.self) {
                try server.open(Array(example.fragment.prefix(length)), number: 5)
            }
        }
        let minimum = server.minimumLength
        #expect(throws: RecordProtectionError.tooShort(length: minimum - 1, minimum: minimum)) {
            try server.open([UInt8](repeating: 0, count: minimum - 1), number: 5)
        }
        #expect(throws: RecordProtectionError.tooLong(length: 18_433, maximum: 18_432)) {
            try server.open([UInt8](repeating: 0, count: 18_433), number: 5)
        }
    }

    @Test(arguments: examples)
    func opensWhatItSeals(example: Example) throws {
        let client = try Self.keys(example.suite, encryptThenMAC: example.encryptThenMAC).client
        var random = SeededGenerator(seed: UInt64(example.suite))
        for length in Array(0...40) + [255, 256, 257, 1 << 14] {
            let content = random.bytes(length)
            let number: UInt64 = random.boundary()
            let sealed = try client.seal(
                content, contentType: .alert, version: .dtls12, number: number,
                explicitPart: random.bytes(client.explicitPartSize))
            #expect(sealed.count >= client.minimumLength)
            #expect(try client.open(sealed, type: .alert, version: .dtls12, number: number) == content)
        }
    }

    @Test(arguments: examples)
    func anyOtherBytesAreRefused(example: Example) throws {
        let server = try Self.keys(example.suite, encryptThenMAC: example.encryptThenMAC).server
        var random = SeededGenerator(seed: 17)
        for _ in 0..<300 {
            let fragment = random.bytes(random.number(in: 0...400))
            #expect(throws: RecordProtectionError.self) { try server.open(fragment, number: random.integer()) }
        }
    }

    /// TLS allows up to 255 bytes of padding; OpenSSL's peers use as little as they can.
    @Test func opensRecordsWithMorePadding() throws {
        let server = try Self.keys(0x003C, encryptThenMAC: false).server
        let fragment = hex(
            """
            e0e1e2e3e4e5e6e7e8e9eaebecedeeef383214afe1d409dac9ba11c8984d74f3efca2471c575aac87773b7cd3f33099b717c4b13
            e9da5d0499f2b393beb0b9b73a3c8ae5ec0f438476d7ef018ce446c4eec4a722a3d0a22a64bea30c3392331f707b11ab24c81929
            9ebf4252f4b243d10fafd5144a9892909ad86e714469dad9
            """)
        #expect(try server.open(fragment, number: 5) == Self.content)
    }

    @Test func whatCannotBeSealedSaysWhy() throws {
        let client = try Self.keys(0x009C, encryptThenMAC: false).client
        #expect(throws: RecordProtectionError.explicitPart(length: 7, expected: 8)) {
            try client.seal(
                [], contentType: .alert, number: 0, explicitPart: [UInt8](repeating: 0, count: 7))
        }
        #expect(throws: RecordProtectionError.tooLong(length: 16_385, maximum: 16_384)) {
            try client.seal(
                [UInt8](repeating: 0, count: 16_385), contentType: .alert, number: 0,
                explicitPart: [UInt8](repeating: 0, count: 8))
        }
    }

    @Test(arguments: examples)
    func noDescriptionShowsAKey(example: Example) throws {
        let keys = try Self.keys(example.suite, encryptThenMAC: example.encryptThenMAC)
        var text = ""
        dump(keys, to: &text)
        debugPrint(keys, to: &text)
        #expect(!text.contains { $0.isNumber && $0 != "1" && $0 != "2" })
    }

    @Test func keysOfOtherSizesAreNone() {
        let key = SecretBytes([UInt8](repeating: 0, count: 16))
        let none = SecretBytes([])
        #expect(
            TLS12RecordProtection(
                .aesGCM(keySize: 32), key: key, macKey: none, vector: SecretBytes([1, 2, 3, 4]), encryptThenMAC: false)
                == nil)
        #expect(
            TLS12RecordProtection(.aesGCM(keySize: 16), key: key, macKey: none, vector: none, encryptThenMAC: false)
                == nil)
        #expect(
            TLS12RecordProtection(
                .aesCBC(keySize: 16, .sha1), key: key, macKey: none, vector: none, encryptThenMAC: false) == nil)
    }

    /// Its Finished is a side's record 0.
    @Test func opensASessionWhosePeersShareAKey() throws {
        let flights = CapturedSessions.preSharedKey
        let parameters = try #require(TLSCipherSuite(rawValue: 0x00A8).parameters)
        let keys = try #require(
            TLS12SessionKeys(
                master: SecretBytes(CapturedSessions.preSharedKeyMaster), clientRandom: Array(flights[0][11..<43]),
                serverRandom: Array(flights[1][11..<43]),
                parameters: parameters))
        let finished = try #require(Array(TLSRecords(flights[2])).last)
        #expect(try keys.client.open(finished.fragment, type: .handshake, number: 0).prefix(4) == [20, 0, 0, 12])
        let hello = try #require(Array(TLSRecords(flights[4])).last)
        let opened = try keys.client.open(hello.fragment, number: 1)
        #expect(String(decoding: opened.dropFirst(4), as: UTF8.self).contains("Nell"))
        let answer = try #require(Array(TLSRecords(flights[5])).last)
        #expect(try keys.server.open(answer.fragment, number: 1).count == answer.fragment.count - 24)
    }

    @Test func opensDatagramsByTheNumbersInTheirHeaders() throws {
        let datagrams = CapturedSessions.datagrams
        let parameters = try #require(TLSCipherSuite(rawValue: 0x00A8).parameters)
        let keys = try #require(
            TLS12SessionKeys(
                master: SecretBytes(CapturedSessions.datagramsMaster), clientRandom: Array(datagrams[0][27..<59]),
                serverRandom: Array(datagrams[1][27..<59]),
                parameters: parameters))
        let record = try #require(Array(DTLSRecords(datagrams[4])).first)
        let number = TLS12RecordProtection.number(
            epoch: record.header.epoch, sequenceNumber: record.header.sequenceNumber)
        #expect(number == 0x0001_0000_0000_0001)
        let opened = try keys.client.open(record.fragment, version: record.header.version, number: number)
        #expect(opened.count == record.fragment.count - 24)
        #expect(throws: RecordProtectionError.notAuthentic) {
            try keys.client.open(record.fragment, version: record.header.version, number: number + 1)
        }
    }

    @Test(
        arguments: [
            CapturedSessions.gcm256, CapturedSessions.cbc128, CapturedSessions.cbc256, CapturedSessions.chaCha20,
        ])
    func opensRecordsByAKeyLog(session: CapturedSessions.Excerpt) throws {
        var log = KeyLog()
        log.append(Array(session.keyLog.utf8).span)
        log.finish()
        let parameters = try #require(TLSCipherSuite(rawValue: session.suite).parameters)
        let master = try #require(log.secrets(.masterSecret, clientRandom: session.clientRandom).first)
        let keys = try #require(
            TLS12SessionKeys(
                master: master,
                clientRandom: session.clientRandom, serverRandom: session.serverRandom,
                parameters: parameters,
                encryptThenMAC: session.encryptThenMAC))
        for (protection, record) in [(keys.client, session.clientRecord), (keys.server, session.serverRecord)] {
            let content = try protection.open(Array(record.dropFirst(TLSRecordHeader.size)), number: 1)
            // A frame of the mesh: a length, then a message in JSON.
            #expect(content.count == 4 + Int(content.span.bigEndianUInt32(at: 0)))
            #expect(content[4] == UInt8(ascii: "{"))
        }
    }

    @Test(arguments: examples)
    func onlyItsOwnNumberIsFound(example: Example) throws {
        let server = try Self.keys(example.suite, encryptThenMAC: example.encryptThenMAC).server
        let fragment = example.fragment
        let found = server.search(fragment.span, contentType: .applicationData, numbers: 0..<200)
        #expect(found?.number == 5)
        #expect(found?.content == Self.content)
        let behind = server.search(fragment.span, contentType: .applicationData, numbers: 6..<50)
        #expect(behind == nil)
        let short = server.search(
            fragment.span.extracting(0..<3), contentType: .applicationData, numbers: 0..<UInt64.max)
        #expect(short == nil)
    }
}
