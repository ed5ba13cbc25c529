/// Octets that stand for those of private IPv4 addresses: equal networks for equal ones, and as many decimal digits, so that
/// a reverse name (RFC 1035 §3.5) keeps its length.
struct OctetStandIns {
    /// Octets after those of one network.
    private struct Network {
        var standIns: [UInt8: UInt8] = [:]
        var used: Set<UInt8> = []
    }

    /// By the octets before and how many they are.
    private var networks: [UInt64: Network] = [:]
    private var seen: Set<UInt64> = []

    /// Takes note of an address whose networks are better not used.
    mutating func learn(_ address: UInt32) {
        guard seen.count < WireAddressStandIns.limit else { return }
        for count in 2...4 { seen.insert(Self.key(address >> UInt32(32 - 8 * count), count)) }
    }

    /// - Parameter kept: The first octets, which stay.
    mutating func standIn(for address: UInt32, keeping kept: Int) -> UInt32 {
        var (original, result) = (address >> UInt32(32 - 8 * kept), address >> UInt32(32 - 8 * kept))
        for count in kept..<4 {
            let octet = UInt8(truncatingIfNeeded: address >> UInt32(24 - 8 * count))
            let standIn = next(octet, after: original, result, count)
            original = original << 8 | UInt32(octet)
            result = result << 8 | UInt32(standIn)
        }
        return result
    }

    private mutating func next(_ octet: UInt8, after original: UInt32, _ result: UInt32, _ count: Int) -> UInt8 {
        // The network itself, and all of its hosts.
        if count == 3, octet == 0 || octet == 255 { return octet }
        let key = Self.key(original, count)
        if let known = networks[key]?.standIns[octet] { return known }
        guard networks.count < WireAddressStandIns.limit else { return octet < 10 ? 1 : octet < 100 ? 10 : 100 }
        let candidates = Self.candidates(for: octet, after: original, count)
        let used = networks[key]?.used ?? []
        let free = candidates.filter { !used.contains($0) }
        let standIn =
            free.first { !seen.contains(Self.key(result << 8 | UInt32($0), count + 1)) } ?? free.first ?? candidates[0]
        networks[key, default: Network()].standIns[octet] = standIn
        networks[key]?.used.insert(standIn)
        return standIn
    }

    /// Octets of as many digits, within the network that the address stays in.
    private static func candidates(for octet: UInt8, after original: UInt32, _ count: Int) -> [UInt8] {
        if count == 1, original == 172 { return Array(16...31) }
        let last: UInt8 = count == 3 ? 254 : 255
        if count == 1, original == 100 { return octet < 100 ? Array(64...99) : Array(100...127) }
        switch octet {
        case 0...9: return Array(1...9) + (count == 3 ? [] : [0])
        case 10...99: return Array(10...99)
        default: return Array(100...last)
        }
    }

    private static func key(_ octets: UInt32, _ count: Int) -> UInt64 { UInt64(count) << 32 | UInt64(octets) }
}
