import WireCoding

/// Whether bytes are the beginning of a protocol.
@nonexhaustive
public enum MultipeerRecognition: Hashable, Sendable {
    /// They are: a checksum over them is right.
    case match
    /// They may be; with so many bytes from the first one on it can be said.
    case incomplete(needed: Int)
    /// They are not.
    case mismatch

    /// Whether a stream, or a piece of one, begins with a message of the invitation channel: a header of a published
    /// kind, the beginning of such a body, and the right CRC-32 over both. Other protocols' bytes pass with one chance
    /// in four billion.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes, as many as are there.
    ///   - maximumBodyLength: The longest body that is waited for.
    public static func channel(
        startingWith prefix: Span<UInt8>,
        maximumBodyLength: Int = MultipeerMessage.defaultMaximumBodyLength
    ) -> MultipeerRecognition {
        guard beginsType(prefix) else { return .mismatch }
        guard prefix.count >= MultipeerMessageHeader.size else {
            return .incomplete(needed: MultipeerMessageHeader.size)
        }
        let header = MultipeerMessageHeader(
            high: prefix.bigEndianUInt64(at: 0), low: prefix.bigEndianUInt64(at: 8))
        guard header.isPlausible, Int(header.length) <= maximumBodyLength else { return .mismatch }
        let end = MultipeerMessageHeader.size + Int(header.length)
        let body = prefix.extracting(MultipeerMessageHeader.size..<min(end, prefix.count))
        guard beginsBody(body, of: header) else { return .mismatch }
        guard prefix.count >= end else { return .incomplete(needed: end) }
        return header.checksum(with: body) == header.checksum ? .match : .mismatch
    }

    /// Whether the first four bytes, or as many as there are, can be a type and flags.
    private static func beginsType(_ prefix: Span<UInt8>) -> Bool {
        guard prefix.count < 3 || prefix[2] == 0, prefix.count < 4 || prefix[3] <= 1 else { return false }
        guard prefix.count > 0 else { return true }
        switch prefix[0] {
        case 0x07: return prefix.count < 2 || prefix[1] == 0xD0
        case 0x08: return prefix.count < 2 || prefix[1] == 0x34 || prefix[1] == 0x98
        default: return false
        }
    }

    /// Whether the bytes of a body that are there can be the beginning of one.
    private static func beginsBody(_ body: Span<UInt8>, of header: MultipeerMessageHeader) -> Bool {
        switch header.type {
        case .data:
            let signature = Array(PropertyListObjects.signature.description.utf8)
            return body.indices.allSatisfy { $0 >= signature.count || body[$0] == signature[$0] }
        case .hello where body.count >= MultipeerHello.fixedSize:
            return Int(body.bigEndianUInt16(at: 4)) <= Int(header.length) - MultipeerHello.fixedSize
        default: return true
        }
    }
}
