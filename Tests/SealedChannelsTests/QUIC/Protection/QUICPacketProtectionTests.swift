import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICPacketProtectionTests {
    private static let suites = [0x1301, 0x1302, 0x1303, 0x1304].map { TLSCipherSuite(rawValue: $0) }
    private static let captured: [QUICCapturedPackets] = [
        .chaChaHandshake, .chaCha, .version2Handshake, .version2, .earlyData,
    ]

    private func protection(_ session: QUICCapturedPackets) throws -> QUICPacketProtection {
        try QUICPacketProtection(
            secret: SecretBytes(session.secret), suite: session.suite, version: session.version)
    }

    private func packet(_ bytes: [UInt8], connectionIDLength: Int = 8) throws -> QUICPacketView {
        var reader = ByteReader(bytes.span)
        return try QUICPacketView(parsing: &reader, connectionIDLength: connectionIDLength)
    }

    /// Outside of the expectations, which cannot hold a span.
    private func open(
        _ bytes: [UInt8], with protection: QUICPacketProtection, largestNumber: UInt64? = nil,
        connectionIDLength: Int = 8
    ) throws -> QUICOpenedPacket {
        try protection.open(
            packet(bytes, connectionIDLength: connectionIDLength), in: bytes.span, largestNumber: largestNumber)
    }

    /// RFC 9001 §A.1, RFC 9369 §A.1: what the keys of both ends are made of.
    @Test func derivesTheSecretsOfTheSpecifications() throws {
        let secret = SecretBytes(hex("c00cf151ca5be075ed0ebfb5c80323c42d6b7db67881289af4008f1f6c357aea"))
        func expand(_ label: String, _ byteCount: Int) -> SecretBytes {
            TLSHash.sha256.expandLabel(secret, label, byteCount: byteCount)
        }
        #expect(expand("quic key", 16) == SecretBytes(hex("1f369613dd76d5467730efcbe3b1a22d")))
        #expect(expand("quic iv", 12) == SecretBytes(hex("fa044b2f42a3fd3b46fb255c")))
        #expect(expand("quic hp", 16) == SecretBytes(hex("9f50449e04a0e810283a1e9933adedd2")))
    }

    @Test func opensTheInitialPacketsOfTheSpecifications() throws {
        for (version, client, server) in [
            (.v1, QUICVectors.clientInitial, QUICVectors.serverInitial),
            (.v2, QUICVectors.clientInitialOfVersion2, QUICVectors.serverInitialOfVersion2),
        ] as [(QUICVersion, [UInt8], [UInt8])] {
            let keys = try #require(
                QUICInitialKeys(version: version, destinationConnectionID: QUICVectors.connectionID))
            let fromClient = try open(client, with: keys.client)
            #expect(fromClient.number == 2)
            #expect(fromClient.header.numberLength == 4)
            #expect(fromClient.header.reservedBits == 0)
            let hello = QUICVectors.clientHello
            #expect(fromClient.payload == hello + [UInt8](repeating: 0, count: 1162 - hello.count))
            let fromServer = try open(server, with: keys.server)
            #expect(fromServer.number == 1)
            #expect(fromServer.header.numberLength == 2)
            #expect(fromServer.payload == QUICVectors.serverPayload)
        }
    }

    @Test func sealsTheInitialPacketsOfTheSpecifications() throws {
        for (version, client, server) in [
            (.v1, QUICVectors.clientInitial, QUICVectors.serverInitial),
            (.v2, QUICVectors.clientInitialOfVersion2, QUICVectors.serverInitialOfVersion2),
        ] as [(QUICVersion, [UInt8], [UInt8])] {
            let keys = try #require(
                QUICInitialKeys(version: version, destinationConnectionID: QUICVectors.connectionID))
            let first: UInt8 = version == .v2 ? 0xD0 : 0xC0
            let twoBytes = try #require(QUICVariableInteger(0, width: .two))
            var header = QUICPacketHeader(
                firstByte: first, version: version, destinationConnectionID: QUICVectors.connectionID,
                fields: .initial(token: [], tokenLengthWidth: .one, length: twoBytes))
            let hello = QUICVectors.clientHello
            var output = ByteWriter()
            try keys.client.seal(
                header, number: 2, numberLength: 4, payload: hello + [UInt8](repeating: 0, count: 1162 - hello.count),
                into: &output)
            #expect(output.bytes == client)

            header.destinationConnectionID = []
            header.sourceConnectionID = hex("f067a5502a4262b5")
            output.removeAll()
            try keys.server.seal(
                header, number: 1, numberLength: 2, payload: QUICVectors.serverPayload, into: &output)
            #expect(output.bytes == server)
        }
    }

    /// RFC 9001 §A.5, RFC 9369 §A.5.
    @Test func opensAndSealsTheShortPacketsOfTheSpecifications() throws {
        for (version, bytes) in [(.v1, QUICVectors.chaCha), (.v2, QUICVectors.chaChaOfVersion2)]
            as [(QUICVersion, [UInt8])]
        {
            let protection = try QUICPacketProtection(
                secret: SecretBytes(QUICVectors.applicationSecret), suite: TLSCipherSuite(rawValue: 0x1303),
                version: version)
            let opened = try open(
                bytes, with: protection, largestNumber: 654_360_563, connectionIDLength: 0)
            #expect(opened.number == 654_360_564)
            #expect(opened.header.firstByte == 0x42)
            #expect(opened.header.truncatedNumber == 0xBFF4)
            #expect(opened.header.keyPhase == false)
            // A PING frame.
            #expect(opened.payload == [1])
            var output = ByteWriter()
            let header = QUICPacketHeader(
                firstByte: 0x40, version: nil, destinationConnectionID: [], fields: .short)
            try protection.seal(header, number: 654_360_564, numberLength: 3, payload: [1], into: &output)
            #expect(output.bytes == bytes)
        }
    }

    /// The labels of both versions for the next secret, by what is sealed with its keys.
    @Test func theNextSecretIsTheOneOfTheSpecifications() throws {
        for (version, next) in [
            (.v1, "1223504755036d556342ee9361d253421a826c9ecdf3c7148684b36b714881f9"),
            (.v2, "c69374c49e3d2a9466fa689e49d476db5d0dfbc87d32ceeaa6343fd0ae4c7d88"),
        ] as [(QUICVersion, String)] {
            let suite = TLSCipherSuite(rawValue: 0x1303)
            let first = try QUICPacketProtection(
                secret: SecretBytes(QUICVectors.applicationSecret), suite: suite, version: version)
            let second = try QUICPacketProtection(secret: SecretBytes(hex(next)), suite: suite, version: version)
            let bytes = try sealShort([1, 0, 0, 0], with: first.next)
            let view = try packet(bytes, connectionIDLength: 0)
            // The header protection is that of the first secret, the payload's that of the second.
            let header = try first.header(of: view, in: bytes.span)
            #expect(header.truncatedNumber == 7)
            #expect(try second.open(view, header, number: 7, in: bytes.span).payload == [1, 0, 0, 0])
            #expect(throws: QUICProtectionError.self) { try open(bytes, with: first, connectionIDLength: 0) }
        }
    }

    private func sealShort(_ payload: [UInt8], with protection: QUICPacketProtection) throws -> [UInt8] {
        var output = ByteWriter()
        try protection.seal(
            QUICPacketHeader(firstByte: 0x40, version: nil, destinationConnectionID: [], fields: .short), number: 7,
            numberLength: 1, payload: payload, into: &output)
        return output.bytes
    }

    @Test(arguments: captured.indices)
    func opensPacketsOfCapturesWithTheirKeyLog(index: Int) throws {
        let session = Self.captured[index]
        let protection = try protection(session)
        var largest: UInt64?
        for expected in session.packets {
            let opened = try open(expected.bytes, with: protection, largestNumber: largest)
            #expect(opened.number == expected.number)
            #expect(opened.payload == expected.payload)
            largest = opened.number
        }
    }

    @Test(arguments: captured.indices)
    func everyFlippedBitAndEveryOtherNumberIsRefused(index: Int) throws {
        let session = Self.captured[index]
        let protection = try protection(session)
        let packet = session.packets[0]
        let view = try self.packet(packet.bytes)
        for bit in 0..<8 * packet.bytes.count {
            var changed = packet.bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            // Some changes are refused with the header, all others because they do not authenticate.
            let opened = try? open(changed, with: protection)
            #expect(opened == nil, "bit \(bit)")
        }
        let header = try protection.header(of: view, in: packet.bytes.span)
        for number in [packet.number + 1, packet.number + 256, 1 << 40, QUICPacketNumber.maximum] {
            #expect(throws: QUICProtectionError.notAuthentic) {
                try protection.open(view, header, number: number, in: packet.bytes.span)
            }
        }
    }

    @Test func everyCutIsRefused() throws {
        let session = QUICCapturedPackets.version2Handshake
        let protection = try protection(session)
        let bytes = session.packets[0].bytes
        let view = try packet(bytes)
        for count in 0..<bytes.count {
            let cut = Array(bytes.prefix(count))
            #expect(throws: QUICProtectionError.truncated(needed: bytes.count, available: count)) {
                try protection.open(view, in: cut.span, largestNumber: nil)
            }
        }
        // A short header has no length: what is there is the packet.
        let short = QUICCapturedPackets.version2.packets[0].bytes
        let shortProtection = try self.protection(.version2)
        for count in 9..<short.count {
            let expected: QUICProtectionError =
                count - 9 < 20 ? .tooShort(length: count - 9, minimum: 20) : .notAuthentic
            #expect(throws: expected) { try open(Array(short.prefix(count)), with: shortProtection) }
        }
    }

    @Test(arguments: suites)
    func opensWhatItSeals(suite: TLSCipherSuite) throws {
        var random = SeededGenerator(seed: 9001)
        for version in [.v1, .v2, QUICVersion(rawValue: 0xFF00_001D)] as [QUICVersion] {
            let hash = try #require(suite.parameters).hash
            let protection = try QUICPacketProtection(
                secret: SecretBytes(random.bytes(hash.byteCount)), suite: suite, version: version)
            for header in Generator<QUICPacketHeader>.extreme.values(seed: 7, count: 200) {
                guard header.type.isProtected, header.version == nil || header.version == version else { continue }
                let numberLength = random.number(in: 1...4)
                let number = random.next() & QUICPacketNumber.maximum
                let payload = random.bytes(random.number(in: 4 - numberLength...1300))
                var output = ByteWriter()
                try protection.seal(
                    header, number: number, numberLength: numberLength, payload: payload, into: &output)
                let opened = try open(
                    output.bytes, with: protection, largestNumber: number == 0 ? nil : number - 1,
                    connectionIDLength: header.destinationConnectionID.count)
                #expect(opened.number == number)
                #expect(opened.payload == payload)
                #expect(opened.header.numberLength == numberLength)
                #expect(opened.header.firstByte & ~3 == header.firstByte & ~3)
            }
        }
    }

    @Test func saysWhatItCannotOpenOrSeal() throws {
        let suite = TLSCipherSuite(rawValue: 0x1301)
        let secret = SecretBytes([UInt8](repeating: 1, count: 32))
        for number: UInt16 in [0x1305, 0xC02F, 0x00A8, 0] {
            let other = TLSCipherSuite(rawValue: number)
            #expect(throws: QUICProtectionError.cipherUnsupported(other)) {
                try QUICPacketProtection(secret: secret, suite: other, version: .v1)
            }
        }
        let unknown = QUICVersion(rawValue: 0x1A2A_3A4A)
        #expect(throws: QUICProtectionError.versionUnsupported(unknown)) {
            try QUICPacketProtection(secret: secret, suite: suite, version: unknown)
        }
        #expect(throws: QUICProtectionError.secretLength(32, expected: 48)) {
            try QUICPacketProtection(secret: secret, suite: TLSCipherSuite(rawValue: 0x1302), version: .v1)
        }

        let protection = try QUICPacketProtection(secret: secret, suite: suite, version: .v1)
        #expect(throws: QUICProtectionError.notProtected(.retry)) {
            try open(QUICVectors.retry, with: protection)
        }
        var output = ByteWriter()
        let short = QUICPacketHeader(firstByte: 0x40, version: nil, destinationConnectionID: [], fields: .short)
        #expect(throws: QUICProtectionError.tooShort(length: 19, minimum: 20)) {
            try protection.seal(short, number: 0, numberLength: 1, payload: [1, 1], into: &output)
        }
        #expect(throws: QUICProtectionError.numberLength(5)) {
            try protection.seal(short, number: 0, numberLength: 5, payload: [1], into: &output)
        }
        #expect(throws: QUICProtectionError.numberTooLarge(1 << 62)) {
            try protection.seal(short, number: 1 << 62, numberLength: 4, payload: [1], into: &output)
        }
        let long = QUICPacketHeader(
            firstByte: 0xC0, version: .v1, destinationConnectionID: [UInt8](repeating: 0, count: 256),
            fields: .initial(token: [], tokenLengthWidth: .one, length: try #require(QUICVariableInteger(0))))
        #expect(throws: QUICProtectionError.connectionIDTooLong(256)) {
            try protection.seal(long, number: 0, numberLength: 1, payload: [1, 1, 1], into: &output)
        }
        #expect(output.bytes.isEmpty)
    }

    @Test func nothingOfTheKeysIsInDumps() throws {
        let protection = try protection(.chaCha)
        var text = ""
        dump((protection, QUICPacketOpener(protection)), to: &text)
        text += String(reflecting: protection) + "\(protection)"
        for byte in ["\(QUICCapturedPackets.chaCha.secret[0])", Hex.encode(QUICCapturedPackets.chaCha.secret)] {
            #expect(!text.contains(byte))
        }
    }
}
