import DNSWire
import WireCoding

/// The addresses that one sender announced for one host name.
///
/// Two hosts may claim one name, and a reflector speaks for others: records are kept apart by sender.
struct HostRecord: Sendable {
    static let maximumAddresses = 64

    let name: DNSName
    let sender: ServiceSender
    private(set) var addresses: [IPAddress] = []
    let firstAnnounced: PacketMoment

    init(name: DNSName, sender: ServiceSender, moment: PacketMoment) {
        self.name = name
        self.sender = sender
        firstAnnounced = moment
    }

    mutating func add(_ address: IPAddress) {
        if addresses.count < Self.maximumAddresses, !addresses.contains(address) { addresses.append(address) }
    }
}
