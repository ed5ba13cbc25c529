import PeerMessaging
import Testing
import WireSimulation
import WireTesting

@Suite struct RelayedBroadcastTests {
    @Test func goesToThoseWhoHaveNotSeenIt() {
        let broadcast = RelayedBroadcast(payload: [1], originalSender: "a", seenBy: ["a", "b"])
        #expect(broadcast.targets(of: "c", receivedFrom: "b", connected: ["d", "a", "b", "e"]) == ["d", "e"])
        #expect(broadcast.targets(of: "c", receivedFrom: "f", connected: ["f", "c"]) == [])
        // Who said it first has it, whether it is in the list or not.
        let unnamed = RelayedBroadcast(payload: [1], originalSender: "a", seenBy: ["b"])
        #expect(unnamed.targets(of: "c", receivedFrom: "b", connected: ["a", "d"]) == ["d"])
        #expect(unnamed.relayed(by: "c").violations(by: "c", sendingTo: "a", after: unnamed).count == 1)
    }

    @Test func theRelayAddsItselfAndChangesNothingElse() throws {
        let broadcast = RelayedBroadcast(payload: [1, 2], originalSender: "a", seenBy: ["a"])
        let message = broadcast.message(from: "b", at: .secondsSince2001(5))
        #expect(message.senderID == "b" && message.timestamp == .secondsSince2001(5))
        let copy = try #require(RelayedBroadcast(message))
        #expect(copy.isCopy(of: broadcast) && copy.seenBy == ["a", "b"])
        #expect(copy.relayed(by: "b") == copy)
        #expect(
            RelayedBroadcast(MeshMessage(type: .direct(payload: []), senderID: "a", timestamp: message.timestamp))
                == nil)
    }

    @Test func namesWhatARelayDidWrong() {
        let received = RelayedBroadcast(payload: [1], originalSender: "a", seenBy: ["a"])
        #expect(received.relayed(by: "b").violations(by: "b", sendingTo: "c", after: received).isEmpty)
        #expect(received.violations(by: "b", sendingTo: "c", after: received) == [.relayNotInSeenBy])
        #expect(received.relayed(by: "b").violations(by: "b", sendingTo: "a", after: nil) == [.sentToPeerThatHasSeenIt])
        let forgetful = RelayedBroadcast(payload: [1], originalSender: "a", seenBy: ["b"])
        #expect(forgetful.violations(by: "b", sendingTo: "c", after: received) == [.peersForgotten(["a"])])
    }

    /// In any mesh, relays that follow the rule reach every peer that can be reached, and come to an end.
    @Test func everyPeerGetsTheBroadcast() {
        for seed in 0..<200 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let count = generator.number(in: 2...6)
            // A chain, so that all are connected, and more connections at random.
            var links: Set<Set<Int>> = Set((1..<count).map { [$0 - 1, $0] })
            for first in 0..<count {
                for second in first + 1..<count where generator.chance(1, in: 3) { links.insert([first, second]) }
            }
            func connected(_ peer: Int) -> [String] {
                links.filter { $0.contains(peer) }.flatMap { $0 }.filter { $0 != peer }.map(String.init).sorted()
            }
            let origin = RelayedBroadcast(payload: [7], originalSender: "0", seenBy: ["0"])
            var waiting = connected(0).map { (to: $0, from: "0", copy: origin) }
            var reached: Set<String> = ["0"]
            var copies = 0
            while !waiting.isEmpty {
                let (peer, sender, copy) = waiting.removeFirst()
                reached.insert(peer)
                copies += 1
                let handedOn = copy.relayed(by: peer)
                for target in copy.targets(of: peer, receivedFrom: sender, connected: connected(Int(peer) ?? 0)) {
                    #expect(handedOn.violations(by: peer, sendingTo: target, after: copy).isEmpty)
                    waiting.append((target, peer, handedOn))
                }
            }
            #expect(reached.count == count, "seed \(seed)")
            // A copy visits no peer twice.
            #expect(copies <= 2000)
        }
    }
}
