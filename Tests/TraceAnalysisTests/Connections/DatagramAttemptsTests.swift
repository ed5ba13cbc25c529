import PacketCapture
import SealedChannels
import Testing
import TraceModel
import WireCoding
import WireSimulation

@testable import TraceAnalysis

/// A connection of QUIC that is long enough for datagrams to be opened before their turn.
@Suite struct DatagramAttemptsTests {
    /// More than a batch and those that are followed before the first one.
    private static let count = 5400
    private static let pieceLength = 64

    /// Data from the client, with an answer behind each eighth datagram, and a damaged datagram now and then.
    ///
    /// - Parameter moves: Whether the client goes on from another port in the middle.
    private func scene(moves: Bool = false) throws -> QUICScene {
        var scene = try QUICScene()
        let piece = [UInt8](repeating: 0x5A, count: Self.pieceLength)
        for index in 0..<Self.count {
            let frame = QUICOwnedFrame.stream(
                QUICOwnedFrame.Stream(
                    id: QUICScene.number(0), offset: QUICScene.number(UInt64(index * Self.pieceLength)),
                    lengthWidth: .two, isEnd: false, data: piece))
            let port: UInt16 = moves && index > Self.count / 2 ? 50_001 : 50_000
            try scene.send([frame], fromClient: true, port: port, isDamaged: index % 500 == 499)
            if index % 8 == 7 { try scene.send([.ping], fromClient: false, port: port) }
        }
        return scene
    }

    @Test(arguments: [false, true])
    func severalWorkersFindTheSameAsOne(moves: Bool) async throws {
        let scene = try scene(moves: moves)
        var analyzer = scene.analyzer()
        let alone = try await analyzer.analyze(CaptureFile.open(bytes: scene.capture.bytes))
        analyzer.workers = 2
        let shared = try await analyzer.analyze(CaptureFile.open(bytes: scene.capture.bytes))
        #expect(shared == alone)
        let session = try #require(alone.sessions.first)
        #expect(session.forward.plaintextBytes == (Self.count - Self.count / 500) * Self.pieceLength)
        #expect(session.forward.sealedRecords == Self.count / 500)
    }

    @Test func datagramsOfAKnownConnectionAreOpenedBeforeTheirTurn() throws {
        let scene = try scene()
        var reader = try CaptureFile.open(bytes: scene.capture.bytes).makeReader()
        var worker = TraceWorker(secrets: scene.analyzer().secrets)
        var (batch, next) = (TraceBatch(), TraceBatch())
        #expect(try reader.nextBatch(&batch.packets))
        batch.mark()
        worker.take(batch)
        #expect(worker.tracker.hasManySealedDatagrams)

        #expect(try reader.nextBatch(&next.packets))
        next.mark()
        var attempts = DatagramAttempts()
        for index in 0..<next.packets.count {
            worker.tracker.attempt(
                next.packets.bytes(index), linkType: .ethernet, interface: 0, index: index, into: &attempts)
        }
        let (opened, _) = attempts.open(in: next)
        let damaged = (0..<next.packets.count).filter { index in !opened.contains { $0.index == index } }
        #expect(opened.count > 500 && damaged.count < 4)
    }
}
