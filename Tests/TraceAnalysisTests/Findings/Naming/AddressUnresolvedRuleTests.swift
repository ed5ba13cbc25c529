import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct AddressUnresolvedRuleTests {
    private static let code = "address-unresolved"

    /// Anna asks for Bert's address at these times; she got an answer of Carl before.
    private func asked(_ times: [Double], announced: Bool = true, answered: Bool = true) throws -> ARPScene {
        var scene = ARPScene()
        try scene.ask(NamingScene.Host.carl.overIPv4.address, from: .anna, at: 0)
        if answered { try scene.reply(of: .carl, to: .anna, at: 0.001) }
        if announced {
            var naming = NamingScene()
            try naming.claimHost(.bert, at: 1)
            try scene.append(naming.capture)
        }
        for time in times { try scene.ask(NamingScene.Host.bert.overIPv4.address, from: .anna, at: time) }
        return scene
    }

    private func ended(_ scene: ARPScene) async throws -> [Finding] {
        var scene = scene
        try scene.announce(NamingScene.Host.carl.overIPv4.address, of: .carl, at: 100)
        return try await scene.findings(Self.code)
    }

    @Test func announcedHostThatNobodyFindsIsNamed() async throws {
        let findings = try await ended(asked([10, 11, 12]))
        #expect(
            findings.map(\.message) == [
                "No host answered the last 3 ARP requests of 10.0.0.1 for bert.local (10.0.0.2)."
            ])
        #expect(findings[0].frames == [4, 6] && findings[0].severity == .note && findings[0].subject == .capture)
        #expect(findings[0].facts["requests"] == .number(3))
    }

    @Test func oneThatIsAskedForAgainAndAgainIsAWarning() async throws {
        #expect(try await ended(asked([10, 11, 12, 16.9])).map(\.severity) == [.note])
        #expect(try await ended(asked([10, 11, 12, 17])).map(\.severity) == [.warning])
    }

    @Test func fewQuestionsAndTheEndOfTheCaptureSayNothing() async throws {
        #expect(try await ended(asked([10, 11])).isEmpty)
        #expect(try await ended(asked([10, 10.5, 11])).isEmpty)
        #expect(try await asked([10, 11, 12]).findings(Self.code).isEmpty)
    }

    @Test func hostThatAnswersOrSpeaksIsThere() async throws {
        var scene = try asked([10, 11, 12])
        try scene.reply(of: .bert, to: .anna, at: 12.5)
        #expect(try await ended(scene).isEmpty)
    }

    @Test func answersThatTheCaptureDoesNotShowAreNotMissed() async throws {
        #expect(try await ended(asked([10, 11, 12], answered: false)).isEmpty)
    }

    @Test func hostThatNobodyAnnouncedMayBeOff() async throws {
        #expect(try await ended(asked([10, 11, 12], announced: false)).isEmpty)
    }

    @Test func addressThatSessionsFailToReachIsNamed() async throws {
        var scene = try asked([10, 11, 12], announced: false, answered: false)
        var failure = FailureScene()
        try failure.talk(.anna, with: .carl, from: 1, to: 2)
        try failure.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: 9000, at: [5, 6, 8])
        try scene.append(failure.capture)
        let findings = try await ended(scene)
        #expect(
            findings.map(\.message) == [
                "No host answered the last 3 ARP requests of 10.0.0.1 for 10.0.0.2, to which connections failed."
            ])
        guard case .session = findings[0].subject else {
            Issue.record("not about the session")
            return
        }
    }

    @Test func questionsHaveALimit() {
        var questions = AddressQuestions()
        for number in 0..<UInt32(AddressQuestions.maximumAddresses) + 10 {
            for host in 0..<(number == 0 ? AddressQuestions.maximumAskers + 5 : 1) {
                let message = ByteWriter.bytes { output in
                    output.writeBytes([0, 1, 8, 0, 6, 4, 0, 1])
                    LinkAddress(rawValue: UInt64(2 + 256 * host)).serialize(into: &output)
                    output.writeBytes([10, 0, 0, 1, 0, 0, 0, 0, 0, 0])
                    output.writeUInt32(0x0B00_0000 + number)
                }
                guard let packet = ARPAddresses(message.span) else { continue }
                questions.note(packet, on: NetworkLink(), at: PacketMoment(frame: 1, time: 0))
            }
        }
        #expect(questions.places.count == AddressQuestions.maximumAddresses)
        #expect(questions.askers(for: questions.places[0]).count == AddressQuestions.maximumAskers)
    }
}
