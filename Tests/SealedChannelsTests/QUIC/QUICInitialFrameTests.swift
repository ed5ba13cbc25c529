import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICInitialFrameTests {
    private func frames(_ bytes: [UInt8]) throws(WireError) -> [QUICInitialFrame] {
        var input = ByteReader(bytes.span)
        var frames: [QUICInitialFrame] = []
        while !input.isAtEnd { frames.append(try QUICInitialFrame(parsing: &input)) }
        return frames
    }

    private func number(_ value: UInt64, _ width: QUICVariableInteger.Width = .one) throws -> QUICVariableInteger {
        try #require(QUICVariableInteger(value, width: width))
    }

    @Test func readsEachFrameAndWritesItBackAsItWas() throws {
        let bytes = hex(
            "01" + "03094019010101000102" + "4003" + "06412c4003aabbcc" + "1c410006026e6f" + "00000000")
        let frames = try frames(bytes)
        #expect(
            frames == [
                .ping,
                .acknowledgment(
                    QUICInitialFrame.Acknowledgment(
                        largest: try number(9), delay: try number(25, .two), countWidth: .one,
                        firstRange: try number(1), ranges: [.init(gap: try number(1), length: try number(0))],
                        congestionCounts: [try number(1), try number(2), try number(3, .two)])),
                .crypto(offset: try number(300, .two), lengthWidth: .two, data: [0xAA, 0xBB, 0xCC]),
                .connectionClose(
                    QUICInitialFrame.ConnectionClose(
                        errorCode: try number(256, .two), frameType: try number(6), reasonLengthWidth: .one,
                        reason: Array("no".utf8))),
                .padding(4),
            ])
        var output = ByteWriter()
        for frame in frames { frame.serialize(into: &output) }
        #expect(output.bytes == bytes)
    }

    @Test func everyCutIsAnErrorWithItsOffset() throws {
        let bytes = hex("0609" + "40" + "05" + "0102030405")
        for count in 1..<bytes.count {
            let cut = Array(bytes.prefix(count))
            #expect(throws: WireError.self, "\(count) bytes") { _ = try frames(cut) }
        }
        #expect(
            throws: WireError(.truncated(needed: 5, available: 3), field: "QUIC crypto data", offset: 4)
        ) { _ = try frames(Array(bytes.dropLast(2))) }
    }

    @Test func aCountOfRangesThatLiesMeetsTheEndOfThePacket() throws {
        let bytes = hex("02" + "05" + "00" + "ffffffffffffffff" + "00" + "0101")
        #expect(throws: WireError(.truncated(needed: 1, available: 0), field: "QUIC gap", offset: 14)) {
            _ = try frames(bytes)
        }
    }

    @Test func aFrameThatInitialPacketsMayNotHaveIsAnError() {
        for code: UInt8 in [0x04, 0x05, 0x07, 0x08, 0x1D, 0x1E, 0x30, 0x40, 0xFF] {
            #expect(
                throws: WireError(.invalidValue(UInt64(code)), field: "QUIC frame type", offset: 1)
            ) { _ = try frames([0x01, code, 0, 0, 0]) }
        }
    }

    @Test func framesReadBackAsTheyWereWritten() throws {
        try expectRoundTrip(Generator<QUICInitialFrame>.plausible, seed: 19)
        try expectRoundTrip(Generator<QUICInitialFrame>.extreme, seed: 19)
    }
}
