import SealedChannels
import TestSupport
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// What the rules about handshakes find, and what they do not.
@Suite struct TLSRulesTests {
    /// Of OpenSSL: for `bruno.lab` and `*.peers.lab`, from 2026-01-01 to 2035-12-30, in DER.
    static let certificate = hex(
        String(
            """
            308201763082011ca00302010202021267300a06082a8648ce3d0403023027310c300a060355040a0c034c616231173015060355
            04030c0e4c616220526f6f7420c3bc6ec3af301e170d3236303130313030303030305a170d3335313233303030303030305a3026
            310b30090603550406130243483117301506035504030c0e4272756e6f2773206950686f6e653059301306072a8648ce3d020106
            082a8648ce3d030107034200046efa95bc23b4e0b5544fdcfa31d33d1e668d82054282242417bf6c5846e063ebe5ed4c4005a4e0
            19d9c65cb46a59c97fbcbf9c31f364d05450c1878f21ba4eb8a3393037300c0603551d130101ff0402300030270603551d110420
            301e82096272756e6f2e6c61628704c0000201820b2a2e70656572732e6c6162300a06082a8648ce3d0403020348003045022100
            914b3693f3d8d41b368184f3c29c6f748454a73290f01470964e73a0117ff47102200f0cd5ab3ad9183f9717e0a63e54c6093b89
            9485a8ef0b797c145056346850ca
            """.filter { !$0.isWhitespace }))

    private static func codes(_ scene: TLSScene) async throws -> [String] {
        try await scene.findings().map(\.code.rawValue)
    }

    /// That of RFC 4279 with an identity.
    private static func exchange(_ identity: String) -> [UInt8] {
        [0, UInt8(identity.utf8.count)] + Array(identity.utf8)
    }

    @Test func aHealthyHandshakeHasNoFindings() async throws {
        var scene = TLSScene(
            offers: [TLSScene.serverName("x.peers.lab")], certificate: Self.certificate, exchange: [1, 2])
        scene.lastOfClient = TLSScene.alert(.closeNotify, level: 1)
        #expect(try await Self.codes(scene).isEmpty)
        #expect(try await scene.report().sessions.first?.tls?.certificateNames.contains("bruno.lab") == true)
        #expect(try await Self.codes(TLSScene(version: .tls13, suite: TLSCipherSuite(rawValue: 0x1301))).isEmpty)
    }

    // MARK: - Alerts

    @Test func aClientThatDoesNotTrustIsNamed() async throws {
        var scene = TLSScene(certificate: Self.certificate)
        scene.lastOfClient = TLSScene.alert(.unknownCA)
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["tls-handshake-failed"])
        let finding = try #require(findings.first)
        #expect(finding.severity == .warning && finding.frames.count == 3 && finding.time == 0.04)
        #expect(
            finding.message
                == "The handshake failed: 10.0.0.1, the client, does not trust the issuer of the server's "
                + "certificate (alert unknown_ca).")
        #expect(finding.facts["alert"] == .text("unknownCA") && finding.facts["by"] == .text("client"))
    }

    @Test func aServerThatRefusesBeforeItsHelloIsNamed() async throws {
        var scene = TLSScene(offers: [TLSScene.serverName("anna.lab")])
        scene.lastOfServer = TLSScene.alert(.unrecognizedName)
        let finding = try #require(try await scene.findings(answers: false).first)
        #expect(finding.code.rawValue == "tls-handshake-failed" && finding.facts["by"] == .text("server"))
        #expect(finding.message.contains("\"anna.lab\""))
    }

    @Test func warningsOfTLS12EndNothing() async throws {
        var scene = TLSScene()
        scene.lastOfServer = TLSScene.alert(.unrecognizedName, level: 1)
        #expect(try await Self.codes(scene).isEmpty)
    }

    @Test func everyAlertHasWords() {
        let story = HandshakeStory()
        for number in 0...UInt8.max {
            for isClients in [true, false] {
                let words = TLSAlertWords(TLSAlert.Code(rawValue: number), story, isClients: isClients)
                #expect(!words.meaning.hasSuffix(".") && words.remedy.hasSuffix("."))
            }
        }
    }

    // MARK: - Certificates

    @Test func aCertificateOfAnotherTimeIsFound() async throws {
        var scene = TLSScene(certificate: Self.certificate)
        scene.start = 2_082_585_601 * SyntheticTrace.second
        let late = try await scene.findings()
        #expect(late.map(\.code.rawValue) == ["certificate-expired"] && late.map(\.severity) == [.note])
        #expect(
            late.map(\.message) == [
                "10.0.0.2 sent the certificate of \"Bruno's iPhone\", which was valid until "
                    + "2035-12-30T00:00:00Z."
            ])
        scene.lastOfClient = TLSScene.alert(.certificateExpired)
        let refused = try await scene.findings()
        #expect(refused.map(\.code.rawValue) == ["certificate-expired", "tls-handshake-failed"])
        #expect(refused.map(\.severity) == [.warning, .warning])
        scene.lastOfClient = TLSScene.alert(.unknownCA)
        #expect(try await scene.findings().first?.severity == .note)
        scene = TLSScene(certificate: Self.certificate, start: 1_767_225_590 * SyntheticTrace.second)
        #expect(try await Self.codes(scene) == ["certificate-not-yet-valid"])
        // Its clock was not set.
        scene.start = 0
        #expect(try await Self.codes(scene).isEmpty)
    }

    @Test func aCertificateForOthersIsANoteUnlessItIsRefused() async throws {
        var scene = TLSScene(offers: [TLSScene.serverName("anna.lab")], certificate: Self.certificate)
        let accepted = try await scene.findings()
        #expect(accepted.map(\.code.rawValue) == ["certificate-name-mismatch"] && accepted[0].severity == .note)
        #expect(
            accepted[0].message
                == "The client asked for \"anna.lab\", and the certificate of 10.0.0.2 is for \"bruno.lab\" and "
                + "\"*.peers.lab\"; the client did not refuse it.")
        scene.lastOfClient = TLSScene.alert(.certificateUnknown)
        let refused = try await scene.findings().filter { $0.code.rawValue == "certificate-name-mismatch" }
        #expect(refused.map(\.severity) == [.warning])
        // The name is not why.
        scene.lastOfClient = TLSScene.alert(.certificateExpired)
        let expired = try await scene.findings().filter { $0.code.rawValue == "certificate-name-mismatch" }
        #expect(expired.map(\.severity) == [.note])
        #expect(expired[0].message.hasSuffix("; the client refused it for another reason (certificate_expired)."))
        scene.lastOfClient = TLSScene.alert(.certificateUnknown)
        scene.offers.append(TLSExtension(type: .encryptedClientHello, content: [0]))
        #expect(try await Self.codes(scene) == ["tls-handshake-failed"])
    }

    // MARK: - Versions and suites

    @Test(arguments: [TLSVersion.ssl3, .tls10, .tls11]) func oldVersionsAreFound(version: TLSVersion) async throws {
        let findings = try await TLSScene(version: version).findings()
        #expect(findings.map(\.code.rawValue) == ["tls-version-old"] && findings[0].severity == .warning)
        #expect(findings[0].message == "10.0.0.2 chose \(version), though the client offers TLS 1.2.")
    }

    @Test func weakSuitesAreFound() async throws {
        func found(_ suite: UInt16, _ answers: [TLSExtension] = []) async throws -> [Finding] {
            try await TLSScene(suite: TLSCipherSuite(rawValue: suite), answers: answers).findings()
        }
        let broken = try await found(0x0005)
        #expect(broken.map(\.code.rawValue) == ["tls-cipher-weak"] && broken[0].severity == .warning)
        #expect(broken[0].facts["weakness"] == .text("rc4"))
        let old = try await found(0xC013)
        #expect(old.map(\.severity) == [.note] && old[0].facts["weakness"] == .text("cbcWithSHA1"))
        #expect(try await found(0xC013, [TLSExtension(type: .encryptThenMAC, content: [])]).isEmpty)
        #expect(try await found(0xC02F).isEmpty)
    }

    // MARK: - Keys

    @Test func aSharedKeyAloneIsNoted() async throws {
        var scene = TLSScene(suite: TLSCipherSuite(rawValue: 0x00A8), exchange: Self.exchange("TicTacToe"))
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["psk-not-forward-secret"] && findings[0].severity == .note)
        #expect(findings[0].facts["pskIdentity"] == .text("TicTacToe"))
        scene.suite = TLSCipherSuite(rawValue: 0xD001)
        #expect(try await Self.codes(scene).isEmpty)
    }

    @Test func aSharedKeyOfTLS13IsNotedWithoutAKeyShare() async throws {
        var scene = TLSScene(version: .tls13, suite: TLSCipherSuite(rawValue: 0x1301))
        scene.offers = [try TLSScene.keys([("lab", 0)])]
        scene.answers = [TLSExtension(type: .preSharedKey, content: [0, 0])]
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["psk-not-forward-secret"])
        #expect(findings[0].message.contains("of \"lab\" alone") && findings[0].facts["kind"] == .text("psk"))
        scene.answers.append(TLSExtension(type: .keyShare, content: [0, 29, 0, 1, 0]))
        #expect(try await Self.codes(scene).isEmpty)
    }

    // MARK: - Earlier sessions

    @Test func aTicketThatIsNotTakenIsNoted() async throws {
        var scene = TLSScene(version: .tls13, suite: TLSCipherSuite(rawValue: 0x1301))
        scene.offers = [TLSExtension(type: .earlyData, content: []), try TLSScene.keys([("ticket", 7)])]
        scene.answers = [TLSExtension(type: .keyShare, content: [0, 29, 0, 1, 0])]
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["tls-not-resumed", "zero-rtt-rejected"])
        #expect(findings[0].facts["offer"] == .text("ticket") && findings.allSatisfy { $0.severity == .note })
        scene.answers.append(TLSExtension(type: .preSharedKey, content: [0, 0]))
        // Whether early data is accepted is sealed then.
        #expect(try await Self.codes(scene).isEmpty)
    }

    @Test func oldSessionsOfTLS12AreNotedWhereKeysAreExchanged() async throws {
        var scene = TLSScene(sessionID: [1, 2, 3])
        #expect(try await Self.codes(scene).isEmpty)
        scene.exchange = [1, 2]
        let byID = try await scene.findings()
        #expect(byID.map(\.code.rawValue) == ["tls-not-resumed"] && byID[0].facts["offer"] == .text("sessionID"))
        scene.offers = [TLSExtension(type: .sessionTicket, content: [1])]
        #expect(try await scene.findings().map { $0.facts["offer"] } == [.text("ticket")])
        // An empty ticket asks for one.
        scene.offers = [TLSExtension(type: .sessionTicket, content: [])]
        scene.sessionID = []
        #expect(try await Self.codes(scene).isEmpty)
    }

    // MARK: - Keys that were given

    @Test func keysThatOpenNothingAreFound() async throws {
        var scene = TLSScene(
            suite: TLSCipherSuite(rawValue: 0x00A8), exchange: Self.exchange("lab"))
        scene.lastOfClient = TLSScene.record(.applicationData, [UInt8](repeating: 9, count: 64))
        let capture = try await scene.report()
        #expect(capture.sessions[0].tls?.sealedReason == .noKeys)
        #expect(capture.findings.map(\.code.rawValue).filter { $0.contains("fit") }.isEmpty)
        let secret = KeyLogEntry(
            label: .masterSecret, clientRandom: [UInt8](repeating: 1, count: 32),
            secret: SecretBytes([UInt8](repeating: 4, count: 48)))
        var log = KeyLog()
        log.insert(secret)
        let key = PreSharedKey(SecretBytes([1, 2, 3]))
        func message(_ secrets: SessionSecrets) async throws -> String? {
            let report = try await scene.report(secrets: secrets)
            #expect(report.sessions[0].tls?.sealedReason == .keysDoNotFit)
            return report.findings.first { $0.code.rawValue == "keys-do-not-fit" }?.message
        }
        let logged = try await message(SessionSecrets(log: log))
        #expect(logged == "The key log has secrets for this session, and they open nothing of it.")
        let shared = try await message(SessionSecrets(sharedKeys: [key]))
        #expect(shared == "The keys that were given for the pre-shared identity \"lab\" open nothing of the session.")
        let both = try await message(SessionSecrets(log: log, sharedKeys: [key]))
        #expect(both?.hasPrefix("Neither the secrets that the key log has for this session nor the keys") == true)
    }
}
