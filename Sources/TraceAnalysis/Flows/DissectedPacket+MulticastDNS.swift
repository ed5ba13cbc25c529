import PacketDissection
import WireCoding

extension DissectedPacket {
    /// Whether one of its ports is that of multicast DNS.
    var usesMulticastDNSPort: Bool {
        sourcePort == WellKnownPort.multicastDNS || destinationPort == WellKnownPort.multicastDNS
    }
}
