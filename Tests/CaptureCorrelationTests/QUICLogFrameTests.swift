import QUICLogs
import SealedChannels
import Testing
import WireCoding

@testable import CaptureCorrelation

/// Frames of opened packets as a log has them.
@Suite struct QUICLogFrameTests {
    private func frames(_ payload: [UInt8], delayExponent: UInt64 = 3) -> [QUICLogFrame] {
        QUICLogFrame.frames(in: payload.span, delayExponent: delayExponent)
    }

    @Test func rangesOfAcknowledgmentsAscendAndDelaysAreNanoseconds() {
        // Largest 20, delay 5, one further range, first range 2; a gap of 3 numbers, a range of 4; counts of ECN.
        let read = frames([0x03, 20, 5, 1, 2, 2, 3, 7, 8, 9], delayExponent: 4)
        guard case .acknowledgment(let frame)? = read.first, read.count == 1 else {
            Issue.record("\(read)")
            return
        }
        #expect(frame.ranges == [11...14, 18...20])
        let delay: Int64 = 5 * 16 * 1000
        #expect(frame.delay == delay)
        #expect(frame.ect0 == 7 && frame.ect1 == 8 && frame.congestionExperienced == 9)
    }

    @Test func framesHaveTheirFieldsAndSizes() {
        let stream: [UInt8] = [0x0F, 4, 0x40, 0x64, 3, 1, 2, 3]
        let close: [UInt8] = [0x1D, 7, 2, 0x6F, 0x6B]
        #expect(
            frames([0x01, 0, 0, 0] + stream + [0x11, 4, 0x41, 0] + close) == [
                .ping(.init()), .padding(.init(length: 3)),
                .stream(.init(streamID: 4, offset: 100, length: 3, isEnd: true)),
                .maxStreamData(.init(streamID: 4, maximum: 256)),
                .connectionClose(.init(errorSpace: "application", errorCode: .number(7), reason: "ok")),
            ])
        #expect(frames([0x31, 2, 0xAA, 0xBB]) == [.datagram(.init(length: 2))])
        #expect(frames([0x1A, 1, 2, 3, 4, 5, 6, 7, 8]) == [.pathChallenge(.init(data: [1, 2, 3, 4, 5, 6, 7, 8]))])
    }

    @Test func whatCannotBeReadEndsTheFrames() {
        let read = frames([0x01, 0x3F, 1, 2])
        #expect(read.count == 2 && read.first == .ping(.init()))
        guard case .unknown(let json)? = read.last else {
            Issue.record("\(read)")
            return
        }
        #expect(json["frame_type_value"] == .number("63") && json["raw"]?["length"] == .number("3"))
    }

    @Test func parametersKeepWhatHasNoProperty() throws {
        let parameters = QUICTransportParameters([
            QUICTransportParameter(id: .initialMaxData, value: .integer(try #require(QUICVariableInteger(1_000)))),
            QUICTransportParameter(id: .initialSourceConnectionID, value: .connectionID([1, 2])),
            QUICTransportParameter(id: .disableActiveMigration, value: .present),
            QUICTransportParameter(id: QUICTransportParameterID(rawValue: 0x3127), value: .unknown([0xFF])),
        ])
        let record = QUICLogParameters(parameters, .remote)
        #expect(record.owner == .remote && record.initialMaxData == 1_000)
        #expect(record.initialSourceConnectionID == [1, 2])
        #expect(
            record.others == [
                QUICLogMember("disable_active_migration", .bool(true)), QUICLogMember("0x3127", .text("ff")),
            ])
    }
}
