import WireCoding

/// Tells QUIC by the packets that open its connections. All that a correlation knows of QUIC is here.
enum QUICInitial {
    /// Version 1 (RFC 9000 §15) and version 2 (RFC 9369 §3.1), which numbers packet types differently.
    private static let version1: UInt32 = 1
    private static let version2: UInt32 = 0x6B33_43CF
    /// The longest connection ID of these versions (RFC 9000 §17.2).
    private static let maximumConnectionIDLength = 20

    /// Whether a datagram begins with an Initial packet: long header, fixed bit, a version of that is known, its
    /// number for the type Initial, and connection IDs of lengths that it allows (RFC 9000 §17.2.2, RFC 9369 §3.2).
    ///
    /// - Parameter payload: As far as it was captured.
    static func isPlausible(_ payload: Span<UInt8>) -> Bool {
        guard payload.count >= 6, payload[0] & 0xC0 == 0xC0 else { return false }
        let type = payload[0] >> 4 & 3
        switch payload.bigEndianUInt32(at: 1) {
        case version1: guard type == 0 else { return false }
        case version2: guard type == 1 else { return false }
        default: return false
        }
        let destination = Int(payload[5])
        guard destination <= maximumConnectionIDLength else { return false }
        // A snap length may have cut off the rest.
        return payload.count <= 6 + destination || Int(payload[6 + destination]) <= maximumConnectionIDLength
    }
}
