import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct RetransmissionFilterTests {
    /// Many radios that talk to one receiver, and what a filter says of their frames.
    private struct Room {
        var filter = RetransmissionFilter()
        var time: Int64 = 0
        let shard: Int

        mutating func isCopy(from sender: Int, number: UInt16 = 7, isRetry: Bool) throws -> Bool {
            time += 1000
            let header = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .data, subtype: 8, flags: isRetry ? 0x08 : 0),
                address1: RadioScene.bert, address2: LinkAddress(rawValue: 0x0200_0000_0000 + UInt64(sender)),
                address3: WirelessTracker.network, sequenceControl: number << 4, qosControl: 0)
            let bytes = SyntheticRadioFrame.bytes(header, body: [1, 2, 3, 4])
            let read = RadioFrame(bytes.span, linkType: .ieee80211Radiotap, originalLength: bytes.count)
            let frame = try #require(read)
            return filter.isCopy(frame, bytes.span, shard: shard, at: time)
        }
    }

    /// A shard of flows holds as many as its sixteenth of a busy room; what has no ports all has one shard.
    @Test(arguments: [(0, 80), (FlowShards.count - 1, 80), (RetransmissionFilter.undecidedShard, 800)])
    func manyConversationsGoOnBesideEachOther(shard: Int, senders: Int) throws {
        var room = Room(shard: shard)
        for sender in 0..<senders { #expect(try !room.isCopy(from: sender, isRetry: false)) }
        var missed = 0
        for sender in 0..<senders where try !room.isCopy(from: sender, isRetry: true) { missed += 1 }
        #expect(missed == 0)
    }

    @Test(arguments: [0, RetransmissionFilter.undecidedShard])
    func whoWasSilentLongestGivesUpItsPlace(shard: Int) throws {
        var room = Room(shard: shard)
        #expect(try !room.isCopy(from: 0, isRetry: false))
        for sender in 1..<20_000 {
            #expect(try !room.isCopy(from: sender, isRetry: false))
            // It goes on speaking, however many come by.
            #expect(try room.isCopy(from: 0, isRetry: true))
        }
        // The first of those who came by are forgotten, the last are not.
        #expect(try room.isCopy(from: 19_999, isRetry: true))
        #expect(try !room.isCopy(from: 1, isRetry: true))
    }

    @Test func otherShardsKeepTheirPlaces() throws {
        var room = Room(shard: 3)
        #expect(try !room.isCopy(from: 1, isRetry: false))
        var other = Room(filter: room.filter, shard: 4)
        for sender in 0..<2000 { _ = try other.isCopy(from: sender, isRetry: false) }
        room.filter = other.filter
        #expect(try room.isCopy(from: 1, isRetry: true))
    }
}
