import DNSWire
import WireCoding

/// Names with a structure that people read, which their stand-ins keep.
extension StandIns {
    /// The stand-in of a name of DNS: of a service, a host or an address; nil for any other text.
    func name(_ text: String) -> String? {
        guard Self.looksLikeName(text), let parts = try? EscapedText.labels(of: text), !parts.isEmpty else {
            return nil
        }
        let labels = parts.map { String(decoding: $0, as: UTF8.self) }
        let end = text.hasSuffix(".") ? "." : ""
        if let type = labels.indices.dropLast().last(where: { Self.isType(labels[$0], labels[$0 + 1]) }) {
            return service(labels, type: type, end)
        }
        if let address = Self.reversed(labels) { return reverseName(standIn(for: address), of: address, labels) + end }
        return host(text.hasSuffix(".") ? String(text.dropLast()) : text) + end
    }

    private static func looksLikeName(_ text: String) -> Bool {
        guard text.utf8.count <= 1100 else { return false }
        let lower = text.lowercased()
        if lower.contains("._tcp") || lower.contains("._udp") { return true }
        if lower.hasPrefix("_"), lower.contains("_tcp") || lower.contains("_udp") { return true }
        return (lower.hasSuffix(".") || lower.hasSuffix(".local")) && lower.utf8.count > 1 && !lower.contains(" ")
    }

    private static func isType(_ first: String, _ second: String) -> Bool {
        first.hasPrefix("_") && ["_tcp", "_udp"].contains(second.lowercased())
    }

    /// The name of a service, a type or a subtype (RFC 6763 §4, §7.1), of which the type stays.
    private func service(_ labels: [String], type: Int, _ end: String) -> String {
        var before = Array(labels[..<type])
        if labels[type].lowercased() == "_dns-sd" {
            // Who asks for all types or domains asks for nothing of its own (RFC 6763 §9, §11).
        } else if before.last?.lowercased() == "_sub" {
            before = before.dropLast().map(subtype) + ["_sub"]
        } else if !before.isEmpty {
            before = [standIn(for: before.joined(separator: "."), .device)]
        }
        let domain = labels[(type + 2)...].joined(separator: ".")
        let rest = domain.isEmpty ? [] : [self.domain(domain)]
        // A domain's dots are between its labels.
        return ((before + labels[type...type + 1]).map { DNSName.presentation(ofLabel: $0.utf8) } + rest)
            .joined(separator: ".") + end
    }

    /// The name of a host without the dot at its end.
    private func host(_ name: String) -> String {
        let lower = name.lowercased()
        if lower == "local" || name.isEmpty { return name }
        guard lower.hasSuffix(".local") else { return numbered(.host, for: name) + ".example" }
        return hostLabel(String(name.dropLast(6))) + name.suffix(6)
    }

    /// The name of a host without its domain. A numbered one of a known host has its stand-in with the same number.
    func hostLabel(_ label: String) -> String {
        if let known = hostLabels[label] { return known }
        var standIn: String?
        if let (stem, suffix) = Self.numberedName(label), suffix.hasPrefix("-"), hostStems.contains(stem.lowercased()) {
            standIn = forms.claim(hostLabel(stem) + suffix)
        }
        let result = standIn ?? numbered(.host, for: label)
        hostLabels[label] = result
        remember(label, result)
        return result
    }

    /// A domain; `local` stays.
    func domain(_ text: String) -> String {
        let bare = text.hasSuffix(".") ? String(text.dropLast()) : text
        guard bare.lowercased() != "local", !bare.isEmpty else { return text }
        if let known = known[bare] { return known + text.dropFirst(bare.count) }
        let standIn = numbered(.domain, for: bare) + ".example"
        remember(bare, standIn)
        return standIn + text.dropFirst(bare.count)
    }

    /// A subtype. Words stay; one with digits may be made for one device, as Matter's are.
    func subtype(_ text: String) -> String {
        let isWord = text.utf8.count <= 16 && text.allSatisfy { $0.isASCII && $0.isLetter || "_-".contains($0) }
        return isWord ? text : standIn(for: text, .subtype)
    }

    /// The address that a name under `in-addr.arpa` or `ip6.arpa` is about (RFC 1035 §3.5, RFC 3596 §2.5).
    static func reversedAddress(_ name: String) -> IPAddress? {
        guard name.hasSuffix("arpa.") else { return nil }
        return reversed(name.split(separator: ".").map(String.init))
    }

    private static func reversed(_ labels: [String]) -> IPAddress? {
        guard labels.count > 2, labels[labels.count - 1].lowercased() == "arpa" else { return nil }
        let parts = labels.dropLast(2).reversed()
        switch labels[labels.count - 2].lowercased() {
        case "in-addr": return IPAddress(parts.joined(separator: "."))
        case "ip6":
            guard parts.count == 32, parts.allSatisfy({ $0.utf8.count == 1 }) else { return nil }
            let digits = Array(parts.joined())
            let groups = stride(from: 0, to: 32, by: 4).map { String(digits[$0..<$0 + 4]) }
            return IPAddress(groups.joined(separator: ":"))
        default: return nil
        }
    }

    private func reverseName(_ standIn: String?, of address: IPAddress, _ labels: [String]) -> String {
        let shown = standIn.flatMap { IPAddress($0) } ?? address
        let parts =
            shown.isIPv6
            ? Hex.encode(shown.bytes).reversed().map { String($0) } : shown.bytes.reversed().map { "\($0)" }
        return (parts + labels.suffix(2)).joined(separator: ".")
    }

    /// The account of a messenger (RFC 7622), with a resource or without: `user-1@host-2.example/text-3`.
    func account(_ text: String) -> String? {
        let bare = String(text.prefix { $0 != "/" })
        let parts = bare.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !text.contains(" "), bare.utf8.count <= 512 else {
            return nil
        }
        if bare != text { return standIn(for: bare, .user) + "/" + resource(String(text.dropFirst(bare.count + 1))) }
        let server = String(parts[1])
        return next(.user) + "@" + (IPAddress(server) == nil ? serverName(server) : standIn(for: server, .host))
    }

    private func resource(_ text: String) -> String { text.isEmpty ? text : standIn(for: text, .text) }

    private func serverName(_ text: String) -> String {
        if let known = known[text] { return known }
        let standIn = host(text)
        remember(text, standIn)
        return standIn
    }
}
