import DNSWire
import PacketDissection
import SealedChannels
import WireCoding

/// Where a datagram came from and went to.
struct DatagramPorts {
    var source: UInt16
    var destination: UInt16

    func contains(_ port: UInt16) -> Bool { source == port || destination == port }
}

extension DissectedPacket {
    var ports: DatagramPorts { DatagramPorts(source: sourcePort, destination: destinationPort) }
}

/// Whether a datagram answers another one, by its own bytes: then its sender did not begin the conversation, even if the
/// question is not in the capture, or comes later in the file.
enum DatagramAnswer {
    /// - Parameters:
    ///   - payload: What the capture holds of it.
    ///   - length: Bytes on the wire.
    static func isAnswer(_ payload: Span<UInt8>, length: Int, _ ports: DatagramPorts) -> Bool {
        guard payload.count == length, payload.count >= CoAPHeader.size else { return false }
        return payload.starts(with: "HTTP/1.") || isDNSResponse(payload, ports) || isSTUNResponse(payload)
            || ports.source == CoAPHeader.port && CoAPHeader(payload)?.isResponse == true
            || DiscoveryText.isWSDiscoveryAnswer(payload)
    }

    /// Peers of multicast DNS ask and answer from one port, and each answers what others asked: none of them begins.
    private static func isDNSResponse(_ payload: Span<UInt8>, _ ports: DatagramPorts) -> Bool {
        let isAmongPeers =
            ports.source == WellKnownPort.multicastDNS && ports.destination == WellKnownPort.multicastDNS
        guard !isAmongPeers, payload.count >= 12, payload[2] & 0x80 != 0 else { return false }
        let (message, error) = DNSMessage.parsePrefix(payload)
        return error == nil && message.flags.isResponse
    }

    private static func isSTUNResponse(_ payload: Span<UInt8>) -> Bool {
        guard STUNMessageHeader.looksLikeSTUN(payload) else { return false }
        var input = ByteReader(payload)
        switch (try? STUNMessageHeader(parsing: &input))?.messageClass {
        case .successResponse, .errorResponse: return true
        case .request, .indication, nil: return false
        }
    }
}
