import PeerMessaging
import Testing
import WireSimulation
import WireTesting

@Suite struct PeerPairTests {
    @Test(arguments: [
        ("n10", "n2"), ("1", "A"), ("A", "a"), ("a", "b"), ("a", "aa"), ("", "a"),
        ("0DAE98F5-0000-0000-0000-000000000000", "3F2504E0-4F89-41D3-9A0C-0305E82C3301"),
    ])
    func theLowerPeerIDInitiates(_ lower: String, higher: String) throws {
        let pair = try #require(PeerPair(higher, lower))
        #expect(pair.initiator == lower && pair.responder == higher)
        #expect(pair == PeerPair(lower, higher))
    }

    @Test func equalIDsHaveNoInitiator() {
        #expect(PeerPair("a", "a") == nil)
        // One scalar and two: the same text for Swift, and so for the peers.
        #expect(PeerPair("\u{E9}", "e\u{301}") == nil)
    }

    @Test func asciiIsOrderedByItsBytes() {
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let texts = (0..<2).map { _ in
                String(decoding: generator.bytes(generator.number(in: 0...6)).map { $0 & 0x7F }, as: UTF8.self)
            }
            guard let pair = PeerPair(texts[0], texts[1]) else { continue }
            #expect(Array(pair.initiator.utf8).lexicographicallyPrecedes(Array(pair.responder.utf8)), "seed \(seed)")
        }
    }
}
