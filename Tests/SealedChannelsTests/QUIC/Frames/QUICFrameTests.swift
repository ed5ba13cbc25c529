import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICFrameTests {
    private func views(_ bytes: [UInt8]) throws(WireError) -> [QUICFrameView] {
        var input = ByteReader(bytes.span)
        var frames: [QUICFrameView] = []
        while !input.isAtEnd { frames.append(try QUICFrameView(parsing: &input)) }
        return frames
    }

    private func frames(_ bytes: [UInt8]) throws(WireError) -> [QUICOwnedFrame] {
        var input = ByteReader(bytes.span)
        var frames: [QUICOwnedFrame] = []
        while !input.isAtEnd { frames.append(try QUICOwnedFrame(parsing: &input)) }
        return frames
    }

    private func number(_ value: UInt64, _ width: QUICVariableInteger.Width? = nil) throws -> QUICVariableInteger {
        try #require(QUICVariableInteger(value, width: width))
    }

    /// One of each type, in their order.
    private static let eachType: [String] = [
        "000000", "01", "0209401901010100", "030940190101010001024003", "04044109410a", "05080c", "06412c4003aabbcc",
        "0702beef", "080461", "090461", "0a040161", "0b040161", "0c04406461", "0d044064", "0e04406440026263",
        "0f0440640161", "1080100000", "110480100000", "124064", "13c000000000000064", "140a", "15040a", "160a", "170a",
        "1803010408090a0b000102030405060708090a0b0c0d0e0f", "1902", "1a0011223344556677", "1b0011223344556677",
        "1c410006026e6f", "1d4d0303627965", "1e", "30616263", "3103616263",
    ]

    @Test func readsTheFramesOfACapture() throws {
        let payload = QUICCapturedPackets.chaCha.packets[0].payload
        #expect(
            try views(payload) == [
                .acknowledgment(
                    QUICFrameView.Acknowledgment(
                        largest: number(4), delay: number(15), rangeCount: number(0), firstRange: number(1),
                        ranges: 5..<5)),
                .stream(
                    QUICFrameView.Stream(
                        id: number(0), offset: nil, lengthWidth: .two, isEnd: false, data: 9..<17)),
            ])
        let close = QUICCapturedPackets.keyUpdates.packets[7].payload
        #expect(
            try frames(close) == [
                .connectionClose(
                    QUICOwnedFrame.ConnectionClose(
                        errorCode: number(0), frameType: nil, reasonLengthWidth: .one, reason: []))
            ])
    }

    @Test func readsEachTypeAndWritesItBackAsItWas() throws {
        var types: Set<UInt64> = []
        for text in Self.eachType {
            let bytes = hex(text)
            let frames = try frames(bytes)
            #expect(frames.count == 1)
            #expect(frames[0].type.rawValue == UInt64(bytes[0]))
            types.insert(frames[0].type.rawValue)
            var output = ByteWriter()
            try frames[0].serialize(into: &output)
            #expect(output.bytes == bytes)
        }
        #expect(types == Set(0x00...0x1E).union([0x30, 0x31]))
    }

    @Test func readsWhatEachFieldSays() throws {
        #expect(
            try frames(hex("0e04406440026263")) == [
                .stream(
                    QUICOwnedFrame.Stream(
                        id: number(4), offset: number(100, .two), lengthWidth: .two, isEnd: false,
                        data: Array("bc".utf8)))
            ])
        #expect(
            try frames(hex("1803010408090a0b000102030405060708090a0b0c0d0e0f")) == [
                .newConnectionID(
                    QUICOwnedFrame.NewConnectionID(
                        sequence: number(3), retirePriorTo: number(1), connectionID: [8, 9, 10, 11],
                        statelessResetToken: [UInt8](0...15)))
            ])
        #expect(
            try frames(hex("1c410006026e6f")) == [
                .connectionClose(
                    QUICOwnedFrame.ConnectionClose(
                        errorCode: number(256, .two), frameType: number(6), reasonLengthWidth: .one,
                        reason: Array("no".utf8)))
            ])
        #expect(
            try frames(hex("030940190101010001024003")) == [
                .acknowledgment(
                    QUICOwnedFrame.Acknowledgment(
                        largest: number(9), delay: number(25, .two), rangeCount: number(1), firstRange: number(1),
                        ranges: [1, 0],
                        congestionCounts: QUICOwnedFrame.CongestionCounts(
                            ect0: number(1), ect1: number(2), ce: number(3, .two))))
            ])
        #expect(try frames(hex("1a0011223344556677")) == [.pathChallenge(0x0011_2233_4455_6677)])
        #expect(
            try frames(hex("04044109410a")) == [
                .resetStream(id: number(4), errorCode: number(265), finalSize: number(266))
            ])
    }

    @Test func everyCutIsAnErrorWithItsOffset() throws {
        for text in Self.eachType {
            let bytes = hex(text)
            // These go up to the end of the packet, wherever that is.
            let first = bytes[0]
            let hasNoLength = first == 0 || [0x08, 0x09, 0x0C, 0x0D, 0x30].contains(first)
            for count in 1..<bytes.count {
                do throws(WireError) {
                    _ = try frames(Array(bytes.prefix(count)))
                    #expect(hasNoLength, "\(text), \(count) bytes")
                } catch {
                    guard case .truncated(let needed, let available) = error.kind else {
                        Issue.record("\(error)")
                        continue
                    }
                    #expect(error.offset + available == count, "\(text), \(count) bytes")
                    #expect(needed > available)
                }
            }
        }
    }

    @Test(
        arguments: [
            // Types that nobody has defined, and a known one in two bytes.
            ("0122", .invalidValue(0x22), "QUIC frame type", 1), ("011f", .invalidValue(0x1F), "QUIC frame type", 1),
            ("0132", .invalidValue(0x32), "QUIC frame type", 1), ("014001", .invalidValue(1), "QUIC frame type", 1),
            ("01ffffffffffffffff", .invalidValue(1 << 62 - 1), "QUIC frame type", 1),
            // Packets before packet 0.
            ("0205000006", .invalidValue(6), "QUIC first ACK range", 4),
            ("02050001040000", .invalidValue(0), "QUIC gap", 5), ("02050001020200", .invalidValue(2), "QUIC gap", 5),
            ("02050001020102", .invalidValue(2), "QUIC ACK range length", 6),
            // Bytes beyond the largest offset.
            ("06ffffffffffffffff0161", .invalidValue(1 << 62 - 1), "QUIC crypto offset", 1),
            ("0c00ffffffffffffffff61", .invalidValue(1 << 62 - 1), "QUIC stream offset", 2),
            // More streams than there are.
            ("12d000000000000001", .invalidValue(1 << 60 + 1), "QUIC maximum streams", 1),
            ("17d000000000000001", .invalidValue(1 << 60 + 1), "QUIC maximum streams", 1),
            ("0700", .invalidValue(0), "QUIC token length", 1),
            ("18010208", .invalidValue(2), "QUIC retire prior to", 2),
            ("18010100", .invalidValue(0), "QUIC connection ID length", 3),
            ("18010115", .tooLong(length: 21, maximum: 20), "QUIC connection ID", 3),
            // Lengths that lie.
            ("0a04", .truncated(needed: 1, available: 0), "QUIC stream data length", 2),
            ("06007fff61", .truncated(needed: 16383, available: 1), "QUIC crypto data", 4),
            ("1c00004040", .truncated(needed: 64, available: 0), "QUIC reason phrase", 5),
            ("3102ff", .truncated(needed: 2, available: 1), "QUIC datagram", 2),
        ] as [(String, WireError.Kind, WireError.Field, Int)])
    func saysWhatIsWrongAndWhere(text: String, kind: WireError.Kind, field: WireError.Field, offset: Int) throws {
        #expect(throws: WireError(kind, field: field, offset: offset)) { _ = try frames(hex(text)) }
    }

    @Test func aCountOfRangesThatLiesMeetsTheEndOfThePacket() throws {
        // Packets 2^62 - 1 and so on: as many ranges could be there as the count says.
        let bytes = hex("02" + "ffffffffffffffff" + "00" + "ffffffffffffffff" + "00" + "0000")
        #expect(throws: WireError(.truncated(needed: 1, available: 0), field: "QUIC gap", offset: 21)) {
            _ = try frames(bytes)
        }
    }

    @Test(arguments: [Generator<QUICOwnedFrame>.plausible, .extreme])
    func framesReadBackAsTheyWereWritten(generator: Generator<QUICOwnedFrame>) throws {
        try expectRoundTrip(generator, seed: 19, count: 3000)
    }

    @Test func viewsHaveTheBytesThatCopiesHave() throws {
        for frame in Generator<QUICOwnedFrame>.extreme.values(seed: 3, count: 500) {
            var output = ByteWriter()
            try frame.serialize(into: &output)
            let bytes = output.bytes
            let view = try #require(views(bytes).first)
            #expect(view.map { Array(bytes[$0]) } == frame)
            #expect(view.type == frame.type)
        }
    }

    @Test func randomBytesNeverTrap() {
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bytes = random.bytes(random.number(in: 0...60))
            if !bytes.isEmpty { bytes[0] &= 0x3F }
            var input = ByteReader(bytes.span)
            while !input.isAtEnd, let frame = try? QUICFrameView(parsing: &input) {
                guard case .acknowledgment(let acknowledgment) = frame else { continue }
                var ranges = QUICAcknowledgedRanges(acknowledgment, in: bytes.span)
                var count: UInt64 = 0
                while ranges.next() != nil { count += 1 }
                #expect(count == acknowledgment.rangeCount.value + 1)
            }
        }
    }

    /// RFC 9000 §12.4, table 3.
    @Test func packetsOfEachTypeMayHaveTheirFrames() throws {
        var allowed: [QUICPacketType: [UInt64]] = [:]
        for text in Self.eachType {
            let frame = try #require(views(hex(text)).first)
            for type in QUICPacketType.allCases where frame.isAllowed(in: type) {
                allowed[type, default: []].append(frame.type.rawValue)
            }
        }
        #expect(allowed[.initial] == [0, 1, 2, 3, 6, 0x1C])
        #expect(allowed[.handshake] == [0, 1, 2, 3, 6, 0x1C])
        #expect(
            allowed[.zeroRTT] == [0, 1, 4, 5] + Array(0x08...0x18) + [0x1A, 0x1C, 0x1D, 0x30, 0x31])
        #expect(allowed[.oneRTT] == Array(0...0x1E) + [0x30, 0x31])
        #expect(allowed[.retry] == nil && allowed[.versionNegotiation] == nil && allowed[.unknown] == nil)
    }

    @Test func onlySomeFramesElicitNoAcknowledgment() throws {
        let silent = try Self.eachType.compactMap { try views(hex($0)).first }.filter { !$0.elicitsAcknowledgment }
        #expect(silent.map(\.type.rawValue) == [0, 2, 3, 0x1C, 0x1D])
    }

    @Test func aConnectionIDThatCannotBeWrittenIsAnError() throws {
        let frame = QUICOwnedFrame.newConnectionID(
            QUICOwnedFrame.NewConnectionID(
                sequence: try number(1), retirePriorTo: try number(0), connectionID: [UInt8](repeating: 0, count: 21),
                statelessResetToken: [UInt8](repeating: 0, count: 16)))
        var output = ByteWriter()
        #expect(throws: WireError(.tooLong(length: 21, maximum: 20), field: "QUIC connection ID", offset: 0)) {
            try frame.serialize(into: &output)
        }
        #expect(output.bytes.isEmpty)
    }

    @Test func theDelayIsInMicroseconds() throws {
        let frame = QUICFrameView.Acknowledgment(
            largest: try number(1), delay: try number(25), rangeCount: try number(0), firstRange: try number(0),
            ranges: 0..<0)
        #expect(frame.delayMicroseconds(exponent: 3) == 200)
        var absurd = frame
        absurd.delay = try number(QUICVariableInteger.maximum)
        #expect(absurd.delayMicroseconds(exponent: 20) == .max)
    }
}
