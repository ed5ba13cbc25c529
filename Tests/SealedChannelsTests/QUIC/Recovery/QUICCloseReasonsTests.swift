import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICCloseReasonsTests {
    private func note(
        _ reasons: inout QUICCloseReasons, _ bytes: [UInt8], of type: QUICPacketType, fromClient: Bool
    ) throws {
        var input = ByteReader(bytes.span)
        guard case .connectionClose(let frame) = try QUICFrameView(parsing: &input) else { return }
        reasons.note(frame, in: bytes.span, of: type, fromClient: fromClient)
    }

    /// RFC 9000 §10.2.3: the application's reason is hidden in the packet before.
    @Test func theFirstOneRTTPacketCounts() throws {
        var reasons = QUICCloseReasons()
        #expect(reasons.reason == nil)
        try note(&reasons, [0x1C, 0x0C, 0x00, 0x00], of: .handshake, fromClient: true)
        #expect(reasons.reason?.code == 12 && reasons.reason?.frameType == 0)
        try note(&reasons, [0x1D, 0x09, 0x02, 0x68, 0x69], of: .oneRTT, fromClient: true)
        try note(&reasons, [0x1D, 0x07, 0x00], of: .oneRTT, fromClient: false)
        let reason = try #require(reasons.reason)
        #expect(reason.code == 9 && reason.frameType == nil && reason.text == "hi" && reason.isByClient)
    }

    @Test func aLongTextIsCut() throws {
        var reasons = QUICCloseReasons()
        let text = [UInt8](repeating: 0x61, count: 5000)
        try note(&reasons, [0x1D, 0x09, 0x53, 0x88] + text, of: .oneRTT, fromClient: false)
        #expect(reasons.reason?.text.utf8.count == QUICCloseReason.maximumTextBytes)
    }
}
