import WireCoding

/// Opens and seals the packets of one side, with one generation of its secret (RFC 9001 §5, RFC 9369 §3.3).
///
///     let server = try QUICPacketProtection(secret: secret, suite: serverHello.cipherSuite, version: .v1)
///     let packet = try server.open(view, in: datagram, largestNumber: 41)
///
/// The secret is what a key log has: of early data for 0-RTT packets, of the handshake, of application traffic for 1-RTT
/// packets. Keys of Initial packets are in ``QUICInitialKeys``. ``QUICPacketOpener`` also follows numbers and key updates.
public struct QUICPacketProtection: Sendable {
    /// Bytes of the tag behind the encrypted payload, with every suite of QUIC.
    public static let tagSize = 16
    /// Packet number, payload and tag, at least: from these bytes header protection takes its sample.
    public static let minimumLength = QUICHeaderProtection.sampleOffset + QUICHeaderProtection.sampleSize

    /// The version of the packets, whose labels the keys are made with.
    public let version: QUICVersion
    private let secret: SecretBytes
    private let hash: TLSHash
    private let suiteCipher: TLSCipherSuiteParameters.RecordCipher
    private let cipher: AuthenticatedCipher
    private let vector: [UInt8]
    private let headerProtection: QUICHeaderProtection

    /// Derives the keys of a secret.
    ///
    /// - Parameters:
    ///   - secret: As many bytes as the suite's hash has.
    ///   - suite: The one that the server chose: one of TLS 1.3 without TLS_AES_128_CCM_8_SHA256 (RFC 9001 §5.3).
    ///   - version: Version 1, version 2, or a draft from 27 on, whose labels are those of version 1.
    /// - Throws: `cipherUnsupported`, `versionUnsupported`, `secretLength`.
    public init(
        secret: SecretBytes, suite: TLSCipherSuite, version: QUICVersion
    ) throws(QUICProtectionError) {
        guard version.isKnown else { throw .versionUnsupported(version) }
        guard let parameters = suite.parameters, parameters.keyExchange == .negotiated else {
            throw .cipherUnsupported(suite)
        }
        guard secret.count == parameters.hash.byteCount else {
            throw .secretLength(secret.count, expected: parameters.hash.byteCount)
        }
        guard
            let protection = QUICPacketProtection(
                secret: secret, hash: parameters.hash, cipher: parameters.cipher, version: version)
        else { throw .cipherUnsupported(suite) }
        self = protection
    }

    /// - Parameter headerProtection: The one of an earlier generation; derived if nil.
    /// - Returns: Nil for a cipher whose tag is not QUIC's.
    init?(
        secret: SecretBytes, hash: TLSHash, cipher suiteCipher: TLSCipherSuiteParameters.RecordCipher,
        version: QUICVersion, headerProtection: QUICHeaderProtection? = nil
    ) {
        let prefix = version.labelPrefix
        let key = hash.expandLabel(secret, prefix + "key", byteCount: suiteCipher.keySize)
        guard let cipher = AuthenticatedCipher(suiteCipher, key: key), cipher.tagSize == Self.tagSize else {
            return nil
        }
        self.version = version
        self.secret = secret
        self.hash = hash
        self.suiteCipher = suiteCipher
        self.cipher = cipher
        vector = hash.expandLabel(secret, prefix + "iv", byteCount: AuthenticatedCipher.nonceSize).copied()
        self.headerProtection =
            headerProtection
            ?? QUICHeaderProtection(
                suiteCipher, key: hash.expandLabel(secret, prefix + "hp", byteCount: suiteCipher.keySize))
    }

    /// The keys behind a key update (RFC 9001 §6.1): of the next secret, with the same header protection.
    public var next: QUICPacketProtection {
        let next = hash.expandLabel(secret, version.labelPrefix + "ku", byteCount: hash.byteCount)
        // The cipher was accepted once, so that it is again.
        return QUICPacketProtection(
            secret: next, hash: hash, cipher: suiteCipher, version: version, headerProtection: headerProtection)
            ?? self
    }
}

extension QUICPacketProtection {
    /// Removes the header protection of a packet, which proves nothing yet.
    ///
    /// - Parameters:
    ///   - packet: Of any protected type: Initial, 0-RTT, Handshake, 1-RTT.
    ///   - datagram: The datagram in which it was found.
    /// - Throws: `notProtected`, `tooShort`, and `truncated` where the datagram lacks bytes of the packet.
    public func header(
        of packet: QUICPacketView, in datagram: Span<UInt8>
    ) throws(QUICProtectionError) -> QUICUnprotectedHeader {
        guard packet.type.isProtected else { throw .notProtected(packet.type) }
        guard packet.payload.count >= Self.minimumLength else {
            throw .tooShort(length: packet.payload.count, minimum: Self.minimumLength)
        }
        guard packet.range.upperBound <= datagram.count else {
            throw .truncated(needed: packet.range.upperBound, available: datagram.count)
        }
        let start = packet.payload.lowerBound
        let sample = start + QUICHeaderProtection.sampleOffset
        guard
            let mask = headerProtection.mask(
                datagram.extracting(sample..<sample + QUICHeaderProtection.sampleSize))
        else { throw .notAuthentic }
        let bits = QUICHeaderProtection.protectedBits(isLong: packet.isLong)
        let firstByte = packet.firstByte ^ (mask.firstByte & bits)
        let number = datagram.bigEndianUInt32(at: start) ^ mask.number
        return QUICUnprotectedHeader(
            firstByte: firstByte, truncatedNumber: number >> UInt32(8 * (3 - Int(firstByte & 3))))
    }

    /// Opens a packet.
    ///
    /// - Parameters:
    ///   - packet: Of any protected type: Initial, 0-RTT, Handshake, 1-RTT.
    ///   - datagram: The datagram in which it was found.
    ///   - largestNumber: The largest number opened before in the same packet number space; nil before the first.
    /// - Throws: As ``header(of:in:)``, and `notAuthentic` for other keys, another number and changed bytes.
    public func open(
        _ packet: QUICPacketView, in datagram: Span<UInt8>, largestNumber: UInt64?
    ) throws(QUICProtectionError) -> QUICOpenedPacket {
        let header = try header(of: packet, in: datagram)
        return try open(packet, header, number: header.number(largest: largestNumber), in: datagram)
    }

    /// Opens a packet whose header protection was removed, with the number that it is said to have.
    ///
    /// - Parameters:
    ///   - packet: The packet in the datagram.
    ///   - header: As ``header(of:in:)`` of any generation gave it.
    ///   - number: The whole number; its last bytes are those of the header.
    ///   - datagram: The datagram with the packet.
    /// - Throws: `truncated`, `tooShort`, `notAuthentic`.
    public func open(
        _ packet: QUICPacketView, _ header: QUICUnprotectedHeader, number: UInt64, in datagram: Span<UInt8>
    ) throws(QUICProtectionError) -> QUICOpenedPacket {
        guard packet.payload.count >= Self.minimumLength else {
            throw .tooShort(length: packet.payload.count, minimum: Self.minimumLength)
        }
        guard packet.range.upperBound <= datagram.count else {
            throw .truncated(needed: packet.range.upperBound, available: datagram.count)
        }
        let start = packet.payload.lowerBound + header.numberLength
        var associated = datagram.copied(packet.range.lowerBound..<start)
        associated[0] = header.firstByte
        associated.overwriteNumber(header.truncatedNumber, length: header.numberLength)
        guard
            let payload = cipher.open(
                datagram.extracting(start..<packet.payload.upperBound),
                nonce: AuthenticatedCipher.nonce(vector, number: number), authenticating: associated)
        else { throw .notAuthentic }
        return QUICOpenedPacket(header: header, number: number, payload: payload)
    }
}

extension QUICPacketProtection {
    /// Seals a packet.
    ///
    /// - Parameters:
    ///   - header: Of a protected type. Of the first byte, the bits of the number's length are set here, all others
    ///     are taken as they are. A length is set too, in the width that is there if it fits.
    ///   - number: The whole packet number.
    ///   - numberLength: In how many bytes it is sent, 1 to 4.
    ///   - payload: The frames: with the number four bytes, at least (RFC 9001 §5.4.2).
    ///   - output: Where the packet is added.
    /// - Throws: `notProtected`, `numberLength`, `numberTooLarge`, `tooShort`, `connectionIDTooLong`. Nothing has been
    ///   written then.
    public func seal(
        _ header: QUICPacketHeader, number: UInt64, numberLength: Int, payload: [UInt8],
        into output: inout ByteWriter
    ) throws(QUICProtectionError) {
        guard header.type.isProtected else { throw .notProtected(header.type) }
        guard 1...4 ~= numberLength else { throw .numberLength(numberLength) }
        guard number <= QUICPacketNumber.maximum else { throw .numberTooLarge(number) }
        let length = numberLength + payload.count + Self.tagSize
        guard length >= Self.minimumLength else { throw .tooShort(length: length, minimum: Self.minimumLength) }

        var header = header
        header.firstByte = header.firstByte & ~3 | UInt8(numberLength - 1)
        header.setLength(length)
        var associated = ByteWriter()
        do throws(WireError) {
            try header.serialize(into: &associated)
        } catch {
            throw .connectionIDTooLong(max(header.destinationConnectionID.count, header.sourceConnectionID.count))
        }
        let start = associated.count
        associated.writeBytes([UInt8](repeating: 0, count: numberLength))
        var bytes = associated.bytes
        let truncated = UInt32(truncatingIfNeeded: number)
        bytes.overwriteNumber(truncated, length: numberLength)
        guard
            let sealed = cipher.seal(
                payload, nonce: AuthenticatedCipher.nonce(vector, number: number), authenticating: bytes)
        else { throw .notAuthentic }
        bytes.append(contentsOf: sealed)

        let sample = start + QUICHeaderProtection.sampleOffset
        guard
            let mask = headerProtection.mask(
                bytes.span.extracting(sample..<sample + QUICHeaderProtection.sampleSize))
        else { throw .notAuthentic }
        bytes[0] ^= mask.firstByte & QUICHeaderProtection.protectedBits(isLong: header.firstByte & 0x80 != 0)
        for index in 0..<numberLength {
            bytes[start + index] ^= UInt8(truncatingIfNeeded: mask.number >> UInt32(24 - 8 * index))
        }
        output.writeBytes(bytes)
    }
}

extension QUICPacketProtection: CustomStringConvertible, CustomReflectable {
    /// Nothing of the keys.
    public var description: String { "QUICPacketProtection" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension QUICPacketType {
    /// Whether packets of this type have header protection and an encrypted payload.
    public var isProtected: Bool {
        switch self {
        case .initial, .zeroRTT, .handshake, .oneRTT: true
        case .versionNegotiation, .retry, .unknown: false
        }
    }
}

extension QUICVersion {
    /// What labels of keys begin with (RFC 9001 §5.1, RFC 9369 §3.3.2).
    fileprivate var labelPrefix: String { self == .v2 ? "quicv2 " : "quic " }
}

extension QUICPacketHeader {
    /// Sets the number of bytes behind the header, where it says that.
    fileprivate mutating func setLength(_ length: Int) {
        switch fields {
        case .initial(let token, let tokenLengthWidth, let old):
            fields = .initial(
                token: token, tokenLengthWidth: tokenLengthWidth, length: .count(length, width: old.width))
        case .protected(let old): fields = .protected(length: .count(length, width: old.width))
        case .short, .retry, .supportedVersions, .unknown: break
        }
    }
}

extension [UInt8] {
    /// Writes the last bytes of a packet number over the last bytes of a header.
    fileprivate mutating func overwriteNumber(_ number: UInt32, length: Int) {
        for index in 0..<length {
            self[count - 1 - index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * index))
        }
    }
}
