import WireCoding

/// From a premaster secret to the keys of both sides, in TLS 1.2 and DTLS 1.2 (RFC 5246 §6.3, §8.1).
public enum TLS12KeySchedule {
    /// Bytes of every master secret.
    public static let masterSecretSize = 48

    /// The premaster secret of a shared key alone: a key's length of zeros and the key, each with its length before it
    /// (RFC 4279 §2).
    ///
    /// - Parameter preSharedKey: At most 65,535 bytes.
    public static func premasterSecret(preSharedKey: SecretBytes) -> SecretBytes {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + 2 * preSharedKey.count)
        let length = [
            UInt8(truncatingIfNeeded: preSharedKey.count >> 8), UInt8(truncatingIfNeeded: preSharedKey.count),
        ]
        bytes.append(contentsOf: length)
        bytes.append(contentsOf: repeatElement(0, count: preSharedKey.count))
        bytes.append(contentsOf: length)
        var key = preSharedKey.copied()
        bytes.append(contentsOf: key)
        key.wipe()
        defer { bytes.wipe() }
        return SecretBytes(bytes)
    }

    /// The master secret (RFC 5246 §8.1).
    public static func masterSecret(
        premaster: SecretBytes, clientRandom: [UInt8], serverRandom: [UInt8], hash: TLSHash
    ) -> SecretBytes {
        hash.pseudorandom(
            premaster, "master secret", seed: clientRandom + serverRandom, byteCount: masterSecretSize)
    }

    /// The master secret if both hellos have that extension (RFC 7627 §4).
    ///
    /// - Parameters:
    ///   - premaster: The premaster secret of the key exchange.
    ///   - sessionHash: The hash of the handshake's messages up to and with ClientKeyExchange.
    ///   - hash: The hash function of the cipher suite.
    public static func extendedMasterSecret(
        premaster: SecretBytes, sessionHash: [UInt8], hash: TLSHash
    ) -> SecretBytes {
        hash.pseudorandom(premaster, "extended master secret", seed: sessionHash, byteCount: masterSecretSize)
    }

    /// The content of a Finished message (RFC 5246 §7.4.9), which proves a master secret without any record of data.
    ///
    /// - Parameters:
    ///   - master: The master secret of the session.
    ///   - transcriptHash: The hash of the handshake's messages before it.
    ///   - fromClient: Whether the client sends the message.
    ///   - hash: The hash function of the cipher suite.
    public static func verifyData(
        master: SecretBytes, transcriptHash: [UInt8], fromClient: Bool, hash: TLSHash
    ) -> SecretBytes {
        hash.pseudorandom(
            master, fromClient ? "client finished" : "server finished", seed: transcriptHash, byteCount: 12)
    }
}

/// The protection of the records of both sides, in TLS 1.2 and DTLS 1.2.
///
/// From two hellos and a key log to the first record of data, which follows the client's Finished:
///
///     guard let parameters = serverHello.cipherSuite.parameters,
///         let master = log.secrets(.masterSecret, clientRandom: clientHello.random).first,
///         let keys = TLS12SessionKeys(
///             master: master, clientRandom: clientHello.random, serverRandom: serverHello.random,
///             parameters: parameters, encryptThenMAC: serverHello.extensions?[.encryptThenMAC] != nil)
///     else { return }
///     let content = try keys.client.open(fragment, contentType: .applicationData, number: 1)
public struct TLS12SessionKeys: Sendable {
    /// Opens and seals what the client sends.
    public let client: TLS12RecordProtection
    /// Opens and seals what the server sends.
    public let server: TLS12RecordProtection

    /// Cuts the key block (RFC 5246 §6.3).
    ///
    /// - Parameters:
    ///   - master: The master secret. A resumed session has that of the first one.
    ///   - clientRandom: 32 bytes of this session's ClientHello.
    ///   - serverRandom: 32 bytes of this session's ServerHello.
    ///   - parameters: Those of the suite that the server chose.
    ///   - encryptThenMAC: Whether both hellos have that extension (RFC 7366).
    /// - Returns: Nil for a suite of TLS 1.3.
    public init?(
        master: SecretBytes, clientRandom: [UInt8], serverRandom: [UInt8], parameters: TLSCipherSuiteParameters,
        encryptThenMAC: Bool = false
    ) {
        guard parameters.keyExchange != .negotiated else { return nil }
        let cipher = parameters.cipher
        let sizes = [cipher.macKeySize, cipher.keySize, cipher.fixedVectorSize].flatMap { [$0, $0] }
        var block = parameters.hash.pseudorandom(
            master, "key expansion", seed: serverRandom + clientRandom, byteCount: sizes.reduce(0, +)
        ).copied()
        defer { block.wipe() }
        var parts: [SecretBytes] = []
        var start = 0
        for size in sizes {
            var part = Array(block[start..<start + size])
            parts.append(SecretBytes(wiping: &part))
            start += size
        }
        guard
            let client = TLS12RecordProtection(
                cipher, key: parts[2], macKey: parts[0], vector: parts[4], encryptThenMAC: encryptThenMAC),
            let server = TLS12RecordProtection(
                cipher, key: parts[3], macKey: parts[1], vector: parts[5], encryptThenMAC: encryptThenMAC)
        else { return nil }
        self.client = client
        self.server = server
    }
}
