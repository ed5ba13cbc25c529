import Crypto
import CryptoExtras
import WireCoding

/// The keys of Initial packets (RFC 9001 §5.2, RFC 9369 §3.3).
///
/// They follow from a connection ID that is on the wire, so that every observer can read these packets: the keys only prove that
/// sender and reader speak the same version. ``QUICInitialFrame`` reads what is inside.
public struct QUICInitialKeys: Sendable {
    /// An Initial packet without its protection.
    public struct OpenedPacket: Hashable, Sendable {
        /// The packet number, as far as it is on the wire: its last one to four bytes.
        public let truncatedNumber: UInt32
        /// The frames.
        public let payload: [UInt8]
    }

    private let client: PacketKeys
    private let server: PacketKeys

    /// Derives the keys of both ends.
    ///
    /// - Parameters:
    ///   - version: The version of the packets that are to be opened; nil is returned for versions that are not known.
    ///   - destinationConnectionID: The one of the client's first Initial. After a Retry, the source connection ID of that.
    public init?(version: QUICVersion, destinationConnectionID: [UInt8]) {
        guard let salt = version.initialSalt else { return nil }
        let secret = SymmetricKey(
            data: HKDF<SHA256>.extract(inputKeyMaterial: SymmetricKey(data: destinationConnectionID), salt: salt))
        let prefix = version == .v2 ? "quicv2 " : "quic "
        client = PacketKeys(secret: Self.expand(secret, "client in", SHA256.byteCount), prefix: prefix)
        server = PacketKeys(secret: Self.expand(secret, "server in", SHA256.byteCount), prefix: prefix)
    }

    /// Opens a packet.
    ///
    /// - Parameters:
    ///   - packet: An Initial packet.
    ///   - datagram: The datagram in which it was found.
    ///   - fromClient: Whether the client sent it.
    /// - Returns: Nil if the packet is too short, or does not authenticate: these are not its keys, or it was damaged.
    public func open(_ packet: QUICPacketView, in datagram: Span<UInt8>, fromClient: Bool) -> OpenedPacket? {
        (fromClient ? client : server).open(packet, in: datagram)
    }

    /// HKDF-Expand-Label (RFC 8446 §7.1) without context, for at most as many bytes as the hash has: there HKDF-Expand is one
    /// HMAC (RFC 5869 §2.3).
    fileprivate static func expand(_ secret: SymmetricKey, _ label: String, _ count: Int) -> [UInt8] {
        let name = Array("tls13 ".utf8) + Array(label.utf8)
        let information = [UInt8(count >> 8), UInt8(count & 0xFF), UInt8(name.count)] + name + [0]
        return Array(HMAC<SHA256>.authenticationCode(for: information + [1], using: secret).prefix(count))
    }

    fileprivate static func expand(_ secret: [UInt8], _ label: String, _ count: Int) -> [UInt8] {
        expand(SymmetricKey(data: secret), label, count)
    }
}

/// The keys of one end: AES-128-GCM for the payload, AES-128 for the header (RFC 9001 §5.3, §5.4.3).
private struct PacketKeys: Sendable {
    private static let keySize = 16
    private static let nonceSize = 12
    /// The sample begins where a packet number of the largest size would end (RFC 9001 §5.4.2).
    private static let sampleOffset = 4
    private static let sampleSize = 16
    private static let tagSize = 16

    private let payload: SymmetricKey
    private let header: SymmetricKey
    private let nonce: [UInt8]

    init(secret: [UInt8], prefix: String) {
        payload = SymmetricKey(data: QUICInitialKeys.expand(secret, prefix + "key", Self.keySize))
        header = SymmetricKey(data: QUICInitialKeys.expand(secret, prefix + "hp", Self.keySize))
        nonce = QUICInitialKeys.expand(secret, prefix + "iv", Self.nonceSize)
    }

    func open(_ packet: QUICPacketView, in datagram: Span<UInt8>) -> QUICInitialKeys.OpenedPacket? {
        let start = packet.payload.lowerBound
        let end = packet.payload.upperBound
        guard packet.payload.count >= Self.sampleOffset + Self.sampleSize, end <= datagram.count else { return nil }
        let sample = start + Self.sampleOffset
        var mask = datagram.copied(sample..<sample + Self.sampleSize)
        guard (try? AES.permute(&mask, key: header)) != nil else { return nil }

        let firstByte = packet.firstByte ^ (mask[0] & 0x0F)
        let numberSize = Int(firstByte & 3) + 1
        var associated = datagram.copied(packet.range.lowerBound..<start + numberSize)
        associated[0] = firstByte
        var number: UInt32 = 0
        var nonce = nonce
        for index in 0..<numberSize {
            let byte = datagram[start + index] ^ mask[1 + index]
            associated[associated.count - numberSize + index] = byte
            nonce[Self.nonceSize - numberSize + index] ^= byte
            number = number << 8 | UInt32(byte)
        }
        guard let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: datagram.copied(start + numberSize..<end - Self.tagSize),
                tag: datagram.copied(end - Self.tagSize..<end)),
            let opened = try? AES.GCM.open(box, using: payload, authenticating: associated)
        else { return nil }
        return QUICInitialKeys.OpenedPacket(truncatedNumber: number, payload: [UInt8](opened))
    }
}

extension QUICVersion {
    /// The salt of the version's Initial packets; nil for versions that are not known.
    fileprivate var initialSalt: [UInt8]? {
        switch rawValue {
        // RFC 9001 §5.2; drafts 33 and 34 had it already.
        case QUICVersion.v1.rawValue, 0xFF00_0021, 0xFF00_0022:
            [
                0x38, 0x76, 0x2C, 0xF7, 0xF5, 0x59, 0x34, 0xB3, 0x4D, 0x17, 0x9A, 0xE6, 0xA4, 0xC8, 0x0C, 0xAD, 0xCC,
                0xBB, 0x7F, 0x0A,
            ]
        // RFC 9369 §3.3.1.
        case QUICVersion.v2.rawValue:
            [
                0x0D, 0xED, 0xE3, 0xDE, 0xF7, 0x00, 0xA6, 0xDB, 0x81, 0x93, 0x81, 0xBE, 0x6E, 0x26, 0x9D, 0xCB, 0xF9,
                0xBD, 0x2E, 0xD9,
            ]
        // draft-ietf-quic-tls-29 §5.2, the same up to draft 32.
        case 0xFF00_001D...0xFF00_0020:
            [
                0xAF, 0xBF, 0xEC, 0x28, 0x99, 0x93, 0xD2, 0x4C, 0x9E, 0x97, 0x86, 0xF1, 0x9C, 0x61, 0x11, 0xE0, 0x43,
                0x90, 0xA8, 0x99,
            ]
        // draft-ietf-quic-tls-27 §5.2 and draft 28.
        case 0xFF00_001B, 0xFF00_001C:
            [
                0xC3, 0xEE, 0xF7, 0x12, 0xC7, 0x2E, 0xBB, 0x5A, 0x11, 0xA7, 0xD2, 0x43, 0x2B, 0xB4, 0x63, 0x65, 0xBE,
                0xF9, 0xF5, 0x02,
            ]
        default: nil
        }
    }
}
