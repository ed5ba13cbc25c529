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
    /// How much the capture holds of the longest of these packets.
    private(set) var longestTruncated = 0
    /// How many of these packets end within their headers.
    private(set) var cutHeaders = 0

    /// Packets and bytes over time.
    private(set) var traffic = TrafficCounter()

    /// Packets by combination of protocols: there are few, and they are counted by name at the end.
    private var combinations: [ProtocolSet: Volume] = [:]
    private var lastCombination: ProtocolSet?
    private var lastVolume = Volume()

    private struct Volume {
        var packets = 0
        /// On the wire.
        var bytes = 0

        static func + (first: Volume, second: Volume) -> Volume {
            Volume(packets: first.packets &+ second.packets, bytes: first.bytes &+ second.bytes)
        }
    }

    /// Packets by what was not understood of them.
    private var unread: [Unread: Int] = [:]
    private var addressFamilies = 0
    private var linkProtocols = 0

    /// Something that is not dissected.
    private enum Unread: Hashable {
        case linkType(LinkType)
        case etherType(UInt16)
        case addressFamily(UInt32), otherAddressFamilies
        case linkProtocol(LinkProtocol), otherLinkProtocols
        case ipProtocol(UInt8)
        case innerTunnels
        // Their headers were read, and there is nothing more to read: they are named, but not counted as undecoded.
        case protected(ProtectedContent), badFrameCheckSequence, ieee80211Fragment

        var isUndecoded: Bool {
            switch self {
            case .protected, .badFrameCheckSequence, .ieee80211Fragment: false
            default: true
            }
        }

        var name: String {
            switch self {
            case .linkType(let type): "link type \(type.name)"
            case .etherType(let type): ProtocolNames.etherType(type)
            case .addressFamily(let family): "address family \(family)"
            case .otherAddressFamilies: "other address families"
            case .linkProtocol(let content): ProtocolNames.linkProtocol(content)
            case .otherLinkProtocols: "other link layer protocols"
            case .ipProtocol(let number): ProtocolNames.ipProtocol(number)
            case .innerTunnels: "tunnels within \(PacketDissector.maximumTunnels) others"
            case .protected(let content): ProtocolNames.protected(content)
            case .badFrameCheckSequence: "802.11 frames with a wrong check sequence"
            case .ieee80211Fragment: "802.11 fragments"
            }
        }
    }

    var firstTime: Int64? { firstPacket?.time }

    /// - Parameter namesContent: Whether multicast DNS counts as such in ``traffic``, and not as UDP.
    @inline(__always)
    mutating func count(
        _ record: PacketRecord, linkType: LinkType, packet: inout DissectedPacket, namesContent: Bool = true
    ) {
        count(record, packet.protocols, as: TrafficCounter.Topmost.of(&packet, namesContent: namesContent))
        guard let stop = packet.stop else { return }
        count(stop, isTruncated: record.capturedLength < record.originalLength, linkType: linkType)
    }

    /// Counts an 802.11 frame without a look at what it carries.
    ///
    /// - Parameter isDamaged: Whether its check sequence is wrong.
    @inline(__always)
    mutating func count(_ record: PacketRecord, _ protocols: ProtocolSet, isDamaged: Bool) {
        count(record, protocols, as: TrafficCounter.Topmost.of(protocols))
        if isDamaged { unread[.badFrameCheckSequence, default: 0] += 1 }
    }

    /// Counts a packet of TCP, which was counted as such, as one with mesh messages.
    @inline(__always)
    mutating func recountAsMesh(_ record: PacketRecord) {
        traffic.recount(
            bytes: record.originalLength, at: record.time, from: TrafficCounter.Topmost.of(.tcp),
            as: TrafficCounter.Topmost.mesh)
    }

    @inline(__always)
    private mutating func count(_ record: PacketRecord, _ protocols: ProtocolSet, as topmost: Int) {
        traffic.count(bytes: record.originalLength, at: record.time, as: topmost)
        packets += 1
        capturedBytes += record.capturedLength
        originalBytes += record.originalLength
        if record.isTimed {
            if firstPacket == nil { firstPacket = record.moment }
            lastTime = max(lastTime ?? record.time, record.time)
        }
        if record.capturedLength < record.originalLength {
            truncatedPackets += 1
            if firstTruncated == nil { firstTruncated = record.moment }
            longestTruncated = max(longestTruncated, record.capturedLength)
        }
        if protocols != lastCombination { startCombination(protocols) }
        lastVolume.packets &+= 1
        lastVolume.bytes &+= record.originalLength
    }

    @inline(never)
    private mutating func startCombination(_ protocols: ProtocolSet) {
        if let lastCombination {
            combinations[lastCombination] = (combinations[lastCombination] ?? Volume()) + lastVolume
        }
        (lastCombination, lastVolume) = (protocols, Volume())
    }

    @inline(never)
    private mutating func count(_ stop: DissectionStop, isTruncated: Bool, linkType: LinkType) {
        var what: Unread
        switch stop {
        case .cut:
            // Packets of no bytes at all end in their headers as well.
            if isTruncated { cutHeaders += 1 }
            return
        case .malformed:
            malformedPackets += 1
            return
        case .unknownLinkType: what = .linkType(linkType)
        case .unknownEtherType(let type): what = .etherType(type)
        case .unknownAddressFamily(let family):
            what = .addressFamily(family)
            let isOther = family == .max || unread[what] == nil && addressFamilies == Self.maximumFamilies
            if isOther { what = .otherAddressFamilies }
        case .unknownLinkProtocol(let content):
            what = .linkProtocol(content)
            if unread[what] == nil, linkProtocols == Self.maximumLinkProtocols { what = .otherLinkProtocols }
        case .unknownIPProtocol(let number): what = .ipProtocol(number)
        case .tunnelsTooDeep: what = .innerTunnels
        case .protected(let content): what = .protected(content)
        case .badFrameCheckSequence: what = .badFrameCheckSequence
        case .ieee80211Fragment: what = .ieee80211Fragment
        }
        if what.isUndecoded { undecodedPackets += 1 }
        guard unread.updateValue(unread[what, default: 0] + 1, forKey: what) == nil else { return }
        if case .addressFamily = what { addressFamilies += 1 }
        if case .linkProtocol = what { linkProtocols += 1 }
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
        longestTruncated = max(longestTruncated, other.longestTruncated)
        cutHeaders += other.cutHeaders
        lastTime = [lastTime, other.lastTime].compactMap { $0 }.max()
        combinations = allCombinations.merging(other.allCombinations, uniquingKeysWith: +)
        (lastCombination, lastVolume) = (nil, Volume())
        traffic.add(other.traffic)
        unread.merge(other.unread, uniquingKeysWith: +)
    }

    private static func first(_ one: PacketMoment?, _ other: PacketMoment?) -> PacketMoment? {
        [one, other].compactMap { $0 }.min { $0.frame < $1.frame }
    }

    private var allCombinations: [ProtocolSet: Volume] {
        var all = combinations
        if let lastCombination { all[lastCombination] = (all[lastCombination] ?? Volume()) + lastVolume }
        return all
    }

    /// Packets by protocol name, in the order of the protocols' bits: from the link layer up.
    var protocols: NamedCounts { sums(\.packets) }

    /// Bytes on the wire by protocol name, in the same order.
    var protocolBytes: NamedCounts { sums(\.bytes) }

    private func sums(_ figure: KeyPath<Volume, Int>) -> NamedCounts {
        let all = allCombinations
        var counts = NamedCounts()
        for (single, name) in ProtocolSet.names {
            counts.add(all.reduce(0) { $0 + ($1.key.contains(single) ? $1.value[keyPath: figure] : 0) }, of: name)
        }
        return counts
    }

    /// Packets that were not understood, most frequent first.
    var undecoded: NamedCounts {
        // By name first: many numbers share one, as those of MPLS do.
        var byName: [String: Int] = [:]
        for (what, count) in unread { byName[what.name, default: 0] += count }
        let ordered = byName.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var counts = NamedCounts()
        for (name, count) in ordered.prefix(Self.maximumNames) { counts.add(count, of: name) }
        for (_, count) in ordered.dropFirst(Self.maximumNames) { counts.add(count, of: "others") }
        return counts
    }
}
