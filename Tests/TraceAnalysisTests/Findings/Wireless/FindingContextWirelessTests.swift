import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

/// Which findings about the radio are shown where there are many.
@Suite struct FindingContextWirelessTests {
    @Test func findingsAboutTheTreeAreCappedAsAllOthers() async throws {
        var scene = RadioScene()
        let right = scene.nodes[1].election
        for _ in 0..<66 {
            for turn in 0..<4 {
                scene.nodes[1].election =
                    turn == 3 ? right : RadioScene.election(root: RadioScene.anna, parent: RadioScene.anna, distance: 4)
                for node in 0..<2 { try scene.append(scene.frame(of: node), after: 1_000_000) }
            }
        }
        let findings = try await scene.findings().filter { $0.code.rawValue == "awdl-distance-wrong" }
        #expect(findings.count == AWDLTree.maximumFindings)
        #expect(findings.count { $0.message.hasSuffix(" And 2 more like this.") } == 1)
    }

    @Test func findingsOfManyPairsAreCapped() async throws {
        let addresses = (0..<20).map { LinkAddress(rawValue: 0x0200_0000_0000 + $0) }
        var scene = RadioScene(addresses)
        // Each on a channel of its own: 190 pairs that never meet.
        for number in addresses.indices {
            scene.nodes[number].channelSequence = RadioScene.sequence([UInt8(36 + number)])
        }
        try scene.pass(seconds: 0.5)
        let findings = try await scene.findings().filter { $0.code.rawValue == "awdl-channel-overlap-low" }
        #expect(findings.count == AWDLTree.maximumFindings)
        #expect(findings.count { $0.message.contains(" And 126 more like this.") } == 1)
    }

    @Test func warningsAreShownBeforeNotes() async throws {
        let addresses = (0..<14).map { LinkAddress(rawValue: 0x0200_0000_0000 + $0) }
        var scene = RadioScene(addresses)
        // 78 pairs that meet in one slot, and 13 with the last node, whom nobody meets.
        for number in addresses.indices {
            let own = [UInt8](repeating: UInt8(36 + number), count: 15)
            scene.nodes[number].channelSequence = RadioScene.sequence([number < 13 ? 6 : 36 + 13] + own)
        }
        try scene.pass(seconds: 0.5)
        let findings = try await scene.findings().filter { $0.code.rawValue == "awdl-channel-overlap-low" }
        #expect(findings.count == AWDLTree.maximumFindings)
        #expect(findings.count { $0.severity == .warning } == 13)
        #expect(findings.last?.message.hasSuffix(" And 27 more like this.") == true)
        #expect(findings.count { $0.message.hasSuffix(" more like this.") } == 1)
    }
}
