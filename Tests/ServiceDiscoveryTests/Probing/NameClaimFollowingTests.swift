import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// A claim that is told what a host did, and says whether that was to be expected.
@Suite struct NameClaimFollowingTests {
    private var generator = SeededGenerator(seed: 1)

    /// A claim that began at 0, and the messages that a host with that claim sends.
    private func started(
        _ profile: ProbingProfile = .rfc6762
    ) throws -> (claim: NameClaim, probes: [DNSMessage], announcement: DNSMessage) {
        var host = try ClaimingHost.service(profile: profile)
        let claim = host.claim
        host.settle()
        var own = claim
        var generator = SeededGenerator(seed: 9)
        _ = own.start(at: 0, using: &generator)
        return (own, host.messages(.probe), host.claim.records.announcement)
    }

    @Test mutating func hostThatKeepsToTheTimesIsAsExpected() throws {
        var (claim, probes, announcement) = try started()
        for (index, probe) in probes.enumerated() {
            #expect(claim.nextExpected?.message == .probe(index + 1))
            #expect(claim.follow(probe, at: (100 + Int64(index) * 250) * millisecond, using: &generator) == .expected)
        }
        #expect(claim.nextExpected?.message == .announcement(1))
        #expect(claim.nextExpected?.earliest == 850 * millisecond)
        #expect(claim.follow(announcement, at: 850 * millisecond, using: &generator) == .expected)
        #expect(claim.holdsName)
        #expect(claim.follow(announcement, at: 1850 * millisecond, using: &generator) == .expected)
        #expect(claim.state == .established)
        #expect(claim.nextExpected == nil)
    }

    @Test mutating func earlyAndLateAreMeasured() throws {
        var (claim, probes, _) = try started()
        #expect(claim.follow(probes[0], at: 300 * millisecond, using: &generator) == .late(by: 50 * millisecond))
        #expect(claim.follow(probes[1], at: 500 * millisecond, using: &generator) == .early(by: 50 * millisecond))
        // The next is expected from what really happened.
        #expect(claim.follow(probes[2], at: 750 * millisecond, using: &generator) == .expected)
    }

    @Test mutating func copyOverTheOtherIPVersionIsPassedOver() throws {
        var (claim, probes, announcement) = try started()
        for (index, probe) in probes.enumerated() {
            let time = (100 + Int64(index) * 250) * millisecond
            #expect(claim.follow(probe, at: time, using: &generator) == .expected)
            #expect(claim.follow(probe, at: time + millisecond, using: &generator) == nil)
        }
        #expect(claim.follow(announcement, at: 850 * millisecond, using: &generator) == .expected)
        #expect(claim.follow(announcement, at: 851 * millisecond, using: &generator) == nil)
    }

    @Test mutating func announcementWithoutProbesIsUnexpected() throws {
        var (claim, probes, announcement) = try started()
        _ = claim.follow(probes[0], at: 100 * millisecond, using: &generator)
        #expect(claim.follow(announcement, at: 350 * millisecond, using: &generator) == .unexpected)
        #expect(claim.holdsName)
    }

    @Test mutating func answersBetweenAnnouncementsAreNone() throws {
        var (claim, probes, announcement) = try started()
        for (index, probe) in probes.enumerated() {
            _ = claim.follow(probe, at: (100 + Int64(index) * 250) * millisecond, using: &generator)
        }
        _ = claim.follow(announcement, at: 850 * millisecond, using: &generator)
        #expect(claim.follow(announcement, at: 1200 * millisecond, using: &generator) == nil)
        #expect(claim.nextExpected?.earliest == 1850 * millisecond)
    }

    @Test mutating func messagesAboutOtherThingsAreNone() throws {
        var (claim, _, _) = try started()
        var other = try ClaimingHost.service("Phone", port: 80, number: 2)
        other.settle()
        for message in other.messages(.probe) + other.messages(.announcement) {
            #expect(claim.follow(message, at: 100 * millisecond, using: &generator) == nil)
        }
        #expect(claim.follow(DNSMessage(), at: 100 * millisecond, using: &generator) == nil)
        #expect(claim.nextExpected?.message == .probe(1))
    }

    @Test mutating func renameThatWasDueIsFollowed() throws {
        var (claim, probes, _) = try started()
        _ = claim.follow(probes[0], at: 100 * millisecond, using: &generator)
        let rival = DNSMessage(
            flags: .multicastResponse,
            answers: [
                ResourceRecord(
                    name: claim.name, type: .srv, ttl: 120,
                    data: .service(ServiceLocation(port: 1, target: DNSName(presentation: "rival.local")!)))
            ])
        _ = claim.receive(
            rival, from: IPAddress("10.0.0.9")!, at: 110 * millisecond, using: &generator)
        #expect(claim.name.presentation == "iPad (2)._http._tcp.local.")
        var second = try ClaimingHost.service("iPad (2)")
        second.settle()
        let probe = second.messages(.probe)[0]
        #expect(claim.follow(probe, at: 200 * millisecond, using: &generator) == .expected)
        #expect(claim.state == .probing(sent: 1))
    }

    @Test mutating func renameWithoutReasonIsFollowedButUnexpected() throws {
        var (claim, probes, _) = try started()
        _ = claim.follow(probes[0], at: 100 * millisecond, using: &generator)
        var second = try ClaimingHost.service("iPad (2)")
        second.settle()
        let probe = second.messages(.probe)[0]
        #expect(claim.follow(probe, at: 350 * millisecond, using: &generator) == .unexpected)
        #expect(claim.name.presentation == "iPad (2)._http._tcp.local.")
        #expect(claim.nextExpected?.message == .probe(2))
    }

    @Test mutating func labelThatWasDrawnByTheHostReplacesOurs() throws {
        var host = try ClaimingHost.service("iPad (10)", profile: .apple)
        host.start()
        host.receive(host.rivalAnswer(), by: .unicast, at: 300 * millisecond)
        let drawn = try #require(host.renames.first)
        let theirs = drawn == "iPad (50)" ? "iPad (51)" : "iPad (50)"
        var second = try ClaimingHost.service(theirs, profile: .apple)
        second.settle()
        var claim = host.claim
        let probe = second.messages(.probe)[0]
        #expect(claim.follow(probe, at: 500 * millisecond, using: &generator) == .expected)
        #expect(claim.records.label == Array(theirs.utf8))
    }

    @Test mutating func goodbyesAreFollowed() throws {
        var host = try ClaimingHost.service(profile: .apple)
        host.settle()
        var claim = host.claim
        host.withdraw(at: 60 * second)
        host.settle()
        let goodbye = host.messages(.goodbye)[0]
        #expect(claim.follow(goodbye, at: 60 * second, using: &generator) == .expected)
        #expect(claim.nextExpected?.message == .goodbye(2))
        #expect(claim.follow(goodbye, at: 62 * second, using: &generator) == .expected)
        #expect(claim.follow(goodbye, at: 65 * second, using: &generator) == .late(by: second))
        #expect(claim.state == .released)
    }

    // MARK: - Hostile input

    /// Whatever comes in whatever order, a claim stays sane: it waits for one thing, and has a name or a reason.
    @Test(arguments: 1...300) func anythingCanCome(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let profiles: [ProbingProfile] = [.rfc6762, .apple, .avahi, .zeroconf]
        var host = try ClaimingHost.service(profile: generator.pick(profiles), seed: seed)
        var other = try ClaimingHost.service(port: 7002, profile: generator.pick(profiles), seed: seed, number: 2)
        other.settle()
        other.withdraw(at: 100 * second)
        other.settle()
        let purposes: [NameClaim.Purpose] = [.probe, .announcement, .goodbye]
        let messages = purposes.flatMap { other.messages($0) } + [host.rivalProbe(), host.rivalAnswer(), DNSMessage()]
        var time: Int64 = 0
        for _ in 0..<60 {
            // Mostly forward, now and then anywhere.
            time =
                generator.chance(1, in: 20)
                ? Int64(bitPattern: generator.next())
                : time &+ Int64(generator.number(in: 0...2000)) * millisecond
            var message = generator.pick(messages)
            if generator.chance(1, in: 3) { message.flags.rawValue = UInt16(truncatingIfNeeded: generator.next()) }
            if generator.chance(1, in: 3) { message.authorities += message.answers }
            if generator.chance(1, in: 3) { message.answers += message.authorities }
            let actions: [NameClaim.Action]
            switch generator.number(in: 0...5) {
            case 0: actions = host.claim.start(at: time, using: &generator)
            case 1: actions = host.claim.timer(at: time, using: &generator)
            case 2:
                _ = host.claim.follow(message, at: time, using: &generator)
                continue
            case 3 where generator.chance(1, in: 8): actions = host.claim.withdraw(at: time, using: &generator)
            default:
                actions = host.claim.receive(
                    message, from: other.address, by: generator.pick([.multicast, .unicast]), at: time,
                    using: &generator)
            }
            let waits = actions.filter { if case .wait = $0 { true } else { false } }
            #expect(waits.count <= 1)
            if let wait = waits.first { #expect(actions.last == wait) }
            #expect(host.claim.name.wireForm.count <= 255)
            #expect(host.claim.holdsName || host.claim.state != .established)
            if let expected = host.claim.nextExpected { #expect(expected.earliest <= expected.latest) }
        }
    }
}
