import Testing
import WireCoding
import WirelessFrames

@testable import TraceAnalysis

@Suite struct AWDLTreeTests {
    private static let count = AWDLTree.maximumNodes

    private static func addresses(_ nodes: [Int]) -> [LinkAddress] { nodes.map(AWDLHistoryScene.address) }

    @Test func mastersAtOneTimeAreOneSpan() throws {
        var scene = AWDLHistoryScene()
        for second in 0..<20 {
            for node in 0..<Self.count {
                // The distance changes with each frame: nothing that masters are judged by.
                let election = RadioScene.election(
                    root: AWDLHistoryScene.address(node), parent: AWDLHistoryScene.address(node),
                    distance: UInt32(second))
                try scene.frame(of: node, [.init(election)], at: Double(second))
            }
        }
        let tree = try #require(AWDLTree(scene.nodes))
        #expect(tree.rivals.map(\.nodes) == [Self.addresses(Array(0..<Self.count))])
        #expect(tree.rivals.map(\.duration) == [19_000_000_000])
    }

    @Test func mastersAfterABreakAreAnotherSpan() throws {
        var scene = AWDLHistoryScene()
        for second in 0..<60 {
            let time = Double(second)
            try scene.claim(of: 0, root: 0, at: time)
            try scene.claim(of: 1, root: (10..<20).contains(second) ? 1 : 0, at: time)
            // Not long enough to count.
            try scene.claim(of: 2, root: (25..<29).contains(second) ? 2 : 0, at: time)
            try scene.claim(of: 3, root: (30..<40).contains(second) ? 3 : 0, at: time)
            try scene.claim(of: 4, root: (33..<45).contains(second) ? 4 : 0, at: time)
        }
        let tree = try #require(AWDLTree(scene.nodes))
        #expect(tree.rivals.map(\.nodes) == [Self.addresses([0, 1]), Self.addresses([0, 3, 4])])
        #expect(tree.rivals.map(\.duration) == [10_000_000_000, 15_000_000_000])
    }

    @Test func aCircleHoldsUntilOneLeavesIt() throws {
        var scene = AWDLHistoryScene()
        for second in 0..<12 {
            let time = Double(second)
            for node in 0..<4 {
                // 0 follows 1, that follows 2, and that 0, until it turns to 3, which follows 0.
                let parent = node == 2 && second >= 8 ? 3 : node == 3 ? 0 : (node + 1) % 3
                try scene.claim(of: node, root: 9, parent: parent, distance: UInt32(second), at: time)
            }
        }
        let tree = try #require(AWDLTree(scene.nodes))
        #expect(tree.loops.map(\.nodes) == [Self.addresses([0, 1, 2]), Self.addresses([0, 1, 2, 3])])
        #expect(tree.loops.map(\.duration) == [8_000_000_000, 3_000_000_000])
    }

    @Test func aSilentNodeIsNoMaster() throws {
        var scene = AWDLHistoryScene()
        for tenth in 0..<600 {
            let time = Double(tenth) / 10
            if tenth < 100 || tenth >= 500 { try scene.claim(of: 0, root: tenth < 510 ? 0 : 1, at: time) }
            if tenth >= 200 { try scene.claim(of: 1, root: 1, at: time) }
            // Heard all the time, and in a circle with the silent one before and after.
            try scene.claim(of: 2, root: 9, parent: 3, at: time)
            if tenth < 100 || tenth >= 500 { try scene.claim(of: 3, root: 9, parent: 2, at: time) }
        }
        let tree = try #require(AWDLTree(scene.nodes))
        #expect(tree.rivals.isEmpty)
        #expect(tree.loops.map(\.duration) == [9_900_000_000, 9_900_000_000])
        #expect(scene.nodes.map(\.standings.count) == [2, 1, 1, 1])
    }

    @Test func aShortSilenceIsNone() throws {
        var scene = AWDLHistoryScene()
        for second in stride(from: 0, to: 40, by: 5) {
            for node in 0..<2 { try scene.claim(of: node, root: node, at: Double(second)) }
        }
        #expect(try #require(AWDLTree(scene.nodes)).rivals.map(\.duration) == [35_000_000_000])
    }

    @Test func changesThatAreNotListedAreNotJudged() throws {
        var scene = AWDLHistoryScene()
        for tenth in 0..<256 {
            let time = Double(tenth) / 10
            try scene.claim(of: 0, root: tenth % 2 == 0 ? 0 : 1, at: time)
            try scene.claim(of: 1, root: 1, at: time)
        }
        for second in 26..<600 {
            try scene.claim(of: 0, root: 1, parent: second == 500 ? 2 : 1, at: Double(second))
            try scene.claim(of: 1, root: 1, at: Double(second))
        }
        #expect(scene.nodes[0].omittedChanges == 2)
        #expect(try #require(AWDLTree(scene.nodes)).rivals.isEmpty)
    }

    @Test func pausesThatAreNotListedAreNotJudged() throws {
        var scene = AWDLHistoryScene()
        for turn in 0..<300 {
            try scene.claim(of: 0, root: 0, at: Double(turn) * 10)
        }
        for second in 0..<3000 { try scene.claim(of: 1, root: 1, at: Double(second)) }
        #expect(scene.nodes[0].pauses.count == AWDLNodeHistory.maximumChanges)
        #expect(scene.nodes[0].omittedChanges == 0)
        #expect(try #require(AWDLTree(scene.nodes)).rivals.isEmpty)
    }

    @Test(arguments: [false, true])
    func theWorkGrowsWithTheChanges(isRing: Bool) throws {
        func looks(changes: Int) throws -> Int {
            var scene = AWDLHistoryScene()
            for change in 0..<changes {
                for node in 0..<Self.count {
                    let time = Double(change) + Double(node) / 100
                    let next = isRing ? (node + 1) % Self.count : node
                    let election = RadioScene.election(
                        root: AWDLHistoryScene.address(isRing ? 0 : node), parent: AWDLHistoryScene.address(next),
                        distance: UInt32(change))
                    try scene.frame(of: node, [.init(election)], at: time)
                }
            }
            return try #require(AWDLTree(scene.nodes)).looks
        }
        let few = try looks(changes: 16)
        let many = try looks(changes: 64)
        #expect(many < few * 5)
        // A change costs a look at each other node, and one way through the tree.
        #expect(many <= 65 * Self.count * Self.count * 3)
    }
}
