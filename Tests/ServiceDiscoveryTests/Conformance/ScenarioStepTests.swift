import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// How steps are taken, and what is made of what the target says.
@Suite struct ScenarioStepTests {
    private static func asking(_ behavior: ConformanceScenario.Expectation.Behavior) -> ConformanceScenario {
        ConformanceScenario(
            "one", "Asks once.", .send(.ask(.addresses)), .expect(.that(behavior, "RFC 6762"), within: .seconds(1)))
    }

    private static let answer = DNSMessage.answer(Printer.address)

    @Test(
        arguments: [
            (.answer, true), (.unicastAnswer, false), (.noAnswer, false),
        ] as [(ConformanceScenario.Expectation.Behavior, Bool)])
    func answersMeetExpectations(behavior: ConformanceScenario.Expectation.Behavior, isMet: Bool) throws {
        var driven = try DrivenTester(Self.asking(behavior))
        driven.hear(Self.answer)
        driven.pass(seconds: 2)
        let outcome = try #require(driven.outcomes.first)
        #expect((outcome.met, outcome.failed) == (isMet ? 1 : 0, isMet ? 0 : 1))
        #expect(outcome.frames.isEmpty == isMet && outcome.unanswered == 0)
    }

    /// Who is not there does not break anything by not answering.
    @Test(arguments: [(2, [1]), (20, [])] as [(Double, [Int])]) func silenceCountsOfWhoIsThere(
        seconds: Double, unanswered: [Int]
    ) throws {
        var driven = try DrivenTester(Self.asking(.answer))
        driven.hear(.question("other.local", .a))
        driven.pass(seconds: seconds)
        driven.hear(Self.answer)
        #expect(driven.outcomes.map(\.unanswered) == unanswered)
    }

    /// What another host asked for may be answered.
    @Test(arguments: ["printer.local", "fax.local"]) func othersMayAsk(name: String) throws {
        var driven = try DrivenTester(Self.asking(.noAnswer))
        driven.hear(.question(name, .a), from: 3)
        driven.hear(Self.answer)
        driven.pass(seconds: 2)
        #expect(driven.outcomes.map(\.failed) == (name == "fax.local" ? [1] : []))
    }

    /// A message that comes meanwhile does not shorten a wait.
    @Test func waitsAreWaitedFor() throws {
        let scenario = ConformanceScenario(
            "slow", "Waits.", .send(.ask(.addresses)), .wait(.seconds(5)),
            .expect(.that(.answer, "RFC 6762"), within: .seconds(1)))
        var driven = try DrivenTester(scenario)
        driven.hear(Self.answer)
        driven.pass(seconds: 4)
        #expect(driven.outcomes.isEmpty)
        driven.pass(seconds: 2)
        #expect(driven.outcomes.map(\.met) == [1])
    }

    @Test func moreThanAnybodyWaitsForIsCut() throws {
        let endless = ConformanceScenario(
            "endless", "Never ends.", .times(.max, [.times(.max, [.wait(.seconds(Int64.max))])]),
            .times(-1, [.send(.ask(.name))]))
        #expect(endless.duration < .seconds(100_000_000))
        var driven = try DrivenTester(endless)
        let before = driven.sent.count
        driven.pass(seconds: 100)
        #expect(driven.sent.count == before && driven.tester.current != nil)
    }

    /// Rival claims win or lose against whatever the target has.
    @Test(arguments: [false, true], [["10.0.0.1"], ["fe80::1"], ["10.0.0.1", "fe80::1"]])
    func claimsWinOrLose(isIPv6: Bool, addresses: [String]) throws {
        for isLater in [false, true] {
            let scenario = ConformanceScenario("rival", "Probes.", .send(.probe(isLater ? .laterClaim : .earlierClaim)))
            let own = addresses.map { ResourceRecord.address("printer.local", $0) }
            let driven = try DrivenTester(scenario, isIPv6: isIPv6, records: own)
            let probe = try #require(driven.sent.first { !$0.message.authorities.isEmpty })
            let decision = ProbeTieBreak.decide(own, probe.message.authorities)
            #expect(decision.winner == (isLater ? .second : .first), "\(decision)")
        }
    }

    /// A second name of a host is no rename, unless its name is disputed.
    @Test func aliasesAreNoRenames() throws {
        let quiet = ConformanceScenario("quiet", "Waits.", .wait(.seconds(10)))
        let disputing = ConformanceScenario("loud", "Disputes.", effects: .renames, .wait(.seconds(10)))
        for (scenario, isFollowed) in [(quiet, false), (disputing, true)] {
            var driven = try DrivenTester(scenario, records: [Printer.address])
            driven.hear(.answer(.address("alias.local", "10.0.0.1")))
            #expect(driven.tester.target?.host == .of(isFollowed ? "alias.local" : "printer.local"))
        }
    }

    /// Whatever a hostile target says, the test goes on and ends.
    @Test func noTargetStopsTheTest() throws {
        let all = ConformanceScenario.all
        let identity = ConformanceTester.Identity(
            linkAddress: LinkAddress(rawValue: 2), address: IPAddress(ipv4: 2), legacyPort: 40_000)
        let name = try #require(ConformanceTester.TargetName("printer"))
        var tester = ConformanceTester(name, as: identity, scenarios: all, at: 0)
        var random = SplitMix64(seed: 1)
        var sent = 0
        var now: Int64 = 0
        while !tester.isFinished {
            now += 250_000_000
            sent += tester.timer(at: now).count
            for _ in 0..<3 {
                let label = "D\(UInt8.random(in: 0...40, using: &random))._ipp._tcp.local"
                let ttl: UInt32 = [0, 1, .max, 0x8000_0000].randomElement(using: &random) ?? 0
                var records = [Printer.address, Printer.service, Printer.text, Printer.pointer, Printer.list]
                records += [.service(label, port: 631, on: "printer.local"), .pointer("_ipp._tcp.local", to: label)]
                records += (0..<40).map { .address("printer.local", "10.0.\($0).1") }
                records = records.map { $0.living(ttl) }
                var message = DNSMessage(flags: .multicastResponse, answers: records)
                if Bool.random(using: &random) { message = .probe(.service(label, port: 631, on: "printer.local")) }
                tester.receive(
                    message,
                    of: ObservedDatagram(
                        frame: sent, time: now, linkSource: LinkAddress(rawValue: 1), source: IPAddress(ipv4: 1),
                        destination: LinkScript.group, sourcePort: 5353, destinationPort: 5353, identification: nil,
                        hopLimit: 255, isFragmented: false, networkLength: 9000))
            }
        }
        #expect(sent == tester.sentPackets && sent <= ConformanceTester.maximumPackets)
        #expect(tester.phase == .finished && tester.results.count == all.count)
    }
}
