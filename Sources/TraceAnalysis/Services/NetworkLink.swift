import WireCoding

/// Where a packet was captured, as far as the capture tells links apart: names of multicast DNS belong to one link.
struct NetworkLink: Hashable, Sendable {
    /// The capture's interface: one of a pcapng file, of one of several files read as one, or that a PKTAP header names.
    var interface = 0
    /// The interface's number in a Linux cooked header v2, 0 without one.
    var index: UInt32 = 0
    /// The VLAN tags, and the identifiers of VXLAN and Geneve networks; 0 without one.
    var virtualLAN: UInt32 = 0
}

/// The links of a capture on which something was heard.
struct LinkSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt64

    /// The first link that a capture names, and the only one of most captures.
    static let first = LinkSet(rawValue: 1)
}

/// The links of a capture, and which of them are one: a bridge and its port, or two captures of one network.
struct LinkTable: Sendable {
    /// Links from here on count as one: VLANs come from the capture.
    static let maximumLinks = 64
    /// Messages among which a repeated one is looked for; the copies of a bridge follow each other at once.
    private static let maximumRecent = 64

    private struct Copy: Sendable {
        let digest: Int
        let number: Int
    }

    private struct Pair: Hashable {
        let first: Int
        let second: Int
    }

    private var numbers: [NetworkLink: Int] = [:]
    /// All that are one link with each, itself included.
    private var united: [LinkSet] = []
    private var recent: [Copy] = []
    private var nextRecent = 0
    /// The first host that was heard on both links of a pair with the same message.
    private var carried: [Pair: ServiceSender] = [:]

    /// The link as a set, numbered if it is new.
    mutating func set(_ link: NetworkLink) -> LinkSet { LinkSet(rawValue: 1 << UInt64(number(of: link))) }

    private mutating func number(of link: NetworkLink) -> Int {
        if let known = numbers[link] { return known }
        guard united.count < Self.maximumLinks else { return Self.maximumLinks - 1 }
        numbers[link] = united.count
        united.append(LinkSet(rawValue: 1 << UInt64(united.count)))
        return united.count - 1
    }

    /// Whether what was heard on the one could be heard on the other.
    func isShared(_ first: LinkSet, _ second: LinkSet) -> Bool {
        if !first.isDisjoint(with: second) { return true }
        guard carried.count > 0 else { return false }
        return united.indices.contains { index in
            first.rawValue >> UInt64(index) & 1 == 1 && !united[index].isDisjoint(with: second)
        }
    }

    /// Notes a message, which unites links that carry the same ones.
    ///
    /// A message of one host on two links shows only that the host is on both: a router sends the same question with the
    /// same addresses into each VLAN. Links that carry the same messages of two hosts are one.
    ///
    /// - Parameters:
    ///   - link: What ``set(_:)`` gave for the packet.
    ///   - digest: The message's, computed only if there is more than one link.
    mutating func note(_ sender: ServiceSender, on link: LinkSet, digest: () -> Int) {
        guard united.count > 1, sender.linkAddress != .zero else { return }
        var hasher = Hasher()
        hasher.combine(sender)
        hasher.combine(digest())
        let copy = Copy(digest: hasher.finalize(), number: link.rawValue.trailingZeroBitCount)
        for other in recent where other.digest == copy.digest && other.number != copy.number {
            carry(sender, Pair(first: min(other.number, copy.number), second: max(other.number, copy.number)))
        }
        if recent.count < Self.maximumRecent {
            recent.append(copy)
        } else {
            recent[nextRecent] = copy
            nextRecent = (nextRecent + 1) % Self.maximumRecent
        }
    }

    private mutating func carry(_ sender: ServiceSender, _ pair: Pair) {
        guard let known = carried[pair] else {
            carried[pair] = sender
            return
        }
        guard !known.isSameHost(as: sender), !united[pair.first].contains(united[pair.second]) else { return }
        let all = united[pair.first].union(united[pair.second])
        for index in united.indices where all.rawValue >> UInt64(index) & 1 == 1 { united[index] = all }
    }
}
