import DNSWire
import WireCoding

/// What was heard of multicast DNS on a link, in the order of the capture, for ``ConformanceJudgement`` to judge.
///
///     var log = ConformanceLog()
///     log.observe(payload, of: datagram)
///     let report = ConformanceJudgement(log)
///
/// Copies of one packet count once, and the same message to both groups is one. Memory has limits, whatever is heard.
public struct ConformanceLog: Sendable {
    /// Messages that are remembered; further ones are counted in ``omittedMessages``.
    public static let maximumMessages = 1_000_000
    /// Hosts that are judged.
    public static let maximumHosts = 10_000

    /// Messages beyond the limits.
    public private(set) var omittedMessages = 0
    /// Packets that the capture itself says are missing.
    public var droppedPackets: UInt64 = 0
    /// The first and the last packet, of whatever protocol, in nanoseconds since 1970.
    private(set) var span: ClosedRange<Int64>?

    private(set) var messages: [HeardMessage] = []
    private(set) var questions: [HeardQuestion] = []
    private(set) var records: [HeardRecord] = []
    private(set) var names: [DNSName] = []
    private(set) var known: [KnownRecord] = []
    private(set) var hosts: [HeardHost] = []

    fileprivate var numberOfName: [DNSName: Int] = [:]
    private var numberOfRecord: [KnownRecord: Int] = [:]
    private var numberOfHost: [HostKey: Int] = [:]
    private var identifications: [SenderKey: IdentificationSteps] = [:]
    private var recent = RecentPayloads()
    /// Who asked by a legacy query, and until when its answer may come.
    private var legacyAskers: [LegacyAsker: Int64] = [:]

    private enum HostKey: Hashable {
        case link(LinkAddress)
        case address(IPAddress)
    }

    private struct SenderKey: Hashable {
        let host: HostKey
        let source: IPAddress
    }

    private struct LegacyAsker: Hashable {
        let address: IPAddress
        let port: UInt16
    }

    /// A log of a link on which nothing was heard yet.
    public init() {}

    /// Takes note that a packet was captured.
    public mutating func note(time: Int64) {
        span = span.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    }

    /// Takes note of a UDP packet over IPv4, of whatever protocol: its sender counts through all of them.
    public mutating func note(identification: UInt16, linkSource: LinkAddress?, source: IPAddress, time: Int64) {
        let sender = SenderKey(host: Self.key(linkSource, source), source: source)
        if identifications[sender] == nil, identifications.count >= Self.maximumHosts { return }
        identifications[sender, default: IdentificationSteps()].note(identification, at: time)
    }

    /// Takes a UDP datagram. Those that are none of multicast DNS, or cannot be decoded whole, are left out.
    ///
    /// - Parameters:
    ///   - payload: The whole message.
    ///   - datagram: What its headers say.
    /// - Returns: The message, where it is one that counts.
    @discardableResult
    public mutating func observe(_ payload: Span<UInt8>, of datagram: ObservedDatagram) -> DNSMessage? {
        guard isCandidate(datagram) else { return nil }
        let (message, error) = DNSMessage.parsePrefix(payload)
        guard error == nil, isWanted(message, datagram) else { return nil }
        let key = Self.key(datagram.linkSource, datagram.source)
        guard messages.count < Self.maximumMessages, let host = host(key) else {
            omittedMessages += 1
            return nil
        }
        let isListed = datagram.isToGroup || message.flags.isResponse || datagram.destinationPort == WellKnownPort.dns
        hosts[host].note(datagram, isListed: isListed)
        let bytes = payload.copied()
        let others = recent.uses(of: bytes, at: datagram.time)
        if others.contains(where: { $0.isCopied(by: datagram, of: host) }) { return nil }
        let use = RecentPayloads.Use(datagram, host: host, message: messages.count)
        if let twin = others.first(where: { $0.isTwin(of: use) && messages[$0.message].twinFrame == 0 }) {
            join(datagram, to: twin.message)
            recent.add(use.of(message: twin.message), bytes)
            return message
        }
        if datagram.isToGroup, message.flags.isResponse {
            let repeated = others.contains { $0.host != host && $0.isToGroup }
            if repeated { hosts[host].repeatedResponses += 1 }
        }
        add(message, payload, datagram, host)
        recent.add(use, bytes)
        return message
    }

    private func isCandidate(_ datagram: ObservedDatagram) -> Bool {
        if datagram.sourcePort == WellKnownPort.multicastDNS || datagram.destinationPort == WellKnownPort.multicastDNS
            || datagram.destinationPort == WellKnownPort.dns
        {
            return true
        }
        let asker = LegacyAsker(address: datagram.destination, port: datagram.destinationPort)
        return legacyAskers[asker].map { datagram.time <= $0 } ?? false
    }

    private mutating func isWanted(_ message: DNSMessage, _ datagram: ObservedDatagram) -> Bool {
        let usesPort =
            datagram.sourcePort == WellKnownPort.multicastDNS || datagram.destinationPort == WellKnownPort.multicastDNS
        if usesPort {
            if !message.flags.isResponse, datagram.sourcePort != WellKnownPort.multicastDNS,
                legacyAskers.count < Self.maximumHosts
            {
                legacyAskers[LegacyAsker(address: datagram.source, port: datagram.sourcePort)] =
                    datagram.time &+ Nanoseconds.legacyAnswer
            }
            return true
        }
        if datagram.destinationPort == WellKnownPort.dns {
            return !message.flags.isResponse && !datagram.destination.isMulticast
                && message.questions.contains { $0.name.isLocal || $0.name.isLinkLocalReverse }
        }
        return message.flags.isResponse
    }

    private mutating func host(_ key: HostKey) -> Int? {
        if let known = numberOfHost[key] { return known }
        guard hosts.count < Self.maximumHosts else { return nil }
        numberOfHost[key] = hosts.count
        hosts.append(HeardHost())
        return hosts.count - 1
    }

    private static func key(_ link: LinkAddress?, _ address: IPAddress) -> HostKey {
        link.map { .link($0) } ?? .address(address)
    }

    /// The same message to the other group.
    private mutating func join(_ datagram: ObservedDatagram, to message: Int) {
        messages[message].twinFrame = datagram.frame
        messages[message].groups.insert(datagram.groups)
        if datagram.hopLimit != 255 { messages[message].hasOtherHopLimit = true }
        if datagram.isFragmented { messages[message].isFragmented = true }
        messages[message].networkLength = max(messages[message].networkLength, datagram.networkLength)
    }

    private mutating func add(
        _ message: DNSMessage, _ payload: Span<UInt8>, _ datagram: ObservedDatagram, _ host: Int
    ) {
        let firstQuestion = questions.count
        for question in message.questions {
            questions.append(
                HeardQuestion(
                    name: number(of: question.name), type: question.type, recordClass: question.recordClass,
                    wantsUnicast: question.wantsUnicastResponse))
        }
        let firstRecord = records.count
        add(message.answers, .answer)
        add(message.authorities, .authority)
        add(message.additionals, .additional)
        messages.append(
            HeardMessage(
                frame: datagram.frame, time: datagram.time, host: host, source: datagram.source,
                destination: datagram.destination, sourcePort: datagram.sourcePort,
                destinationPort: datagram.destinationPort, identifier: message.identifier, flags: message.flags,
                groups: datagram.groups, hasOtherHopLimit: datagram.hopLimit != 255,
                isFragmented: datagram.isFragmented, networkLength: datagram.networkLength, length: payload.count,
                form: MessageForm(of: payload), questions: firstQuestion..<questions.count,
                records: firstRecord..<records.count))
    }

    private mutating func add(_ section: [ResourceRecord], _ kind: HeardRecord.Section) {
        for record in section {
            let known = KnownRecord(
                name: number(of: record.name), type: record.type, recordClass: record.recordClass,
                data: record.data.compacted())
            records.append(
                HeardRecord(
                    number: number(of: known), ttl: record.ttl, section: kind, cacheFlush: record.cacheFlush))
        }
    }

    /// The number of a name, by which two spellings are one.
    mutating func number(of name: DNSName) -> Int {
        if let known = numberOfName[name] { return known }
        let compact = name.compacted()
        numberOfName[compact] = names.count
        names.append(compact)
        return names.count - 1
    }

    private mutating func number(of record: KnownRecord) -> Int {
        if let number = numberOfRecord[record] { return number }
        numberOfRecord[record] = known.count
        known.append(record)
        return known.count - 1
    }
}

extension ConformanceLog {
    /// The steps of the identifications of a host's packets over IPv4, by its source addresses.
    func identificationSteps(of host: Int) -> [IdentificationSteps] {
        identifications.compactMap { numberOfHost[$0.key.host] == host ? $0.value : nil }
    }
}

extension ObservedDatagram {
    var groups: MulticastGroups { isToGroup ? (destination.isIPv6 ? .ipv6 : .ipv4) : [] }
}

extension ConformanceLog {
    func numberIfKnown(of name: DNSName) -> Int? { numberOfName[name] }
}

extension DNSName {
    /// Whether it ends in `local` (RFC 6762 §3).
    var isLocal: Bool { hasSuffix(.local) }

    /// Whether it is the reverse mapping of a link-local address (RFC 6762 §4): below `254.169.in-addr.arpa`, or
    /// `8.e.f.ip6.arpa` to `b.e.f.ip6.arpa`.
    var isLinkLocalReverse: Bool {
        let labels = labelSlices.map { String(decoding: $0, as: UTF8.self).lowercased() }
        if labels.suffix(2) == ["in-addr", "arpa"] { return labels.dropLast(2).suffix(2) == ["254", "169"] }
        guard labels.suffix(2) == ["ip6", "arpa"] else { return false }
        let digits = labels.dropLast(2).suffix(3)
        return digits.suffix(2) == ["e", "f"] && ["8", "9", "a", "b"].contains(digits.first)
            && digits.count == 3
    }
}
