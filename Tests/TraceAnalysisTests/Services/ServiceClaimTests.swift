import DNSWire
import ServiceDiscovery
import Testing
import TraceModel

@testable import TraceAnalysis

/// What a service's timeline tells of its life, by what its holder and others said.
@Suite struct ServiceClaimTests {
    // MARK: - Conflicts

    @Test func defenseAgainstAProbeIsAConflictForTheOneWhoProbed() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.announce("iPad", of: .anna, at: 10.01)
        let report = try await scene.report()
        let (anna, bert) = (try report.service("iPad", of: .anna), try report.service("iPad", of: .bert))
        #expect(anna.story == [.announce, .answer])
        #expect(anna.timeline.last?.detail == "defended against the probe of 10.0.0.2 (port 7002 at bert.local)")
        #expect(bert.story == [.probe, .conflict])
        let conflict = try #require(bert.events(.conflict).first)
        #expect(conflict.source == "10.0.0.1" && conflict.frame == 3)
        #expect(conflict.detail == "10.0.0.1 (port 7001 at anna.local) holds the name")
        #expect(bert.state == .conflicted && anna.state == .announced)
    }

    @Test func oneProbeIsDefendedAgainstOnce() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 0.5)
        try scene.announce("iPad", of: .anna, at: 0.6)
        // The second announcement of the series, which comes anyway.
        try scene.announce("iPad", of: .anna, at: 1)
        let anna = try await scene.report().service("iPad", of: .anna)
        #expect(anna.story == [.announce, .answer, .announce])
        #expect(anna.timing.announcementIntervals == [1])
    }

    @Test func conflictThatCameByUnicastIsToldSo() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.probe("iPad", of: .bert, at: 10)
        try scene.announce("iPad", of: .anna, at: 10.01, to: .bert)
        let conflict = try await scene.report().service("iPad", of: .bert).events(.conflict).first
        #expect(conflict?.detail?.hasSuffix("holds the name (unicast response)") == true)
    }

    @Test func conflictAfterBothWereAnnouncedConcernsBoth() async throws {
        var scene = NamingScene()
        try scene.announce("Twin", of: .anna, at: 0)
        try scene.announce("Twin", of: .bert, at: 0.1)
        try scene.announce("Twin", of: .anna, at: 1)
        let report = try await scene.report()
        #expect(try report.service("Twin", of: .anna).story == [.announce, .conflict, .announce])
        #expect(try report.service("Twin", of: .bert).story == [.announce, .conflict])
        #expect(report.services.map(\.state) == [.conflicted, .conflicted])
        #expect(report.findings("name-conflict").map(\.severity) == [.error])
    }

    @Test func conflictLongAfterTheLastWordConcernsNobody() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        // Anna's host vanished. Hours later Bert has the name.
        try scene.probe("Alice", of: .bert, at: 3600)
        try scene.announce("Alice", of: .bert, at: 3601)
        let report = try await scene.report()
        #expect(report.services.map(\.state) == [.announced, .announced])
        #expect(report.services.flatMap { $0.events(.conflict) }.isEmpty)
        #expect(report.findings("name-conflict").isEmpty)
    }

    @Test func applicationThatRestartsOnAnotherPortHasNoConflictWithItself() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, port: 7001, at: 0)
        try scene.probeWithPointer("Alice", of: .anna, at: 60)
        try scene.probeWithPointer("Alice", of: .anna, at: 60.5)
        try scene.announce("Alice", of: .anna, port: 7009, at: 61.5)
        try scene.announce("Alice", of: .anna, port: 7009, at: 62.5)
        let report = try await scene.report()
        #expect(report.services.map(\.port) == [7001, 7009])
        #expect(report.services.map(\.state) == [.announced, .announced])
        #expect(report.services.flatMap { $0.events(.conflict) }.isEmpty)
        #expect(report.findings("name-conflict").isEmpty)
    }

    @Test func twoRespondersOnOneHostHaveAConflict() async throws {
        var scene = NamingScene()
        for second in 0..<3 {
            try scene.announce("Twin", of: .anna, port: 7001, at: Double(second))
            try scene.announce("Twin", of: .anna, port: 7009, at: Double(second) + 0.5)
        }
        #expect(try await scene.report().findings("name-conflict").map(\.severity) == [.error])
    }

    @Test func namesOfOneLabelInOtherTypesHaveNoConflict() async throws {
        var scene = NamingScene()
        try scene.announce("iPad", of: .anna, at: 0)
        try scene.announce("iPad", of: .bert, type: "_chat._udp", at: 0.5)
        try scene.announce("iPad", of: .anna, at: 1)
        let report = try await scene.report()
        #expect(report.services.map(\.state) == [.announced, .announced])
        #expect(report.findings.isEmpty)
    }

    // MARK: - Simultaneous probes

    @Test func laterDataWinsATieBreak() async throws {
        var scene = NamingScene()
        try scene.probe("Relay", of: .anna, text: ["v=1"], at: 0)
        try scene.probe("Relay", of: .bert, text: ["v=1"], at: 0.1)
        try scene.probe("Relay", of: .bert, text: ["v=1"], at: 0.35)
        try scene.announce("Relay", of: .bert, text: ["v=1"], at: 0.85)
        // After a second the loser asks again, and meets the holder.
        try scene.probe("Relay", of: .anna, text: ["v=1"], at: 1.1)
        try scene.announce("Relay", of: .bert, text: ["v=1"], at: 1.11)
        let report = try await scene.report()
        let (anna, bert) = (try report.service("Relay", of: .anna), try report.service("Relay", of: .bert))
        // Each of the probes meets each of the other's, and is told once.
        #expect(anna.events(.probeTiebreak).count == 1 && bert.events(.probeTiebreak).count == 1)
        #expect(
            anna.events(.probeTiebreak).first?.detail
                == "lost against the simultaneous probe of 10.0.0.2 (port 7002 at bert.local): SRV port 7002 beats 7001"
        )
        #expect(bert.events(.probeTiebreak).first?.detail?.hasPrefix("won against") == true)
        #expect(anna.story == [.probe, .probeTiebreak, .conflict, .probe, .conflict])
        #expect(anna.state == .conflicted && bert.state == .announced)
    }

    @Test func sameRecordsOfTwoInterfacesAreNoTieBreak() async throws {
        var scene = NamingScene()
        try scene.probe("Relay", of: .anna, port: 7001, at: 0)
        try scene.probe("Relay", of: NamingScene.Host(5, "anna"), port: 7001, at: 0.001)
        let report = try await scene.report()
        #expect(report.services.map(\.story) == [[.probe]])
    }

    @Test func probesThatAreASecondApartAreNotSimultaneous() async throws {
        var scene = NamingScene()
        try scene.probe("Relay", of: .anna, at: 0)
        try scene.probe("Relay", of: .bert, at: 1.5)
        #expect(try await scene.report().services.flatMap { $0.events(.probeTiebreak) }.isEmpty)
    }

    // MARK: - Life

    @Test func recordsThatNobodyRefreshesExpire() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        let before = try await scene.report(until: 4499)
        #expect(before.services.map(\.state) == [.announced] && before.findings.isEmpty)
        let after = try await scene.report(until: 4501)
        #expect(after.services.map(\.state) == [.expired])
        let event = try #require(after.services[0].events(.expire).first)
        #expect(event.time == 4500 && event.detail == "not refreshed for its TTL of 4500 s")
        #expect(after.codes == ["goodbye-missing"])
    }

    @Test func everyAnswerRefreshesIt() async throws {
        var scene = NamingScene()
        // Only the SRV record, which lives 120 s.
        for time in [0.0, 100, 200] {
            try scene.announce("Alice", of: .anna, at: time) { $0 = Array($0[1...]) }
        }
        let report = try await scene.report(until: 310)
        #expect(report.services.map(\.state) == [.announced])
        #expect(try await scene.report(until: 321).services.map(\.state) == [.expired])
    }

    @Test func whatExpiredMayComeBack() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.announce("Alice", of: .anna, at: 5000)
        let service = try await scene.report().service("Alice", of: .anna)
        #expect(service.story == [.announce, .expire, .reannounce])
        #expect(service.timeline.last?.detail == "came back" && service.state == .announced)
    }

    @Test func goodbyeEndsItAndAnAnnouncementBringsItBack() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.goodbye("Alice", of: .anna, at: 5)
        #expect(try await scene.report(until: 5000).service("Alice", of: .anna).story == [.announce, .goodbye])
        try scene.announce("Alice", of: .anna, at: 9)
        let service = try await scene.report().service("Alice", of: .anna)
        #expect(service.story == [.announce, .goodbye, .reannounce])
        #expect(service.timeline.last?.detail == "came back" && service.state == .announced)
    }

    @Test func silenceLongerThanTheSeriesEndsWithAReannouncement() async throws {
        var scene = NamingScene()
        for time in [0.0, 1, 3, 7, 300] { try scene.announce("Alice", of: .anna, at: time) }
        let service = try await scene.report().service("Alice", of: .anna)
        #expect(service.story == [.announce, .announce, .announce, .announce, .reannounce])
        #expect(service.timeline.last?.detail == "after 293 s of silence")
        #expect(service.timing.announcementIntervals.prefix(3) == [1, 2, 4])
    }

    @Test func announcementsAtDoublingDistancesAreOneSeries() async throws {
        var scene = NamingScene()
        for time in [0.0, 1, 3, 7, 15, 31] { try scene.announce("Alice", of: .anna, at: time) }
        #expect(try await scene.report().services[0].story == Array(repeating: .announce, count: 6))
    }

    @Test func ownerOptionTellsOfSleep() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0, responder: .apple, sequence: 1)
        try scene.announce("Alice", of: .anna, at: 1, responder: .apple, sequence: 1)
        try scene.announce("Alice", of: .anna, at: 5, responder: .apple, sequence: 2)
        let service = try await scene.report().service("Alice", of: .anna)
        #expect(service.story == [.announce, .announce, .reannounce])
        #expect(service.timeline.last?.detail == "after sleep")
    }

    // MARK: - Said twice

    @Test func bothIPVersionsTellOneEvent() async throws {
        var scene = NamingScene()
        for (time, text) in [(0.0, "v=1"), (1.0, "v=1"), (30.0, "v=2")] {
            try scene.announce("Alice", of: .anna, text: [text], at: time)
            try scene.announce("Alice", of: .anna, text: [text], at: time + 0.001, overIPv6: true)
        }
        let report = try await scene.report()
        #expect(report.services.map(\.story) == [[.announce, .announce, .reannounce, .update]])
        #expect(report.services[0].timeline.allSatisfy { $0.source == "10.0.0.1" })
    }

    // MARK: - Updates

    @Test func updateTellsWhatChanged() async throws {
        var scene = NamingScene()
        for (time, text) in [
            (0.0, ["name=Ana", "secure", "old=1"]), (1, ["name=Ana", "secure", "old=1"]),
            (2, ["name=Bo", "secure", "x"]),
        ] {
            try scene.announce("Alice", of: .anna, text: text, at: time)
        }
        let updates = try await scene.report().services[0].events(.update)
        #expect(updates.map(\.time) == [2])
        #expect(updates.first?.detail == "TXT: name=Ana → name=Bo, +x, -old=1")
    }

    @Test func otherOrderIsAnUpdateAndEmptyStringsAreNone() async throws {
        var scene = NamingScene()
        for (time, text) in [(0.0, ["a=1", "b=2"]), (1, ["a=1", "", "b=2"]), (2, ["b=2", "a=1"])] {
            try scene.announce("Alice", of: .anna, text: text, at: time)
        }
        let updates = try await scene.report().services[0].events(.update)
        #expect(updates.map(\.time) == [2] && updates.map(\.detail) == ["TXT: other order"])
    }

    @Test func manyChangesAreCounted() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, text: ["a=1"], at: 0)
        try scene.announce("Alice", of: .anna, text: ["a=1"] + (0..<9).map { "k\($0)" }, at: 1)
        let update = try await scene.report().services[0].events(.update).first
        #expect(update?.detail == "TXT: +k0, +k1, +k2, +k3, +k4, +k5 and 3 more")
    }

    // MARK: - Limits

    @Test func eventsHaveALimitAndTheStateGoesOn() async throws {
        var scene = NamingScene()
        for number in 0...EventLog.maximumEvents {
            try scene.announce("Alice", of: .anna, text: ["n=\(number)"], at: Double(number))
        }
        try scene.goodbye("Alice", of: .anna, at: 1000)
        let service = try await scene.report().services[0]
        #expect(service.timeline.count == EventLog.maximumEvents)
        #expect(service.txt.map(\.value) == ["\(EventLog.maximumEvents)"] && service.state == .gone)
    }

    @Test func moreRivalsThanALinkHasAreNotCompared() async throws {
        var scene = NamingScene()
        for number in 1...40 {
            try scene.probe("Relay", of: NamingScene.Host(number, "h\(number)"), at: Double(number) / 100)
        }
        let first = try await scene.report().services[0]
        #expect((2...40).contains(first.events(.probeTiebreak).count))
        #expect(first.events(.probeTiebreak).count < 39)
    }

    @Test func aNameHasNoMoreHoldersThanTheLimit() async throws {
        var scene = NamingScene()
        let count = ServiceTracker.maximumHoldersPerName
        for number in 1...count + 5 {
            try scene.announce("Alice", of: NamingScene.Host(number, "h\(number)"), at: Double(number) / 10)
        }
        #expect(try await scene.report().services.count == count)
    }

    @Test func formerHostsAddressesAreNoUpdateOfTheService() async throws {
        var scene = NamingScene()
        try scene.announce("Music", of: .anna, at: 0)
        // The service goes on under another host name, and the first one gets another address.
        let moved = NamingScene.Host.anna.named("annas-new-name")
        try scene.announce("Music", of: moved, at: 20)
        try scene.claimHost(.anna, at: 40, addresses: ["10.0.0.77"])
        let report = try await scene.report()
        #expect(report.services.count == 1 && report.services[0].host == "annas-new-name.local.")
        #expect(report.services[0].events(.update).isEmpty)
    }

    @Test func withdrawnAddressesAreNotListed() async throws {
        var scene = NamingScene()
        try scene.announce("Music", of: .anna, at: 0)
        try scene.claimHost(.anna, at: 20, addresses: ["10.0.0.77"])
        let report = try await scene.report()
        #expect(report.services.map(\.addresses) == [["10.0.0.77"]])
        #expect(report.hosts.map(\.addresses) == [["10.0.0.77"]])
        #expect(report.peers.contains { $0.addresses.contains("10.0.0.77") && $0.addresses.contains("10.0.0.1") })
    }

    @Test func locationThatTheAskerKnewIsNotResolved() async throws {
        func latency(knowing: Bool) async throws -> [Double?] {
            var scene = NamingScene()
            try scene.announce("Music", of: .anna, at: 0)
            let message = DNSMessage(
                flags: .query, questions: [Question(name: try NamingScene.instance("Music"), type: .srv)],
                answers: knowing ? [try NamingScene.location("Music", NamingScene.Host.anna.port, "anna.local.")] : [])
            try scene.send(message, from: .bert, at: 10)
            try scene.announce("Music", of: .anna, at: 11.5)
            let discovery = try await scene.report().services[0].discovery
            return [discovery.resolveLatency] + discovery.queriers.map(\.resolveLatency)
        }
        #expect(try await latency(knowing: false) == [1.5, 1.5])
        #expect(try await latency(knowing: true) == [nil, nil])
    }
}
