import Crypto

extension TLSHash {
    /// HKDF-Extract (RFC 5869 §2.2).
    func extract(_ input: SecretBytes, salt: SecretBytes) -> SecretBytes {
        var salt = salt.copied()
        defer { salt.wipe() }
        return switch self {
        case .sha256:
            SecretBytes(key: SymmetricKey(data: HKDF<SHA256>.extract(inputKeyMaterial: input.key, salt: salt)))
        case .sha384:
            SecretBytes(key: SymmetricKey(data: HKDF<SHA384>.extract(inputKeyMaterial: input.key, salt: salt)))
        }
    }

    /// HKDF-Expand-Label (RFC 8446 §7.1), also of QUIC's labels.
    ///
    /// | bytes | field of the information |
    /// |---|---|
    /// | 2 | bytes that are wanted |
    /// | 1 + … | `tls13 ` and the label |
    /// | 1 + … | context |
    ///
    /// - Parameters:
    ///   - secret: The secret to expand.
    ///   - label: Without `tls13 `; at most 249 bytes.
    ///   - context: A transcript's hash, or nothing; at most 255 bytes.
    ///   - byteCount: At most 255 times the hash's.
    public func expandLabel(
        _ secret: SecretBytes, _ label: String, context: [UInt8] = [], byteCount: Int
    ) -> SecretBytes {
        let name = Array("tls13 ".utf8) + Array(label.utf8)
        let information =
            [UInt8(truncatingIfNeeded: byteCount >> 8), UInt8(truncatingIfNeeded: byteCount)]
            + [UInt8(truncatingIfNeeded: name.count)] + name
            + [UInt8(truncatingIfNeeded: context.count)] + context
        let key =
            switch self {
            case .sha256:
                HKDF<SHA256>.expand(pseudoRandomKey: secret.key, info: information, outputByteCount: byteCount)
            case .sha384:
                HKDF<SHA384>.expand(pseudoRandomKey: secret.key, info: information, outputByteCount: byteCount)
            }
        return SecretBytes(key: key)
    }

    /// Derive-Secret (RFC 8446 §7.1).
    ///
    /// - Parameter transcriptHash: The hash of the handshake's messages up to where the secret begins.
    func deriveSecret(_ secret: SecretBytes, _ label: String, transcriptHash: [UInt8]) -> SecretBytes {
        expandLabel(secret, label, context: transcriptHash, byteCount: byteCount)
    }

    /// The pseudorandom function of TLS 1.2 (RFC 5246 §5): P_hash of the secret, over label and seed.
    ///
    /// - Parameters:
    ///   - secret: The secret to expand.
    ///   - label: What the bytes are for: `master secret`, `key expansion`.
    ///   - seed: The randoms of both ends, or a hash of messages, after the label.
    ///   - byteCount: How many bytes are wanted.
    public func pseudorandom(_ secret: SecretBytes, _ label: String, seed: [UInt8], byteCount: Int) -> SecretBytes {
        let seed = Array(label.utf8) + seed
        var bytes: [UInt8] = []
        // Never moved, so that no other block of memory has had a secret.
        bytes.reserveCapacity(byteCount + self.byteCount)
        var chained = seed
        while bytes.count < byteCount {
            chained = hmac(chained, key: secret).copied()
            var part = hmac(chained + seed, key: secret).copied()
            bytes.append(contentsOf: part)
            part.wipe()
        }
        defer { bytes.wipe() }
        while bytes.count > byteCount {
            bytes[bytes.count - 1] = 0
            bytes.removeLast()
        }
        return SecretBytes(bytes)
    }
}
