import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// What hosts say of instances of others, kept for those whose holder the capture never shows: it began after they were
/// announced.
///
/// Known answers list what the asker has in its cache (RFC 6762 §7.1), questions name what the asker has heard of, and a
/// goodbye repeats the records that it takes back.
struct HearsayLog: Sendable {
    /// Names come from the capture: no more of them, and of hosts, are remembered.
    static let maximumNames = 1 << 12
    /// Addresses of one host, and subtypes of one instance, that are remembered.
    private static let maximumAddresses = 16

    /// What was said of one instance on one link.
    struct Entry: Sendable {
        private static let maximumMentions = 16

        let name: ServiceInstanceName
        let links: LinkSet
        fileprivate(set) var location: ServiceLocation?
        fileprivate(set) var text: (rdata: [UInt8], moment: PacketMoment)?
        fileprivate(set) var subtypes: [DNSName] = []
        /// Who mentioned it when, the first times.
        private(set) var mentions: [ClaimEvent] = []
        private(set) var last: PacketMoment

        fileprivate init(_ name: ServiceInstanceName, in context: MessageContext) {
            self.name = name
            links = context.links
            last = context.moment
        }

        /// The first mention of all.
        var first: PacketMoment { mentions.first?.moment ?? last }

        fileprivate mutating func mention(_ detail: ClaimEvent.Detail, in context: MessageContext) {
            last = max(last, context.moment)
            let isKnown = mentions.contains { mention in
                mention.detail == detail && mention.sender.isSameHost(as: context.sender)
                    && context.moment.time - mention.moment.time <= EventLog.sameEventWindow
            }
            guard !isKnown, mentions.count < Self.maximumMentions else { return }
            mentions.append(ClaimEvent(moment: context.moment, kind: .query, sender: context.sender, detail: detail))
        }
    }

    private struct HostAddresses: Sendable {
        let links: LinkSet
        var addresses: [IPAddress]
    }

    /// In the order of their first mention.
    private(set) var entries: [Entry] = []
    /// Of each name those of its links.
    private var indices: [DNSName: [Int]] = [:]
    private var hosts: [DNSName: [HostAddresses]] = [:]
    private var hostCount = 0

    /// What is remembered takes at most.
    var estimatedSize: Int { (entries.count + hostCount) * 2048 }

    /// Takes a record that a query lists as known.
    mutating func note(_ record: ResourceRecord, in context: MessageContext) {
        switch record.data {
        case .pointer(let target):
            guard let index = entry(target, in: context) else { return }
            entries[index].mention(.knownAnswer, in: context)
            if SubtypeName(record.name) != nil, entries[index].subtypes.count < Self.maximumAddresses,
                !entries[index].subtypes.contains(record.name)
            {
                entries[index].subtypes.append(record.name.compacted())
            }
        case .service(let location):
            guard let index = entry(record.name, in: context) else { return }
            entries[index].location = location.compacted()
            entries[index].mention(.knownAnswer, in: context)
        case .text(let rdata):
            guard let index = entry(record.name, in: context) else { return }
            entries[index].text = (rdata, context.moment)
            entries[index].mention(.knownAnswer, in: context)
        case .address(let address): note(address, of: record.name, in: context)
        default: break
        }
    }

    /// Takes a question for the records of an instance.
    mutating func note(_ question: Question, in context: MessageContext) {
        guard question.type == .srv || question.type == .txt, let index = entry(question.name, in: context)
        else { return }
        entries[index].mention(.question(question.type), in: context)
    }

    /// Takes the location that a goodbye takes back.
    mutating func noteGoodbye(_ location: ServiceLocation, of name: DNSName, in context: MessageContext) {
        guard let index = entry(name, in: context) else { return }
        entries[index].location = location.compacted()
    }

    /// Takes the data of the TXT record that a goodbye takes back.
    mutating func noteGoodbye(_ text: [UInt8], of name: DNSName, in context: MessageContext) {
        guard let index = entry(name, in: context) else { return }
        entries[index].text = (text, context.moment)
    }

    private mutating func note(_ address: IPAddress, of host: DNSName, in context: MessageContext) {
        guard let index = hosts[host]?.firstIndex(where: { $0.links == context.links }) else {
            guard hostCount < Self.maximumNames else { return }
            hostCount += 1
            hosts[host.compacted(), default: []].append(HostAddresses(links: context.links, addresses: [address]))
            return
        }
        guard let known = hosts[host]?[index].addresses, known.count < Self.maximumAddresses, !known.contains(address)
        else { return }
        hosts[host]?[index].addresses.append(address)
    }

    /// The addresses of a host as others on these links know them.
    func addresses(of host: DNSName, on links: LinkSet, _ table: LinkTable) -> [IPAddress] {
        (hosts[host] ?? []).filter { table.isShared($0.links, links) }.flatMap(\.addresses)
    }

    /// Whether others on these links spoke of an instance.
    func mentions(_ name: DNSName, on links: LinkSet, _ table: LinkTable) -> Bool {
        indices[name]?.contains { table.isShared(entries[$0].links, links) } ?? false
    }

    private mutating func entry(_ name: DNSName, in context: MessageContext) -> Int? {
        if let index = indices[name]?.first(where: { entries[$0].links == context.links }) { return index }
        guard entries.count < Self.maximumNames, let instance = ServiceInstanceName(name.compacted()) else {
            return nil
        }
        indices[instance.fullName, default: []].append(entries.count)
        entries.append(Entry(instance, in: context))
        return entries.count - 1
    }
}

extension ServiceTracker {
    /// Makes entries of the instances that no host claimed, and completes those that were only said goodbye to.
    mutating func adoptHearsay() {
        for entry in hearsay.entries {
            let holders = claims(to: entry.name.fullName).filter { links.isShared(services[$0].links, entry.links) }
            if holders.isEmpty {
                let context = MessageContext(sender: .unheard, moment: entry.first, links: entry.links)
                guard let index = open(entry.name.fullName, in: context) else { continue }
                services[index].learn(entry)
            } else if holders.count == 1, services[holders[0]].firstAnnouncement == nil, !services[holders[0]].wasProbed
            {
                services[holders[0]].learn(entry)
            }
        }
    }
}

extension ServiceSender {
    /// The holder of a service that only others speak of.
    static let unheard = ServiceSender(address: IPAddress(ipv4: 0))
}
