import ApplicationProtocols
import MultipeerWire
import PacketCapture
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// What is a session of MultipeerConnectivity, and what only looks like one.
@Suite struct MultipeerApplicationTests {
    private static let here = (SyntheticTrace.anna, SyntheticTrace.bert)

    private static func report(of datagrams: [(bytes: [UInt8], isBack: Bool)]) async throws -> TraceReport {
        try await SyntheticTrace.report { try append(datagrams, to: &$0) }
    }

    private static func append(
        _ datagrams: [(bytes: [UInt8], isBack: Bool)], to capture: inout SyntheticCapture
    ) throws {
        for (number, datagram) in datagrams.enumerated() {
            try capture.append(
                udpFrom: datagram.isBack ? 16401 : 16402, to: datagram.isBack ? 16402 : 16401, payload: datagram.bytes,
                from: datagram.isBack ? here.1 : here.0, to: datagram.isBack ? here.0 : here.1,
                at: MultipeerScene.start + 2_000_000_000 + Int64(number) * MultipeerScene.millisecond)
        }
    }

    @Test func oneWholeMessageIsEnough() async throws {
        let report = try await MultipeerScene.report(of: [(MultipeerScene.hello(MultipeerScene.ada), .initiator)])
        let session = try #require(report.sessions.first)
        #expect(session.application == .multipeer)
        #expect(session.evidence == "1 message known by checksum or marker")
        #expect(session.forward.messages == 1 && session.backward.messages == 0)
        #expect(session.multipeer?.peers.map(\.displayName) == ["Ada", nil])
    }

    @Test func aMessageIsFoundInTheMiddleOfAStream() async throws {
        let invitation = try MultipeerScene.invitation(context: Array("hi".utf8))
        let pieces = [Array(invitation[200...]) + invitation, invitation]
        let report = try await MultipeerScene.report(of: pieces.map { ($0, .initiator) }, isOpened: false)
        let session = try #require(report.sessions.first)
        #expect(session.midstream && session.application == .multipeer)
        #expect(session.multipeer?.invitations.map(\.contextHex) == ["6869", "6869"])
        #expect(session.limits.contains { $0.reason == .framingFound })
    }

    @Test func aMessageIsFoundAfterPiecesWithoutOne() async throws {
        let invitation = try MultipeerScene.invitation()
        let rest: [[UInt8]] = [Array(repeating: 7, count: 300), Array(repeating: 8, count: 300)]
        let report = try await MultipeerScene.report(
            of: (rest + [invitation]).map { ($0, .initiator) }, isOpened: false)
        #expect(report.sessions.first?.multipeer?.invitations.count == 1)
    }

    @Test func aHoleMayHideTheBeginning() async throws {
        let hello = try MultipeerScene.hello(MultipeerScene.ada)
        let invitation = try MultipeerScene.invitation()
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: MultipeerScene.start, in: &capture)
            connection.skip(hello.count + 20, from: .initiator)
            let end = MultipeerScene.start + 10 * MultipeerScene.millisecond
            try connection.send(Array(invitation[20...]), from: .initiator, at: end, in: &capture)
            try connection.acknowledge(from: .responder, at: end + 1, in: &capture)
            try connection.send(invitation, from: .initiator, at: end + 2, in: &capture)
        }
        let session = try #require(report.sessions.first)
        #expect(!session.midstream && session.application == .multipeer)
        #expect(session.forward.messages == 1)
    }

    @Test func aWrongChecksumAloneProvesNothing() async throws {
        var message = try MultipeerScene.hello(MultipeerScene.ada)
        message[message.count - 2] ^= 1
        let report = try await MultipeerScene.report(of: [(message, .initiator)])
        #expect(report.sessions.first?.application == .unknown)
        #expect(report.sessions.first?.multipeer == nil)
        #expect(report.findings.isEmpty)
    }

    @Test func aSideWhoseFirstMessageIsDamagedIsReadOn() async throws {
        var message = try MultipeerScene.hello(MultipeerScene.ada)
        message[message.count - 2] ^= 1
        let report = try await MultipeerScene.report(of: [
            (message, .initiator), (MultipeerScene.invitation(), .initiator),
        ])
        let session = try #require(report.sessions.first)
        #expect(session.forward.malformedMessages == 1 && session.forward.messages == 1)
        #expect(report.multipeerFindings == ["message-undecodable"])
    }

    @Test func aPacketWithTheRightChecksumIsASession() async throws {
        let report = try await Self.report(of: [
            (MultipeerScene.data(0, [1, 2, 3]), false), ([0xC1, 1, 2], false), ([9, 9], true),
        ])
        let session = try #require(report.sessions.first)
        #expect(session.application == .multipeer && session.multipeer?.sealed == false)
        #expect(session.multipeer?.data?.forward == .init(messages: 1, bytes: 3))
        #expect(session.forward.malformedMessages == 1)
        #expect(session.backward.messageTypes["unknown"] == 1)
    }

    @Test func otherDatagramsThatBeginAlikeAreNoSession() async throws {
        var packet = try MultipeerScene.data(0, [1, 2, 3])
        packet[packet.count - 1] ^= 1
        let report = try await Self.report(of: [(packet, false), ([0xD0] + Array(repeating: 0, count: 40), true)])
        #expect(report.sessions.first?.application == .unknown)
    }

    @Test func checksAloneAreASessionWhereTheirEndIsACandidate() async throws {
        let check = MultipeerCheck(
            .request, transactionHigh: 1, transactionLow: 2,
            attributes: [
                .userName(receiver: MultipeerToken(rawValue: 1), sender: MultipeerToken(rawValue: 2)),
                MultipeerCheckAttribute(.unknown3, [0, 0, 3, 0xF2]),
            ])
        var output = ByteWriter()
        try check.serialize(into: &output)
        let request = output.bytes
        #expect(try await Self.report(of: [(request, false)]).sessions.first?.application == .unknown)
        let answer = try MultipeerScene.answer(candidate: (SyntheticTrace.bert.address, 16401))
        let invitation = try MultipeerScene.invitation()
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: MultipeerScene.start, in: &capture)
            try connection.send(
                invitation, from: .initiator, at: MultipeerScene.start + 5 * MultipeerScene.millisecond, in: &capture)
            try connection.send(
                answer, from: .responder, at: MultipeerScene.start + 9 * MultipeerScene.millisecond, in: &capture)
            try Self.append([(request, false), (request, true)], to: &capture)
        }
        let session = try #require(report.sessions.first { $0.transport == .udp })
        #expect(session.application == .multipeer)
        #expect(session.multipeer?.sealed == nil)
        #expect(session.multipeer?.data == Session.Multipeer.Traffic())
        #expect(session.forward.messageTypes["stunRequest"] == 1)
        #expect(session.evidence == "an address that a peer announced")
    }

    @Test func whatClaimsASessionByItsPortGoesFirst() async throws {
        struct Claimed: ApplicationProtocol {
            let name = "claimed"
            let claims = ApplicationClaims(ports: [7000])
            func makeReader(_ start: ReadingStart) -> MultipeerReader { MultipeerReader(start) }
        }
        let hello = try MultipeerScene.hello(MultipeerScene.ada)
        let bytes = try SyntheticTrace.capture { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: MultipeerScene.start, in: &capture)
            try connection.send(
                hello, from: .initiator, at: MultipeerScene.start + MultipeerScene.millisecond, in: &capture)
        }.bytes
        var analyzer = TraceAnalyzer()
        analyzer.applications = [Claimed()]
        let report = try await analyzer.analyze(CaptureFile.open(bytes: bytes))
        #expect(report.sessions.first?.application.rawValue == "claimed")
        #expect(report.sessions.first?.multipeer == nil)
        #expect(report.protocols.map(\.name) == ["claimed"])
    }

    @Test func whatIsNotItsOwnIsNotShownToIt() {
        func isShown(_ bytes: [UInt8], _ start: ReadingStart) -> Bool {
            MultipeerApplication().mayBegin(with: bytes.span, start)
        }
        let text = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        for start in [ReadingStart(), ReadingStart(isMidstream: true), ReadingStart(isDatagrams: true)] {
            #expect(!isShown(text, start))
        }
        // A frame of 0x07D0 bytes has other bytes where flags would be.
        #expect(!isShown([0, 0, 7, 0xD0, 0x7B, 0x22], ReadingStart(isMidstream: true)))
    }
}
