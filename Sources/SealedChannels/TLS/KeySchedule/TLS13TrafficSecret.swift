/// The secret of one direction, of one generation, in TLS 1.3 (RFC 8446 §7.2, §7.3): what a key log has.
///
///     guard let parameters = serverHello.cipherSuite.parameters,
///         let secret = log.secrets(.clientTraffic, clientRandom: clientHello.random).first,
///         let client = TLS13TrafficSecret(secret, hash: parameters.hash).protection(parameters.cipher)
///     else { return }
///     let record = try client.open(fragment, number: 0)
public struct TLS13TrafficSecret: Equatable, Sendable {
    /// The secret, as many bytes as the hash has.
    public let secret: SecretBytes
    /// The hash function of the cipher suite.
    public let hash: TLSHash

    /// - Parameters:
    ///   - secret: The secret, as a key log has it.
    ///   - hash: The suite's.
    public init(_ secret: SecretBytes, hash: TLSHash) {
        self.secret = secret
        self.hash = hash
    }

    /// The secret behind a KeyUpdate of that direction (RFC 8446 §7.2).
    public var next: TLS13TrafficSecret {
        TLS13TrafficSecret(hash.expandLabel(secret, "traffic upd", byteCount: hash.byteCount), hash: hash)
    }

    /// Key and nonce of the direction's records (RFC 8446 §7.3).
    ///
    /// - Returns: Nil for a cipher that TLS 1.3 does not have.
    public func protection(_ cipher: TLSCipherSuiteParameters.RecordCipher) -> TLS13RecordProtection? {
        TLS13RecordProtection(
            cipher, key: hash.expandLabel(secret, "key", byteCount: cipher.keySize),
            vector: hash.expandLabel(secret, "iv", byteCount: AuthenticatedCipher.nonceSize))
    }

    /// The content of a Finished message (RFC 8446 §4.4.4), by the secret of the handshake.
    ///
    /// - Parameter transcriptHash: The hash of the handshake's messages before it.
    public func verifyData(transcriptHash: [UInt8]) -> SecretBytes {
        hash.hmac(transcriptHash, key: hash.expandLabel(secret, "finished", byteCount: hash.byteCount))
    }
}
