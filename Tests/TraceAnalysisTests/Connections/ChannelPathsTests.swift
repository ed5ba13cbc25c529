import SealedChannels
import Testing
import TraceModel
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
        #expect(paths.isEmpty)
        paths.add(ChannelName(bytes: [1, 2, 3, 4], toInitiator: true), of: 0)
        #expect(!paths.isEmpty)
    }
}
