/// Why something of a session was not opened.
@nonexhaustive
public enum SealedReason: String, CaseIterable, Sendable {
    /// The randoms of the hellos were not seen, and without them no key fits.
    case handshakeMissing = "handshake-missing"
    /// The cipher suite that the server chose is not one of those that can be opened.
    case cipherUnsupported = "cipher-unsupported"
    /// A shared key was given for the session's identity, but its key exchange adds another secret.
    case preSharedKeyNotSufficient = "psk-not-sufficient"
    /// A key was given for the session, and it opens nothing.
    case keysDoNotFit = "keys-do-not-fit"
    /// There is no key for the session, for a direction of it, or for a part.
    case noKeys = "no-keys"
    /// The capture holds less than what was sent: packets were cut.
    case captureTruncated = "capture-truncated"
    /// Packets are not in the capture.
    case captureGap = "capture-gap"
}
