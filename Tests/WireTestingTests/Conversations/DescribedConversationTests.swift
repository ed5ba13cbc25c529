import ProtocolDescriptions
import Testing
import TraceAnalysis
import TraceModel
import WireSimulation
import WireTesting

@Suite struct DescribedConversationTests {
    /// What an analyzer that was given the description finds in a conversation.
    private func analysis(_ conversation: DescribedConversation) async throws -> ConversationAnalysis {
        try await ConversationAnalysis(conversation.write) { analyzer in
            analyzer.applications = [DescribedApplication(conversation.compiled, source: "described.yaml")]
        }
    }

    @Test(arguments: DescribedMessageTests.names) func theAnalyzerFindsWhatTheEndsKnow(name: String) async throws {
        let compiled = try DescribedMessageTests.compiled(name)
        let conversation = try DescribedConversation(
            compiled, clients: 2, messages: 30, link: .init(delay: 3_000_000), at: .host(0), seed: 4)
        let analysis = try await analysis(conversation)
        #expect(analysis.truth.sessions.count == 2)
        for truth in analysis.truth.sessions {
            let session = try analysis.session(of: truth)
            #expect(session.application.rawValue == compiled.description.name)
            for (found, known) in [
                (session.forward, truth.initiatorToResponder), (session.backward, truth.responderToInitiator),
            ] {
                #expect(found.payloadBytes == known.bytesWritten)
                #expect(found.messages ?? 0 == known.messagesWritten)
                #expect(found.messageBytes ?? 0 == known.messageBytesWritten ?? 0)
                #expect(found.malformedMessages ?? 0 == 0)
                if compiled.description.message.type != nil {
                    let types = Dictionary(
                        uniqueKeysWithValues: found.messageTypes.entries.map { ($0.name, $0.count) })
                    #expect(types == known.messagesWrittenByType)
                }
                if compiled.description.message.number != nil { #expect(found.lostMessages ?? 0 == 0) }
            }
        }
        #expect(analysis.findings.filter { $0 == "expectation-broken" || $0 == "protocol-mismatch" } == [])
    }

    @Test(arguments: ["muxusb", "swarm", "rpc-lines", "party", "wsroom"])
    func roundTripsAreThoseOfTheEnds(name: String) async throws {
        let conversation = try DescribedConversation(
            DescribedMessageTests.compiled(name), clients: 1, messages: 40, link: .init(delay: 8_000_000), at: .host(1),
            seed: 9)
        let analysis = try await analysis(conversation)
        let truth = analysis.truth.sessions[0]
        let session = try analysis.session(of: truth)
        #expect(truth.rttFromInitiator.n > 3)
        #expect(session.forward.applicationRTT.count == truth.rttFromInitiator.n)
        #expect(try difference(session.forward.applicationRTT.median, truth.rttFromInitiator.medianMS) < 0.1)
    }

    @Test func lostDatagramsAreMissingAtTheServer() async throws {
        let link = NetworkModel.Link(
            delay: 10_000_000, jitter: 2_000_000, lossRate: 0.05, duplicationRate: 0.03, reorderingRate: 0.03)
        let conversation = try DescribedConversation(
            DescribedMessageTests.compiled("swarm"), clients: 2, messages: 300, pace: 5_000_000, link: link,
            at: .host(0),
            seed: 2)
        let analysis = try await analysis(conversation)
        for truth in analysis.truth.sessions {
            let fate = try #require(truth.initiatorToResponder.numbered)
            let session = try analysis.session(of: truth)
            #expect(!fate.lost.isEmpty && !fate.duplicates.isEmpty && !fate.reordered.isEmpty)
            #expect(session.forward.lostMessages == fate.lost.count - fate.lostBehindLast)
            #expect(session.forward.duplicateMessages == fate.duplicates.count)
            #expect(session.forward.reorderedMessages == fate.reordered.count)
            #expect(session.forward.messages == truth.initiatorToResponder.messagesRead)
        }
    }

    @Test func lossyStreamsLoseNothing() async throws {
        let link = NetworkModel.Link(delay: 10_000_000, lossRate: 0.03)
        let conversation = try DescribedConversation(
            DescribedMessageTests.compiled("muxusb"), clients: 2, messages: 100, link: link, at: .host(0), seed: 6)
        let analysis = try await analysis(conversation)
        for truth in analysis.truth.sessions {
            let session = try analysis.session(of: truth)
            #expect(session.backward.messages == truth.responderToInitiator.messagesWritten)
            #expect(truth.initiatorToResponder.messagesRead == truth.initiatorToResponder.messagesWritten)
        }
    }

    @Test func aServiceOfTheDescriptionIsAnnounced() async throws {
        let conversation = try DescribedConversation(DescribedMessageTests.compiled("tictactoe"), seed: 1)
        let analysis = try await analysis(conversation)
        #expect(analysis.truth.services.map(\.type) == ["_tictactoe._tcp"])
        #expect(analysis.report.services.map(\.type) == ["_tictactoe._tcp"])
    }

    @Test func theSameSeedGivesTheSameBytes() throws {
        func bytes(_ seed: UInt64) throws -> [UInt8] {
            var capture = SyntheticCapture()
            _ = try DescribedConversation(DescribedMessageTests.compiled("party"), seed: seed).write(into: &capture)
            return capture.bytes
        }
        #expect(try bytes(1) == bytes(1))
        #expect(try bytes(1) != bytes(2))
    }

    private func asking(within: String, pair: String = "GET") throws -> CompiledProtocol {
        try CompiledProtocol(
            ProtocolDescription(
                yaml: """
                    nearscope: protocol/1
                    name: asking
                    over: [tcp]
                    ports: [9102]
                    framing: {prefix: varint}
                    body: words
                    message: {type: "body[0]", id: "body[1]"}
                    pairs: [{ask: \(pair), answer: VAL, by: "body[1]"}]
                    expect: [{answer: VAL, to: GET, within: \(within)}]
                    """))
    }

    /// Half way, the capture sees an answer as late as the delay of one way makes it.
    @Test func aRuleThatTheNetworkAloneBreaksIsRefused() throws {
        let tight = try asking(within: "4ms")
        let error = #expect(throws: DescribedMessageError.self) { try DescribedConversation(tight, seed: 1) }
        #expect(error?.key == "expect[0].within")
        #expect(
            error?.description.hasPrefix(
                "“{answer: VAL, to: GET, within: 4ms}” cannot be kept: with 5ms ± 1ms of delay one way") == true)
        #expect(throws: Never.self) { try DescribedConversation(tight, link: .init(delay: 1_000_000), seed: 1) }
    }

    @Test func aRuleAboutWhatNobodyAnswersIsRefused() throws {
        let compiled = try asking(within: "1s", pair: "PUT")
        let error = #expect(throws: DescribedMessageError.self) { try DescribedConversation(compiled, seed: 1) }
        #expect(error?.key == "expect[0].to")
        #expect(error?.description.contains("by “pairs” no “VAL” answers “GET”") == true)
    }

    @Test(arguments: ["7ms", "13ms", "40ms"]) func answersKeepWhatTheNetworkLeaves(within: String) async throws {
        let conversation = try DescribedConversation(asking(within: within), messages: 200, seed: 3)
        #expect(try await !analysis(conversation).findings.contains("expectation-broken"))
    }

    @Test func aTransportThatTheDescriptionLacksIsRefused() throws {
        let compiled = try DescribedMessageTests.compiled("lens")
        let error = #expect(throws: DescribedMessageError.self) {
            try DescribedConversation(compiled, over: .tcp, seed: 1)
        }
        #expect(error?.description == "the description is for udp, and only tcp and udp can be generated")
    }
}
