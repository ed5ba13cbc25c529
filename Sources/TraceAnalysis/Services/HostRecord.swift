import DNSWire
import WireCoding

/// The addresses that one sender claimed for one host name, in responses or in its probes.
///
/// Two hosts may claim one name, and a reflector speaks for others: records are kept apart by sender.
struct HostRecord: Sendable {
    static let maximumAddresses = 64

    let name: DNSName
    let sender: ServiceSender
    private(set) var addresses: [IPAddress] = []
    /// Nil while the sender only probes for the name.
    private(set) var firstAnnounced: PacketMoment?

    init(name: DNSName, sender: ServiceSender) {
        self.name = name
        self.sender = sender
    }

    mutating func announce(at moment: PacketMoment) {
        if firstAnnounced == nil { firstAnnounced = moment }
    }

    mutating func add(_ address: IPAddress) {
        if addresses.count < Self.maximumAddresses, !addresses.contains(address) { addresses.append(address) }
    }
}
