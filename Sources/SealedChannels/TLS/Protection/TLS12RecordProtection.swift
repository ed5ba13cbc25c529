import Crypto
import WireCoding

/// Opens and seals the records of one side in TLS 1.2 (RFC 5246 §6.2.3) and DTLS 1.2 (RFC 6347 §4.1.2), behind its
/// ChangeCipherSpec.
///
/// | bytes | fragment |
/// |---|---|
/// | 8, 16 or none | explicit part: of the nonce with AES-GCM and AES-CCM, the initialization vector with AES-CBC |
/// | … | encrypted |
/// | 16 or 8 | tag; with AES-CBC see `CBCRecordCipher` |
///
/// What is authenticated has the record's number, which TLS does not send. It counts from 0 in each direction; the
/// explicit part of a nonce may begin anywhere. Only a successful authentication proves a number.
public struct TLS12RecordProtection: Sendable {
    /// Bytes of a fragment, at most (RFC 5246 §6.2.3).
    public static let maximumLength = TLSRecordHeader.maximumLength
    /// Bytes of content, at most (RFC 5246 §6.2.1).
    public static let maximumContentLength = 1 << 14
    private static let explicitNonceSize = 8

    private enum Kind: Sendable {
        case authenticated(AuthenticatedCipher, vector: [UInt8], hasExplicitNonce: Bool)
        case blocks(CBCRecordCipher)
    }

    private let kind: Kind

    /// - Parameters:
    ///   - cipher: The suite's.
    ///   - key: The side's write key.
    ///   - macKey: The side's write MAC key; empty unless the cipher is AES-CBC.
    ///   - vector: The side's write IV: 4 bytes with AES-GCM and AES-CCM, 12 with ChaCha20-Poly1305, none with AES-CBC.
    ///   - encryptThenMAC: Whether both hellos have that extension; only AES-CBC asks.
    /// - Returns: Nil if a size is another than the cipher's.
    public init?(
        _ cipher: TLSCipherSuiteParameters.RecordCipher, key: SecretBytes, macKey: SecretBytes, vector: SecretBytes,
        encryptThenMAC: Bool
    ) {
        guard key.count == cipher.keySize, macKey.count == cipher.macKeySize, vector.count == cipher.fixedVectorSize
        else { return nil }
        if case .aesCBC(_, let mac) = cipher {
            kind = .blocks(
                CBCRecordCipher(
                    key: key.key, macKey: macKey.key, mac: mac, encryptsThenAuthenticates: encryptThenMAC))
        } else {
            guard let authenticated = AuthenticatedCipher(cipher, key: key) else { return nil }
            kind = .authenticated(
                authenticated, vector: vector.copied(),
                hasExplicitNonce: vector.count + Self.explicitNonceSize == AuthenticatedCipher.nonceSize)
        }
    }

    /// Bytes that a record carries before what is encrypted.
    public var explicitPartSize: Int {
        switch kind {
        case .authenticated(_, _, let hasExplicitNonce): hasExplicitNonce ? Self.explicitNonceSize : 0
        case .blocks: CBCRecordCipher.blockSize
        }
    }

    /// Bytes of the shortest fragment, which has no content.
    public var minimumLength: Int {
        switch kind {
        case .authenticated(let cipher, _, _): explicitPartSize + cipher.tagSize
        case .blocks(let cipher): cipher.minimumLength
        }
    }

    /// Opens a record.
    ///
    /// - Parameters:
    ///   - fragment: The bytes after the record's header.
    ///   - contentType: The one of the header, as the version is.
    ///   - version: The version in the header.
    ///   - number: How many records the side sent before with these keys. In DTLS: ``number(epoch:sequenceNumber:)``.
    /// - Returns: The content.
    /// - Throws: `notAuthentic` for other keys, another number and changed bytes; `tooShort`, `tooLong` and
    ///   `notWholeBlocks` for what no such record can be.
    public func open(
        _ fragment: Span<UInt8>, contentType: TLSContentType, version: TLSVersion = .tls12, number: UInt64
    ) throws(RecordProtectionError) -> [UInt8] {
        guard fragment.count >= minimumLength else {
            throw .tooShort(length: fragment.count, minimum: minimumLength)
        }
        guard fragment.count <= Self.maximumLength else {
            throw .tooLong(length: fragment.count, maximum: Self.maximumLength)
        }
        let prefix = Self.authenticatedPrefix(contentType, version, number)
        let content: [UInt8]
        switch kind {
        case .blocks(let cipher): content = try cipher.open(fragment, prefix: prefix)
        case .authenticated(let cipher, let vector, let hasExplicitNonce):
            let start = explicitPartSize
            let nonce =
                hasExplicitNonce
                ? vector + fragment.copied(0..<start) : AuthenticatedCipher.nonce(vector, number: number)
            let associated = prefix.appending(length: fragment.count - minimumLength)
            guard
                let opened = cipher.open(
                    fragment.extracting(start..<fragment.count), nonce: nonce, authenticating: associated)
            else { throw .notAuthentic }
            content = opened
        }
        guard content.count <= Self.maximumContentLength else {
            throw .tooLong(length: content.count, maximum: Self.maximumContentLength)
        }
        return content
    }

    /// Seals a record.
    ///
    /// - Parameters:
    ///   - content: At most 2^14 bytes.
    ///   - contentType: The type for the header.
    ///   - version: The version for the header.
    ///   - number: How many records the side sent before with these keys. In DTLS: ``number(epoch:sequenceNumber:)``.
    ///   - explicitPart: ``explicitPartSize`` bytes. For AES-GCM and AES-CCM no two records may have the same; for
    ///     AES-CBC nobody may be able to predict them.
    /// - Returns: The fragment, which belongs behind a header.
    public func seal(
        _ content: [UInt8], contentType: TLSContentType, version: TLSVersion = .tls12, number: UInt64,
        explicitPart: [UInt8]
    ) throws(RecordProtectionError) -> [UInt8] {
        guard content.count <= Self.maximumContentLength else {
            throw .tooLong(length: content.count, maximum: Self.maximumContentLength)
        }
        guard explicitPart.count == explicitPartSize else {
            throw .explicitPart(length: explicitPart.count, expected: explicitPartSize)
        }
        let prefix = Self.authenticatedPrefix(contentType, version, number)
        switch kind {
        case .blocks(let cipher): return try cipher.seal(content, vector: explicitPart, prefix: prefix)
        case .authenticated(let cipher, let vector, let hasExplicitNonce):
            let nonce =
                hasExplicitNonce ? vector + explicitPart : AuthenticatedCipher.nonce(vector, number: number)
            guard
                let sealed = cipher.seal(
                    content, nonce: nonce, authenticating: prefix.appending(length: content.count))
            else { throw .explicitPart(length: nonce.count, expected: AuthenticatedCipher.nonceSize) }
            return explicitPart + sealed
        }
    }

    /// The number of a record of DTLS 1.2, whose header has it: 16 bits of epoch, then 48 of the sequence number
    /// (RFC 6347 §4.1.2.1).
    public static func number(epoch: UInt16, sequenceNumber: UInt64) -> UInt64 {
        UInt64(epoch) << 48 | sequenceNumber & (1 << 48 - 1)
    }

    /// What is authenticated before the length of the content (RFC 5246 §6.2.3.3).
    private static func authenticatedPrefix(
        _ type: TLSContentType, _ version: TLSVersion, _ number: UInt64
    ) -> [UInt8] {
        var writer = ByteWriter(reservingCapacity: 13)
        writer.writeUInt64(number)
        writer.writeUInt8(type.rawValue)
        writer.writeUInt16(version.rawValue)
        return writer.bytes
    }
}

extension TLS12RecordProtection: CustomStringConvertible, CustomReflectable {
    /// Nothing of the keys.
    public var description: String { "TLS12RecordProtection" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TLSCipherSuiteParameters.RecordCipher {
    /// Bytes of the part of a nonce that the key block of TLS 1.2 has.
    var fixedVectorSize: Int {
        switch self {
        case .aesGCM, .aesCCM: 4
        case .chaCha20Poly1305: 12
        case .aesCBC: 0
        }
    }
}
