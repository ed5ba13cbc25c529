import DNSWire

extension ServiceType {
    /// All rules that a text breaks as a service type such as `_txtchat._udp`, with or without a dot at the end; none for
    /// a proper one (RFC 6763 §7, RFC 6335 §5.1).
    ///
    /// The name is looked at even if the underscore or the transport is missing.
    public static func violations(in text: String) -> [ServiceTypeViolation] {
        let labels = labels(of: text)
        let name = labels.first ?? []
        var violations: [ServiceTypeViolation] = name.first == 0x5F ? [] : [.missingUnderscore]
        if labels.count != 2 || ServiceTransport(label: labels[1][...]) == nil { violations.append(.missingTransport) }
        return violations + self.violations(ofName: name.first == 0x5F ? name.dropFirst() : name[...])
    }

    /// A type of the right shape, whatever its name is like.
    static func parsed(_ text: String) -> ServiceType? {
        DNSName(presentation: text).flatMap(ServiceType.init(observed:))
    }

    /// The labels of a text, even if it is not a DNS name.
    private static func labels(of text: String) -> [[UInt8]] {
        if let name = DNSName(presentation: text) { return name.labels }
        let labels = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).map(Array.init)
        return labels.count > 1 && labels.last == [] ? labels.dropLast() : labels
    }

    /// - Parameter name: Without underscore.
    static func violations(ofName name: ArraySlice<UInt8>) -> [ServiceTypeViolation] {
        guard let first = name.first, let last = name.last else { return [.emptyName] }
        var violations: [ServiceTypeViolation] = []
        if name.count > maximumNameLength { violations.append(.tooLong(length: name.count)) }
        var hasLetter = false
        for (position, byte) in name.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: hasLetter = true
            case 0x30...0x39, 0x2D: break
            default: violations.append(.invalidCharacter(byte, position: position))
            }
        }
        if first == 0x2D || last == 0x2D { violations.append(.hyphenAtEdge) }
        if zip(name, name.dropFirst()).contains(where: { $0 == 0x2D && $1 == 0x2D }) {
            violations.append(.adjacentHyphens)
        }
        if !hasLetter { violations.append(.noLetter) }
        return violations
    }
}
