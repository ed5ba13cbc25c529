import PacketDissection
import TraceModel
import WireCoding

/// The addresses by which packets are from or to peers.
struct PeerAddresses: Sendable {
    private var addresses: Set<IPAddress> = []
    private var linkAddresses: Set<LinkAddress> = []

    var isEmpty: Bool { addresses.isEmpty && linkAddresses.isEmpty }

    mutating func add(_ peer: Peer) {
        addresses.formUnion(peer.addresses.compactMap { IPAddress($0) })
        linkAddresses.formUnion(peer.linkAddresses.compactMap { LinkAddress($0) })
    }

    /// Whether one of the ends of a packet is a peer, or an ARP packet names one.
    func appear(in packet: DissectedPacket, _ bytes: Span<UInt8>) -> Bool {
        if let source = packet.linkSource, linkAddresses.contains(source) { return true }
        if let destination = packet.linkDestination, linkAddresses.contains(destination) { return true }
        if packet.protocols.contains(.ipv4) || packet.protocols.contains(.ipv6) {
            return addresses.contains(packet.source) || addresses.contains(packet.destination)
        }
        guard packet.protocols.contains(.arp), packet.payloadOffset <= bytes.count else { return false }
        var reader = ByteReader(bytes.extracting(packet.payloadOffset...))
        guard let resolution = try? ARPPacket(parsing: &reader) else { return false }
        return [resolution.senderAddress, resolution.targetAddress].contains { address in
            IPAddress(bytes: address).map(addresses.contains) ?? false
        }
    }
}
