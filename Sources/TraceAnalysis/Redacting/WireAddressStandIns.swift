import WireCoding

/// Addresses that stand for the addresses of packets, in the same number of bytes and of the same kind.
///
/// Broadcast, loopback, unspecified addresses and groups that mean the same in every network stay. Link-local and private
/// addresses stay so, all others become addresses for documentation, and link addresses locally administered ones.
/// Numbers are given in order of first appearance, so that nothing of an address can be computed from its stand-in.
///
/// Addresses that were learned before are no stand-ins of others where there is a choice.
struct WireAddressStandIns {
    /// Distinct addresses of each kind; those beyond it all have the same stand-in.
    static let limit = 1 << 20

    private var links: [LinkAddress: LinkAddress] = [:]
    private var seenLinks: Set<LinkAddress> = []
    private var nextLink: UInt64 = 1
    private var nextGroup: UInt64 = 1
    private var octets = OctetStandIns()
    private var publics: [UInt32: UInt32] = [:]
    private var nextPublic: UInt32 = 0
    private var groups: [UInt32: UInt32] = [:]
    private var groupEnds: [UInt32: UInt32] = [:]
    private var prefixes: [UInt64: UInt64] = [:]
    private var identifiers: [UInt64: UInt64] = [:]
    private var groupIDs: [UInt32: UInt32] = [:]
    private var seenPrefixes: Set<UInt64> = []
    private var seenIdentifiers: Set<UInt64> = []
    private var seenPublics: Set<UInt32> = []
    private var nextIdentifier: UInt64 = 1
    /// Whether addresses are only taken note of, and stay.
    var isLearning = false
}

// MARK: - Link addresses

extension WireAddressStandIns {
    mutating func standIn(for address: LinkAddress) -> LinkAddress {
        if Self.isKept(address) { return address }
        let value = address.rawValue
        // The groups of IPv6 and IPv4 follow the address that is in them (RFC 2464 §7, RFC 1112 §6.4).
        if value >> 32 == 0x3333 {
            let end = UInt32(truncatingIfNeeded: value)
            return isLearning ? address : LinkAddress(rawValue: 0x3333 << 32 | UInt64(groupID(end)))
        }
        if value >> 23 == 0x01005E << 1 {
            guard !isLearning else { return address }
            let end = UInt64(groupEnd(UInt32(truncatingIfNeeded: value & 0x7F_FFFF)))
            return LinkAddress(rawValue: 0x0100_5E00_0000 | end)
        }
        guard !isLearning else {
            if seenLinks.count < Self.limit { seenLinks.insert(address) }
            return address
        }
        if let known = links[address] { return known }
        guard links.count < Self.limit else { return LinkAddress(rawValue: 0x02FF_FFFF_FFFF) }
        var standIn: LinkAddress
        repeat {
            if address.isGroup {
                standIn = LinkAddress(rawValue: 0x0300_0000_0000 | nextGroup)
                nextGroup += 1
            } else {
                standIn = LinkAddress(rawValue: 0x0200_0000_0000 | nextLink)
                nextLink += 1
            }
        } while seenLinks.contains(standIn)
        links[address] = standIn
        return standIn
    }

    private static func isKept(_ address: LinkAddress) -> Bool {
        let value = address.rawValue
        // None, broadcast, groups of bridges and of Cisco, the network of AWDL, the networks of Wi-Fi Aware.
        if value == 0 || value == 0xFFFF_FFFF_FFFF || value == 0x0025_00FF_9473 { return true }
        if value >> 24 == 0x0180C2 || value >> 24 == 0x01000C { return true }
        return value == 0x516F_9A01_0000 || value >> 16 == 0x506F_9A01
    }
}

// MARK: - IP addresses

extension WireAddressStandIns {
    mutating func standIn(for address: IPAddress) -> IPAddress {
        address.isIPv6
            ? ipv6(address) : IPAddress(ipv4: ipv4(UInt32(truncatingIfNeeded: address.low)))
    }

    /// The stand-in of the first octets of a private address, as reverse names of networks have them; the same octets for
    /// others.
    mutating func standIn(forOctets octets: [UInt8]) -> [UInt8] {
        guard octets.count < 4 else {
            return standIn(for: IPAddress(bytes: Array(octets.prefix(4))) ?? IPAddress(ipv4: 0)).bytes
        }
        let padded = octets + repeatElement(0, count: 4 - octets.count)
        guard let address = IPAddress(bytes: padded) else { return octets }
        return Array(standIn(for: address).bytes.prefix(octets.count))
    }

    private mutating func ipv4(_ address: UInt32) -> UInt32 {
        if address == 0 || address == .max || address >> 24 == 127 { return address }
        if address >> 28 == 0xE {
            // Those that routers know (RFC 5771), and SSDP's.
            if address >> 8 == 0xE00000 || address == 0xEFFF_FFFA || isLearning { return address }
            return group(address)
        }
        if let kept = Self.keptOctets(address) {
            if isLearning {
                octets.learn(address)
                return address
            }
            return octets.standIn(for: address, keeping: kept)
        }
        guard !isLearning else {
            if seenPublics.count < Self.limit { seenPublics.insert(address) }
            return address
        }
        if let known = publics[address] { return known }
        guard nextPublic < Self.publicCount else { return Self.publicAddress(0) }
        var standIn: UInt32
        repeat {
            standIn = Self.publicAddress(nextPublic)
            nextPublic += 1
        } while seenPublics.contains(standIn) && nextPublic < Self.publicCount
        publics[address] = standIn
        return standIn
    }

    /// How many octets a private or link-local address keeps; nil for others.
    private static func keptOctets(_ address: UInt32) -> Int? {
        if address >> 24 == 10 || address >> 20 == 0xAC1 || address >> 22 == 0x6440 >> 6 { return 1 }
        return address >> 16 == 0xC0A8 || address >> 16 == 0xA9FE ? 2 : nil
    }

    private static let publicCount: UInt32 = 3 * 254 + 0x1FFFE

    /// An address for documentation (RFC 5737), or for benchmarks (RFC 2544) when these are used up.
    private static func publicAddress(_ index: UInt32) -> UInt32 {
        let (net, host) = index.quotientAndRemainder(dividingBy: 254)
        switch net {
        case 0: return 0xC000_0201 + host
        case 1: return 0xC633_6401 + host
        case 2: return 0xCB00_7101 + host
        default: return 0xC612_0001 + (index - 3 * 254)
        }
    }

    /// A group whose last 23 bits go with those of its link address.
    private mutating func group(_ address: UInt32) -> UInt32 {
        if let known = groups[address] { return known }
        let end = groupEnd(address & 0x7F_FFFF)
        var standIn = 0xEF80_0000 | end
        // Groups that share a link address differ before that.
        while groups.count < Self.limit, groups.values.contains(standIn), standIn >> 24 > 0xE1 { standIn -= 1 << 24 }
        if groups.count < 1 << 12 { groups[address] = standIn }
        return standIn
    }

    private mutating func groupEnd(_ end: UInt32) -> UInt32 {
        if end < 0x100 || end == 0x7F_FFFA { return end }
        if let known = groupEnds[end] { return known }
        let standIn = 0x40_0000 + UInt32(truncatingIfNeeded: groupEnds.count + 1) & 0x3F_FFFF
        if groupEnds.count < Self.limit { groupEnds[end] = standIn }
        return standIn
    }

    private mutating func ipv6(_ address: IPAddress) -> IPAddress {
        let (high, low) = (address.high, address.low)
        if high == 0, low <= 1 { return address }
        // IPv4 in IPv6: mapped (RFC 4291 §2.5.5.2) and translated (RFC 6052 §2.1).
        if high == 0 && low >> 32 == 0xFFFF || high == 0x0064_FF9B << 32 && low >> 32 == 0 {
            let inner = UInt64(ipv4(UInt32(truncatingIfNeeded: low)))
            return IPAddress(ipv6High: high, low: low & ~0xFFFF_FFFF | inner)
        }
        if address.isMulticast {
            // Groups of the registry (RFC 4291 §2.7.1), and those for the end of a host's address.
            let isRegistered = high & 0x00F0_FFFF_FFFF_FFFF == 0
            if isRegistered, low <= 0xF_FFFF || isLearning { return address }
            if isLearning { return address }
            let end = UInt64(groupID(UInt32(truncatingIfNeeded: low)))
            let isSolicited = isRegistered && low >> 24 == 0x1FF
            let scope = high & 0xFFFF << 48
            return IPAddress(ipv6High: scope, low: isSolicited ? 1 << 32 | end : end)
        }
        if isLearning {
            if seenPrefixes.count < Self.limit { seenPrefixes.insert(high) }
            if low >> 24 & 0xFFFF == 0xFFFE {
                _ = standIn(for: Self.linkAddress(inIdentifier: low))
            } else if seenIdentifiers.count < Self.limit {
                seenIdentifiers.insert(low)
            }
            return address
        }
        return IPAddress(ipv6High: prefix(high), low: identifier(low))
    }

    private mutating func prefix(_ high: UInt64) -> UInt64 {
        if high == 0xFE80 << 48 { return high }
        if let known = prefixes[high] { return known }
        let stem: UInt64 =
            high >> 54 == 0x3FA ? 0xFE80 << 48 : high >> 57 == 0x7E ? 0xFD00 << 48 : 0x2001_0DB8 << 32
        guard prefixes.count < Self.limit else { return stem | 0xFFFF_FFFF }
        var number = UInt64(prefixes.count + 1)
        while seenPrefixes.contains(stem | number) { number += UInt64(Self.limit) }
        prefixes[high] = stem | number
        return stem | number
    }

    private mutating func identifier(_ low: UInt64) -> UInt64 {
        if low == 0 { return 0 }
        if low >> 24 & 0xFFFF == 0xFFFE {
            // Made of a link address (RFC 4291 appendix A): of that one's stand-in.
            let link = standIn(for: Self.linkAddress(inIdentifier: low)).rawValue ^ 0x0200_0000_0000
            return (link >> 24) << 40 | 0xFFFE << 24 | link & 0xFF_FFFF
        }
        if let known = identifiers[low] { return known }
        guard identifiers.count < Self.limit else { return 0xFFFF_FFFF }
        while seenIdentifiers.contains(nextIdentifier) { nextIdentifier += 1 }
        let standIn = nextIdentifier
        nextIdentifier += 1
        identifiers[low] = standIn
        return standIn
    }

    private static func linkAddress(inIdentifier low: UInt64) -> LinkAddress {
        LinkAddress(rawValue: ((low >> 40) << 24 | low & 0xFF_FFFF) ^ 0x0200_0000_0000)
    }

    /// The last four bytes of a group of IPv6, which are those of its link address.
    private mutating func groupID(_ end: UInt32) -> UInt32 {
        if end <= 0xF_FFFF { return end }
        if let known = groupIDs[end] { return known }
        let number = UInt32(truncatingIfNeeded: groupIDs.count + 1)
        let standIn = end >> 24 == 0xFF ? 0xFF00_0000 | number & 0xFF_FFFF : 0x8000_0000 | number
        if groupIDs.count < Self.limit { groupIDs[end] = standIn }
        return standIn
    }
}
