import Testing
import TraceAnalysis
import TraceModel
import WireSimulation
import WireTesting

@Suite struct HostileTrafficTests {
    @Test(arguments: [1, 2, 3]) func theAnalyzerReadsAllAndBelievesNothing(seed: UInt64) async throws {
        let hostile = try await ConversationAnalysis(HostileTraffic(longText: 20_000, seed: seed).write)
        #expect(hostile.report.capture.packets == hostile.truth.frames)
        #expect(hostile.report.capture.fileError == nil)
        let streams = hostile.truth.packets.count { $0.isMalformed && $0.kind.hasPrefix("mesh-") }
        let counted = hostile.report.sessions.reduce(0) { $0 + ($1.forward.malformedMessages ?? 0) }
        #expect(streams == 12 && counted == streams)
        #expect(hostile.report.services.map(\.instance).contains("'; DROP TABLE sessions; --"))
    }

    @Test func framesAreThoseOfTheAttacks() throws {
        var capture = SyntheticCapture()
        let truth = try HostileTraffic(longText: 5000, seed: 1).write(into: &capture)
        #expect(Set(truth.packets.map(\.kind)).count == truth.packets.count)
        var next = 1
        for packets in truth.packets {
            #expect(packets.firstFrame == next && packets.lastFrame >= next)
            next = packets.lastFrame + 1
        }
        #expect(next == truth.frames + 1)
    }

    @Test func theSameSeedGivesTheSameBytes() throws {
        func bytes(_ seed: UInt64) throws -> [UInt8] {
            var capture = SyntheticCapture()
            _ = try HostileTraffic(longText: 5000, seed: seed).write(into: &capture)
            return capture.bytes
        }
        #expect(try hash(of: bytes(1)) == 0x3D8F_8F8D_163B_28EE)
        #expect(try bytes(1) != bytes(2))
    }
}
