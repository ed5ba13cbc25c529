import DNSWire
import Testing
import TraceModel

@testable import TraceAnalysis

/// Who asked what, and what the report makes of it.
@Suite struct QuestionLogTests {
    private static let type = NamingScene.type

    @Test func intervalsAreThoseOfOneHostAndBothIPVersionsCountOnce() async throws {
        var scene = NamingScene()
        for time in [0.0, 1, 3, 7] {
            try scene.ask(Self.type, .ptr, from: .bert, at: time)
            try scene.ask(Self.type, .ptr, from: .bert, at: time + 0.001, overIPv6: true)
        }
        try scene.ask(Self.type, .ptr, from: .carl, at: 5)
        let queries = try await scene.report().queries
        #expect(queries.map(\.address) == ["10.0.0.2", "10.0.0.3"])
        #expect(queries[0].count == 4 && queries[0].intervals == [1, 2, 4])
        #expect(queries[0].name == "_chat._tcp.local." && queries[0].type == "PTR")
        #expect(queries[0].first == 0 && queries[0].firstFrame == 1 && queries[0].last == 7)
        #expect(queries[1].count == 1 && queries[1].intervals.isEmpty)
    }

    @Test func wishesAndFormsOfQuestionsAreCounted() async throws {
        var scene = NamingScene()
        try scene.ask(Self.type, .ptr, from: .bert, at: 0, unicast: true)
        try scene.ask(Self.type, .ptr, from: .bert, at: 1, knowing: ["A", "B"], truncated: true)
        try scene.ask(Self.type, .ptr, from: .bert, at: 3, knowing: ["A"])
        try scene.ask(Self.type, .ptr, from: .bert, at: 7, sourcePort: 50_000)
        let query = try #require(try await scene.report().queries.first)
        #expect(query.count == 4 && query.unicastResponses == 1 && query.legacy == 1)
        #expect(query.truncated == 1 && query.knownAnswers == 2)
    }

    @Test func probesAreNoQuestions() async throws {
        var scene = NamingScene()
        try scene.probe("Alice", of: .anna, at: 0)
        try scene.probeWithPointer("Alice", of: .bert, at: 1)
        #expect(try await scene.report().queries.isEmpty)
    }

    @Test func questionsForOtherTypesOfRecordsAreOthers() async throws {
        var scene = NamingScene()
        for type in [RecordType.srv, .txt, .srv] { try scene.ask("Alice._chat._tcp", type, from: .bert, at: 0.5) }
        #expect(try await scene.report().queries.map(\.type) == ["SRV", "TXT"])
    }

    @Test func askersOfOneNameHaveALimit() async throws {
        var scene = NamingScene()
        for number in 1...[ServiceSender].limit + 4 {
            try scene.ask(Self.type, .ptr, from: NamingScene.Host(number, "h"), at: Double(number))
        }
        #expect(try await scene.report().queries.count == [ServiceSender].limit)
    }

    // MARK: - Finding a service

    /// Anna's service is there before Bert asks for it, unless said otherwise.
    private func found(announcedAt time: Double = 0, askedAt question: Double = 10) throws -> NamingScene {
        var scene = NamingScene()
        let announces = { (scene: inout NamingScene) in
            try scene.probe("Alice", of: .anna, at: time)
            try scene.announce("Alice", of: .anna, at: time + 0.75)
        }
        if time < question { try announces(&scene) }
        try scene.ask(Self.type, .ptr, from: .bert, at: question, unicast: true)
        if time >= question { try announces(&scene) }
        return scene
    }

    @Test func latencyIsFromTheFirstQuestionToTheNextAnswer() async throws {
        var scene = try found()
        try scene.announce("Alice", of: .anna, at: 10.05) { $0 = [$0[0]] }
        try scene.ask("Alice._chat._tcp", .srv, from: .bert, at: 10.1)
        try scene.announce("Alice", of: .anna, at: 10.13) { $0 = Array($0[1...]) }
        let discovery = try await scene.report().services[0].discovery
        #expect(discovery.firstQuery == 10 && discovery.firstAnswer == 10.05 && discovery.latency == 0.05)
        #expect(discovery.resolveLatency == 0.03)
        let querier = try #require(discovery.queriers.first)
        #expect(discovery.queriers.count == 1 && querier.address == "10.0.0.2")
        #expect(querier.latency == 0.05 && querier.resolveLatency == 0.03)
    }

    @Test func whoAskedBeforeTheServiceCameUpHasNoLatency() async throws {
        let discovery = try await found(announcedAt: 20).report().services[0].discovery
        #expect(discovery.firstQuery == 0 && discovery.firstAnswer == 10.75 && discovery.latency == nil)
    }

    @Test func whoKnewTheServiceAlreadyHasNoLatency() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.ask(Self.type, .ptr, from: .bert, at: 10, knowing: ["Alice"])
        try scene.announce("Alice", of: .anna, at: 11) { $0 = [$0[0]] }
        let discovery = try await scene.report().services[0].discovery
        #expect(discovery.queriers.map(\.latency) == [nil] && discovery.queriers.map(\.knownAnswers) == [1])
    }

    @Test func theHoldersOwnQuestionIsNoDiscovery() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.ask(Self.type, .ptr, from: .anna, at: 1)
        try scene.announce("Alice", of: .anna, at: 1.05)
        let discovery = try await scene.report().services[0].discovery
        #expect(discovery.firstQuery == nil && discovery.queriers.isEmpty)
    }

    @Test func whoListsTheServiceAsKnownIsCountedAndDoesNotAnnounceIt() async throws {
        var scene = try found()
        try scene.announce("Alice", of: .anna, at: 10.05)
        for time in [11.0, 13] { try scene.ask(Self.type, .ptr, from: .bert, at: time, knowing: ["Alice", "Nobody"]) }
        let report = try await scene.report()
        #expect(report.services.map(\.instance) == ["Alice", "Nobody"])
        #expect(report.services.map(\.state) == [.announced, .unknown])
        #expect(report.services[0].discovery.queriers.map(\.knownAnswers) == [2])
    }

    @Test func answersAreTimedFromTheQuestion() async throws {
        var scene = try found()
        try scene.announce("Alice", of: .anna, at: 10.08) { $0 = [$0[0]] }
        let report = try await scene.report()
        #expect(report.services[0].timing.answerDelay.max == 0.08)
        #expect(report.services[0].timing.answerDelay.count == 1)
        #expect(report.queries[0].answerDelay.median == 0.08)
    }

    @Test func questionsForAHostAreAnsweredByItsAddresses() async throws {
        var scene = NamingScene()
        try scene.claimHost(.anna, at: 0)
        for type in [RecordType.a, .aaaa] { try scene.ask("anna", type, from: .bert, at: 10) }
        try scene.claimHost(.anna, at: 10.03)
        let queries = try await scene.report().queries
        #expect(queries.map(\.type) == ["A", "AAAA"])
        #expect(queries.map(\.answerDelay.count) == [1, 0] && queries[0].answerDelay.max == 0.03)
    }

    @Test func whatTheAskerKnewIsNoAnswer() async throws {
        var scene = NamingScene()
        for (name, host) in [("Alice", NamingScene.Host.anna), ("Bo", .carl)] {
            try scene.announce(name, of: host, at: 0)
        }
        try scene.ask(Self.type, .ptr, from: .bert, at: 10, knowing: ["Alice"])
        try scene.announce("Alice", of: .anna, at: 10.05)
        #expect(try await scene.report().queries.map(\.answerDelay.count) == [0])
        #expect(try await scene.report().services[0].timing.answerDelay.count == 0)
        // What it did not know is.
        try scene.announce("Bo", of: .carl, at: 10.1)
        #expect(try await scene.report().queries.map(\.answerDelay.max) == [0.1])
        #expect(try await scene.report().services.map(\.timing.answerDelay.count) == [0, 1])
    }

    @Test func knownAnswersBelongToTheirOwnQuestion() async throws {
        var scene = NamingScene()
        let message = DNSMessage(
            flags: .query,
            questions: try ["_first._tcp", "_second._tcp"].map {
                Question(name: try NamingScene.name($0 + ".local."), type: .ptr)
            },
            answers: try [("A", "_second._tcp"), ("B", "_first._tcp"), ("C", "_second._tcp")].map {
                try NamingScene.pointer($0, type: $1)
            })
        try scene.send(message, from: .bert, at: 0)
        #expect(try await scene.report().queries.map(\.knownAnswers) == [1, 2])
    }

    // MARK: - Announcing

    @Test func onlyAnnouncementsHaveIntervals() async throws {
        var scene = NamingScene()
        let announce = { (scene: inout NamingScene, time: Double, overIPv6: Bool) in
            try scene.announce("Alice", of: .anna, at: time, overIPv6: overIPv6)
        }
        for time in [0.0, 1, 3] {
            try announce(&scene, time, false)
            // The same over the other IP version, later.
            try announce(&scene, time + 0.1, true)
        }
        // The defense against a probe, over both, and an answer to one host.
        try scene.probe("Alice", of: .bert, at: 3.5)
        try announce(&scene, 3.51, false)
        try announce(&scene, 3.515, true)
        try scene.announce("Alice", of: .anna, at: 3.8, to: .bert)
        // SRV without the pointer.
        try scene.announce("Alice", of: .anna, at: 4) { $0.removeFirst() }
        try announce(&scene, 7, false)
        #expect(try await scene.report().service("Alice", of: .anna).timing.announcementIntervals == [1, 2, 4])
    }

    @Test func aSeriesHasAtMostEightAnnouncements() async throws {
        var scene = NamingScene()
        for time in 0..<20 { try scene.announce("Alice", of: .anna, at: Double(time)) }
        #expect(try await scene.report().services[0].timing.announcementIntervals.count == 7)
        // After a goodbye another one begins.
        try scene.goodbye("Alice", of: .anna, at: 20)
        for time in [25.0, 26] { try scene.announce("Alice", of: .anna, at: time) }
        #expect(try await scene.report().services[0].timing.announcementIntervals.count == 8)
    }

    @Test func probesOfOneAttemptAreTimed() async throws {
        var scene = NamingScene()
        for time in [0.0, 0.25, 0.5, 20, 20.25] { try scene.probe("Alice", of: .anna, at: time) }
        let timing = try await scene.report().services[0].timing
        #expect(timing.probeIntervals == [0.25, 0.25, 0.25])
    }
}
