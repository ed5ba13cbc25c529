import DNSWire
import ServiceDiscovery
import WireCoding

extension ServiceTracker {
    /// Adds what a node of AWDL said of services in its action frames, to what it or its host said of them in multicast DNS.
    ///
    /// Used at the end: action frames state neither how long a service is valid nor that it ended.
    mutating func join(_ node: AWDLNodeHistory) {
        let sender = ServiceSender(linkAddress: node.address, address: node.address.linkLocalAddress)
        for offer in node.offers.all {
            guard let name = offer.domainName, ServiceInstanceName(name) != nil else { continue }
            let context = MessageContext(sender: sender, moment: offer.first)
            guard let index = claim(to: name, at: offer.location, by: sender) ?? open(name, in: context) else {
                continue
            }
            services[index].tell(
                offer.first...offer.last, location: offer.location, text: offer.text, in: context)
        }
    }

    /// The claim to a name by the host with that location, or else by that sender.
    private func claim(to name: DNSName, at location: ServiceLocation?, by sender: ServiceSender) -> Int? {
        let holders = claims(to: name)
        if let location, let exact = holders.first(where: { services[$0].location == location }) { return exact }
        let own = holders.filter { services[$0].senders.containsHost(of: sender) }
        return own.last { services[$0].isEstablished } ?? own.last
    }
}

extension LinkAddress {
    /// The link-local address of an AWDL node, which is derived from its address (RFC 4291, appendix A).
    var linkLocalAddress: IPAddress {
        let upper = rawValue >> 24 ^ 0x02_0000
        let low = upper << 40 | 0xFF_FE00_0000 | rawValue & 0xFF_FFFF
        return IPAddress(ipv6High: 0xFE80 << 48, low: low)
    }
}
