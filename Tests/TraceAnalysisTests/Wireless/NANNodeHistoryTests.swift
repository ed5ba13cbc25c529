import PacketDissection
import Testing
import WireCoding
import WirelessFrames

@testable import TraceAnalysis

@Suite struct NANNodeHistoryTests: NANScene {
    /// Lets each of some nodes say the same, and gives what they made of it.
    private func histories(_ nodes: Int, saying attributes: [[UInt8]], frames: Int) -> [NANNodeHistory] {
        var budget = NANNodeHistory.budget
        return (0..<nodes).map { node in
            let address = LinkAddress(rawValue: UInt64(node))
            var history = NANNodeHistory(address: address, at: PacketMoment(frame: 1, time: 0))
            let control = IEEE80211FrameControl(type: .management, subtype: 13)
            let body: [UInt8] = [4, 9, 0x50, 0x6F, 0x9A, 0x13] + attributes.joined()
            for number in 0..<frames {
                guard let view = NANView(control, body: body.span) else { continue }
                history.note(
                    view, isCut: false, network: LinkAddress(rawValue: UInt64(number)), receiver: RadioScene.anna,
                    at: PacketMoment(frame: 1 + number, time: Int64(number)), budget: &budget)
            }
            return history
        }
    }

    @Test func aBusyNodeIsListedWhole() throws {
        let said = [descriptor(2), dataPath(.request, .continued)]
        let node = try #require(histories(1, saying: said, frames: 64).first)
        #expect(node.memberships.count == 64 && node.followUps.count == 64 && node.steps.count == 64)
        #expect(node.omitted == 0)
    }

    @Test func manyNodesShareOneAllowance() {
        let nodes = histories(256, saying: [descriptor(2), dataPath(.request, .continued)], frames: 64)
        let events = nodes.map { $0.followUps.count + $0.steps.count }
        // The first of each is there however many nodes said something before.
        #expect(events.reduce(0, +) == NANNodeHistory.maximumEventsPerShard + 2 * nodes.count && events.min() == 2)
        let names = nodes.map { $0.memberships.count + $0.offers.count }
        #expect(names.reduce(0, +) == NANNodeHistory.maximumNamesPerShard + 2 * nodes.count && names.min() == 2)
        let omitted = nodes.map(\.omitted).reduce(0, +)
        // Each frame has a cluster, a follow-up and a step; the service is the same all the time.
        #expect(events.reduce(0, +) + names.reduce(0, +) + omitted == nodes.count * (64 * 3 + 1))
    }
}
