/// What to write instead of a filter in Wireshark's display language, which is another one than that of captures.
///
/// ```
/// ip.addr == 10.0.0.1 && tcp.port==80   →   host 10.0.0.1 && tcp port 80
/// ```
struct DisplayFilterHint: Equatable {
    /// The same in the language of captures; nil where that has no words for it.
    let equivalent: String?
    /// The option that does what a field is for.
    let option: String?

    /// Fields that are compared with a value, and the words before it.
    private static let fields: [String: String] = [
        "ip.addr": "host", "ip.host": "host", "ip.src": "src host", "ip.dst": "dst host", "ipv6.addr": "ip6 host",
        "ipv6.host": "ip6 host", "ipv6.src": "ip6 src host", "ipv6.dst": "ip6 dst host", "tcp.port": "tcp port",
        "tcp.srcport": "tcp src port", "tcp.dstport": "tcp dst port", "udp.port": "udp port",
        "udp.srcport": "udp src port", "udp.dstport": "udp dst port", "eth.addr": "ether host",
        "eth.src": "ether src", "eth.dst": "ether dst", "eth.type": "ether proto", "wlan.addr": "wlan host",
        "wlan.sa": "wlan src", "wlan.da": "wlan dst", "wlan.ta": "wlan ta", "wlan.ra": "wlan ra", "vlan.id": "vlan",
        "ip.proto": "ip proto", "arp.src.proto_ipv4": "arp src host", "arp.dst.proto_ipv4": "arp dst host",
    ]

    /// Protocols by themselves.
    private static let protocols: [String: String] = [
        "mdns": "udp port 5353", "dns": "port 53", "http": "tcp port 80", "http2": "tcp port 443",
        "tls": "tcp port 443", "ssl": "tcp port 443", "quic": "udp port 443", "dhcp": "udp port 67 or udp port 68",
        "ssdp": "udp port 1900", "ntp": "udp port 123", "stun": "udp port 3478", "xmpp": "tcp port 5222",
        "ssh": "tcp port 22", "icmpv6": "icmp6", "ipv6": "ip6", "eapol": "ether proto 0x888e", "igmp": "igmp",
        "frame": "greater 0", "tcp": "tcp", "udp": "udp", "ip": "ip", "arp": "arp", "icmp": "icmp", "sctp": "sctp",
    ]

    /// Flags of TCP.
    private static let flags: [String: String] = [
        "tcp.flags.syn": "tcp-syn", "tcp.flags.fin": "tcp-fin", "tcp.flags.reset": "tcp-rst",
        "tcp.flags.ack": "tcp-ack", "tcp.flags.push": "tcp-push",
    ]

    /// Fields that an option of ours is for, by how they begin.
    private static let options: [(field: String, option: String)] = [
        ("frame.number", "frames and extract have --frame 7-12"),
        ("frame.time", "extract has --from and --to, such as --from 5 --to 1.5min"),
        ("tcp.stream", "sessions, messages and extract have --session 4"),
        ("udp.stream", "sessions, messages and extract have --session 4"),
        ("dns.qry.name", "services has --instance, --type and --host"),
        ("dns.", "services has --instance, --type and --host"), ("mdns.", "services has --instance, --type and --host"),
        ("awdl", "nearscope wireless shows AWDL"), ("wlan.fixed", "nearscope frames shows the fields of each frame"),
        ("tls.", "sessions has --application tls"),
    ]

    private static let operators: [String: String] = [
        "and": "and", "or": "or", "not": "not", "&&": "&&", "||": "||", "!": "not", "(": "(", ")": ")",
    ]

    /// nil for an expression without anything that only the display language has.
    init?(_ expression: String) {
        let tokens = Self.tokens(expression)
        let known = { (token: String) in Self.fields[token] != nil || Self.flags[token] != nil }
        let isForeign = tokens.contains { token in
            known(token) || Self.protocols[token].map { $0 != token } ?? false
                || ["==", "contains", "matches"].contains(token)
                || token.contains(".") && token.first?.isLetter == true
        }
        guard isForeign, tokens.count <= 64 else { return nil }
        option = tokens.lazy.compactMap { token in Self.options.first { token.hasPrefix($0.field) }?.option }.first
        equivalent = Self.translated(tokens)
    }

    private static func translated(_ tokens: [String]) -> String? {
        var words: [String] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if let word = operators[token] {
                words.append(word)
                index += 1
            } else if let flag = flags[token] {
                let value = index + 2 < tokens.count ? tokens[index + 2] : "1"
                let isComparison = index + 1 < tokens.count && ["==", "eq"].contains(tokens[index + 1])
                guard isComparison || index + 1 == tokens.count || operators[tokens[index + 1]] != nil else {
                    return nil
                }
                let isSet = !isComparison || ["1", "true", "True"].contains(value)
                words.append("tcp[tcpflags] & \(flag) \(isSet ? "!=" : "==") 0")
                index += isComparison ? 3 : 1
            } else if let field = fields[token] {
                guard index + 2 < tokens.count, isValue(tokens[index + 2]) else { return nil }
                switch tokens[index + 1] {
                case "==", "eq": words.append("\(field) \(tokens[index + 2])")
                case "!=", "ne", "~=": words.append("not \(field) \(tokens[index + 2])")
                default: return nil
                }
                index += 3
            } else if let word = protocols[token] {
                words.append(word.contains(" or ") ? "(\(word))" : word)
                index += 1
            } else {
                return nil
            }
        }
        return words.isEmpty ? nil : words.joined(separator: " ").replacing("( ", with: "(").replacing(" )", with: ")")
    }

    /// An address or a number, and nothing that would mean something else there.
    private static func isValue(_ token: String) -> Bool {
        operators[token] == nil
            && token.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Words, and the signs between them.
    private static func tokens(_ expression: String) -> [String] {
        let signs = ["==", "!=", "~=", "<=", ">=", "&&", "||", "!", "<", ">", "(", ")", "&", "|"]
        var tokens: [String] = []
        var rest = expression[...]
        var word = ""
        while let character = rest.first {
            if let sign = signs.first(where: { rest.hasPrefix($0) }) {
                if !word.isEmpty { tokens.append(word) }
                word = ""
                tokens.append(sign)
                rest = rest.dropFirst(sign.count)
                continue
            }
            if character.isWhitespace {
                if !word.isEmpty { tokens.append(word) }
                word = ""
            } else {
                word.append(character)
            }
            rest = rest.dropFirst()
        }
        return word.isEmpty ? tokens : tokens + [word]
    }
}

extension DisplayFilterHint: CustomStringConvertible {
    /// One sentence.
    var description: String {
        let start = "this looks like Wireshark's display language; --filter takes tcpdump's"
        if let equivalent { return "\(start): '\(equivalent)'" }
        return start + (option.map { "; \($0)" } ?? ", such as 'host 10.0.0.1 and tcp port 80'; see pcap-filter(7)")
    }
}
