import WireCoding

/// The integrity tag of Retry packets (RFC 9001 §5.8, RFC 9369 §3.3.3).
///
/// Its key is public. A tag that fits proves that the sender has seen the client's Initial, and that no bit was changed.
public enum QUICRetryIntegrity {
    /// The tag of a Retry.
    ///
    /// - Parameters:
    ///   - retry: The packet up to its tag.
    ///   - version: Its version.
    ///   - originalDestinationConnectionID: The one of the client's Initial, which the Retry answers; at most 255 bytes.
    /// - Returns: 16 bytes; nil for versions other than 1 and 2, and for a longer connection ID.
    public static func tag(
        of retry: Span<UInt8>, version: QUICVersion, originalDestinationConnectionID: [UInt8]
    ) -> [UInt8]? {
        guard let (key, nonce) = version.retryKey, originalDestinationConnectionID.count <= Int(UInt8.max),
            let cipher = AuthenticatedCipher(.aesGCM(keySize: 16), key: SecretBytes(key))
        else { return nil }
        var pseudoPacket = [UInt8(truncatingIfNeeded: originalDestinationConnectionID.count)]
        pseudoPacket.append(contentsOf: originalDestinationConnectionID)
        pseudoPacket.append(copying: retry)
        return cipher.seal([], nonce: nonce, authenticating: pseudoPacket)
    }

    /// Whether a Retry has the tag that it must have.
    ///
    /// - Parameters:
    ///   - packet: A Retry.
    ///   - datagram: The datagram in which it was found.
    ///   - originalDestinationConnectionID: The one of the client's Initial.
    /// - Returns: False also for packets of other types; nil for versions other than 1 and 2.
    public static func isValid(
        _ packet: QUICPacketView, in datagram: Span<UInt8>, originalDestinationConnectionID: [UInt8]
    ) -> Bool? {
        guard packet.type == .retry, let version = packet.version, packet.payload.upperBound <= datagram.count else {
            return false
        }
        guard version.retryKey != nil else { return nil }
        let retry = datagram.extracting(packet.range.lowerBound..<packet.payload.lowerBound)
        let tag = tag(
            of: retry, version: version, originalDestinationConnectionID: originalDestinationConnectionID)
        return tag == datagram.copied(packet.payload)
    }
}

extension QUICVersion {
    /// Key and nonce of the tags; nil for other versions.
    fileprivate var retryKey: (key: [UInt8], nonce: [UInt8])? {
        switch self {
        // RFC 9001 §5.8.
        case .v1:
            (
                [
                    0xBE, 0x0C, 0x69, 0x0B, 0x9F, 0x66, 0x57, 0x5A, 0x1D, 0x76, 0x6B, 0x54, 0xE3, 0x68, 0xC8, 0x4E,
                ], [0x46, 0x15, 0x99, 0xD3, 0x5D, 0x63, 0x2B, 0xF2, 0x23, 0x98, 0x25, 0xBB]
            )
        // RFC 9369 §3.3.3.
        case .v2:
            (
                [
                    0x8F, 0xB4, 0xB0, 0x1B, 0x56, 0xAC, 0x48, 0xE2, 0x60, 0xFB, 0xCB, 0xCE, 0xAD, 0x7C, 0xCC, 0x92,
                ], [0xD8, 0x69, 0x69, 0xBC, 0x2D, 0x7C, 0x6D, 0x99, 0x90, 0xEF, 0xB0, 0x4A]
            )
        default: nil
        }
    }
}
