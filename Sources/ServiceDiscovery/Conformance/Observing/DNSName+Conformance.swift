import DNSWire

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
