extension TLSCertificateNames {
    /// Whether the certificate is for a host, as a client compares them that follows RFC 9525 §6.3: only host names of the
    /// subject alternative name count, and a `*` stands for one whole first label.
    ///
    /// - Parameter host: The name that the client asks for.
    /// - Returns: Nil where that cannot be said: for an address, and if names were left out.
    public func isFor(host: String) -> Bool? {
        let wanted = Self.canonical(host)
        guard !wanted.isEmpty, !Self.isAddress(wanted) else { return nil }
        if dnsNames.contains(where: { Self.matches(Self.canonical($0), wanted) }) { return true }
        return hasMoreNames ? nil : false
    }

    private static func matches(_ pattern: Substring, _ host: Substring) -> Bool {
        guard pattern.hasPrefix("*.") else { return pattern == host }
        guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
        return host[dot...] == pattern.dropFirst()
    }

    /// In lower case, without the dot of the root.
    private static func canonical(_ name: String) -> Substring {
        let lower = name.lowercased()[...]
        return lower.hasSuffix(".") ? lower.dropLast() : lower
    }

    /// Whether it is an address: its last label has digits alone (RFC 1123 §2.1), or it has colons.
    private static func isAddress(_ host: Substring) -> Bool {
        let last = host[(host.lastIndex(of: ".").map(host.index(after:)) ?? host.startIndex)...]
        return host.contains(":") || !last.isEmpty && last.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
