import DNSWire
import WireCoding

/// The groups that a message went to.
struct MulticastGroups: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let ipv4 = MulticastGroups(rawValue: 1)
    static let ipv6 = MulticastGroups(rawValue: 2)

    var count: Int { rawValue.nonzeroBitCount }
}

/// A message as one of the hosts of a link sent it, in few words: names and records are numbers.
struct HeardMessage: Sendable {
    let frame: Int
    /// The frame with the same message to the other group; 0 if there is none.
    var twinFrame = 0
    let time: Int64
    let host: Int
    let source: IPAddress
    let destination: IPAddress
    let sourcePort: UInt16
    let destinationPort: UInt16
    let identifier: UInt16
    let flags: DNSFlags
    /// Empty for a message to one host.
    var groups: MulticastGroups
    var hasOtherHopLimit: Bool
    var isFragmented: Bool
    var networkLength: Int
    /// Bytes of the message.
    let length: Int
    let form: MessageForm
    /// Places in the log.
    let questions: Range<Int>
    let records: Range<Int>

    var frames: [Int] { twinFrame == 0 ? [frame] : [frame, twinFrame] }
    var isMulticast: Bool { !groups.isEmpty }
    var isResponse: Bool { flags.isResponse }
    var isMulticastResponse: Bool { isResponse && isMulticast }
    var isLegacyQuery: Bool { !isResponse && sourcePort != WellKnownPort.multicastDNS }
    var isLegacyResponse: Bool { isResponse && destinationPort != WellKnownPort.multicastDNS }
    /// A query by multicast from the port of full participants.
    var isFullQuery: Bool { !isResponse && isMulticast && sourcePort == WellKnownPort.multicastDNS }
}

/// A question of a heard message.
struct HeardQuestion: Hashable, Sendable {
    let name: Int
    let type: RecordType
    let recordClass: RecordClass
    /// The QU bit.
    let wantsUnicast: Bool

    var isInternet: Bool { recordClass == .internet }

    /// Whether a record answers it (RFC 6762 §6); NSEC answers all questions for its name.
    func matches(_ record: KnownRecord) -> Bool {
        name == record.name && (type == .any || type == record.type || record.type == .nsec)
            && (recordClass == .any || recordClass == record.recordClass)
    }
}

/// A record of a heard message.
struct HeardRecord: Sendable {
    enum Section: UInt8, Sendable { case answer, authority, additional }

    /// The number of a ``KnownRecord``.
    let number: Int
    let ttl: UInt32
    let section: Section
    let cacheFlush: Bool
}

/// A record without its TTL and its cache-flush bit: what two sayings have in common.
struct KnownRecord: Hashable, Sendable {
    /// The number of its name.
    let name: Int
    let type: RecordType
    let recordClass: RecordClass
    let data: RecordData
}
