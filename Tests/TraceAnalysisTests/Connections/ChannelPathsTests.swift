import SealedChannels
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// Which datagrams go on with a connection from other addresses.
@Suite struct ChannelPathsTests {
    @Test func aConnectionGoesOnFromAnotherPort() async throws {
        var scene = try QUICScene()
        try scene.send([.padding(4)], fromClient: true)
        try scene.send([.padding(4)], fromClient: true, port: 50_001)
        try scene.send([.padding(4)], fromClient: false, port: 50_001)
        let sessions = try await scene.report().sessions
        #expect(sessions.count == 1)
        #expect(sessions.first?.quic?.migrations?.count == 1)
    }

    /// By chance, or on purpose, they begin as one of the connection would.
    @Test func aConnectionIDInADatagramOfOtherHostsIsNone() async throws {
        var scene = try QUICScene()
        try scene.send([.padding(4)], fromClient: true)
        let datagram = [0x40] + QUICScene.serverID + [UInt8](repeating: 7, count: 40)
        try scene.sendForeign(datagram)
        let sessions = try await scene.report().sessions
        #expect(sessions.map(\.transport) == [.quic, .udp])
    }

    @Test func aNameOfAFewBytesIsInTooManyDatagrams() {
        var paths = ChannelPaths()
        paths.add(ChannelName(bytes: [1, 2, 3], toInitiator: true), of: 0)
        #expect(paths.isIdle)
        paths.add(ChannelName(bytes: [1, 2, 3, 4], toInitiator: true), of: 0)
        #expect(!paths.isIdle)
    }

    @Test func thoseWhoShareFlowsAreApartWhileNoFlowNamesAConnectionOfAnother() {
        var (one, other) = (ChannelPaths(), ChannelPaths())
        one.shareFlows()
        other.shareFlows()
        one.add(ChannelName(bytes: [1, 2, 3, 4], toInitiator: true), of: 0)
        other.add(ChannelName(bytes: [5, 6, 7, 8], toInitiator: true), of: 0)
        let (own, foreign): ([UInt8], [UInt8]) = ([0x40, 1, 2, 3, 4, 9], [0x40, 9, 9, 9, 9, 9])
        one.noteOpening(own.span)
        other.noteOpening(foreign.span)
        #expect(ChannelPaths.areApart([one, other]))
        other.noteOpening(own.span)
        #expect(!ChannelPaths.areApart([one, other]) && !ChannelPaths.areApart([other, one]))
    }

    /// A connection that was captured on two interfaces has its name in two flows.
    @Test func oneNameOfTwoConnectionsNeedsOneWhoSeesBoth() {
        var (one, other) = (ChannelPaths(), ChannelPaths())
        one.add(ChannelName(bytes: [1, 2, 3, 4], toInitiator: true), of: 0)
        other.add(ChannelName(bytes: [1, 2, 3, 4], toInitiator: true), of: 3)
        #expect(!ChannelPaths.areApart([one, other]))
    }

    @Test func aFloodOfFlowsIsNotKept() {
        var (one, other) = (ChannelPaths(), ChannelPaths())
        one.shareFlows()
        for number in 0...(1 << 16) {
            let payload: [UInt8] = [0x40, UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
            one.noteOpening(payload.span)
            if number == (1 << 16) - 1 { #expect(ChannelPaths.areApart([one, other])) }
        }
        #expect(!ChannelPaths.areApart([one, other]))
    }
}
