import SealedChannels
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// A connection of TLS from Anna to Bert in which both ends say what a test wants, in clear.
struct TLSScene {
    /// 2026-07-01: within the time of the certificate.
    static let start: Int64 = 1_782_864_000 * SyntheticTrace.second

    var version: TLSVersion = .tls12
    var suite = TLSCipherSuite(rawValue: 0xC02B)
    var offers: [TLSExtension] = []
    var answers: [TLSExtension] = []
    var sessionID: [UInt8] = []
    /// Certificates in DER; none if it is empty.
    var certificate: [UInt8] = []
    var exchange: [UInt8]?
    /// The last record of the client and of the server.
    var lastOfClient: [UInt8] = []
    var lastOfServer: [UInt8] = []
    var start = TLSScene.start

    static func record(_ type: TLSContentType, _ content: [UInt8]) -> [UInt8] {
        var output = ByteWriter()
        TLSRecordHeader(contentType: type, version: .tls12, length: UInt16(content.count)).serialize(into: &output)
        output.writeBytes(content)
        return output.bytes
    }

    static func alert(_ code: TLSAlert.Code, level: UInt8 = 2) -> [UInt8] { record(.alert, [level, code.rawValue]) }

    private static func handshake(_ type: TLSHandshakeType, _ body: [UInt8]) -> [UInt8] {
        record(.handshake, [type.rawValue, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body)
    }

    static func serverName(_ name: String) -> TLSExtension {
        let text = Array(name.utf8)
        return TLSExtension(
            type: .serverName, content: [0, UInt8(text.count + 3), 0, 0, UInt8(text.count)] + text)
    }

    /// Tickets and names of keys, as the age says.
    static func keys(_ identities: [(name: String, age: UInt32)]) throws -> TLSExtension {
        var output = ByteWriter()
        try TLSOfferedPreSharedKeys(
            identities: identities.map { .init(identity: Array($0.name.utf8), obfuscatedTicketAge: $0.age) },
            binders: identities.map { _ in [UInt8](repeating: 1, count: 32) }
        ).serialize(into: &output)
        return TLSExtension(type: .preSharedKey, content: output.bytes)
    }

    private var isNew: Bool { version == .tls13 }

    private func clientHello() throws -> [UInt8] {
        var body = ByteWriter()
        let versions = TLSExtension(type: .supportedVersions, content: [4, 3, 4, 3, 3])
        try ClientHello(
            random: [UInt8](repeating: 1, count: 32), sessionID: sessionID, cipherSuites: [suite],
            extensions: (isNew ? [versions] : []) + offers
        ).serialize(into: &body)
        return Self.handshake(.clientHello, body.bytes)
    }

    private func serverHello() throws -> [UInt8] {
        var body = ByteWriter()
        let chosen = TLSExtension(type: .supportedVersions, content: [3, 4])
        try ServerHello(
            legacyVersion: isNew ? .tls12 : version, random: [UInt8](repeating: 2, count: 32), cipherSuite: suite,
            extensions: (isNew ? [chosen] : []) + answers
        ).serialize(into: &body)
        var flight = Self.handshake(.serverHello, body.bytes)
        if !certificate.isEmpty {
            let size = certificate.count
            let one = [0, UInt8(size >> 8), UInt8(size & 0xFF)] + certificate
            flight += Self.handshake(.certificate, [0, UInt8((size + 3) >> 8), UInt8((size + 3) & 0xFF)] + one)
        }
        return flight
    }

    /// - Parameters:
    ///   - answers: Whether the server says hello.
    ///   - secrets: What the analyzer is given.
    func report(answers: Bool = true, secrets: SessionSecrets = SessionSecrets()) async throws -> TraceReport {
        try await SyntheticTrace.report(secrets: secrets) { capture in
            var connection = SyntheticTrace.connection(port: 443)
            try connection.open(at: start, in: &capture)
            try connection.send(clientHello(), from: .initiator, at: start + 10_000_000, in: &capture)
            if answers { try connection.send(serverHello(), from: .responder, at: start + 20_000_000, in: &capture) }
            if let exchange {
                try connection.send(
                    Self.handshake(.clientKeyExchange, exchange), from: .initiator, at: start + 30_000_000, in: &capture
                )
            }
            if !lastOfClient.isEmpty {
                try connection.send(lastOfClient, from: .initiator, at: start + 40_000_000, in: &capture)
            }
            if !lastOfServer.isEmpty {
                try connection.send(lastOfServer, from: .responder, at: start + 50_000_000, in: &capture)
            }
            try connection.close(at: start + SyntheticTrace.second, in: &capture)
        }
    }

    /// What is found, but for the end of the connection.
    func findings(answers: Bool = true) async throws -> [Finding] {
        try await report(answers: answers).findings.filter { !$0.code.rawValue.hasPrefix("connection-") }
    }
}
