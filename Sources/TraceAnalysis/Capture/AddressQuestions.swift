import PacketDissection
import WireCoding

/// Questions by ARP for the link address of a host that no host answers.
struct AddressQuestions: Sendable {
    /// Addresses that are asked for; further ones are left out.
    static let maximumAddresses = 1 << 14
    /// Hosts that ask for one address.
    static let maximumAskers = 8

    /// One host's questions for an address since that was last heard.
    struct Asker: Sendable {
        let link: LinkAddress
        let address: IPAddress
        let first: PacketMoment
        fileprivate(set) var last: PacketMoment
        fileprivate(set) var count = 1
    }

    /// In the order in which they were first asked for.
    private(set) var places: [AddressClaims.Place] = []
    private var askers: [AddressClaims.Place: [Asker]] = [:]
    /// Hosts to which an answer is in the capture: those to others may have taken another way.
    private var hearers: Set<LinkAddress> = []

    mutating func note(_ packet: ARPAddresses, on link: NetworkLink, at moment: PacketMoment) {
        if !packet.sender.isUnspecified {
            let sender = AddressClaims.Place(link: link, address: packet.sender)
            if askers[sender]?.isEmpty == false { askers[sender] = [] }
        }
        if packet.operation == .reply {
            if hearers.count < Self.maximumAddresses { hearers.insert(packet.targetLink) }
        } else if packet.isQuestion {
            ask(packet, AddressClaims.Place(link: link, address: packet.target), at: moment)
        }
    }

    /// Those who asked in vain.
    func askers(for place: AddressClaims.Place) -> [Asker] { askers[place] ?? [] }

    /// Whether the capture shows answers to that host.
    func hears(_ host: LinkAddress) -> Bool { hearers.contains(host) }

    private mutating func ask(_ packet: ARPAddresses, _ place: AddressClaims.Place, at moment: PacketMoment) {
        if askers[place] == nil {
            guard places.count < Self.maximumAddresses else { return }
            places.append(place)
        }
        var all = askers[place] ?? []
        if let known = all.firstIndex(where: { $0.link == packet.senderLink && $0.address == packet.sender }) {
            // The same packet at another interface.
            guard moment.time - all[known].last.time > EventLog.sameEventWindow else { return }
            all[known].last = moment
            all[known].count += 1
        } else if all.count < Self.maximumAskers {
            all.append(Asker(link: packet.senderLink, address: packet.sender, first: moment, last: moment))
        }
        askers[place] = all
    }
}
