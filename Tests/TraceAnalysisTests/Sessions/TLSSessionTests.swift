import PeerMessaging
import Testing
import TraceAnalysis
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import SealedChannels

/// What a session over TLS shows of itself in clear, in the report.
@Suite struct TLSSessionTests {
    private static func record(_ type: TLSContentType, _ content: [UInt8]) -> [UInt8] {
        var output = ByteWriter()
        TLSRecordHeader(contentType: type, version: .tls12, length: UInt16(content.count)).serialize(into: &output)
        output.writeBytes(content)
        return output.bytes
    }

    private static func handshake(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        record(.handshake, [type, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body)
    }

    private static func clientHello() throws -> [UInt8] {
        var body = ByteWriter()
        try hello(cookie: nil).serialize(into: &body)
        return handshake(1, body.bytes)
    }

    /// - Parameter cookie: Only a hello of DTLS has one.
    private static func hello(cookie: [UInt8]?) -> ClientHello {
        let name = Array("bruno.lab".utf8)
        return ClientHello(
            legacyVersion: cookie == nil ? .tls12 : .dtls12, random: [UInt8](repeating: 1, count: 32), cookie: cookie,
            cipherSuites: [0x1301, 0xC02B].map(TLSCipherSuite.init(rawValue:)),
            extensions: [
                TLSExtension(
                    type: .serverName, content: [0, UInt8(name.count + 3), 0, 0, UInt8(name.count)] + name),
                TLSExtension(
                    type: .applicationLayerProtocolNegotiation,
                    content: [0, 11, 2] + Array("h2".utf8) + [7] + Array("txtchat".utf8)),
                TLSExtension(
                    type: .supportedVersions, content: cookie == nil ? [4, 3, 4, 3, 3] : [2, 0xFE, 0xFD]),
            ])
    }

    private static func serverHello(version: [UInt8]?) throws -> [UInt8] {
        var body = ByteWriter()
        try ServerHello(
            random: [UInt8](repeating: 2, count: 32), cipherSuite: TLSCipherSuite(rawValue: 0x1301),
            extensions: version.map { [TLSExtension(type: .supportedVersions, content: $0)] }
        ).serialize(into: &body)
        return handshake(2, body.bytes)
    }

    /// The session of a connection in which either end said that.
    private func session(client: [UInt8], server: [UInt8]) async throws -> Session {
        try #require(await report(client: client, server: server).sessions.first)
    }

    private func report(client: [UInt8], server: [UInt8]) async throws -> TraceReport {
        try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection(port: 443)
            try connection.open(at: 0, in: &capture)
            if !client.isEmpty { try connection.send(client, from: .initiator, at: 10_000_000, in: &capture) }
            if !server.isEmpty { try connection.send(server, from: .responder, at: 20_000_000, in: &capture) }
            try connection.close(at: SyntheticTrace.second, in: &capture)
        }
    }

    @Test func whatBothEndsSayIsTold() async throws {
        let session = try await session(
            client: Self.clientHello(),
            server: Self.serverHello(version: [3, 4]) + Self.record(.applicationData, [UInt8](repeating: 9, count: 40)))
        let tls = try #require(session.tls)
        #expect(session.application == .tls && tls.version == "TLS 1.3" && tls.serverName == "bruno.lab")
        #expect(tls.cipherSuite == "TLS_AES_128_GCM_SHA256")
        // TLS 1.3 seals the choice; what the client offers stays.
        #expect(tls.applicationProtocols == ["h2", "txtchat"])
        #expect(tls.certificateNames.isEmpty && tls.alerts.isEmpty)
    }

    @Test func withoutAnAnswerItIsWhatTheClientOffers() async throws {
        let tls = try #require(try await session(client: Self.clientHello(), server: []).tls)
        #expect(tls.version == "TLS 1.3" && tls.cipherSuite == nil && tls.applicationProtocols == ["h2", "txtchat"])
    }

    @Test func aServerThatRefusesIsTold() async throws {
        // Such an alert is all that the server sends.
        let report = try await report(client: Self.clientHello(), server: Self.record(.alert, [2, 40]))
        let tls = try #require(report.sessions.first?.tls)
        #expect(tls.alerts == ["handshakeFailure"] && tls.cipherSuite == nil)
        // It is not taken for the length of a frame.
        #expect(report.findings.map(\.code.rawValue) == ["tls-handshake-failed"])
    }

    @Test(
        arguments: [
            (0x0300, "SSL 3.0"), (0x0301, "TLS 1.0"), (0x0302, "TLS 1.1"), (0x0303, "TLS 1.2"),
        ])
    func theVersionIsThatOfTheServer(number: UInt16, name: String) async throws {
        // Before TLS 1.3 the version stood in the hello itself.
        var hello = try Self.serverHello(version: nil)
        hello.replaceSubrange(9..<11, with: [UInt8(number >> 8), UInt8(number & 0xFF)])
        let tls = try #require(try await session(client: Self.clientHello(), server: hello).tls)
        #expect(tls.version == name)
    }

    // MARK: - Over UDP

    /// A record of DTLS 1.2 with a whole handshake message.
    private static func datagram(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        var message = ByteWriter()
        DTLSHandshakeHeader(
            type: TLSHandshakeType(rawValue: type), length: body.count, messageNumber: 0, fragmentOffset: 0,
            fragmentLength: body.count
        ).serialize(into: &message)
        message.writeBytes(body)
        let length = UInt16(message.count)
        return [0x16, 0xFE, 0xFD] + [UInt8](repeating: 0, count: 8) + [UInt8(length >> 8), UInt8(length & 0xFF)]
            + message.bytes
    }

    @Test(arguments: [false, true]) func aHandshakeInDatagramsIsToldToo(serverIsSeenFirst: Bool) async throws {
        var (client, server) = (ByteWriter(), ByteWriter())
        try Self.hello(cookie: []).serialize(into: &client)
        try ServerHello(
            legacyVersion: .dtls12, random: [UInt8](repeating: 2, count: 32),
            cipherSuite: TLSCipherSuite(rawValue: 0xC02B),
            extensions: [
                TLSExtension(type: .applicationLayerProtocolNegotiation, content: [0, 3, 2] + Array("h2".utf8))
            ]
        ).serialize(into: &server)
        let report = try await SyntheticTrace.report { capture in
            for number in 0..<2 as Range<Int64> {
                let isServer = (number == 0) == serverIsSeenFirst
                try capture.append(
                    udpFrom: isServer ? 4433 : 50_000, to: isServer ? 50_000 : 4433,
                    payload: isServer ? Self.datagram(2, server.bytes) : Self.datagram(1, client.bytes),
                    from: isServer ? SyntheticTrace.bert : SyntheticTrace.anna,
                    to: isServer ? SyntheticTrace.anna : SyntheticTrace.bert, at: number * 1_000_000)
            }
        }
        let session = try #require(report.sessions.first)
        let tls = try #require(session.tls)
        // Who is seen first is the initiator; UDP says nothing of that itself.
        #expect(session.initiator.port == (serverIsSeenFirst ? 4433 : 50_000) && session.transport == .udp)
        #expect(tls.version == "DTLS 1.2" && tls.serverName == "bruno.lab" && tls.applicationProtocols == ["h2"])
        #expect(tls.cipherSuite == "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
    }
}
