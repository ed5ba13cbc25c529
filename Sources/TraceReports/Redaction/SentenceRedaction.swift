import WireCoding

/// Replaces what tells who or where within a sentence of a report.
struct SentenceRedaction {
    private let standIns: StandIns
    private let sentence: [UInt8]

    static func redacted(_ sentence: String, _ standIns: StandIns) -> String {
        SentenceRedaction(standIns: standIns, sentence: Array(sentence.utf8)).redacted()
    }

    private func redacted() -> String {
        var result: [UInt8] = []
        var index = 0
        while index < sentence.count {
            guard let (standIn, length) = replacement(at: index) else {
                result.append(sentence[index])
                index += 1
                continue
            }
            result += standIn.utf8
            index += length
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func replacement(at index: Int) -> (standIn: String, length: Int)? {
        if sentence[index] == Self.mark, let quoted = quotation(at: index) { return quoted }
        if let match = standIns.texts.match(in: sentence, at: index) { return (match.standIn, match.length) }
        return address(at: index)
    }

    // MARK: - Quotations

    private static let mark = UInt8(ascii: "\"")

    /// What is quoted is from the capture, known or not.
    private func quotation(at index: Int) -> (standIn: String, length: Int)? {
        if let match = standIns.texts.quoted(in: sentence, at: index + 1) {
            return ("\"\(match.standIn)\"", match.length + 2)
        }
        guard let end = self.end(of: index + 1), end > index + 1 else { return nil }
        let content = String(decoding: sentence[index + 1..<end], as: UTF8.self)
        return ("\"\(shown(content))\"", end + 1 - index)
    }

    /// The mark that ends a quotation, after which a sentence goes on.
    private func end(of start: Int) -> Int? {
        (start..<sentence.count).first { index in
            sentence[index] == Self.mark
                && (index + 1 == sentence.count || " .,;:)".utf8.contains(sentence[index + 1]))
        }
    }

    private func shown(_ content: String) -> String {
        if Self.isServiceType(content) { return content }
        // `HOST through HOST` is the one quotation of ours that is no name.
        if content.contains(" through ") { return SentenceRedaction.redacted(content, standIns) }
        return standIns.attribute(content)
    }

    private static func isServiceType(_ text: String) -> Bool {
        text.hasPrefix("_") && (text.hasSuffix("._tcp") || text.hasSuffix("._udp"))
            && text.utf8.count { $0 == UInt8(ascii: ".") } == 1
    }

    // MARK: - Addresses

    private func address(at index: Int) -> (standIn: String, length: Int)? {
        let byte = sentence[index]
        guard Hex.value(of: byte) != nil || byte == UInt8(ascii: ":"), index == 0 || !isOfAddress(sentence[index - 1])
        else { return nil }
        if let link = linkAddress(at: index) { return link }
        var end = index
        while end < sentence.count, end - index < 46, isOfAddress(sentence[end]) { end += 1 }
        // A sentence may end or go on after it, and a port may follow.
        while end > index + 1 {
            if let address = IPAddress(String(decoding: sentence[index..<end], as: UTF8.self)) {
                return (standIn(for: address, index..<end), end + zone(at: end) - index)
            }
            guard ".:".utf8.contains(sentence[end - 1]) else { break }
            end -= 1
        }
        guard let colon = sentence[index..<end].firstIndex(of: UInt8(ascii: ":")),
            let address = IPAddress(String(decoding: sentence[index..<colon], as: UTF8.self))
        else { return nil }
        return (standIn(for: address, index..<colon), colon - index)
    }

    private func standIn(for address: IPAddress, _ range: Range<Int>) -> String {
        let original = String(decoding: sentence[range], as: UTF8.self)
        let isNetwork = address.low & 0xFFFF == 0 && sentence[range.upperBound...].starts(with: "/16".utf8)
        // A network of the standard (RFC 3927).
        if isNetwork, address.isLinkLocal { return original }
        return standIns.standIn(for: address) ?? original
    }

    private func isOfAddress(_ byte: UInt8) -> Bool {
        Hex.value(of: byte) != nil || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }

    /// Bytes of a zone, which is left out: it is the name of an interface.
    private func zone(at index: Int) -> Int {
        guard index < sentence.count, sentence[index] == UInt8(ascii: "%") else { return 0 }
        return sentence[index...].prefix {
            $0 > 0x2F && $0 < 0x7B && $0 != UInt8(ascii: ":") || $0 == UInt8(ascii: "%")
        }.count
    }

    private func linkAddress(at index: Int) -> (standIn: String, length: Int)? {
        guard index + 17 <= sentence.count, index + 17 == sentence.count || Hex.value(of: sentence[index + 17]) == nil
        else { return nil }
        let text = String(decoding: sentence[index..<index + 17], as: UTF8.self)
        guard let address = LinkAddress(text) else { return nil }
        return (standIns.standIn(for: address) ?? text, 17)
    }
}
