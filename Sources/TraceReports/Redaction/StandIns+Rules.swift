import PacketCapture
import TraceModel
import WireCoding

/// What the rules do.
extension StandIns {
    /// What becomes of a text.
    func redacted(_ text: String, _ rule: RedactionRule, at place: ReportTree.Place) -> String {
        switch rule {
        case .keep: text
        case .sentence: SentenceRedaction.redacted(text, self)
        case .name(let kind): standIn(for: text, kind)
        case .path: path(text)
        case .filter: filter(text)
        case .interface: CaptureInterface.isUsualName(text) ? text : standIn(for: text, .interface)
        case .subtype: subtype(text)
        case .domain: domain(text)
        case .number: text.utf8.count < 10 && text.allSatisfy(\.isNumber) ? text : standIn(for: text, .number)
        case .attribute:
            place.sibling("kind") == .word("txt") ? attribute(text) : standIn(for: text, .device)
        case .attributeKey: attributeKey(text)
        case .digits: digits(for: text)
        case .messageType:
            TraceMessage.protocolTypes.contains(text) ? text : standIn(for: text, .messageType)
        case .fact: fact(text, place.key)
        }
    }

    /// An attribute of a TXT record as it is written: the key stays where it is a word, the value never.
    func attribute(_ text: String) -> String {
        if let known = known[text] { return known }
        guard let separator = text.firstIndex(of: "=") else { return standIn(for: text, .text) }
        let value = String(text[text.index(after: separator)...])
        let standIn = attributeKey(String(text[..<separator])) + "=" + (value.isEmpty ? "" : standIn(for: value, .text))
        remember(text, standIn)
        return standIn
    }

    private func attributeKey(_ key: String) -> String {
        key.isEmpty || attributeKeys.contains(key) ? key : standIn(for: key, .key)
    }

    /// Takes note of the key of an attribute with a value. A word of a protocol stays, unless somebody is called so;
    /// a text without a value may be anything.
    func noteAttributeKey(_ key: String) {
        let isWord = key.utf8.count <= 24 && key.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
        let name = key.lowercased()
        if isWord, !stems.contains(name), !hostStems.contains(name) { attributeKeys.insert(key) }
    }

    /// The path of a capture: its name alone, with its endings.
    private func path(_ text: String) -> String {
        guard text != "-" else { return text }
        if let known = known[text] { return known }
        let name = Self.fileName(text)
        let endings = name.split(separator: ".").dropFirst().filter { Self.endings.contains($0.lowercased()) }
        let end = endings.map { "." + $0 }.joined()
        let standIn = forms.next(Kind.file.rawValue) { $0 + "\($1)" + end }
        remember(text, standIn)
        remember(name, standIn)
        return standIn
    }

    static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static let endings: Set<String> = [
        "pcap", "pcapng", "cap", "gz", "zst", "lz4", "ntar", "dmp", "txt", "json",
    ]

    /// A capture filter with other names and addresses.
    private func filter(_ text: String) -> String {
        var (result, word) = ("", "")
        func end() {
            let isKept = word.isEmpty || Self.filterWords.contains(word) || word.allSatisfy(\.isNumber)
            result += isKept ? word : standIn(for: word, .host)
            word = ""
        }
        for character in text {
            if character.isLetter || character.isNumber || ".:_-%/@".contains(character) {
                word.append(character)
            } else {
                end()
                result.append(character)
            }
        }
        end()
        return result
    }

    private static let filterWords: Set<String> = Set(
        """
        host net port portrange src dst and or not proto ether ip ip6 arp rarp tcp udp sctp icmp icmp6 igmp vlan mpls wlan \
        mask gateway broadcast multicast less greater len type subtype mgt ctl data link ppp llc radio addr1 addr2 addr3 addr4 \
        tcp-syn tcp-ack tcp-fin tcp-rst tcp-push tcp-urg tcpflags inbound outbound ifindex - / :
        """.split(separator: " ").map(String.init))

    /// The text of a finding's fact: an id, a word of ours, or a name.
    private func fact(_ text: String, _ key: String) -> String {
        if Self.factWords.contains(text) { return text }
        let isID =
            text.first.map { "ps".contains($0) } ?? false && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        if isID, text.utf8.count > 1, key == "from" || key == "asker" { return text }
        if let known = known[text] { return known }
        let sentence = SentenceRedaction.redacted(text, self)
        guard sentence == text else { return sentence }
        let isPeer = key.hasSuffix("PeerID") || ["peerID", "senderID", "author", "carrier", "carriers"].contains(key)
        return standIn(for: text, isPeer ? .peer : .text)
    }

    /// What the facts `initiator`, `responder`, `receiver` and `host` say where they are no names.
    private static let factWords: Set<String> = ["initiator", "responder", "present", "silent"]
}
