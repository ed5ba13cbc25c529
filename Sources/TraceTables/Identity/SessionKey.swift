import Crypto
import TraceModel
import WireCoding

/// A key of a session that is the same in each export of its capture: the first 16 hexadecimal digits of SHA-256 over transport, ends,
/// start and sequence number.
package struct SessionKey: Hashable, Sendable {
    package let text: String

    /// - Parameter start: Nanoseconds since 1970, nil where the capture has no times.
    package init(_ session: Session, start: Int64?) {
        let sequence = session.initialSequenceNumbers?.forward
        let parts = [
            session.transport.rawValue, session.initiator.address, String(session.initiator.port),
            session.responder.address, String(session.responder.port), start.map { String($0) } ?? "",
            sequence.map { String($0) } ?? "",
        ]
        text = Hex.encode(SHA256.hash(data: Array(parts.joined(separator: "|").utf8)).prefix(8))
    }
}
