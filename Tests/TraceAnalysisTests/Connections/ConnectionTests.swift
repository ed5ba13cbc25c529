import PacketCapture
@testable import PacketDissection
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// Packets between a client, port 50000, and a server, port 80, with a capture time of a millisecond each.
private struct Conversation {
    private let client = IPAddress(ipv4: 0x0A00_0001)
    private let server = IPAddress(ipv4: 0x0A00_0002)
    private(set) var tracker = ConnectionTracker()
    private var frame = 0

    enum End { case client, server }

    mutating func send(
        _ end: End, _ flags: TCPFlags, seq: UInt32, ack: UInt32 = 0, _ payload: [UInt8] = [], captured: Int? = nil,
        window: UInt16 = 1000, timestamps: (value: UInt32, echo: UInt32)? = nil, time: Int64? = nil
    ) {
        frame += 1
        var packet = DissectedPacket()
        packet.transport = .tcp
        (packet.source, packet.destination) = end == .client ? (client, server) : (server, client)
        (packet.sourcePort, packet.destinationPort) = end == .client ? (50000, 80) : (80, 50000)
        packet.tcp.flags = flags
        packet.tcp.sequenceNumber = seq
        packet.tcp.acknowledgmentNumber = ack
        packet.tcp.window = window
        if let timestamps {
            packet.tcp.hasTimestamps = true
            (packet.tcp.timestampValue, packet.tcp.timestampReply) = timestamps
        }
        packet.payloadLength = payload.count
        packet.capturedPayloadLength = captured ?? payload.count
        let bytes = Array(payload.prefix(packet.capturedPayloadLength))
        let record = PacketRecord(
            frame: frame, time: time ?? Int64(frame) * 1_000_000, interface: 0, originalLength: 54 + payload.count,
            capturedLength: 54 + bytes.count)
        tracker.follow(&packet, of: record, bytes: bytes.span, shard: 0)
    }

    mutating func handshake(client: UInt32 = 1000, server: UInt32 = 5000) {
        send(.client, .syn, seq: client)
        send(.server, [.syn, .ack], seq: server, ack: client &+ 1)
        send(.client, .ack, seq: client &+ 1, ack: server &+ 1)
    }

    /// The connections at the end of the capture.
    func finished() -> [Connection] {
        var tracker = tracker
        tracker.finish()
        return tracker.connections
    }
}

@Suite struct ConnectionTests {
    private let ten = [UInt8](repeating: 7, count: 10)

    private func connection(_ body: (inout Conversation) -> Void) throws -> Connection {
        var conversation = Conversation()
        body(&conversation)
        let connections = conversation.finished()
        #expect(connections.count == 1)
        return try #require(connections.first)
    }

    @Test func urgentDataIsCounted() throws {
        let connection = try connection { conversation in
            conversation.handshake()
            conversation.send(.client, [.ack, .urg], seq: 1001, ack: 5001, ten)
            conversation.send(.client, .ack, seq: 1011, ack: 5001, ten)
        }
        #expect(connection.initiator.urgentPackets == 1 && connection.responder.urgentPackets == 0)
    }

    @Test func aHandshakeNamesTheInitiatorAndTimesTheRoundTrip() throws {
        let connection = try connection { $0.handshake() }
        #expect(connection.initiatorEndpoint.port == 50000 && connection.responderEndpoint.port == 80)
        #expect(!connection.midstream)
        #expect(connection.established == 3_000_000)
        #expect(connection.handshakeRoundTrip == 2_000_000)
        #expect(connection.initiator.packets == 2 && connection.responder.packets == 1)
        #expect(connection.initiator.wireBytes == 108)
    }

    @Test func aSYNThatWasSentTwiceGivesNoRoundTrip() throws {
        let connection = try connection {
            $0.send(.client, .syn, seq: 1000)
            $0.handshake()
        }
        #expect(connection.established != nil)
        #expect(connection.handshakeRoundTrip == nil)
    }

    @Test func aClockThatWasSetBackDuringTheHandshakeGivesNoRoundTrip() throws {
        let connection = try connection {
            $0.send(.client, .syn, seq: 1000)
            $0.send(.server, [.syn, .ack], seq: 5000, ack: 1001)
            $0.send(.client, .ack, seq: 1001, ack: 5001, time: -5_000_000_000)
        }
        #expect(connection.established == -5_000_000_000)
        #expect(connection.handshakeRoundTrip == nil)
    }

    @Test func whoAnswersASYNDidNotBeginAlsoWhereTheSYNIsNotInTheCapture() throws {
        let connection = try connection {
            $0.send(.server, [.syn, .ack], seq: 5000, ack: 1001)
            $0.send(.client, .ack, seq: 1001, ack: 5001)
        }
        #expect(connection.midstream)
        #expect(connection.initiatorEndpoint.port == 50000)
    }

    @Test func bytesSentAgainCountOnceAndGiveNoRoundTrip() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.server, .ack, seq: 5001, ack: 1011)
        }
        #expect(connection.initiator.coverage.total == 10)
        #expect(connection.initiator.retransmittedPackets == 1)
        #expect(connection.initiator.retransmittedBytes == 10)
        #expect(connection.initiator.roundTrips.distribution.count == 0)
        #expect(connection.initiator.missingBytes == 0)
    }

    @Test func aLateSegmentIsOutOfOrderNotSentAgain() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1011, ack: 5001, ten)
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
        }
        #expect(connection.initiator.outOfOrderPackets == 1)
        #expect(connection.initiator.retransmittedPackets == 0)
        #expect(connection.initiator.coverage.total == 20)
        #expect(connection.initiator.missingBytes == 0)
    }

    @Test func bytesThatNeverCameAreMissing() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.client, .ack, seq: 1021, ack: 5001, ten)
            $0.send(.client, [.fin, .ack], seq: 1036, ack: 5001)
        }
        #expect(connection.initiator.missingBytes == 15)
        #expect(connection.initiator.firstHole?.frame == 5)
    }

    @Test func theFirstHoleIsTheFirstThatStaysOneTheEndOfTheStreamIncluded() throws {
        let late = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1011, ack: 5001, ten)
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.client, .ack, seq: 1031, ack: 5001, ten)
        }
        #expect(late.initiator.missingBytes == 10 && late.initiator.firstHole?.frame == 6)
        let end = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.client, [.fin, .ack], seq: 1021, ack: 5001)
        }
        #expect(end.initiator.missingBytes == 10 && end.initiator.firstHole?.frame == 5)
        let whole = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1011, ack: 5001, ten)
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
        }
        #expect(whole.initiator.missingBytes == 0 && whole.initiator.firstHole == nil)
    }

    @Test(arguments: [0xFFFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFF5, 0xFFFF_FFE6] as [UInt32])
    func sequenceNumbersWrap(initial: UInt32) throws {
        let stream = MeshBytes.identification + MeshBytes.direct
        let connection = try connection {
            $0.handshake(client: initial)
            for start in stride(from: 0, to: stream.count, by: 10) {
                let piece = Array(stream[start..<min(start + 10, stream.count)])
                $0.send(.client, .ack, seq: initial &+ 1 &+ UInt32(start), ack: 5001, piece)
            }
            $0.send(.server, .ack, seq: 5001, ack: initial &+ 1 &+ UInt32(stream.count))
            $0.send(.client, [.fin, .ack], seq: initial &+ 1 &+ UInt32(stream.count), ack: 5001)
        }
        #expect(connection.initiator.coverage.total == Int64(stream.count))
        #expect(connection.initiator.finish == Int64(stream.count))
        #expect(connection.initiator.missingBytes == 0)
        #expect(connection.initiator.retransmittedPackets == 0 && connection.initiator.outOfOrderPackets == 0)
        #expect(connection.initiator.decoder.framed.mesh.counts.total == 2)
        #expect(connection.initiator.roundTrips.distribution.count == (stream.count + 9) / 10)
    }

    @Test func aKeepAlivesOldByteIsNotNewPayload() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1000, ack: 5001, [0])
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.client, .ack, seq: 1010, ack: 5001, [0])
        }
        #expect(connection.initiator.coverage.total == 10)
        #expect(connection.initiator.missingBytes == 0)
    }

    @Test func keepAlivesWithAByteOrWithout() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.server, .ack, seq: 5001, ack: 1011)
            for _ in 0..<3 {
                $0.send(.client, .ack, seq: 1010, ack: 5001, [0], time: 60_000_000_000)
                $0.send(.client, .ack, seq: 1010, ack: 5001, time: 60_000_000_000)
                $0.send(.server, .ack, seq: 5001, ack: 1011, time: 60_000_000_000)
            }
        }
        #expect(connection.initiator.keepAlives == 6 && connection.responder.keepAlives == 0)
        #expect(connection.initiator.retransmittedPackets == 0 && connection.initiator.retransmittedBytes == 0)
        #expect(connection.initiator.payloadPackets == 1 && connection.initiator.lastData == 4_000_000)
        #expect(connection.responder.duplicateAcks == 0)
    }

    @Test func theLastByteAgainIsARetransmissionAsLongAsNobodyAcknowledgedIt() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.client, .ack, seq: 1010, ack: 5001, [7])
        }
        #expect(connection.initiator.keepAlives == 0 && connection.initiator.retransmittedPackets == 1)
    }

    @Test func anEchoedTimestampTimesWhatWasSentAgainOnlyIfTheFirstCopyHadAnotherOne() throws {
        func samples(_ repeated: UInt32) throws -> Int {
            try connection {
                $0.handshake()
                $0.send(.client, .ack, seq: 1001, ack: 5001, ten, timestamps: (100, 0), time: 100_000_000)
                $0.send(.client, .ack, seq: 1001, ack: 5001, ten, timestamps: (repeated, 0), time: 400_000_000)
                $0.send(.server, .ack, seq: 5001, ack: 1011, timestamps: (9, repeated), time: 420_000_000)
            }.initiator.roundTrips.distribution.count
        }
        #expect(try samples(100) == 0)
        #expect(try samples(101) == 1)
    }

    @Test func aSegmentThatBeginsBeforeTheStreamIsReadFromTheStreamsFirstByte() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1000, ack: 5001, [0xEE] + MeshBytes.direct)
            $0.send(.client, .ack, seq: 1001 + UInt32(MeshBytes.direct.count), ack: 5001, MeshBytes.direct)
        }
        #expect(connection.initiator.decoder.framed.mesh.counts.direct == 2)
        #expect(connection.initiator.decoder.framed.framingFaults.isEmpty)
    }

    @Test func finsOfBothSidesEndTheStreams() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, [.fin, .ack], seq: 1001, ack: 5001, ten)
            $0.send(.server, [.fin, .ack], seq: 5001, ack: 1012)
            $0.send(.client, .ack, seq: 1012, ack: 5002)
        }
        #expect(connection.initiator.finish == 10 && connection.responder.finish == 0)
        #expect(connection.firstReset == nil && !connection.wasCutShort)
    }

    @Test func aResetCutsShortUnlessBothSidesHadFinished() throws {
        let short = try connection {
            $0.handshake()
            $0.send(.server, .rst, seq: 5001)
        }
        #expect(short.firstReset?.frame == 4 && short.wasCutShort)
        let late = try connection {
            $0.handshake()
            $0.send(.client, [.fin, .ack], seq: 1001, ack: 5001)
            $0.send(.server, [.fin, .ack], seq: 5001, ack: 1002)
            $0.send(.client, .rst, seq: 1002)
        }
        #expect(late.firstReset != nil && !late.wasCutShort)
    }

    @Test func theFINThatTheOtherAcknowledgesCameFirst() throws {
        let one = try connection {
            $0.handshake()
            $0.send(.server, [.fin, .ack], seq: 5001, ack: 1001)
            $0.send(.client, [.fin, .ack], seq: 1001, ack: 5002)
        }
        #expect(one.isClosedByInitiator == false)
        // The same in another order.
        let other = try connection {
            $0.handshake()
            $0.send(.client, [.fin, .ack], seq: 1001, ack: 5002)
            $0.send(.server, [.fin, .ack], seq: 5001, ack: 1001)
        }
        #expect(other.isClosedByInitiator == false)
        let crossing = try connection {
            $0.handshake()
            $0.send(.client, [.fin, .ack], seq: 1001, ack: 5001)
            $0.send(.server, [.fin, .ack], seq: 5001, ack: 1001)
        }
        #expect(crossing.isClosedByInitiator == nil)
        let half = try connection {
            $0.handshake()
            $0.send(.client, [.fin, .ack], seq: 1001, ack: 5001)
        }
        #expect(half.isClosedByInitiator == true)
        #expect(try connection { $0.handshake() }.isClosedByInitiator == nil)
    }

    @Test func zeroWindowsAndDuplicateAcknowledgmentsCountForWhoSentThem() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1001, ack: 5001, ten)
            $0.send(.server, .ack, seq: 5001, ack: 1001)
            $0.send(.server, .ack, seq: 5001, ack: 1001)
            $0.send(.server, .ack, seq: 5001, ack: 1001)
            $0.send(.server, .ack, seq: 5001, ack: 1011, window: 0)
            $0.send(.server, .ack, seq: 5001, ack: 1011, window: 0)
        }
        #expect(connection.responder.duplicateAcks == 2)
        #expect(connection.responder.zeroWindows == 2)
        #expect(connection.initiator.zeroWindows == 0 && connection.initiator.duplicateAcks == 0)
    }

    @Test func whatTheSnapLengthCutOffCountsAsSentAndLosesOnlyItsMessage() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.client, .ack, seq: 1001, ack: 5001, MeshBytes.identification, captured: 20)
            $0.send(.client, .ack, seq: 1001 + UInt32(MeshBytes.identification.count), ack: 5001, MeshBytes.direct)
        }
        #expect(connection.initiator.coverage.total == Int64(MeshBytes.identification.count + MeshBytes.direct.count))
        #expect(connection.initiator.decoder.framed.mesh.counts.direct == 1)
        #expect(connection.initiator.missingBytes == 0)
    }

    @Test func aSYNWithAnotherSequenceNumberIsAnotherConnection() {
        var conversation = Conversation()
        conversation.handshake()
        conversation.handshake(client: 90_000)
        conversation.send(.client, .syn, seq: 90_000)
        let connections = conversation.finished()
        #expect(connections.map(\.initialSequence) == [1000, 90_000])
        #expect(connections.map(\.firstFrame) == [1, 4])
    }

    // MARK: - Packets in another order than they were sent

    /// A packet of a connection that opens, sends a message each way and ends.
    private enum Step: Int, CaseIterable {
        case syn, answer, acknowledgment, request, response, clientEnd, serverEnd, last
    }

    /// The connection with its packets in some order; each has the time at which it was sent.
    private func connection(in order: [Step], initial: UInt32 = 1000) throws -> Connection {
        let (request, response) = (MeshBytes.identification, MeshBytes.direct)
        let (sent, answered) = (initial &+ 1 &+ UInt32(request.count), 5001 + UInt32(response.count))
        return try connection { conversation in
            for step in order {
                let time = Int64(step.rawValue) * 1_000_000
                switch step {
                case .syn: conversation.send(.client, .syn, seq: initial, time: time)
                case .answer: conversation.send(.server, [.syn, .ack], seq: 5000, ack: initial &+ 1, time: time)
                case .acknowledgment: conversation.send(.client, .ack, seq: initial &+ 1, ack: 5001, time: time)
                case .request: conversation.send(.client, .ack, seq: initial &+ 1, ack: 5001, request, time: time)
                case .response: conversation.send(.server, .ack, seq: 5001, ack: sent, response, time: time)
                case .clientEnd: conversation.send(.client, [.fin, .ack], seq: sent, ack: answered, time: time)
                case .serverEnd: conversation.send(.server, [.fin, .ack], seq: answered, ack: sent + 1, time: time)
                case .last: conversation.send(.client, .ack, seq: sent + 1, ack: answered + 1, time: time)
                }
            }
        }
    }

    @Test(arguments: [
        [Step.answer, .syn, .acknowledgment, .request, .response],
        [.answer, .acknowledgment, .syn, .request, .response],
        [.acknowledgment, .syn, .answer, .request, .response], [.request, .syn, .answer, .acknowledgment, .response],
        [.request, .answer, .syn, .acknowledgment, .response], [.request, .response, .syn, .answer, .acknowledgment],
        [.response, .syn, .answer, .acknowledgment, .request], [.response, .answer, .acknowledgment, .syn, .request],
        [.response, .request, .acknowledgment, .answer, .syn],
    ])
    private func oneConnectionInWhateverOrder(of opening: [Step]) throws {
        for initial in [1000, 0xFFFF_FFFF] as [UInt32] {
            let connection = try connection(in: opening + [.clientEnd, .serverEnd, .last], initial: initial)
            #expect(connection.initiatorEndpoint.port == 50000 && !connection.midstream)
            #expect(connection.initialSequence == initial && connection.initiator.hasSYN && connection.responder.hasSYN)
            #expect(connection.start == 0 && connection.synCount == 1 && connection.synAckCount == 1)
            #expect(connection.established.map { $0 >= 2_000_000 } == true)
            #expect(connection.initiator.missingBytes == 0 && connection.responder.missingBytes == 0)
            #expect(connection.initiator.coverage.total == Int64(MeshBytes.identification.count))
            #expect(connection.initiator.decoder.framed.mesh.counts.identification == 1)
            #expect(connection.responder.decoder.framed.mesh.counts.direct == 1)
            #expect(connection.initiator.isFinished && connection.responder.isFinished && !connection.wasCutShort)
        }
    }

    @Test func laterBytesBeforeTheSYNAreNotTheFirstOfTheStream() throws {
        let connection = try connection {
            $0.send(.client, .ack, seq: 1011, ack: 5001, ten, time: 5_000_000)
            $0.send(.client, .syn, seq: 1000, time: 1_000_000)
            $0.send(.server, [.syn, .ack], seq: 5000, ack: 1001, time: 2_000_000)
            $0.send(.client, .ack, seq: 1021, ack: 5001, ten, time: 6_000_000)
        }
        #expect(connection.initiator.hasSYN && connection.initiator.openingSequence == 1001)
        #expect(connection.initiator.missingBytes == 10 && connection.initiator.coverage.total == 20)
    }

    @Test(arguments: [1_000_000, 3_000_000] as [Int64]) func aRefusalBeforeItsSYNIsOneConnection(synTime: Int64) throws
    {
        let connection = try connection {
            $0.send(.server, [.rst, .ack], seq: 0, ack: 1001, time: 2_000_000)
            $0.send(.client, .syn, seq: 1000, time: synTime)
        }
        #expect(connection.initiatorEndpoint.port == 50000 && !connection.midstream)
        #expect(connection.firstReset?.frame == 1 && connection.isAnswered && connection.isFlat)
    }

    @Test func aResetOfAnotherConnectionDoesNotAnswerASYN() {
        for (seq, ack) in [(0, 777), (9000, 1001)] as [(UInt32, UInt32)] {
            var conversation = Conversation()
            conversation.send(.server, [.rst, .ack], seq: seq, ack: ack)
            conversation.send(.client, .syn, seq: 1000)
            #expect(conversation.finished().map(\.midstream) == [true, false])
        }
    }

    @Test func theSameNumbersAfterAnEndAreAnotherConnection() {
        var conversation = Conversation()
        conversation.send(.server, [.syn, .ack], seq: 5000, ack: 1001)
        conversation.send(.client, .ack, seq: 1001, ack: 5001)
        conversation.send(.client, [.fin, .ack], seq: 1001, ack: 5001)
        conversation.send(.server, [.fin, .ack], seq: 5001, ack: 1002)
        conversation.handshake()
        #expect(conversation.finished().map(\.midstream) == [true, false])
    }

    @Test func aSYNFarFromTheNumbersBeforeItIsOfAnotherConnectionWhateverItsTime() {
        var conversation = Conversation()
        conversation.send(.client, .ack, seq: 9_000_000, ack: 5001, ten, time: 5_000_000)
        conversation.send(.client, .syn, seq: 1000, time: 1_000_000)
        #expect(conversation.finished().map(\.midstream) == [true, false])
    }

    @Test func synsThatCrossOpenOneConnection() throws {
        let connection = try connection {
            $0.send(.client, .syn, seq: 1000)
            $0.send(.server, .syn, seq: 5000)
            $0.send(.server, .syn, seq: 5000)
            $0.send(.client, [.syn, .ack], seq: 1000, ack: 5001)
            $0.send(.server, [.syn, .ack], seq: 5000, ack: 1001)
            $0.send(.client, .ack, seq: 1001, ack: 5001, MeshBytes.identification)
            $0.send(.server, .ack, seq: 5001, ack: 1001, MeshBytes.direct)
        }
        #expect(connection.initiatorEndpoint.port == 50000)
        #expect(connection.established == 6_000_000 && connection.handshakeRoundTrip == nil)
        #expect(connection.initiator.decoder.framed.mesh.counts.identification == 1)
        #expect(connection.responder.decoder.framed.mesh.counts.direct == 1)
    }

    @Test func aSYNBackAfterARefusalIsAnotherConnection() {
        var conversation = Conversation()
        conversation.send(.client, .syn, seq: 1000)
        conversation.send(.server, [.rst, .ack], seq: 0, ack: 1001)
        conversation.send(.server, .syn, seq: 5000)
        let connections = conversation.finished()
        #expect(connections.map(\.initiatorEndpoint.port) == [50000, 80])
    }

    @Test func aHostThatHadNotNoticedTheEndOfTheConnectionBeforeIsAskedAgainAndAnswers() throws {
        let connection = try connection {
            $0.send(.client, .syn, seq: 1000)
            // Of the old connection, as is the reset that it calls for (RFC 9293 §3.5.1).
            $0.send(.server, .ack, seq: 777_000, ack: 333_000)
            $0.send(.client, .rst, seq: 333_000)
            $0.handshake()
            $0.send(.server, .ack, seq: 5001, ack: 1001, MeshBytes.identification)
            $0.send(.client, .ack, seq: 1001, ack: 5001 + UInt32(MeshBytes.identification.count))
        }
        #expect(connection.firstReset == nil && !connection.wasCutShort)
        #expect(connection.responder.hasSYN)
        #expect(connection.responder.coverage.start == 0)
        #expect(connection.responder.decoder.framed.mesh.identity != nil)
        #expect(connection.responder.missingBytes == 0)
        #expect(connection.responder.roundTrips.distribution.count == 1)
    }

    @Test func whatAResetSaysIsNotPayload() throws {
        let connection = try connection {
            $0.handshake()
            $0.send(.server, .rst, seq: 5001, Array("go away".utf8))
        }
        #expect(connection.responder.coverage.total == 0 && connection.responder.payloadPackets == 0)
    }
}
