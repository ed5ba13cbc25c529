import Crypto
import Foundation
import TraceModel
import WireCoding

/// Community ID, version 1 with seed 0: one text for both directions of a flow, the same in every tool that knows it (Zeek, Suricata,
/// Wireshark), so that rows of several tools can be joined.
public struct CommunityID: Hashable, Sendable {
    /// `1:` and 28 characters of base64.
    public let text: String

    /// - Parameters:
    ///   - source: The address and port of one end, in any order with the other.
    ///   - destination: The address and port of the other end.
    ///   - ipProtocol: 6 for TCP, 17 for UDP and with it for QUIC.
    public init(
        _ source: (address: IPAddress, port: UInt16), _ destination: (address: IPAddress, port: UInt16),
        ipProtocol: UInt8
    ) {
        let first = End(source.address, source.port)
        let second = End(destination.address, destination.port)
        let (low, high) = first.bytes.lexicographicallyPrecedes(second.bytes) ? (first, second) : (second, first)
        // The seed, then addresses, protocol and ports in network order.
        var bytes: [UInt8] = [0, 0]
        bytes += low.address
        bytes += high.address
        bytes += [ipProtocol, 0]
        bytes += low.port
        bytes += high.port
        text = "1:" + Data(Insecure.SHA1.hash(data: bytes)).base64EncodedString()
    }

    /// The Community ID of a session; nil where its ends have no addresses.
    public init?(_ session: Session) {
        func end(_ endpoint: Session.Endpoint) -> (address: IPAddress, port: UInt16)? {
            IPAddress(String(endpoint.address.prefix { $0 != "%" })).map {
                ($0, UInt16(truncatingIfNeeded: endpoint.port))
            }
        }
        guard let initiator = end(session.initiator), let responder = end(session.responder) else { return nil }
        self.init(initiator, responder, ipProtocol: session.transport == .tcp ? 6 : 17)
    }

    private struct End {
        let address: [UInt8]
        let port: [UInt8]
        var bytes: [UInt8] { address + port }

        init(_ address: IPAddress, _ port: UInt16) {
            self.address = address.bytes
            self.port = [UInt8(port >> 8), UInt8(port & 0xFF)]
        }
    }
}
