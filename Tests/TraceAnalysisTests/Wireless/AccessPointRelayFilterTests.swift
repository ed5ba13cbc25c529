import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct AccessPointRelayFilterTests {
    /// What a filter says of frames that go to an access point and come from it.
    private struct Air {
        var filter = AccessPointRelayFilter()
        var shard = 0
        var time: Int64 = 0

        mutating func isCopy(_ bytes: [UInt8]) throws -> Bool {
            let read = RadioFrame(bytes.span, linkType: .ieee80211Radiotap, originalLength: bytes.count)
            let frame = try #require(read)
            var packet = DissectedPacket()
            PacketDissector.dissect(frame, bytes.span, into: &packet)
            return filter.isCopy(
                packet, of: frame, bytes.span, subframe: frame.bodyOffset, shard: shard, at: time)
        }

        mutating func goesUp(_ body: [UInt8], from source: LinkAddress = RadioScene.anna) throws {
            #expect(try !isCopy(AccessPointAir.up(body, from: source, to: RadioScene.bert, number: 1)))
        }

        mutating func comesDown(
            _ body: [UInt8], from source: LinkAddress = RadioScene.anna, to destination: LinkAddress = RadioScene.bert
        ) throws -> Bool {
            try isCopy(AccessPointAir.down(body, from: source, to: destination, number: 2))
        }
    }

    private static func body(_ number: Int, count: Int = 60) -> [UInt8] {
        [0xAA, 0xAA, 0x03, 0, 0, 0, 0x88, 0xB5, UInt8(number >> 8), UInt8(number & 255)]
            + [UInt8](repeating: 7, count: count)
    }

    @Test(arguments: [0, FlowShards.count - 1, RetransmissionFilter.undecidedShard])
    func thereAreAsManyCopiesAsPackets(shard: Int) throws {
        var air = Air(shard: shard)
        #expect(try !air.comesDown(Self.body(1)))
        // Three equal ones, as acknowledgments of TCP are, wait at the access point together.
        for _ in 0..<3 { try air.goesUp(Self.body(1)) }
        for _ in 0..<3 { #expect(try air.comesDown(Self.body(1))) }
        #expect(try !air.comesDown(Self.body(1)))
    }

    @Test func aCopyHasTheSameEndsAndTheSameContent() throws {
        var air = Air()
        try air.goesUp(Self.body(1))
        #expect(try !air.comesDown(Self.body(2)))
        #expect(try !air.comesDown(Self.body(1, count: 61)))
        #expect(try !air.comesDown(Self.body(1, count: 300)))
        #expect(try !air.comesDown(Self.body(1), from: RadioScene.carl))
        #expect(try !air.comesDown(Self.body(1), to: RadioScene.carl))
        #expect(try air.comesDown(Self.body(1)))
    }

    @Test func whatComesLateWasSaidAgain() throws {
        var air = Air()
        try air.goesUp(Self.body(1))
        air.time = AccessPointRelayFilter.maximumAge + 1
        #expect(try !air.comesDown(Self.body(1)))
        // The one from then is over: this one has one copy, not two.
        try air.goesUp(Self.body(1))
        #expect(try air.comesDown(Self.body(1)))
        #expect(try !air.comesDown(Self.body(1)))
    }

    @Test func nodesWithoutAnAccessPointHaveNoCopies() throws {
        var air = Air()
        try air.goesUp(Self.body(1))
        let header = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .data, subtype: 0), address1: RadioScene.bert,
            address2: RadioScene.anna, address3: WirelessTracker.network)
        #expect(try !air.isCopy(SyntheticRadioFrame.bytes(header, body: Self.body(1))))
    }

    @Test(arguments: [0, RetransmissionFilter.undecidedShard]) func theOldestGiveUpTheirPlaces(shard: Int) throws {
        var air = Air(shard: shard)
        for number in 0..<20_000 {
            air.time += 10_000
            try air.goesUp(Self.body(number))
        }
        #expect(try air.comesDown(Self.body(19_999)) && air.comesDown(Self.body(19_998)))
        #expect(try !air.comesDown(Self.body(1)))
    }

    @Test func subframesAreCopiedEachByItself() throws {
        var air = Air()
        let single = Self.body(4)
        var aggregate = ByteWriter()
        AMSDUSubframe(destination: RadioScene.bert, source: RadioScene.anna, content: single, isLast: true)
            .serialize(into: &aggregate)
        let up = AccessPointAir.up(
            aggregate.bytes, from: RadioScene.anna, to: AccessPointAir.accessPoint, number: 1, qos: 0x80)
        #expect(try !air.isCopy(up))
        #expect(try air.comesDown(single))
        // A header that is cut off says nothing.
        for length in 0..<aggregate.bytes.count {
            let cut = AccessPointAir.up(
                Array(aggregate.bytes.prefix(length)), from: RadioScene.anna, to: AccessPointAir.accessPoint, number: 1,
                qos: 0x80)
            #expect(try !air.isCopy(cut))
        }
    }
}
