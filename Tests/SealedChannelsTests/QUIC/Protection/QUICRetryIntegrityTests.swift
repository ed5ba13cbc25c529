import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICRetryIntegrityTests {
    private func isValid(_ retry: [UInt8], _ connectionID: [UInt8]) throws -> Bool? {
        var reader = ByteReader(retry.span)
        let packet = try QUICPacketView(parsing: &reader, connectionIDLength: 0)
        return QUICRetryIntegrity.isValid(packet, in: retry.span, originalDestinationConnectionID: connectionID)
    }

    /// RFC 9001 §A.4, RFC 9369 §A.4.
    @Test func theTagsOfTheSpecificationsFit() throws {
        #expect(try isValid(QUICVectors.retry, QUICVectors.connectionID) == true)
        #expect(try isValid(QUICVectors.retryOfVersion2, QUICVectors.connectionID) == true)
        let whole = QUICVectors.retry
        let tag = QUICRetryIntegrity.tag(
            of: whole.span.extracting(0..<20), version: .v1, originalDestinationConnectionID: QUICVectors.connectionID)
        #expect(tag == Array(whole.suffix(16)))
    }

    @Test func theTagOfACaptureFits() throws {
        let retry = QUICCapturedPackets.retry
        #expect(try isValid(retry, QUICCapturedPackets.retriedConnectionID) == true)
        #expect(try isValid(retry, QUICVectors.connectionID) == false)
        for bit in 0..<8 * retry.count {
            var changed = retry
            changed[bit / 8] ^= 1 << (bit % 8)
            // Another form, type or length of a connection ID may be no Retry at all, another version has no tag.
            let valid = (try? isValid(changed, QUICCapturedPackets.retriedConnectionID)) ?? false
            #expect(valid != true, "bit \(bit)")
        }
    }

    @Test func otherVersionsHaveNoTagThatIsKnown() throws {
        var draft = QUICVectors.retry
        draft.replaceSubrange(1..<5, with: [0xFF, 0, 0, 0x1D])
        #expect(try isValid(draft, QUICVectors.connectionID) == nil)
        #expect(try isValid(QUICVectors.clientInitial, QUICVectors.connectionID) == false)
        let long = [UInt8](repeating: 0, count: 256)
        let tag = QUICRetryIntegrity.tag(of: draft.span, version: .v1, originalDestinationConnectionID: long)
        #expect(tag == nil)
    }
}
