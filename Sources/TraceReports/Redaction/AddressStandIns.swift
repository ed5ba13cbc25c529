import WireCoding

/// Addresses that stand for addresses. Those that mean the same in every network stay, and the others keep what kind they are:
/// link-local ones stay link-local, groups stay groups.
struct AddressStandIns {
    private var addresses: [IPAddress: String] = [:]
    private var linkAddresses: [LinkAddress: String] = [:]
    /// Second numbers of addresses in 10.0.0.0/8 that the reports have.
    private var blocks: Set<UInt8> = []
    private var block: UInt8?

    /// Takes note of an address in the reports.
    mutating func avoid(_ address: IPAddress) {
        if !address.isIPv6, address.low >> 24 == 10 { blocks.insert(UInt8(truncatingIfNeeded: address.low >> 16)) }
    }

    /// The stand-in of a text that is an address, alone or with a zone, a prefix or a port.
    mutating func standIn(forText text: String, _ forms: NumberedForms) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        if let address = LinkAddress(text) {
            let standIn = standIn(for: address, forms) ?? address.description
            return text == address.description ? standIn : Self.styled(standIn, as: text)
        }
        if let address = IPAddress(text) { return standIn(for: address, forms) ?? text }
        for separator: Character in ["%", "/", ":"] {
            guard let index = text.lastIndex(of: separator), let address = IPAddress(String(text[..<index])) else {
                continue
            }
            let rest = text[index...].dropFirst()
            let isNumber = !rest.isEmpty && rest.allSatisfy { $0.isASCII && $0.isNumber }
            guard separator == "%" || isNumber, separator != ":" || !address.isIPv6 else { continue }
            let standIn = standIn(for: address, forms) ?? String(text[..<index])
            // A zone is the name of an interface, which tells nothing where the address is not real.
            return separator == "%" ? standIn : standIn + text[index...]
        }
        return nil
    }

    /// With the separators and the case of the original.
    private static func styled(_ standIn: String, as text: String) -> String {
        let separated = text.contains("-") ? standIn.split(separator: ":").joined(separator: "-") : standIn
        return text == text.uppercased() ? separated.uppercased() : separated
    }

    /// Nil for an address that stays.
    mutating func standIn(for address: IPAddress, _ forms: NumberedForms) -> String? {
        if Self.isKept(address) { return nil }
        if let known = addresses[address] { return known }
        let standIn = address.isIPv6 ? ipv6(address, forms) : ipv4(address, forms)
        addresses[address] = standIn
        return standIn
    }

    private static func isKept(_ address: IPAddress) -> Bool {
        if address.isUnspecified || address.isBroadcast { return true }
        guard address.isIPv6 else {
            // Those that routers know (RFC 5771), and SSDP's.
            return address.low >> 24 == 224 || address.low == 0xEFFF_FFFA
        }
        if address == IPAddress(ipv6High: 0, low: 1) { return true }
        // Groups of the registry (RFC 4291 §2.7.1), but not those that end with the end of a host's address.
        return isRegistered(address) && address.low >> 24 != 0x1FF
    }

    private mutating func ipv4(_ address: IPAddress, _ forms: NumberedForms) -> String {
        if address.isMulticast { return forms.next("239.192.", or: [], in: Self.dotted) }
        if address.isLinkLocal { return forms.next("169.254.", or: [], in: Self.dotted) }
        if address.low >> 24 == 127 { return forms.next("127.0.", or: [], in: Self.dotted) }
        let block = block ?? (0...UInt8.max).first { !blocks.contains($0) } ?? 0
        self.block = block
        // A broadcast to one network is recognized by its end.
        if address.low & 0xFF == 0xFF {
            return forms.next("10.", or: []) { stem, number in
                stem + "\(Int(block) + (number - 1) >> 8 & 0xFF).\((number - 1) & 0xFF).255"
            }
        }
        return forms.next("10.\(block).", or: [], in: Self.dotted)
    }

    /// Numbers from 1 on, none of which ends with 0 or 255; the stem grows where they do not fit.
    private static func dotted(_ stem: String, _ number: Int) -> String {
        let (rest, last) = max(number - 1, 0).quotientAndRemainder(dividingBy: 254)
        guard rest > 0xFF else { return stem + "\(rest).\(last + 1)" }
        return "10.\(rest >> 8 & 0xFF).\(rest & 0xFF).\(last + 1)"
    }

    private mutating func ipv6(_ address: IPAddress, _ forms: NumberedForms) -> String {
        if address.high == 0, address.low >> 32 == 0xFFFF {
            let inner = IPAddress(ipv4: UInt32(truncatingIfNeeded: address.low))
            return "::ffff:" + (standIn(for: inner, forms) ?? inner.description)
        }
        // Of the groups with zeros after the first two bytes only those of hosts are replaced (RFC 4291 §2.7.1).
        let isSolicited = Self.isRegistered(address)
        let stem =
            isSolicited ? "ff02::1:ff" : address.isMulticast ? "ff15::" : address.isLinkLocal ? "fe80::" : "fd00::"
        return forms.next(stem, or: []) { stem, number in
            let (high, low) = (UInt64(number >> 16), UInt64(number & 0xFFFF))
            let first = IPAddress(isSolicited ? "ff02::1:ff00:0" : stem) ?? address
            return IPAddress(ipv6High: first.high, low: first.low + high << 16 + low).description
        }
    }

    /// Whether it is a group of the registry, or one of those for the end of a host's address.
    private static func isRegistered(_ address: IPAddress) -> Bool {
        address.isIPv6 && address.high & ~(0xF << 48) == 0xFF00 << 48
    }

    /// Nil for an address that stays.
    mutating func standIn(for address: LinkAddress, _ forms: NumberedForms) -> String? {
        if Self.isKept(address) { return nil }
        if let known = linkAddresses[address] { return known }
        let standIn = forms.next(Self.stem(address), or: []) { stem, number in
            let first = LinkAddress(stem + "00:00").map(\.rawValue) ?? 0
            return LinkAddress(rawValue: first + UInt64(number)).description
        }
        linkAddresses[address] = standIn
        return standIn
    }

    private static func isKept(_ address: LinkAddress) -> Bool {
        let isOfHost = address.rawValue >> 24 == 0x3333FF
        // Broadcast, groups of IP, and the networks of Wi-Fi Aware.
        return address.rawValue == 0xFFFF_FFFF_FFFF || address.rawValue >> 32 == 0x3333 && !isOfHost
            || address.rawValue >> 24 == 0x01005E || address.rawValue == 0x516F_9A01_0000
    }

    private static func stem(_ address: LinkAddress) -> String {
        // Clusters of Wi-Fi Aware have its prefix.
        if address.rawValue >> 16 == 0x506F_9A01 { return "50:6f:9a:01:" }
        if address.rawValue >> 24 == 0x3333FF { return "33:33:ff:00:" }
        return address.isGroup ? "03:00:00:00:" : "02:00:00:00:"
    }
}
