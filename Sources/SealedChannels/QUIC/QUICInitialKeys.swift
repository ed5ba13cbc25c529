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

    /// Opens and seals the client's packets.
    public let client: QUICPacketProtection
    /// Opens and seals the server's packets.
    public let server: QUICPacketProtection

    /// Derives the keys of both ends.
    ///
    /// - Parameters:
    ///   - version: The version of the packets that are to be opened; nil is returned for versions that are not known.
    ///   - destinationConnectionID: The one of the client's first Initial. After a Retry, the source connection ID of that.
    public init?(version: QUICVersion, destinationConnectionID: [UInt8]) {
        guard let salt = version.initialSalt else { return nil }
        let secret = TLSHash.sha256.extract(SecretBytes(destinationConnectionID), salt: SecretBytes(salt))
        func protection(_ label: String) -> QUICPacketProtection? {
            QUICPacketProtection(
                secret: TLSHash.sha256.expandLabel(secret, label, byteCount: TLSHash.sha256.byteCount), hash: .sha256,
                cipher: .aesGCM(keySize: 16), version: version)
        }
        guard let client = protection("client in"), let server = protection("server in") else { return nil }
        (self.client, self.server) = (client, server)
    }

    /// Opens a packet.
    ///
    /// - Parameters:
    ///   - packet: An Initial packet.
    ///   - datagram: The datagram in which it was found.
    ///   - fromClient: Whether the client sent it.
    /// - Returns: Nil if the packet is too short, or does not authenticate: these are not its keys, or it was damaged.
    public func open(_ packet: QUICPacketView, in datagram: Span<UInt8>, fromClient: Bool) -> OpenedPacket? {
        let protection = fromClient ? client : server
        // Initial packets are few, so that all of a number is on the wire.
        guard let opened = try? protection.open(packet, in: datagram, largestNumber: nil) else { return nil }
        return OpenedPacket(truncatedNumber: opened.header.truncatedNumber, payload: opened.payload)
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
