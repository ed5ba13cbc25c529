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

    /// What was said of one instance.
    struct Entry: Sendable {
        private static let maximumMentions = 16

        let name: ServiceInstanceName
        fileprivate(set) var location: ServiceLocation?
        fileprivate(set) var text: (rdata: [UInt8], moment: PacketMoment)?
        fileprivate(set) var subtypes: [DNSName] = []
        /// Who mentioned it when, the first times.
        private(set) var mentions: [ClaimEvent] = []
        private(set) var last: PacketMoment

        fileprivate init(_ name: ServiceInstanceName, at moment: PacketMoment) {
            self.name = name
            last = moment
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

    /// In the order of their first mention.
    private(set) var entries: [Entry] = []
    private var indices: [DNSName: Int] = [:]
    private var addresses: [DNSName: [IPAddress]] = [:]

    /// Takes a record that a query lists as known.
    mutating func note(_ record: ResourceRecord, in context: MessageContext) {
        switch record.data {
        case .pointer(let target):
            guard let index = entry(target, at: context.moment) else { return }
            entries[index].mention(.knownAnswer, in: context)
            if SubtypeName(record.name) != nil, entries[index].subtypes.count < Self.maximumAddresses,
                !entries[index].subtypes.contains(record.name)
            {
                entries[index].subtypes.append(record.name.compacted())
            }
        case .service(let location):
            guard let index = entry(record.name, at: context.moment) else { return }
            entries[index].location = location.compacted()
            entries[index].mention(.knownAnswer, in: context)
        case .text(let rdata):
            guard let index = entry(record.name, at: context.moment) else { return }
            entries[index].text = (rdata, context.moment)
            entries[index].mention(.knownAnswer, in: context)
        case .address(let address): note(address, of: record.name)
        default: break
        }
    }

    /// Takes a question for the records of an instance.
    mutating func note(_ question: Question, in context: MessageContext) {
        guard question.type == .srv || question.type == .txt, let index = entry(question.name, at: context.moment)
        else { return }
        entries[index].mention(.question(question.type), in: context)
    }

    /// Takes the location that a goodbye takes back.
    mutating func noteGoodbye(_ location: ServiceLocation, of name: DNSName, in context: MessageContext) {
        guard let index = entry(name, at: context.moment) else { return }
        entries[index].location = location.compacted()
    }

    private mutating func note(_ address: IPAddress, of host: DNSName) {
        guard let known = addresses[host] else {
            if addresses.count < Self.maximumNames { addresses[host.compacted()] = [address] }
            return
        }
        if known.count < Self.maximumAddresses, !known.contains(address) { addresses[host]?.append(address) }
    }

    /// The addresses of a host as others know them.
    func addresses(of host: DNSName) -> [IPAddress] { addresses[host] ?? [] }

    func entry(of name: DNSName) -> Entry? { indices[name].map { entries[$0] } }

    private mutating func entry(_ name: DNSName, at moment: PacketMoment) -> Int? {
        if let index = indices[name] { return index }
        guard entries.count < Self.maximumNames, let instance = ServiceInstanceName(name.compacted()) else {
            return nil
        }
        indices[instance.fullName] = entries.count
        entries.append(Entry(instance, at: moment))
        return entries.count - 1
    }
}

extension ServiceTracker {
    /// Makes entries of the instances that no host claimed, and completes those that were only said goodbye to.
    mutating func adoptHearsay() {
        for entry in hearsay.entries {
            let holders = claims(to: entry.name.fullName)
            if holders.isEmpty {
                let context = MessageContext(
                    sender: .unheard, moment: PacketMoment(frame: entry.first.frame, time: entry.first.time))
                guard let index = open(entry.name.fullName, in: context) else { return }
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
