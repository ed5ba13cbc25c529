import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Claims that hear what real hosts heard take the names that these took, and real hosts do what claims expect.
@Suite struct NameClaimReplayTests {
    /// All captures in which hosts claim names, but those where a host knows what its messages do not show:
    /// in same-name-same-type-one-host two claims of one host are in conflict, and default-name-rename-all renames a
    /// service for the sake of another.
    private static let captures = [
        "apple-basic-lifecycle", "apple-owner-avahi-newcomer", "apple-owner-loses-qm-race",
        "apple-owner-zeroconf-newcomer", "apple-threeway-rename", "apple-vs-apple-rename",
        "avahi-owner-apple-newcomer", "avahi-threeway-rename", "avahi-vs-avahi-rename", "case-variants",
        "conflict-storm-apple", "goodbye-versus-kill", "hostname-conflict-apple", "hostname-conflict-apple-avahi",
        "hostname-conflict-avahi", "known-answers-multipacket-tc", "large-txt", "late-join-conflict",
        "mesh-uuid-peers", "queries-ka-qu-legacy", "reflector-two-links", "same-name-three-types-no-rename",
        "scripted-queries-known-answers", "silent-duplicate-avahi", "simultaneous-probe-apple",
        "subtypes-and-type-enumeration", "suffix-zoo-apple", "two-interfaces-one-host", "txt-updates-apple",
        "txt-updates-avahi-zeroconf", "user-rename-not-conflict", "utf8-and-escape-names-apple",
        "utf8-and-long-names-avahi", "zeroconf-basic-lifecycle", "zeroconf-odd-names", "zeroconf-vs-zeroconf-rename",
    ]

    /// Claims that go another way in a replay.
    private func isBeyondReplay(_ action: BonjourCapture.Action, in name: String) -> Bool {
        switch (name, action.host, action.name) {
        // Avahi probes again for TXT alone and defends SRV meanwhile; a claim is one for all its records.
        case ("apple-owner-loses-qm-race", "b", _): true
        // The squatter answers probes for the names that were drawn at random then.
        case ("conflict-storm-apple", _, _): true
        // python-zeroconf makes two labels of this one.
        case ("zeroconf-odd-names", _, "v1.2 node"): true
        default: false
        }
    }

    @Test(arguments: captures) func claimsTakeTheNamesThatTheHostsTook(capture name: String) throws {
        let capture = try BonjourCapture(name)
        for action in capture.truth.actions where !isBeyondReplay(action, in: name) {
            guard let claim = try capture.claim(action), let key = action.host else { continue }
            let expected = capture.renames(action)
            let rule = RenameRule(claim.profile.family, .service)
            for seed in 1...3 as ClosedRange<UInt64> {
                let start = capture.truth.time(action.time)
                let host = capture.replay(claim, on: key, from: start, seed: seed)
                #expect(host.renames.count == expected.count, "\(key): \(host.renames), not \(expected)")
                var old = Array((action.name ?? "").utf8)
                for (taken, label) in zip(host.renames, expected) {
                    // From 10 on the number is drawn, and the host drew another one.
                    if case .exact = try rule.successor(of: old, original: claim.originalLabel) {
                        #expect(taken == label)
                    } else {
                        #expect(rule.leads(from: old, to: Array(taken.utf8)))
                    }
                    old = Array(label.utf8)
                }
            }
        }
    }

    @Test(arguments: ["hostname-conflict-apple", "hostname-conflict-apple-avahi", "hostname-conflict-avahi"])
    func claimsTakeTheHostNamesThatTheHostsTook(capture name: String) throws {
        let capture = try BonjourCapture(name)
        for key in capture.truth.hosts.keys.sorted() {
            guard let (claim, start) = try capture.hostClaim(key) else { continue }
            let expected = capture.truth.renames.filter { $0.host == key && $0.kind == "host" }.map(\.to.label)
            for seed in 1...3 as ClosedRange<UInt64> {
                #expect(capture.replay(claim, on: key, from: start, seed: seed).renames == expected, "\(key)")
            }
        }
    }

    @Test func claimThatMustNotRenameFailsAsTheHostDid() throws {
        let capture = try BonjourCapture("no-auto-rename-flag")
        let action = try #require(capture.truth.actions.first { $0.host == "b" && $0.name == "iPad" })
        let renaming = try #require(try capture.claim(action))
        let claim = NameClaim(renaming.records, profile: .apple, renamesOnConflict: false)
        let host = capture.replay(claim, on: "b", from: capture.truth.time(action.time), seed: 1)
        guard case .failed(.taken(.conflict)) = host.claim.state else {
            Issue.record("no failure: \(host.claim.state)")
            return
        }
    }

    // MARK: - Following

    /// Claims that cannot be followed by the messages alone.
    private func isBeyondFollowing(_ action: BonjourCapture.Action, in name: String) -> Bool {
        switch (name, action.host, action.name) {
        // The service moves to the host's new name, and its SRV record with it.
        case ("hostname-conflict-apple", "b", "Beta"): true
        // The second claim of one host looks as if the first one had been renamed.
        case ("user-rename-not-conflict", _, _): true
        // It is on another link, and its messages come from the reflector.
        case ("reflector-two-links", "a", _): true
        // python-zeroconf makes two labels of this one.
        case ("zeroconf-odd-names", _, "v1.2 node"): true
        default: false
        }
    }

    @Test(arguments: captures) func hostsDoWhatIsExpectedOfThem(capture name: String) throws {
        let capture = try BonjourCapture(name)
        for action in capture.truth.actions where !isBeyondFollowing(action, in: name) {
            guard let claim = try capture.claim(action), let key = action.host else { continue }
            let steps = capture.follow(claim, on: key, from: capture.truth.time(action.time))
            #expect(steps.count >= 4, "\(key) \(action.name ?? "")")
            for step in steps {
                #expect(
                    step.isExpected(within: 100 * millisecond),
                    "\(key) \(step.label): \(String(describing: step.expected)) \(step.observation) at \(step.time)")
            }
        }
    }

    /// The squatter's capture, step by step: names with random numbers are followed, and from the fifteenth conflict
    /// on each attempt is expected five seconds after the one before.
    @Test func conflictStormIsFollowedThroughItsBackOff() throws {
        let capture = try BonjourCapture("conflict-storm-apple")
        let action = try #require(capture.truth.actions.first { $0.action == "register" })
        let claim = try #require(try capture.claim(action))
        let steps = capture.follow(claim, on: "a", from: capture.truth.time(action.time))
        let tried = capture.renames(action)
        let probes = steps.filter { if case .probe(1)? = $0.expected?.message { true } else { false } }
        #expect(probes.map(\.label) == ["Storm"] + tried)
        for (earlier, later) in zip(probes[14...], probes[15...]) {
            let expected = try #require(later.expected)
            #expect(expected.earliest - earlier.time >= 5 * second)
            #expect(later.time - earlier.time < 5 * second + 50 * millisecond)
        }
    }
}
