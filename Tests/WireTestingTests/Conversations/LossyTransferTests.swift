import Testing
import TraceAnalysis
import TraceModel
import WireSimulation
import WireTesting

@Suite struct LossyTransferTests {
    @Test(arguments: [1, 2, 3]) func datagramsThatAreLostAreMissingAtTheServer(seed: UInt64) async throws {
        let link = NetworkModel.Link(
            delay: 20_000_000, jitter: 4_000_000, lossRate: 0.03, duplicationRate: 0.02, reorderingRate: 0.02)
        let transfer = try await ConversationAnalysis(LossyTransfer(.udp, link: link, at: .host(1), seed: seed).write)
        let truth = transfer.truth.sessions[0]
        let session = try transfer.session(of: truth)
        let fate = try #require(truth.initiatorToResponder.numbered)
        #expect(session.application == .echo && fate.sent == 1000)
        #expect(!fate.lost.isEmpty && !fate.duplicates.isEmpty && !fate.reordered.isEmpty)
        #expect(session.forward.lostMessages == fate.lost.count - fate.lostBehindLast)
        #expect(session.forward.duplicateMessages == fate.duplicates.count)
        #expect(session.forward.reorderedMessages == fate.reordered.count)
        #expect(session.forward.payloadBytes == truth.initiatorToResponder.bytesRead)
        #expect(session.forward.messages == truth.initiatorToResponder.messagesRead)
        #expect(session.backward.payloadBytes == truth.responderToInitiator.bytesWritten)
    }

    @Test(arguments: LossyTransfer.Transport.allCases)
    func roundTripsAreTheClientsAtTheClient(transport: LossyTransfer.Transport) async throws {
        let transfer = try await ConversationAnalysis(
            LossyTransfer(transport, pieces: 100, at: .host(0), seed: 7).write)
        let truth = transfer.truth.sessions[0]
        let session = try transfer.session(of: truth)
        #expect(session.applicationRTT.count == truth.rttFromInitiator.n && truth.rttFromInitiator.n > 90)
        let asked = truth.rttFromInitiator
        #expect(try difference(session.applicationRTT.median, asked.medianMS) < 0.001)
        #expect(try difference(session.jitter.rfc3550, asked.rfc3550JitterMS) < 0.001)
        #expect(try difference(session.jitter.meanAbsoluteDifference, asked.jitterMeanAbsDeltaMS) < 0.001)
        // What the client sent is all there, lost or not.
        #expect(session.forward.payloadBytes == truth.initiatorToResponder.bytesWritten)
    }

    @Test(arguments: [1, 2, 3]) func streamsLoseNothingAndSendAgain(seed: UInt64) async throws {
        let transfer = try await ConversationAnalysis(LossyTransfer(.tcp, at: .host(0), seed: seed).write)
        let truth = transfer.truth.sessions[0]
        let session = try transfer.session(of: truth)
        #expect(truth.initiatorToResponder.bytesWritten == 100 * 8 + 1000 * 128)
        #expect(truth.initiatorToResponder.bytesRead == truth.initiatorToResponder.bytesWritten)
        #expect(session.forward.payloadBytes == truth.initiatorToResponder.bytesWritten)
        #expect(session.backward.payloadBytes == truth.responderToInitiator.bytesWritten)
        #expect(truth.initiatorToResponder.segmentsSentAgain > 0)
        #expect(session.forward.retransmittedPackets == truth.initiatorToResponder.segmentsSentAgain)
        #expect(session.forward.missingBytes == 0 && session.ending == .fin)
    }

    @Test func aPerfectNetworkLosesNothing() async throws {
        let transfer = try await ConversationAnalysis(
            LossyTransfer(.udp, pieces: 50, link: .init(delay: 3_000_000), seed: 1).write)
        let truth = transfer.truth.sessions[0]
        let fate = try #require(truth.initiatorToResponder.numbered)
        #expect(fate.lost.isEmpty && fate.duplicates.isEmpty && fate.reordered.isEmpty)
        // Twice 3 ms, and 50 to 300 µs at the server.
        #expect(truth.rttFromInitiator.samplesMS.count == 100)
        #expect(truth.rttFromInitiator.samplesMS.allSatisfy { (6.05...6.3).contains($0) })
        #expect(transfer.findings.isEmpty)
    }

    @Test func theSameSeedGivesTheSameBytes() throws {
        func bytes(_ transport: LossyTransfer.Transport, _ seed: UInt64) throws -> [UInt8] {
            var capture = SyntheticCapture()
            _ = try LossyTransfer(transport, pieces: 100, seed: seed).write(into: &capture)
            return capture.bytes
        }
        #expect(try hash(of: bytes(.udp, 1)) == 0x9D82_F1F4_6C08_DA60)
        #expect(try hash(of: bytes(.tcp, 1)) == 0x9C5A_54B8_FBF9_6E19)
        #expect(try bytes(.udp, 1) != bytes(.udp, 2))
    }
}
