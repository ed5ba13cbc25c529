import WireCoding

/// Opens and seals the records of one side in TLS 1.3, with one generation of its keys (RFC 8446 §5.2).
///
/// What is encrypted:
///
/// | bytes | field |
/// |---|---|
/// | … | content |
/// | 1 | its type |
/// | … | zeros, as many as the sender likes |
///
/// A record has no number on the wire. It counts from 0 with each generation of the keys, and only a successful
/// authentication proves it.
public struct TLS13RecordProtection: Sendable {
    /// What a record had inside.
    public struct OpenedRecord: Hashable, Sendable {
        /// The type that was encrypted with the content.
        public let contentType: TLSContentType
        /// The content, without its type and the padding.
        public let content: [UInt8]
        /// Bytes of zeros behind the type.
        public let paddingLength: Int

        /// A record with that content; sealing it writes the type and as many zeros as the padding is long.
        public init(contentType: TLSContentType, content: [UInt8], paddingLength: Int) {
            self.contentType = contentType
            self.content = content
            self.paddingLength = paddingLength
        }
    }

    /// Bytes of an encrypted record, at most (RFC 8446 §5.2).
    public static let maximumLength = 1 << 14 + 256
    /// Bytes of content, type and padding, at most (RFC 8446 §5.4).
    public static let maximumInnerLength = 1 << 14 + 1

    private let cipher: AuthenticatedCipher
    private let vector: [UInt8]

    /// - Parameters:
    ///   - cipher: The suite's.
    ///   - key: With as many bytes as the cipher wants.
    ///   - vector: 12 bytes.
    /// - Returns: Nil for other sizes, and for AES-CBC, which TLS 1.3 does not have.
    public init?(_ cipher: TLSCipherSuiteParameters.RecordCipher, key: SecretBytes, vector: SecretBytes) {
        guard vector.count == AuthenticatedCipher.nonceSize, let cipher = AuthenticatedCipher(cipher, key: key)
        else { return nil }
        self.cipher = cipher
        self.vector = vector.copied()
    }

    /// Bytes of the shortest record: a type and a tag.
    public var minimumLength: Int { 1 + cipher.tagSize }

    /// Opens a record.
    ///
    /// - Parameters:
    ///   - fragment: The bytes after the record's header.
    ///   - contentType: The one of the header, as the version is: application data of TLS 1.2 in every record that RFC
    ///     8446 allows.
    ///   - version: The version in the header.
    ///   - number: How many records the side sent before with these keys.
    /// - Throws: `notAuthentic` for other keys, another number and changed bytes; `tooShort`, `tooLong` and
    ///   `noContentType` for what no peer may send.
    public func open(
        _ fragment: Span<UInt8>, contentType: TLSContentType = .applicationData, version: TLSVersion = .tls12,
        number: UInt64
    ) throws(RecordProtectionError) -> OpenedRecord {
        guard fragment.count >= minimumLength else {
            throw .tooShort(length: fragment.count, minimum: minimumLength)
        }
        guard fragment.count <= Self.maximumLength else {
            throw .tooLong(length: fragment.count, maximum: Self.maximumLength)
        }
        let header = Self.header(contentType, version, fragment.count)
        guard
            var content = cipher.open(
                fragment, nonce: AuthenticatedCipher.nonce(vector, number: number), authenticating: header)
        else { throw .notAuthentic }
        guard content.count <= Self.maximumInnerLength else {
            throw .tooLong(length: content.count, maximum: Self.maximumInnerLength)
        }
        guard let last = content.lastIndex(where: { $0 != 0 }) else { throw .noContentType }
        let type = TLSContentType(rawValue: content[last])
        let paddingLength = content.count - last - 1
        content.removeLast(paddingLength + 1)
        return OpenedRecord(contentType: type, content: content, paddingLength: paddingLength)
    }

    /// The last byte of what is encrypted, without a proof that it is the right one; nil for a fragment that is too short.
    func lastByte(of fragment: Span<UInt8>, number: UInt64) -> UInt8? {
        guard fragment.count >= minimumLength else { return nil }
        return cipher.lastByte(of: fragment, nonce: AuthenticatedCipher.nonce(vector, number: number))
    }

    /// Seals a record.
    ///
    /// - Returns: The fragment, which belongs behind a header with application data of TLS 1.2.
    /// - Throws: `tooLong` for more than 2^14 bytes of content and padding.
    public func seal(
        _ content: [UInt8], contentType: TLSContentType, paddingLength: Int = 0, number: UInt64
    ) throws(RecordProtectionError) -> [UInt8] {
        let length = content.count + 1 + paddingLength
        guard length <= Self.maximumInnerLength else {
            throw .tooLong(length: length, maximum: Self.maximumInnerLength)
        }
        let header = Self.header(.applicationData, .tls12, length + cipher.tagSize)
        let plaintext = content + [contentType.rawValue] + [UInt8](repeating: 0, count: paddingLength)
        guard
            let sealed = cipher.seal(
                plaintext, nonce: AuthenticatedCipher.nonce(vector, number: number), authenticating: header)
        else { throw .explicitPart(length: vector.count, expected: AuthenticatedCipher.nonceSize) }
        return sealed
    }

    private static func header(_ type: TLSContentType, _ version: TLSVersion, _ length: Int) -> [UInt8] {
        var writer = ByteWriter(reservingCapacity: TLSRecordHeader.size)
        TLSRecordHeader(contentType: type, version: version, length: UInt16(truncatingIfNeeded: length))
            .serialize(into: &writer)
        return writer.bytes
    }
}

extension TLS13RecordProtection: CustomStringConvertible, CustomReflectable {
    /// Nothing of the keys.
    public var description: String { "TLS13RecordProtection" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
