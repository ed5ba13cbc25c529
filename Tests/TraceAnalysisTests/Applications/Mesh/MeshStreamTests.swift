import PeerMessaging
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// Frames with mesh messages as the peers of a mesh send them.
enum MeshBytes {
    static func frame(_ body: String) -> [UInt8] {
        var writer = ByteWriter()
        writer.writeUInt32(UInt32(body.utf8.count))
        writer.writeBytes(body.utf8)
        return writer.bytes
    }

    static let identification = frame(
        #"{"type":{"identification":{"peerID":"P-1","displayName":"Anna"}},"senderID":"P-1","timestamp":816920534.25}"#)
    static let direct = frame(
        #"{"type":{"direct":{"payload":"UElORw=="}},"senderID":"P-1","timestamp":816920534.5}"#)
}

extension StreamDecoder {
    /// Consumes bytes that nobody else holds.
    fileprivate mutating func take(_ bytes: some Sequence<UInt8>, at offset: Int64, moment: PacketMoment) {
        let owned = Array(bytes)
        consume(owned.span, at: offset, length: owned.count, sent: moment)
    }
}

@Suite struct MeshStreamTests {
    private func moment(_ frame: Int) -> PacketMoment { PacketMoment(frame: frame, time: Int64(frame) * 1000) }

    private func decoder(_ pieces: [[UInt8]]) -> StreamDecoder {
        var decoder = StreamDecoder()
        var offset: Int64 = 0
        for (index, piece) in pieces.enumerated() {
            decoder.take(piece, at: offset, moment: moment(index + 1))
            offset += Int64(piece.count)
        }
        return decoder
    }

    private func delays(stamps: [String]) -> StreamDecoder {
        decoder(
            stamps.map {
                MeshBytes.frame(#"{"type":{"direct":{"payload":"UElORw=="}},"senderID":"P-1","timestamp":\#($0)}"#)
            })
    }

    @Test func stampsInMillisecondsAndWithFractionsGiveDelays() {
        let milliseconds = delays(stamps: ["1795267200000.25", "1795267200010.25", "1795267200030.25"])
        #expect(milliseconds.framed.mesh.delays.count == 3 && milliseconds.framed.mesh.coarseTimestamps == 0)
        #expect(milliseconds.framed.mesh.delays.result.distribution.max == 0.029_998)
        let fractions = delays(stamps: [#""2026-11-21T16:00:00.000Z""#, #""2026-11-21T16:00:00.010Z""#])
        #expect(fractions.framed.mesh.delays.count == 2 && fractions.framed.mesh.coarseTimestamps == 0)
        let whole = delays(stamps: [#""2026-11-21T16:00:00Z""#])
        #expect(whole.framed.mesh.delays.count == 0 && whole.framed.mesh.coarseTimestamps == 1)
        // Neither seconds nor milliseconds of any clock.
        #expect(delays(stamps: ["8e10", "1e14"]).framed.mesh.delays.count == 0)
    }

    @Test func messagesAreCountedByTypeAndTheFirstIdentificationSaysWhoItIs() {
        let decoder = decoder([MeshBytes.identification + MeshBytes.direct, MeshBytes.direct])
        #expect(decoder.framed.frames == 3)
        #expect(decoder.framed.mesh.counts.identification == 1 && decoder.framed.mesh.counts.direct == 2)
        #expect(decoder.framed.mesh.counts.total == 3)
        #expect(decoder.framed.mesh.identity?.peerID == "P-1" && decoder.framed.mesh.identity?.displayName == "Anna")
        #expect(decoder.framed.mesh.identity?.moment == moment(1))
        #expect(decoder.framed.mesh.firstMessage == moment(1))
        #expect(decoder.framed.frameBytes == MeshBytes.identification.count + 2 * MeshBytes.direct.count - 12)
    }

    @Test(arguments: 0..<20)
    func cuttingTheStreamIntoSegmentsChangesNothing(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let stream = MeshBytes.identification + MeshBytes.direct + MeshBytes.frame("{}") + MeshBytes.direct
        var pieces: [[UInt8]] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let count = generator.number(in: 1...generator.pick([3, 50]))
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let cut = decoder(pieces)
        let whole = decoder([stream])
        #expect(cut.framed.frames == 4 && cut.framed.frames == whole.framed.frames)
        #expect(cut.framed.mesh.counts == whole.framed.mesh.counts)
        #expect(cut.framed.mesh.undecodable == 1 && whole.framed.mesh.undecodable == 1)
        #expect(cut.framed.mesh.firstFault?.streamOffset == whole.framed.mesh.firstFault?.streamOffset)
        #expect(cut.framed.framingFaults.isEmpty)
    }

    @Test func aMessageBeginsWithItsFirstByteAndIsCompleteWithItsLast() {
        let stream = MeshBytes.identification + MeshBytes.direct
        let half = MeshBytes.identification.count + 10
        let decoder = decoder([Array(stream[..<20]), Array(stream[20..<half]), Array(stream[half...])])
        #expect(decoder.framed.mesh.identity?.moment == moment(2))
        #expect(decoder.framed.mesh.firstMessage == moment(2))
    }

    @Test func joinedInTheMiddle() {
        var decoder = StreamDecoder()
        decoder.beginMidstream(at: 0)
        decoder.take(MeshBytes.direct[10...], at: 0, moment: moment(1))
        #expect(decoder.framed.frames == 0)
        decoder.take(MeshBytes.direct, at: 100, moment: moment(2))
        #expect(decoder.framed.frames == 1 && decoder.framed.mesh.counts.direct == 1)
        #expect(decoder.framed.framingFaults.isEmpty)
    }

    @Test func whatWasHeldOfAMessageThatAHoleBrokeOffWhileJoiningIsLetGo() {
        var decoder = StreamDecoder()
        decoder.beginMidstream(at: 0)
        decoder.take(MeshBytes.direct.prefix(40), at: 0, moment: moment(1))
        #expect(decoder.bufferedBytes == 40)
        decoder.miss(10, at: 40)
        #expect(decoder.bufferedBytes == 0)
        decoder.take(MeshBytes.direct, at: 200, moment: moment(2))
        #expect(decoder.framed.mesh.counts.direct == 1)
    }

    @Test func bytesMissingFromABodyGiveUpThatMessageAndNoOther() {
        var decoder = StreamDecoder()
        let first = MeshBytes.identification
        decoder.take(first[..<30], at: 0, moment: moment(1))
        decoder.miss(20, at: 30)
        decoder.take((Array(first[50...]) + MeshBytes.direct), at: 50, moment: moment(2))
        #expect(decoder.framed.frames == 1 && decoder.framed.mesh.counts.direct == 1)
        #expect(decoder.framed.mesh.undecodable == 0)
    }

    @Test func aLostLengthWordLosesThePlaceUntilASegmentBeginsWithAMessage() {
        var decoder = StreamDecoder()
        let first = MeshBytes.identification
        decoder.take(first, at: 0, moment: moment(1))
        decoder.miss(2, at: Int64(first.count))
        decoder.take(MeshBytes.direct[2...], at: Int64(first.count) + 2, moment: moment(2))
        #expect(decoder.framed.frames == 1)
        let next = Int64(first.count + MeshBytes.direct.count)
        decoder.take(MeshBytes.direct, at: next, moment: moment(3))
        #expect(decoder.framed.frames == 2)
        #expect(decoder.framed.framingFaults.isEmpty)
    }

    @Test func anIllegalLengthEndsTheFramingWithItsPlaceInTheStream() {
        let empty = decoder([MeshBytes.direct + [0, 0, 0, 0] + MeshBytes.direct])
        #expect(empty.framed.frames == 1)
        #expect(
            empty.framed.framingFaults == [
                StreamFault(kind: .emptyFrame, streamOffset: MeshBytes.direct.count, moment: moment(1))
            ])
        let large = decoder([[0xFF, 0xFF, 0xFF, 0xFF], MeshBytes.direct])
        #expect(large.framed.frames == 0)
        #expect(
            large.framed.framingFaults == [
                StreamFault(
                    kind: .frameTooLarge(length: 0xFFFF_FFFF, limit: 10_485_760), streamOffset: 0, moment: moment(1))
            ])
    }

    @Test func framesWithoutABodyEndNothingInAProtocolThatIsNotAMesh() {
        let (empty, body) = ([0, 0, 0, 0] as [UInt8], MeshBytes.frame("one"))
        for pieces in [[empty + body + empty + empty + body], (empty + body + empty + empty + body).map { [$0] }] {
            let decoder = decoder(pieces)
            #expect(decoder.framed.frames == 5 && decoder.framed.emptyFrames == 3 && decoder.framed.frameBytes == 6)
            #expect(!decoder.framed.isBroken)
            // If the other side shows that this is a mesh, these are faults.
            #expect(decoder.framed.framingFaults.map(\.kind) == [.emptyFrame, .emptyFrame, .emptyFrame])
            #expect(decoder.framed.framingFaults.map(\.streamOffset) == [0, 11, 15])
        }
    }

    @Test func aStreamOfZerosIsNotOneOfFrames() {
        let decoder = decoder([[UInt8](repeating: 0, count: 4000)])
        #expect(decoder.framed.isBroken && decoder.framed.frames == decoder.framed.emptyFrames)
    }

    @Test func aStreamThatEndsInsideAFrameSaysHowMuchOfItCame() {
        var decoder = decoder([MeshBytes.direct, [0, 0, 0, 9, 1, 2]])
        decoder.finish(at: moment(9))
        #expect(
            decoder.framed.framingFaults == [
                StreamFault(
                    kind: .incomplete(declared: 9, received: 6), streamOffset: MeshBytes.direct.count,
                    moment: moment(9))
            ])
        var whole = self.decoder([MeshBytes.direct])
        whole.finish(at: moment(9))
        #expect(whole.framed.framingFaults.isEmpty)
    }

    @Test func aTLSHandshakeIsReportedByItsOpeningAlsoByteByByte() {
        let hello: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 0xFC]
        #expect(decoder([hello]).isTLS)
        #expect(decoder([hello]).framed.framingFaults.isEmpty)
        #expect(!decoder([[22, 3, 1, 0xFF, 0xFF, 1]]).isTLS)
        #expect(!decoder([MeshBytes.direct]).isTLS)
        #expect(decoder(hello.map { [$0] }).isTLS)
    }

    @Test func askedToReadingGoesOnAfterAnIllegalLength() {
        let stream = MeshBytes.identification + [0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3] + MeshBytes.direct + MeshBytes.direct
        var decoder = StreamDecoder(StreamReading(readsContent: true, resynchronizes: true))
        decoder.take(stream, at: 0, moment: moment(1))
        #expect(decoder.framed.mesh.counts.direct == 2)
        #expect(decoder.framed.framingFaults.count == 1)
        #expect(decoder.framed.resynchronizations == 1 && decoder.framed.skippedBytes == 7)
        #expect(self.decoder([stream]).framed.mesh.counts.direct == 0)
    }

    @Test func illegalLengthsBetweenAllMessagesArePassedOver() {
        // A length of 1 MiB that a message seems to have, and thousands of messages with broken framing within.
        let lie: [UInt8] = [0, 0, 0, 0, 0, 0x10, 0, 0, 0x7B, 0x22]
        let count = (1 << 20) / (MeshBytes.direct.count + 4)
        let messages = Array(repeatElement(MeshBytes.direct + [0, 0, 0, 0], count: count + 10).joined())
        var decoder = StreamDecoder(StreamReading(readsContent: true, resynchronizes: true))
        decoder.take(MeshBytes.identification + lie, at: 0, moment: moment(1))
        decoder.take(messages, at: Int64(MeshBytes.identification.count + lie.count), moment: moment(2))
        #expect(decoder.framed.mesh.counts.direct == count + 10)
        #expect(decoder.framed.resynchronizations == count + 10)
        // The four zeros behind each message but the last, and what comes before the first.
        #expect(decoder.framed.skippedBytes == 4 * (count + 9) + lie.count)
        #expect(decoder.framed.framingFaults.count == StreamFault.maximumCount)
    }

    @Test func whatWaitsAfterAHoleIsThereOnlyWhenTheHoleIsFilled() {
        var decoder = StreamDecoder()
        decoder.take(MeshBytes.identification, at: 0, moment: moment(5))
        // Seen in packet 3, but its turn came with packet 5.
        decoder.take(MeshBytes.direct, at: Int64(MeshBytes.identification.count), moment: moment(3))
        #expect(decoder.framed.mesh.firstMessage == moment(3))
        #expect(decoder.framed.mesh.delays.count == 2)
        let delays = decoder.framed.mesh.delays.result
        // Stamped 250 ms later, arrived with the other one.
        #expect(delays.distribution.max == 0.25)
    }

    @Test func typeNamesFromTheCaptureAreDistinguishedUpToALimit() {
        let count = TypeCounts.maximumTypes + 5
        let stream = (0..<count).flatMap {
            MeshBytes.frame(#"{"type":{"new\#($0)":{}},"senderID":"P","timestamp":1}"#)
        }
        let counts = decoder([stream]).framed.mesh.counts
        #expect(counts.total == count)
        #expect(counts.known == 0)
        #expect(counts.unknown.count == TypeCounts.maximumTypes + 1)
        #expect(counts.byName["other"] == 5)
    }

    @Test func aHandshakeMessageThatWaitsForItsEndCountsAsHeld() {
        // A client hello of 60,000 bytes, of which one record of 16 KiB comes.
        let record: [UInt8] = [22, 3, 1, 0x40, 0, 1, 0, 0xEA, 0x60] + [UInt8](repeating: 3, count: (1 << 14) - 4)
        for gives in [{ $0.evict() }, { $0.release() }] as [(inout StreamDecoder) -> Void] {
            var decoder = StreamDecoder()
            decoder.take(record, at: 0, moment: moment(1))
            #expect(decoder.isTLS && decoder.bufferedBytes == (1 << 14) - 4)
            gives(&decoder)
            #expect(decoder.isTLS && decoder.bufferedBytes == 0)
            decoder.take(record, at: Int64(record.count), moment: moment(2))
            #expect(decoder.bufferedBytes == 0)
        }
    }

    @Test func aTypeNameThatFillsAFrameIsCountedAndNotKept() {
        let name = String(repeating: "x", count: TypeCounts.maximumLength + 1)
        let stream = MeshBytes.frame(#"{"type":{"\#(name)":{}},"senderID":"P","timestamp":1}"#)
        #expect(decoder([stream]).framed.mesh.counts.unknown == ["other": 1])
    }

    @Test func anIdentificationThatFillsAFrameIsKeptAsLongAsAReportCanShow() throws {
        let name = String(repeating: "ä", count: MeshIdentity.maximumLength + 1)
        let stream = MeshBytes.frame(
            #"{"type":{"identification":{"peerID":"\#(name)","displayName":"\#(name)"}},"senderID":"\#(name)","timestamp":1}"#
        )
        let decoder = decoder([
            stream,
            MeshBytes.frame(
                #"{"type":{"broadcast":{"payload":""}},"senderID":"\#(name)","timestamp":1}"#),
        ])
        let identity = try #require(decoder.framed.mesh.identity)
        let kept = name.dropLast() + "…"
        #expect(identity.peerID == kept && identity.displayName == kept)
        // Whether the next message is of the same sender, what is kept cannot tell.
        #expect(decoder.framed.mesh.counts.broadcast == 1 && decoder.framed.mesh.foreignSender == nil)
    }

    @Test func aCaptureThatJoinsInTheMiddleFindsMessagesWhoseLengthWordsTravelAlone() {
        var decoder = StreamDecoder()
        decoder.beginMidstream(at: 900)
        var offset: Int64 = 900
        let pieces: [[UInt8]] = [
            Array(MeshBytes.direct.suffix(20)), Array(MeshBytes.direct.prefix(4)), Array(MeshBytes.direct.dropFirst(4)),
            Array(MeshBytes.identification.prefix(4)), Array(MeshBytes.identification.dropFirst(4)),
        ]
        for (index, piece) in pieces.enumerated() {
            decoder.take(piece, at: offset, moment: moment(index + 1))
            offset += Int64(piece.count)
        }
        #expect(decoder.framed.mesh.counts.direct == 1 && decoder.framed.mesh.counts.identification == 1)
        #expect(decoder.framed.mesh.firstMessage == moment(2))
        #expect(decoder.framed.mesh.undecodable == 0 && decoder.framed.framingFaults.isEmpty)
    }

    @Test func aLengthWordThatWasNotFollowedByItsBodyIsForgotten() {
        var decoder = StreamDecoder()
        decoder.beginMidstream(at: 0)
        decoder.take(MeshBytes.direct.prefix(4), at: 0, moment: moment(1))
        decoder.miss(10, at: 4)
        decoder.take(MeshBytes.direct.dropFirst(4), at: 14, moment: moment(2))
        #expect(decoder.framed.frames == 0)
        decoder.take(Array("{\"GET\"".utf8), at: 500, moment: moment(3))
        decoder.take(MeshBytes.direct, at: 520, moment: moment(4))
        #expect(decoder.framed.mesh.counts.direct == 1 && decoder.framed.mesh.undecodable == 0)
        #expect(decoder.framed.framingFaults.isEmpty)
    }
}
