import DNSWire
import WireCoding

/// What stands for the addresses and texts of packets.
struct WireStandIns {
    var addresses = WireAddressStandIns()
    var texts = WireTextStandIns()

    /// An attribute of a TXT record: the key stays where it is a word, the value never.
    mutating func attribute(_ text: some Collection<UInt8>) -> [UInt8] {
        let text = Array(text)
        guard let separator = text.firstIndex(of: UInt8(ascii: "=")), Self.isWord(text[..<separator]) else {
            return texts.standIn(for: text)
        }
        return text[...separator] + texts.standIn(for: text[(separator + 1)...])
    }

    private static func isWord(_ key: some Collection<UInt8>) -> Bool {
        key.count <= 24 && key.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
    }

    /// The labels of a name, each as long as it was: types of services, their domains and what the DNS itself means by a label
    /// stay, and a reverse name is that of the address's stand-in.
    mutating func labels(_ labels: [[UInt8]]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        let names = labels.map { String(decoding: $0, as: UTF8.self).lowercased() }
        let numbers = reverseLabels(names)
        for index in labels.indices {
            if let number = numbers[index] {
                result.append(number)
            } else {
                result.append(Self.isKept(names, index) ? labels[index] : texts.standIn(for: labels[index]))
            }
        }
        return result
    }

    /// Whether a label says nothing of a person or a place, by the labels after it alone.
    private static func isKept(_ names: [String], _ index: Int) -> Bool {
        let name = names[index]
        let next = index + 1 < names.count ? names[index + 1] : nil
        switch name {
        case "local", "arpa": return next == nil
        case "in-addr", "ip6": return next == "arpa"
        case "_tcp", "_udp", "_dns-sd", "_sub": return true
        case "b", "db", "r", "dr", "lb": return next == "_dns-sd"
        default: break
        }
        if next == "_tcp" || next == "_udp" { return name.hasPrefix("_") && name.utf8.count <= 16 }
        if name == "_services" { return next == "_dns-sd" }
        if next == "_sub" {
            // Words stay; one with digits may be made for one device, as Matter's are.
            return name.utf8.count <= 16 && name.allSatisfy { $0.isASCII && $0.isLetter || "_-".contains($0) }
        }
        return false
    }

    /// The labels before `in-addr.arpa` and `ip6.arpa` that are numbers of an address, by their places.
    private mutating func reverseLabels(_ names: [String]) -> [Int: [UInt8]] {
        guard names.count > 2, names[names.count - 1] == "arpa" else { return [:] }
        let end = names.count - 2
        let isIPv6 = names[end] == "ip6"
        guard isIPv6 || names[end] == "in-addr" else { return [:] }
        var values: [UInt8] = []
        for name in names[..<end].reversed().prefix(isIPv6 ? 32 : 4) {
            guard let value = isIPv6 ? (name.utf8.count == 1 ? UInt8(name, radix: 16) : nil) : UInt8(name) else {
                break
            }
            values.append(value)
        }
        guard !values.isEmpty else { return [:] }
        let standIns = isIPv6 ? nibbles(values) : addresses.standIn(forOctets: values)
        var result: [Int: [UInt8]] = [:]
        for (offset, value) in standIns.enumerated() {
            let place = end - 1 - offset
            let text = Array(String(value, radix: isIPv6 ? 16 : 10).utf8)
            // A public address has another number of digits than its stand-in.
            result[place] =
                text.count == names[place].utf8.count ? text : texts.standIn(for: names[place].utf8)
        }
        return result
    }

    /// - Parameter nibbles: Those of an address or of its first part.
    private mutating func nibbles(_ nibbles: [UInt8]) -> [UInt8] {
        let padded = nibbles + repeatElement(0, count: 32 - nibbles.count)
        let bytes = stride(from: 0, to: 32, by: 2).map { padded[$0] << 4 | padded[$0 + 1] }
        guard let address = IPAddress(bytes: bytes) else { return nibbles }
        return Array(addresses.standIn(for: address).bytes.flatMap { [$0 >> 4, $0 & 15] }.prefix(nibbles.count))
    }
}
