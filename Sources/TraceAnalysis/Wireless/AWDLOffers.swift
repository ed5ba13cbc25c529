import DNSWire
import ServiceDiscovery
import WireCoding
import WirelessFrames

/// The services that one node names in its action frames: pointers, locations and texts, as in multicast DNS.
struct AWDLOffers: Sendable {
    /// The number of different services beyond the distinguished ones.
    static let maximumOmitted = 1024

    /// One service.
    struct Offer: Sendable {
        /// As the report writes it, in the spelling of the first frame that names it.
        let name: String
        /// Nil if it is not a DNS name.
        let domainName: DNSName?
        let first: PacketMoment
        /// The last frame that named it.
        fileprivate(set) var last: PacketMoment
        /// The location of the service, as it was last announced.
        fileprivate(set) var location: ServiceLocation?
        /// The data of its TXT record, as they were said last, and the frame that said so first.
        fileprivate(set) var text: (rdata: [UInt8], moment: PacketMoment)?
        /// Whether the frames of each kind name it that are like the last one that was read.
        fileprivate var isInPeriodic = false
        fileprivate var isInIndication = false
    }

    private var offers: [Offer] = []
    /// Hashes of the names that are not listed.
    private var omittedNames: Set<UInt64> = []
    /// The last frame of each kind.
    private var lastPeriodic: PacketMoment?
    private var lastIndication: PacketMoment?

    /// In the order in which they were named first.
    var all: [Offer] {
        offers.map { offer in
            var offer = offer
            close(&offer, isPeriodic: true)
            close(&offer, isPeriodic: false)
            return offer
        }
    }

    /// The number of different services that are not listed, as far as they are distinguished.
    var omitted: Int { omittedNames.count }

    /// A frame that says the same of services as the last one of its kind that was read.
    @inline(__always)
    mutating func hearAgain(isPeriodic: Bool, at moment: PacketMoment) {
        if isPeriodic { lastPeriodic = moment } else { lastIndication = moment }
    }

    /// A frame that is going to be read.
    mutating func beginFrame(isPeriodic: Bool, at moment: PacketMoment) {
        for place in offers.indices { close(&offers[place], isPeriodic: isPeriodic) }
        hearAgain(isPeriodic: isPeriodic, at: moment)
    }

    private func close(_ offer: inout Offer, isPeriodic: Bool) {
        let path = isPeriodic ? \Offer.isInPeriodic : \Offer.isInIndication
        guard offer[keyPath: path], let last = isPeriodic ? lastPeriodic : lastIndication else { return }
        offer.last = max(offer.last, last)
        offer[keyPath: path] = false
    }

    /// - Parameter isPeriodic: The kind of the frame, whose beginning was read.
    mutating func take(
        _ response: AWDLServiceResponse, isPeriodic: Bool, at moment: PacketMoment, _ budget: inout NodeBudget
    ) {
        guard let name = AWDLNames.service(of: response),
            let place = place(of: name, response, at: moment, &budget)
        else { return }
        offers[place].last = max(offers[place].last, moment)
        if isPeriodic { offers[place].isInPeriodic = true } else { offers[place].isInIndication = true }
        guard let record = ResourceRecord(response) else { return }
        switch record.data {
        case .service(let location):
            guard offers[place].location != location,
                offers[place].location != nil || budget.takeName(Self.locationSize)
            else { break }
            offers[place].location = location
        case .text(let rdata):
            let known = offers[place].text?.rdata
            guard known != rdata, budget.takeName(max(0, rdata.count - (known?.count ?? 0))) else { break }
            offers[place].text = (rdata, moment)
        default: break
        }
    }

    /// The maximum size of a host's name.
    private static let locationSize = 256

    /// The index of the service with that name, created if there is none and there is room.
    private mutating func place(
        of name: String, _ response: AWDLServiceResponse, at moment: PacketMoment, _ budget: inout NodeBudget
    ) -> Int? {
        if let known = offers.firstIndex(where: { AWDLNames.areSame($0.name, name) }) { return known }
        guard offers.count < AWDLNodeHistory.maximumServices,
            // As text, and as a name of DNS.
            offers.isEmpty || budget.takeName(2 * name.utf8.count)
        else {
            let digest = AWDLNames.digest(of: name)
            // A known name takes no memory, however often it is read.
            if omittedNames.count < Self.maximumOmitted, !omittedNames.contains(digest),
                budget.takeName(2 * MemoryLayout<UInt64>.stride)
            {
                omittedNames.insert(digest)
            }
            return nil
        }
        let record = ResourceRecord(response)
        let domainName = if case .pointer(let target)? = record?.data { target } else { record?.name }
        offers.append(Offer(name: name, domainName: domainName?.compacted(), first: moment, last: moment))
        return offers.count - 1
    }
}

/// The form of names of action frames in a report.
enum AWDLNames {
    /// The maximum bytes of a DNS name (RFC 1035 §2.3.4); a longer one is not a name.
    static let maximumSize = 255

    /// With the final dot, as all names of a report have it; nil for names that are too long.
    static func presentation(_ name: AWDLName) -> String? {
        name.size <= maximumSize ? name.description + "." : nil
    }

    /// The full name of the service that a record is about; nil for records of other kinds, and for names
    /// without labels or too long ones.
    static func service(of response: AWDLServiceResponse) -> String? {
        switch response.data {
        case .pointer(let instance):
            guard !instance.items.isEmpty else { return nil }
            // The name is relative to the one that was asked for, as senders write it.
            return instance.isRelative
                ? presentation(AWDLName(items: instance.items + response.name.items)) : presentation(instance)
        case .service, .text:
            return response.name.items.isEmpty ? nil : presentation(response.name)
        case .other: return nil
        }
    }

    /// Whether two names differ at most in the case of ASCII letters, which does not matter in DNS (RFC 4343).
    static func areSame(_ first: String, _ second: String) -> Bool {
        first.utf8.count == second.utf8.count && zip(first.utf8, second.utf8).allSatisfy { folded($0) == folded($1) }
    }

    /// The same for names that are the same. A sender who makes two names collide is counted one service short.
    static func digest(of name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64(folded($1))) &* 0x0000_0100_0000_01B3 }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
