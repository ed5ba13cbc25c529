import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// How responders differ from RFC 6762 and from each other.
@Suite struct ProbingProfileTests {
    private func host(_ profile: ProbingProfile, port: UInt16 = 7001, seed: UInt64 = 1) throws -> ClaimingHost {
        try ClaimingHost.service(port: port, profile: profile, seed: seed)
    }

    private func intervals(_ times: [Int64]) -> [Int64] { zip(times, times.dropFirst()).map { $1 - $0 } }

    // MARK: - mDNSResponder

    @Test func appleLeavesTextOutOfProbes() throws {
        var host = try host(.apple)
        host.settle()
        #expect(host.messages(.probe)[0].authorities.map(\.type) == [.srv])
        #expect(host.times(of: .announcement).count == 4)
        let gaps = intervals(host.times(of: .announcement))
        #expect((second / 2...second).contains(gaps[0]))
        #expect((second...2 * second).contains(gaps[1]))
        #expect((2 * second...4 * second).contains(gaps[2]))
    }

    @Test func appleRenamesAtOnceAfterUnicast() throws {
        var host = try host(.apple)
        host.start()
        host.receive(host.rivalAnswer(), by: .unicast, at: 300 * millisecond)
        #expect(host.renames == ["iPad (2)"])
        let expected = try #require(host.claim.nextExpected)
        #expect(expected.earliest == 400 * millisecond)
        #expect(expected.latest == 550 * millisecond)
    }

    @Test func appleTakesOneMulticastConflictForStale() throws {
        var host = try host(.apple)
        host.start()
        host.receive(host.rivalAnswer(), at: 300 * millisecond)
        #expect(host.renames == [])
        #expect(host.claim.nextExpected?.earliest == 1300 * millisecond)
        // The same over IPv6 does not count, the answer to the next probe does.
        host.receive(host.rivalAnswer(), at: 301 * millisecond)
        #expect(host.renames == [])
        host.receive(host.rivalAnswer(), at: 1301 * millisecond)
        #expect(host.renames == ["iPad (2)"])
        // The new name has its own stale conflict.
        host.advance(to: 1600 * millisecond)
        host.receive(host.rivalAnswer(), at: 1600 * millisecond)
        #expect(host.renames == ["iPad (2)"])
    }

    @Test func appleWaitsASecondAfterEachProbeThatBeatsIt() throws {
        var host = try host(.apple, port: 7001)
        host.start()
        for time in [310, 560, 810] as [Int64] {
            host.receive(host.rivalProbe(port: 7002), at: time * millisecond)
            #expect(host.claim.nextExpected?.earliest == (time + 1000) * millisecond)
        }
        // The winner's announcement is not what renames, its answer to the next probe is.
        host.receive(host.rivalAnswer(port: 7002), at: 1060 * millisecond)
        #expect(host.renames == [])
        host.receive(host.rivalAnswer(port: 7002), by: .unicast, at: 1811 * millisecond)
        #expect(host.renames == ["iPad (2)"])
    }

    @Test func appleDoesNotDefendWhatItHasJustMulticast() throws {
        var host = try host(.apple)
        host.settle()
        let last = try #require(host.times(of: .announcement).last)
        #expect(host.receive(host.rivalProbe(), at: last + 999 * millisecond) == [])
        #expect(host.receive(host.rivalProbe(unicast: true), at: last + 999 * millisecond).count == 1)
        #expect(host.receive(host.rivalProbe(), at: last + 1000 * millisecond).count == 1)
    }

    @Test func appleSaysGoodbyeThreeTimesBeforeItTakesAnotherName() throws {
        var host = try host(.apple)
        host.settle()
        host.receive(host.rivalAnswer(), at: 60 * second)
        host.receive(host.rivalAnswer(), by: .unicast, at: 60 * second + 900 * millisecond)
        #expect(host.renames == [])
        #expect(host.claim.state == .retreating(sent: 0))
        #expect(host.claim.nextExpected?.message == .goodbye(1))
        #expect(!host.claim.holdsName)
        // Nothing is answered for a name that was lost.
        #expect(host.receive(host.rivalProbe(), at: 61 * second) == [])
        host.settle()
        let goodbyes = host.times(of: .goodbye)
        #expect(intervals(goodbyes) == [2 * second, 2 * second])
        #expect(host.messages(.goodbye).allSatisfy { $0.answers.map(\.type) == [.ptr] })
        #expect(host.renames == ["iPad (2)"])
        let probe = try #require(host.times(of: .probe).first { $0 > goodbyes[2] })
        #expect((100 * millisecond...250 * millisecond).contains(probe - goodbyes[2]))
    }

    @Test func appleCanBeWithdrawnInTheMiddleOfARename() throws {
        var host = try host(.apple)
        host.settle()
        host.receive(host.rivalAnswer(), at: 60 * second)
        host.receive(host.rivalAnswer(), by: .unicast, at: 60 * second + 1)
        host.advance(to: 60 * second + 200 * millisecond)
        #expect(host.claim.state == .retreating(sent: 1))
        host.withdraw(at: 61 * second)
        host.settle()
        #expect(host.times(of: .goodbye).count == 4)
        #expect(host.renames == [])
        #expect(host.claim.state == .released)
    }

    // MARK: - Avahi

    @Test func avahiNeverAsksForUnicast() throws {
        var host = try host(.avahi)
        host.settle()
        #expect(host.messages(.probe).allSatisfy { !$0.questions[0].wantsUnicastResponse })
        #expect(host.messages(.probe)[0].authorities.map(\.type) == [.srv, .txt])
        #expect(host.times(of: .announcement)[0] - host.times(of: .probe)[2] == 200 * millisecond)
        #expect(host.times(of: .announcement).count == 3)
    }

    @Test func avahiRenamesAtOnceWhenItLosesATieBreak() throws {
        var host = try host(.avahi, port: 7001)
        host.start()
        let actions = host.receive(host.rivalProbe(port: 7002), at: 1)
        guard case .renamed(let rename)? = actions.first, case .lostTieBreak(let decision) = rename.reason else {
            Issue.record("no rename by a tie-break: \(actions)")
            return
        }
        #expect(host.label == "iPad #2")
        #expect(decision.ground == .data(byte: 5))
        #expect(rename.reason.description == "lost to a simultaneous probe: SRV port 7002 beats 7001")
        #expect(host.claim.nextExpected?.earliest == 700 * millisecond + 1)
        #expect(host.claim.nextExpected?.latest == 1150 * millisecond + 1)
    }

    /// Loses every name to an answer a millisecond after the first probe, and says how long after each the next one is
    /// probed for.
    private func pauses(_ host: inout ClaimingHost, names count: Int) throws -> [Int64] {
        var pauses: [Int64] = []
        for _ in 0..<count {
            host.advance(to: try #require(host.wakeUp))
            host.receive(host.rivalAnswer(), by: .unicast, at: host.now + millisecond)
            pauses.append(try #require(host.wakeUp) - host.now)
        }
        return pauses
    }

    @Test func avahiSlowsDownFromTheFifteenthNameOn() throws {
        var host = try host(.avahi)
        host.start()
        let pauses = try pauses(&host, names: 17)
        #expect(host.renames.first == "iPad #2" && host.renames.last == "iPad #18")
        // Fourteen names were lost when the fifteenth is tried, at whatever pace.
        #expect(pauses.prefix(13).allSatisfy { (700 * millisecond...1150 * millisecond).contains($0) })
        #expect(pauses.dropFirst(13).allSatisfy { (19_700 * millisecond...20_150 * millisecond).contains($0) })
    }

    @Test func avahiCountsAnewAfterANameThatLasted() throws {
        for (lasting, isSlow) in [(5 * second, true), (5 * second + 1, false)] {
            var host = try host(.avahi)
            host.start()
            _ = try pauses(&host, names: 13)
            host.settle()
            let won = try #require(host.times(of: .announcement).first)
            // To probe again for the same name is not slowed down.
            host.receive(host.rivalAnswer(), at: won + lasting)
            #expect(try #require(host.wakeUp) - host.now <= 300 * millisecond)
            host.advance(to: try #require(host.wakeUp))
            host.receive(host.rivalAnswer(), at: host.now + millisecond)
            #expect((try #require(host.wakeUp) - host.now >= 19 * second) == isSlow, "after \(lasting)")
        }
    }

    @Test func avahiNoticesConflictsOfTextAlone() throws {
        var host = try host(.avahi)
        host.settle()
        let text = ResourceRecord(name: host.claim.name, type: .txt, ttl: 4500, data: .text([1, 0x61]))
        let message = DNSMessage(flags: .multicastResponse, answers: [text])
        host.receive(message, at: 60 * second)
        #expect(host.claim.state == .probing(sent: 0))
        var apple = try self.host(.apple)
        apple.settle()
        apple.receive(message, at: 60 * second)
        #expect(apple.claim.state == .established)
    }

    // MARK: - python-zeroconf

    @Test func zeroconfAsksForPointersHalfASecondApart() throws {
        var host = try host(.zeroconf)
        host.settle()
        let probe = host.messages(.probe)[0]
        #expect(probe.flags.rawValue == 0x0400)
        #expect(
            probe.questions == [
                Question(name: host.claim.records.parent, type: .ptr, wantsUnicastResponse: true)
            ])
        #expect(probe.authorities.map(\.data) == [.pointer(host.claim.name)])
        #expect(intervals(host.times(of: .probe)) == [500 * millisecond, 500 * millisecond])
        #expect(host.times(of: .announcement)[0] == host.times(of: .probe)[2])
    }

    @Test func zeroconfKnowsNamesFromBeforeItStarted() throws {
        var host = try host(.zeroconf)
        let names = try ["iPad", "iPad-2"].map { try host.claim.records.renamed(to: Array($0.utf8)) }
        host.receive(DNSMessage(flags: .multicastResponse, answers: names.flatMap(\.pointers)), at: 0)
        host.start(at: second)
        #expect(host.renames == ["iPad-3"])
        #expect(host.claim.nextExpected?.earliest == second + 100 * millisecond)
        let goodbye = names[0].pointers.map { pointer in
            var gone = pointer
            gone.ttl = 0
            return gone
        }
        var other = try self.host(.zeroconf)
        other.receive(DNSMessage(flags: .multicastResponse, answers: names[0].pointers), at: 0)
        other.receive(DNSMessage(flags: .multicastResponse, answers: goodbye), at: 1)
        other.start(at: second)
        #expect(other.renames == [])
    }

    @Test func zeroconfDoesNotNoticeRecordsOrLateConflicts() throws {
        var host = try host(.zeroconf)
        host.start()
        host.receive(host.rivalAnswer(), at: 1)
        host.receive(host.rivalProbe(port: 9999), at: 2)
        host.settle()
        host.receive(host.rivalAnswer(), at: 60 * second)
        #expect(host.claim.state == .established)
        #expect(host.renames == [])
    }

    @Test func zeroconfTakesOtherLetterCaseForAnotherName() throws {
        var host = try host(.zeroconf)
        host.start()
        let pointers = try host.claim.records.renamed(to: Array("IPAD".utf8)).pointers
        #expect(host.receive(DNSMessage(flags: .multicastResponse, answers: pointers), at: 1) == [])
    }

    @Test func zeroconfNeverSlowsDown() throws {
        var host = try host(.zeroconf)
        host.start()
        for _ in 0..<40 {
            let pointers = DNSMessage(flags: .multicastResponse, answers: host.claim.records.pointers)
            host.receive(pointers, at: host.now + millisecond)
            #expect(host.wakeUp == host.now)
        }
        #expect(host.renames.last == "iPad-41")
    }

    @Test func namesHeardAreLimited() throws {
        var host = try host(.zeroconf)
        let limit = NameClaim.maximumNamesHeard
        let pointers = try (0...limit).map { index in
            try host.claim.records.renamed(to: Array((index == limit ? "iPad" : "Node \(index)").utf8)).pointers[0]
        }
        host.receive(DNSMessage(flags: .multicastResponse, answers: pointers), at: 0)
        host.start(at: second)
        // The one beyond the limit was not kept; the answer to the first probe would tell again.
        #expect(host.renames == [])
    }
}
