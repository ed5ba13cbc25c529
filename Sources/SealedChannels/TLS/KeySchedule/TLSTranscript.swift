import Crypto
import WireCoding

/// The running hash of a handshake's messages, on which TLS 1.3's secrets and the extended master secret depend.
///
/// Which of both functions is wanted shows only in the server's hello, so that both are fed.
public struct TLSTranscript: Sendable {
    private var sha256 = SHA256()
    private var sha384 = SHA384()

    /// The transcript of no message.
    public init() {}

    /// Adds a message: its header of four bytes, with type and length, then its body.
    public mutating func append(_ type: TLSHandshakeType, body: Span<UInt8>) {
        var writer = ByteWriter(reservingCapacity: 4 + body.count)
        writer.writeUInt8(type.rawValue)
        writer.writeUInt24(UInt32(truncatingIfNeeded: body.count))
        writer.writeBytes(body)
        append(writer.bytes)
    }

    /// Adds messages as they are on the wire, with their headers.
    public mutating func append(_ messages: [UInt8]) {
        sha256.update(data: messages)
        sha384.update(data: messages)
    }

    /// Replaces the first ClientHello by a message with its hash, as a HelloRetryRequest wants before it is added
    /// itself (RFC 8446 §4.4.1). From here on only this hash is right.
    public mutating func replaceByMessageHash(_ hash: TLSHash) {
        let content = self.hash(hash)
        self = TLSTranscript()
        append([0xFE, 0, 0, UInt8(truncatingIfNeeded: content.count)] + content)
    }

    /// The hash of all messages so far.
    public func hash(_ hash: TLSHash) -> [UInt8] {
        switch hash {
        case .sha256: Array(sha256.finalize())
        case .sha384: Array(sha384.finalize())
        }
    }
}
