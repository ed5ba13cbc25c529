import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// RFC 6762 §8.1 and §8.2: how a name is won or lost before anybody was told of it.
@Suite struct NameClaimProbingTests {
    @Test(arguments: 1...50) func firstProbeComesWithin250Milliseconds(seed: UInt64) throws {
        var host = try ClaimingHost.service(seed: seed)
        host.start(at: 5 * second)
        let expected = try #require(host.claim.nextExpected)
        #expect(expected.message == .probe(1))
        #expect(expected.earliest == 5 * second)
        #expect(expected.latest == 5 * second + 250 * millisecond)
        host.settle()
        #expect((expected.earliest...expected.latest).contains(host.times(of: .probe)[0]))
    }

    @Test func threeProbesAre250MillisecondsApart() throws {
        var host = try ClaimingHost.service()
        host.settle()
        let times = host.times(of: .probe)
        #expect(times.count == 3)
        #expect(times[1] - times[0] == 250 * millisecond)
        #expect(times[2] - times[1] == 250 * millisecond)
        #expect(host.times(of: .announcement)[0] - times[2] == 250 * millisecond)
        #expect(host.claim.state == .established)
    }

    @Test func probesAskForAllRecordsAndShowTheWantedOnes() throws {
        var host = try ClaimingHost.service()
        host.settle()
        let probes = host.messages(.probe)
        #expect(probes.allSatisfy { !$0.flags.isResponse && $0.questions.count == 1 })
        #expect(probes.map { $0.questions[0].wantsUnicastResponse } == [true, true, true])
        #expect(probes[0].questions[0].name == host.claim.name)
        #expect(probes[0].questions[0].type == .any)
        #expect(probes[0].authorities.map(\.type) == [.srv, .txt])
        #expect(probes[0].authorities.allSatisfy { !$0.cacheFlush })
    }

    @Test func hostsProbeForTheirAddresses() throws {
        let records = try ClaimedRecords(
            host: Array("studio".utf8), domain: ClaimingHost.local,
            addresses: [IPAddress("10.0.0.1")!, IPAddress("fe80::1")!])
        var host = ClaimingHost(NameClaim(records))
        host.start()
        host.advance(to: 300 * millisecond)
        #expect(host.messages(.probe)[0].authorities.map(\.type) == [.a, .aaaa])
        let other = ResourceRecord(
            name: host.claim.name, type: .a, cacheFlush: true, ttl: 120, data: .address(IPAddress("10.0.0.2")!))
        host.receive(DNSMessage(flags: .multicastResponse, answers: [other]), at: 310 * millisecond)
        #expect(host.renames == ["studio-2"])
    }

    @Test func nothingHappensBeforeTheTime() throws {
        var host = try ClaimingHost.service()
        host.start()
        let due = try #require(host.wakeUp)
        #expect(host.claim.timer(at: due - 1, using: &host.generator) == [.wait(until: due)])
        #expect(host.claim.start(at: due, using: &host.generator) == [.wait(until: due)])
        #expect(host.claim.state == .probing(sent: 0))
    }

    // MARK: - Conflicts (§8.1)

    @Test(arguments: [1, 300, 600, 740]) func answerWhileProbingTakesTheName(after time: Int64) throws {
        var host = try ClaimingHost.service()
        host.start()
        let first = try #require(host.wakeUp)
        host.receive(host.rivalAnswer(), at: first + time * millisecond)
        #expect(host.renames == ["iPad (2)"])
        #expect(host.claim.state == .probing(sent: 0))
        host.settle()
        #expect(host.claim.name.presentation == "iPad (2)._http._tcp.local.")
        #expect(host.messages(.announcement)[0].answers[1].data == .pointer(host.claim.name))
    }

    @Test func answerInTheRandomDelayTakesTheName() throws {
        var host = try ClaimingHost.service()
        host.start()
        host.receive(host.rivalAnswer(), at: 1)
        #expect(host.renames == ["iPad (2)"])
        #expect(host.times(of: .probe) == [])
    }

    @Test func renameSaysWhy() throws {
        var host = try ClaimingHost.service()
        host.start()
        let old = host.claim.name
        let record = host.rivalRecord()
        let actions = host.receive(host.rivalAnswer(), at: 1)
        guard case .renamed(let rename)? = actions.first, case .conflict(let conflict) = rename.reason else {
            Issue.record("no rename by a conflict: \(actions)")
            return
        }
        #expect(rename.old == old)
        #expect(rename.new == host.claim.name)
        #expect(conflict.heard == record)
        #expect(rename.reason.description == "another host has iPad._http._tcp.local. SRV")
    }

    @Test func identicalAnswerOrGoodbyeTakesNothing() throws {
        var host = try ClaimingHost.service()
        host.start()
        host.receive(DNSMessage(flags: .multicastResponse, answers: host.claim.records.unique), at: 1)
        var goodbye = host.rivalRecord()
        goodbye.ttl = 0
        host.receive(DNSMessage(flags: .multicastResponse, answers: [goodbye]), at: 2)
        host.settle()
        #expect(host.renames == [])
        #expect(host.claim.holdsName)
    }

    @Test func claimThatMustNotRenameFails() throws {
        var host = try ClaimingHost.service(renames: false)
        host.start()
        let actions = host.receive(host.rivalAnswer(), at: 1)
        guard case .failed(.taken(.conflict))? = actions.last else {
            Issue.record("no failure: \(actions)")
            return
        }
        #expect(host.wakeUp == nil)
        #expect(host.claim.nextExpected == nil)
        #expect(host.receive(host.rivalAnswer(), at: 2) == [])
    }

    @Test func nameWithoutSuccessorFails() throws {
        // python-zeroconf does not cut: 62 bytes and "-2" are too many.
        var host = try ClaimingHost.service(String(repeating: "a", count: 62), profile: .zeroconf)
        host.start()
        let pointer = ResourceRecord(
            name: host.claim.records.parent, type: .ptr, ttl: 4500, data: .pointer(host.claim.name))
        let actions = host.receive(DNSMessage(flags: .multicastResponse, answers: [pointer]), at: 1)
        #expect(actions == [.failed(.noFurtherLabel(.resultTooLong(length: 64)))])
    }

    @Test func nameThatGetsTooLongFails() throws {
        // 255 bytes as they are; the suffix makes the label longer and the name with it.
        let long = [UInt8](repeating: 0x78, count: 63)
        let domain = try DNSName(labels: [long, long, long, Array(repeating: 0x79, count: 46)])
        let records = try ClaimedRecords(
            instance: Array("iPad".utf8), type: ServiceType(validating: "_h._tcp"), domain: domain,
            location: ServiceLocation(port: 1, target: .root))
        #expect(records.name.wireForm.count > 250)
        var host = ClaimingHost(NameClaim(records))
        host.start()
        let actions = host.receive(host.rivalAnswer(), at: 1)
        guard case .failed(.nameTooLong)? = actions.last else {
            Issue.record("no failure: \(actions)")
            return
        }
    }

    // MARK: - Too many conflicts (§8.1)

    @Test func fifteenthConflictSlowsProbingDown() throws {
        var host = try ClaimingHost.service("Storm")
        host.start()
        var conflicts: [Int64] = []
        while conflicts.count < 18, let due = host.wakeUp {
            host.advance(to: due)
            conflicts.append(due + millisecond)
            host.receive(host.rivalAnswer(), by: .unicast, at: due + millisecond)
        }
        let probes = host.times(of: .probe)
        for index in 0..<14 { #expect(probes[index + 1] - conflicts[index] <= 250 * millisecond) }
        for index in 14..<17 { #expect(probes[index + 1] - conflicts[index] == 5 * second) }
        #expect(host.renames.prefix(9) == (2...10).map { "Storm (\($0))" }[...])
    }

    @Test func fewerConflictsInTenSecondsDoNot() throws {
        var host = try ClaimingHost.service("Storm")
        host.start()
        for index in 0..<40 {
            // One every 720 ms: fourteen in any ten seconds.
            host.receive(host.rivalAnswer(), by: .unicast, at: 250 * millisecond + Int64(index) * 720 * millisecond)
            let expected = try #require(host.claim.nextExpected)
            #expect(expected.latest - host.now <= 250 * millisecond)
        }
    }

    @Test func nameThatWasWonEndsTheSlowness() throws {
        var host = try ClaimingHost.service("Storm")
        host.start()
        for index in 0..<15 { host.receive(host.rivalAnswer(), by: .unicast, at: Int64(index)) }
        #expect(host.claim.nextExpected?.earliest == 14 + 5 * second)
        host.settle()
        host.receive(host.rivalAnswer(), at: 60 * second)
        #expect(host.claim.nextExpected?.latest == 60 * second + 250 * millisecond)
    }

    // MARK: - Simultaneous probes (§8.2)

    @Test func loserOfTheTieBreakWaitsASecondAndProbesAgain() throws {
        var host = try ClaimingHost.service(port: 7001)
        host.start()
        host.advance(to: 300 * millisecond)
        host.receive(host.rivalProbe(port: 7002), at: 310 * millisecond)
        #expect(host.claim.state == .probing(sent: 0))
        #expect(host.renames == [])
        let expected = try #require(host.claim.nextExpected)
        #expect(expected.message == .probe(1))
        #expect(expected.earliest == 1310 * millisecond)
        #expect(expected.latest == 1310 * millisecond)
        // The winner has gone away again: the name is free.
        host.settle()
        #expect(host.label == "iPad")
        #expect(host.claim.holdsName)
    }

    @Test func loserThatMeetsTheWinnerRenames() throws {
        var host = try ClaimingHost.service(port: 7001)
        host.start()
        host.receive(host.rivalProbe(port: 7002), at: 310 * millisecond)
        host.receive(host.rivalAnswer(port: 7002), at: 1320 * millisecond)
        #expect(host.renames == ["iPad (2)"])
    }

    @Test func winnerOfTheTieBreakGoesOn() throws {
        var host = try ClaimingHost.service(port: 7002)
        host.start()
        host.advance(to: 300 * millisecond)
        let before = host.claim.state
        #expect(host.receive(host.rivalProbe(port: 7001), at: 310 * millisecond) == [])
        #expect(host.claim.state == before)
        #expect(host.claim.holdsName == false)
    }

    @Test func ownProbeFromAnotherInterfaceIsNoRival() throws {
        var host = try ClaimingHost.service()
        host.start()
        host.advance(to: 300 * millisecond)
        let own = host.messages(.probe)[0]
        #expect(host.receive(own, at: 300 * millisecond) == [])
        host.settle()
        #expect(host.times(of: .probe).count == 3)
        // Held, it is not defended against ourselves either.
        #expect(host.receive(own, at: host.now + 5 * second) == [])
    }

    @Test func probesForOtherNamesAreNobodysRivals() throws {
        var host = try ClaimingHost.service(port: 1)
        host.start()
        var other = try ClaimingHost.service("Phone", port: 9000, number: 2)
        other.settle()
        host.receive(other.messages(.probe)[0], at: 10)
        #expect(host.claim.nextExpected?.latest == 250 * millisecond)
    }
}
