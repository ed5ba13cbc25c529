import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct TLS13RecordProtectionTests {
    private static let ciphers: [TLSCipherSuiteParameters.RecordCipher] = [
        .aesGCM(keySize: 16), .aesGCM(keySize: 32), .chaCha20Poly1305, .aesCCM(keySize: 16, tagSize: 16),
        .aesCCM(keySize: 16, tagSize: 8),
    ]

    private func protection(_ secret: [UInt8]) throws -> TLS13RecordProtection {
        try #require(TLS13TrafficSecret(SecretBytes(secret), hash: .sha256).protection(.aesGCM(keySize: 16)))
    }

    private func fragment(_ record: [UInt8]) -> [UInt8] { Array(record.dropFirst(TLSRecordHeader.size)) }

    @Test func opensTheHandshakeOfTheSpecification() throws {
        let server = try protection(RFC8448.serverHandshakeTraffic)
        let flight = try server.open(fragment(RFC8448.serverFlightRecord), number: 0)
        #expect(flight.content == RFC8448.serverFlight)
        #expect(flight.contentType == .handshake)
        #expect(flight.paddingLength == 0)
        let client = try protection(RFC8448.clientHandshakeTraffic)
        #expect(try client.open(fragment(RFC8448.clientFinishedRecord), number: 0).content == RFC8448.clientFinished)
    }

    /// A ticket is the server's first record with these keys.
    @Test func opensAndSealsTheDataOfTheSpecification() throws {
        let client = try protection(RFC8448.clientTraffic)
        let server = try protection(RFC8448.serverTraffic)
        let data = TLS13RecordProtection.OpenedRecord(
            contentType: .applicationData, content: RFC8448.content, paddingLength: 0)
        #expect(try client.open(fragment(RFC8448.clientRecord), number: 0) == data)
        #expect(try server.open(fragment(RFC8448.serverRecord), number: 1) == data)
        #expect(
            try client.seal(RFC8448.content, contentType: .applicationData, number: 0)
                == fragment(RFC8448.clientRecord))
        let close = TLS13RecordProtection.OpenedRecord(contentType: .alert, content: [1, 0], paddingLength: 0)
        #expect(try client.open(fragment(RFC8448.clientAlertRecord), number: 1) == close)
        #expect(try server.open(fragment(RFC8448.serverAlertRecord), number: 2) == close)
    }

    @Test func everyChangedBitAndEveryOtherNumberIsRefused() throws {
        let client = try protection(RFC8448.clientTraffic)
        let sealed = fragment(RFC8448.clientRecord)
        for bit in 0..<8 * sealed.count {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: RecordProtectionError.notAuthentic) { try client.open(changed, number: 0) }
        }
        for number in [1, 2, 1 << 32, .max] as [UInt64] {
            #expect(throws: RecordProtectionError.notAuthentic) { try client.open(sealed, number: number) }
        }
        for count in 0..<sealed.count {
            #expect(throws: RecordProtectionError.self) { try client.open(Array(sealed.prefix(count)), number: 0) }
        }
    }

    @Test(arguments: ciphers)
    func opensWhatItSeals(cipher: TLSCipherSuiteParameters.RecordCipher) throws {
        var random = SeededGenerator(seed: 13)
        let secret = TLS13TrafficSecret(SecretBytes(random.bytes(32)), hash: .sha256)
        let protection = try #require(secret.protection(cipher))
        for length in Array(0...33) + [1000, 1 << 14] {
            let content = random.bytes(length)
            let padding = min(random.pick([0, 1, 100]), (1 << 14) - length)
            let number: UInt64 = random.boundary()
            let sealed = try protection.seal(
                content, contentType: .handshake, paddingLength: padding, number: number)
            let expected = TLS13RecordProtection.OpenedRecord(
                contentType: .handshake, content: content, paddingLength: padding)
            #expect(try protection.open(sealed, number: number) == expected)
        }
    }

    @Test func saysWhatNoPeerMaySend() throws {
        let client = try protection(RFC8448.clientTraffic)
        #expect(throws: RecordProtectionError.tooShort(length: 16, minimum: 17)) {
            try client.open([UInt8](repeating: 0, count: 16), number: 0)
        }
        #expect(throws: RecordProtectionError.tooLong(length: 16_641, maximum: 16_640)) {
            try client.open([UInt8](repeating: 0, count: 16_641), number: 0)
        }
        #expect(throws: RecordProtectionError.tooLong(length: 16_386, maximum: 16_385)) {
            try client.seal([UInt8](repeating: 0, count: 16_385), contentType: .alert, number: 0)
        }
        let nothing = try client.seal([], contentType: TLSContentType(rawValue: 0), paddingLength: 3, number: 0)
        #expect(throws: RecordProtectionError.noContentType) { try client.open(nothing, number: 0) }
    }

    @Test func opensPaddedRecordsByAKeyLog() throws {
        let session = CapturedSessions.chaCha20OfTLS13
        var log = KeyLog()
        log.append(Array(session.keyLog.utf8).span)
        log.finish()
        let parameters = try #require(TLSCipherSuite(rawValue: session.suite).parameters)
        func protection(_ label: KeyLogLabel) throws -> TLS13RecordProtection {
            let secret = try #require(log.secrets(label, clientRandom: session.clientRandom).first)
            return try #require(TLS13TrafficSecret(secret, hash: parameters.hash).protection(parameters.cipher))
        }
        let client = try protection(.clientTraffic).open(fragment(session.clientRecord), number: 1)
        #expect(client.contentType == .applicationData)
        #expect((client.content.count + 1 + client.paddingLength) % 128 == 0)
        let server = try protection(.serverTraffic).open(fragment(session.serverRecord), number: 1)
        // A ticket.
        #expect(server.contentType == .handshake)
        #expect(server.content.first == TLSHandshakeType.newSessionTicket.rawValue)
        #expect(server.paddingLength > 0)
    }

    @Test func onlyItsOwnNumberIsFound() throws {
        let client = try protection(RFC8448.clientTraffic)
        let sealed = try client.seal([1], contentType: .applicationData, number: 150)
        let found = client.search(sealed.span, numbers: 20..<220)
        #expect(found?.number == 150)
        #expect(found?.record.content == [1])
        let before = client.search(sealed.span, numbers: 0..<150)
        #expect(before == nil)
        let short = client.search(sealed.span.extracting(0..<3), numbers: 0..<UInt64.max)
        #expect(short == nil)
    }

    /// What rules numbers out must not rule out the right one: the type, or zeros behind it, wherever in a block they lie.
    @Test(arguments: ciphers)
    func theLastByteIsKnownWithoutTheRest(cipher: TLSCipherSuiteParameters.RecordCipher) throws {
        let protection = try #require(
            TLS13RecordProtection(
                cipher, key: SecretBytes(Array(0..<UInt8(cipher.keySize))), vector: SecretBytes(Array(7..<19))))
        for length in Array(0...130) + [1000, 1 << 14] {
            let sealed = try protection.seal(
                [UInt8](repeating: 0xA5, count: length), contentType: .handshake, number: UInt64(length))
            #expect(protection.lastByte(of: sealed.span, number: UInt64(length)) == TLSContentType.handshake.rawValue)
        }
        let padded = try protection.seal([1, 2], contentType: .alert, paddingLength: 20, number: 3)
        #expect(protection.lastByte(of: padded.span, number: 3) == 0)
        let found = protection.search(padded.span, numbers: 0..<5)
        #expect(found?.number == 3)
    }
}
