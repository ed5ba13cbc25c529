import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// RFC 6762 §8.3, §9 and §10.1: what becomes of a name that was won.
@Suite struct NameClaimHoldingTests {
    private func settled(_ profile: ProbingProfile = .rfc6762, port: UInt16 = 7001) throws -> ClaimingHost {
        var host = try ClaimingHost.service(port: port, profile: profile)
        host.settle()
        host.advance(to: 60 * second)
        return host
    }

    // MARK: - Announcing (§8.3)

    @Test func twoAnnouncementsAreASecondApart() throws {
        let host = try settled()
        let times = host.times(of: .announcement)
        #expect(times.count == 2)
        #expect(times[1] - times[0] == second)
    }

    @Test func announcementsCanDoubleTheirIntervals() throws {
        var profile = ProbingProfile.rfc6762
        profile.announcementIntervals = (0..<7).map { .seconds(1 << $0) ... .seconds(1 << $0) }
        let times = try settled(profile, port: 1).times(of: .announcement)
        #expect(times.count == 8)
        #expect(zip(times, times.dropFirst()).map { ($1 - $0) / second } == [1, 2, 4, 8, 16, 32, 64])
    }

    @Test func announcementsHoldAllRecordsAndFlushUniqueOnes() throws {
        let announcement = try settled().messages(.announcement)[0]
        #expect(announcement.flags == .multicastResponse)
        #expect(announcement.questions.isEmpty)
        #expect(announcement.answers.map(\.type) == [.ptr, .ptr, .srv, .txt])
        #expect(announcement.answers.map(\.cacheFlush) == [false, false, true, true])
        #expect(announcement.answers.map(\.ttl) == [4500, 4500, 120, 4500])
        #expect(
            announcement.additionals.map(\.description) == [
                "iPad._http._tcp.local. 4500 IN cache-flush NSEC iPad._http._tcp.local. TXT SRV"
            ])
        #expect(try DNSMessage(parsing: announcement.bytes()) == announcement)
    }

    @Test func subtypesLeadToTheInstanceUnderItsNewName() throws {
        let records = try ClaimedRecords(
            instance: Array("iPad".utf8), type: ServiceType(validating: "_http._tcp"), domain: ClaimingHost.local,
            location: ServiceLocation(port: 80, target: .root), text: [], subtypes: [Array("_printer".utf8)])
        #expect(records.unique[1].data == .text([0]))
        let renamed = try records.renamed(to: Array("iPad (2)".utf8))
        #expect(renamed.pointers.map(\.name.presentation) == ["_http._tcp.local.", "_printer._sub._http._tcp.local."])
        #expect(renamed.pointers.allSatisfy { $0.data == .pointer(renamed.name) })
        #expect(renamed.unique.allSatisfy { $0.name == renamed.name })
        #expect(throws: WireError.self) { try records.renamed(to: []) }
    }

    // MARK: - Defense (§8.1, §6)

    @Test func heldNameIsDefendedAtOnce() throws {
        var host = try settled()
        let actions = host.receive(host.rivalProbe(), at: 61 * second)
        #expect(actions == [.send(host.claim.records.announcement, as: .defense, to: .multicast)])
    }

    @Test func heldNameIsDefendedByUnicastWhereTheProbeAsksForIt() throws {
        var host = try settled()
        let rival = IPAddress("10.0.0.7")!
        for index in 0..<3 {
            let actions = host.receive(host.rivalProbe(unicast: true), from: rival, at: 61 * second + Int64(index))
            #expect(actions == [.send(host.claim.records.announcement, as: .defense, to: .unicast(rival))])
        }
    }

    @Test func defenseByMulticastIsLimited() throws {
        var host = try settled()
        #expect(host.receive(host.rivalProbe(), at: 61 * second).count == 1)
        #expect(host.receive(host.rivalProbe(), at: 61 * second + 249 * millisecond) == [])
        #expect(host.receive(host.rivalProbe(), at: 61 * second + 250 * millisecond).count == 1)
    }

    @Test func greaterDataDoesNotWinAHeldName() throws {
        var host = try settled(port: 1)
        host.receive(host.rivalProbe(port: 65_535), at: 61 * second)
        #expect(host.claim.state == .established)
    }

    @Test func questionsThatAreNoProbesAreNotAnswered() throws {
        var host = try settled()
        let browse = DNSMessage(questions: [Question(name: host.claim.records.parent, type: .ptr)])
        let resolve = DNSMessage(questions: [Question(name: host.claim.name, type: .srv)])
        #expect(host.receive(browse, at: 61 * second) == [])
        #expect(host.receive(resolve, at: 62 * second) == [])
    }

    /// An Avahi reflector repeats probes without their authorities.
    @Test func probeWithoutAuthoritiesIsAnsweredToo() throws {
        var host = try settled()
        let probe = DNSMessage(questions: [Question(name: host.claim.name, type: .any)])
        #expect(host.receive(probe, at: 61 * second).count == 1)
    }

    @Test func probeForThePointerOfAHeldNameIsAnswered() throws {
        var rival = try ClaimingHost.service(port: 9, profile: .zeroconf, number: 2)
        rival.start()
        rival.advance(to: second)
        var host = try settled()
        let actions = host.receive(rival.messages(.probe)[0], from: rival.address, at: 61 * second)
        #expect(actions == [.send(host.claim.records.announcement, as: .defense, to: .unicast(rival.address))])
    }

    // MARK: - Conflicts of held names (§9)

    @Test func conflictOfAHeldNameGoesBackToProbing() throws {
        var host = try settled()
        #expect(host.receive(host.rivalAnswer(), at: 61 * second) == [])
        #expect(host.claim.state == .probing(sent: 0))
        #expect(!host.claim.holdsName)
        let expected = try #require(host.claim.nextExpected)
        #expect(expected.message == .probe(1))
        #expect(expected.latest == 61 * second + 250 * millisecond)
        // Nobody answers: the name was ours all the time.
        host.settle()
        #expect(host.label == "iPad")
        #expect(host.claim.holdsName)
    }

    @Test func copyOfTheConflictOverTheOtherIPVersionIsNoSecondOne() throws {
        var host = try settled()
        host.receive(host.rivalAnswer(), at: 61 * second)
        #expect(host.receive(host.rivalAnswer(), at: 61 * second + 100_000) == [])
        #expect(host.label == "iPad")
    }

    @Test func secondConflictTakesTheHeldName() throws {
        var host = try settled()
        host.receive(host.rivalAnswer(), at: 61 * second)
        host.advance(to: 61 * second + 300 * millisecond)
        host.receive(host.rivalAnswer(), at: 61 * second + 300 * millisecond)
        #expect(host.renames == ["iPad (2)"])
    }

    @Test func sharedPointersOfOthersDoNotDisturb() throws {
        var host = try settled()
        var other = try ClaimingHost.service("Phone", port: 9, number: 2)
        other.settle()
        #expect(host.receive(other.messages(.announcement)[0], at: 61 * second) == [])
        #expect(host.claim.state == .established)
    }

    // MARK: - Goodbye (§10.1)

    @Test func withdrawnNameIsTakenBack() throws {
        var host = try settled()
        host.withdraw(at: 61 * second)
        let goodbyes = host.messages(.goodbye)
        #expect(goodbyes.count == 1)
        #expect(goodbyes[0].answers.map(\.type) == [.ptr, .srv, .txt])
        #expect(goodbyes[0].answers.allSatisfy { $0.ttl == 0 })
        #expect(host.claim.state == .released)
        #expect(host.wakeUp == nil)
    }

    @Test func nameThatNobodyHeardOfNeedsNoGoodbye() throws {
        var host = try ClaimingHost.service()
        host.start()
        host.withdraw(at: 300 * millisecond)
        #expect(host.messages(.goodbye) == [])
        #expect(host.claim.state == .released)
    }

    @Test func releasedNameCanBeClaimedAgain() throws {
        var host = try settled()
        host.withdraw(at: 61 * second)
        host.start(at: 62 * second)
        #expect(host.claim.nextExpected?.message == .probe(1))
        #expect(host.claim.nextExpected?.earliest == 62 * second)
    }

    @Test func silentClaimsIgnoreWhatTheyHear() throws {
        var host = try ClaimingHost.service()
        #expect(host.receive(host.rivalAnswer(), at: 1) == [])
        #expect(host.claim.state == .idle)
        #expect(host.claim.nextExpected == nil)
    }

    // MARK: - Hostile times

    @Test func timesAtTheEndsOfTheirRangeAreSurvived() throws {
        for time in [Int64.min, .max - 1, .max] {
            var host = try ClaimingHost.service()
            host.start(at: time)
            for _ in 0..<20 {
                let actions = host.claim.receive(
                    host.rivalAnswer(), from: host.address, by: .unicast, at: time, using: &host.generator)
                #expect(!actions.isEmpty)
                _ = host.claim.timer(at: time, using: &host.generator)
            }
            while host.claim.state != .established { _ = host.claim.timer(at: .max, using: &host.generator) }
            _ = host.claim.receive(host.rivalProbe(), from: host.address, at: .min, using: &host.generator)
            _ = host.claim.withdraw(at: .min, using: &host.generator)
        }
    }
}
