import PacketCapture
import PacketDissection
import TraceModel

/// Counts what a capture consists of, packet by packet.
struct CaptureCounter: Sendable {
    /// Names of what was not understood; the rest counts as `others`.
    static let maximumNames = 64
    /// The number of address families of loopback headers that are distinguished: the field has 32 bits, systems use
    /// some forty values.
    static let maximumFamilies = 256
    /// The number of protocols with numbers of their link layer that are distinguished: SNAP's have 40 bits.
    static let maximumLinkProtocols = 256

    private(set) var packets = 0
    private(set) var capturedBytes = 0
    private(set) var originalBytes = 0
    private(set) var truncatedPackets = 0
    private(set) var malformedPackets = 0
    private(set) var undecodedPackets = 0
    /// The first packet in the file that has a time; what all times of the report are relative to.
    private(set) var firstPacket: PacketMoment?
    private(set) var lastTime: Int64?
    /// The first packet of which bytes are missing.
    private(set) var firstTruncated: PacketMoment?

    /// Packets by combination of protocols: there are few, and they are counted by name at the end.
    private var combinations: [ProtocolSet: Int] = [:]
    private var lastCombination: ProtocolSet?
    private var lastCombinationCount = 0

    private var unknownLinkTypes: [LinkType: Int] = [:]
    private var unknownEtherTypes: [UInt16: Int] = [:]
    private var unknownAddressFamilies: [UInt32: Int] = [:]
    private var unknownLinkProtocols: [LinkProtocol: Int] = [:]
    private var otherLinkProtocols = 0
    private var unknownIPProtocols: [UInt8: Int] = [:]
    private var protected: [ProtectedContent: Int] = [:]
    private var badFrameCheckSequences = 0
    private var ieee80211Fragments = 0

    var firstTime: Int64? { firstPacket?.time }

    @inline(__always)
    mutating func count(_ record: PacketRecord, linkType: LinkType, packet: inout DissectedPacket) {
        count(record, packet.protocols)
        if let stop = packet.stop { count(stop, record, linkType: linkType) }
    }

    /// Counts an 802.11 frame without a look at what it carries.
    ///
    /// - Parameter isDamaged: Whether its check sequence is wrong.
    @inline(__always)
    mutating func count(_ record: PacketRecord, _ protocols: ProtocolSet, isDamaged: Bool) {
        count(record, protocols)
        if isDamaged { badFrameCheckSequences += 1 }
    }

    @inline(__always)
    private mutating func count(_ record: PacketRecord, _ protocols: ProtocolSet) {
        packets += 1
        capturedBytes += record.capturedLength
        originalBytes += record.originalLength
        if record.isTimed {
            if firstPacket == nil { firstPacket = PacketMoment(frame: record.frame, time: record.time) }
            lastTime = max(lastTime ?? record.time, record.time)
        }
        if record.capturedLength < record.originalLength {
            truncatedPackets += 1
            if firstTruncated == nil { firstTruncated = PacketMoment(frame: record.frame, time: record.time) }
        }
        if protocols == lastCombination {
            lastCombinationCount += 1
        } else {
            startCombination(protocols)
        }
    }

    @inline(never)
    private mutating func startCombination(_ protocols: ProtocolSet) {
        if let lastCombination { combinations[lastCombination, default: 0] += lastCombinationCount }
        lastCombination = protocols
        lastCombinationCount = 1
    }

    @inline(never)
    private mutating func count(_ stop: DissectionStop, _ record: PacketRecord, linkType: LinkType) {
        switch stop {
        case .cut:
            break
        case .malformed:
            malformedPackets += 1
        case .unknownLinkType:
            undecodedPackets += 1
            unknownLinkTypes[linkType, default: 0] += 1
        case .unknownEtherType(let type):
            undecodedPackets += 1
            unknownEtherTypes[type, default: 0] += 1
        case .unknownAddressFamily(let family):
            undecodedPackets += 1
            let known = unknownAddressFamilies[family] != nil || unknownAddressFamilies.count < Self.maximumFamilies
            unknownAddressFamilies[known ? family : .max, default: 0] += 1
        case .unknownLinkProtocol(let content):
            undecodedPackets += 1
            if unknownLinkProtocols[content] != nil || unknownLinkProtocols.count < Self.maximumLinkProtocols {
                unknownLinkProtocols[content, default: 0] += 1
            } else {
                otherLinkProtocols += 1
            }
        // Their headers were read, and there is nothing more to read: they are named, but not counted as undecoded.
        case .protected(let content):
            protected[content, default: 0] += 1
        case .badFrameCheckSequence:
            badFrameCheckSequences += 1
        case .ieee80211Fragment:
            ieee80211Fragments += 1
        case .unknownIPProtocol(let number):
            undecodedPackets += 1
            unknownIPProtocols[number, default: 0] += 1
        }
    }

    /// Adds what another counter counted of the same capture.
    mutating func add(_ other: CaptureCounter) {
        packets += other.packets
        capturedBytes += other.capturedBytes
        originalBytes += other.originalBytes
        truncatedPackets += other.truncatedPackets
        malformedPackets += other.malformedPackets
        undecodedPackets += other.undecodedPackets
        firstPacket = Self.first(firstPacket, other.firstPacket)
        firstTruncated = Self.first(firstTruncated, other.firstTruncated)
        lastTime = [lastTime, other.lastTime].compactMap { $0 }.max()
        combinations = allCombinations.merging(other.allCombinations, uniquingKeysWith: +)
        (lastCombination, lastCombinationCount) = (nil, 0)
        unknownLinkTypes.merge(other.unknownLinkTypes, uniquingKeysWith: +)
        unknownEtherTypes.merge(other.unknownEtherTypes, uniquingKeysWith: +)
        unknownAddressFamilies.merge(other.unknownAddressFamilies, uniquingKeysWith: +)
        unknownLinkProtocols.merge(other.unknownLinkProtocols, uniquingKeysWith: +)
        otherLinkProtocols += other.otherLinkProtocols
        unknownIPProtocols.merge(other.unknownIPProtocols, uniquingKeysWith: +)
        protected.merge(other.protected, uniquingKeysWith: +)
        badFrameCheckSequences += other.badFrameCheckSequences
        ieee80211Fragments += other.ieee80211Fragments
    }

    private static func first(_ one: PacketMoment?, _ other: PacketMoment?) -> PacketMoment? {
        [one, other].compactMap { $0 }.min { $0.frame < $1.frame }
    }

    private var allCombinations: [ProtocolSet: Int] {
        var all = combinations
        if let lastCombination { all[lastCombination, default: 0] += lastCombinationCount }
        return all
    }

    /// Packets by protocol name, in the order of the protocols' bits: from the link layer up.
    var protocols: NamedCounts {
        let all = allCombinations
        var counts = NamedCounts()
        for (single, name) in ProtocolSet.names {
            counts.add(all.reduce(0) { $0 + ($1.key.contains(single) ? $1.value : 0) }, of: name)
        }
        return counts
    }

    /// Packets that were not understood, most frequent first.
    var undecoded: NamedCounts {
        // By name first: many numbers share one, as those of MPLS do.
        var byName: [String: Int] = [:]
        for (type, count) in unknownLinkTypes { byName["link type \(type.name)", default: 0] += count }
        for (type, count) in unknownEtherTypes { byName[ProtocolNames.etherType(type), default: 0] += count }
        for (family, count) in unknownAddressFamilies {
            byName[family == .max ? "other address families" : "address family \(family)", default: 0] += count
        }
        for (content, count) in unknownLinkProtocols {
            byName[ProtocolNames.linkProtocol(content), default: 0] += count
        }
        byName["other link layer protocols"] = otherLinkProtocols
        for (content, count) in protected { byName[ProtocolNames.protected(content), default: 0] += count }
        byName["802.11 frames with a wrong check sequence"] = badFrameCheckSequences
        byName["802.11 fragments"] = ieee80211Fragments
        for (number, count) in unknownIPProtocols { byName[ProtocolNames.ipProtocol(number), default: 0] += count }
        let ordered = byName.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var counts = NamedCounts()
        for (name, count) in ordered.prefix(Self.maximumNames) { counts.add(count, of: name) }
        for (_, count) in ordered.dropFirst(Self.maximumNames) { counts.add(count, of: "others") }
        return counts
    }
}
