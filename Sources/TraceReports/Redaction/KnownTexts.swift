/// Texts of reports and their stand-ins, to be found within sentences: the longest one first.
struct KnownTexts {
    private var standIns: [[UInt8]: String] = [:]
    /// By the first two bytes, the lengths of texts that begin so, the longest first.
    private var lengths: [UInt16: [Int]] = [:]
    /// Texts that sentences may cut, by their beginnings.
    private var long: [[UInt8]: [(text: [UInt8], standIn: String)]] = [:]
    /// Texts that are replaced only where quotation marks are around them.
    private var quotedOnly: Set<[UInt8]> = []

    /// No sentence cuts a text to fewer bytes.
    private static let shortestCut = 40
    /// Texts with one beginning that are compared where a sentence has it.
    private static let maximumAlternatives = 64
    private static let ellipsis = Array("…".utf8)
    /// In place of a character that was cut.
    private static let replacement = Array("\u{FFFD}".utf8)

    /// A text that was found.
    struct Match {
        let standIn: String
        /// Bytes of the sentence that it takes.
        let length: Int
    }

    mutating func add(_ original: String, _ standIn: String) {
        let bytes = Array(original.utf8)
        guard !bytes.isEmpty, standIns[bytes] == nil else { return }
        standIns[bytes] = standIn
        if Self.isOrdinary(original) { quotedOnly.insert(bytes) }
        if bytes.count > 1 {
            let start = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
            var known = lengths[start, default: []]
            if let index = known.firstIndex(where: { $0 <= bytes.count }) {
                if known[index] != bytes.count { known.insert(bytes.count, at: index) }
            } else {
                known.append(bytes.count)
            }
            lengths[start] = known
        }
        if bytes.count > Self.shortestCut {
            let beginning = Array(bytes.prefix(Self.shortestCut))
            if long[beginning, default: []].count < Self.maximumAlternatives {
                long[beginning, default: []].append((bytes, standIn))
            }
        }
    }

    /// The longest text at a place of a sentence that is a word of its own there.
    func match(in sentence: [UInt8], at start: Int) -> Match? {
        let match = candidates(in: sentence, at: start) { range in
            !quotedOnly.contains(Array(sentence[range])) || Self.isSubject(range, in: sentence)
        }
        return match ?? cut(in: sentence, at: start)
    }

    /// The text from here to a quotation mark, however ordinary.
    func quoted(in sentence: [UInt8], at start: Int) -> Match? {
        let isQuoted = { (end: Int) in end < sentence.count && sentence[end] == UInt8(ascii: "\"") }
        if isQuoted(start + 1), let standIn = standIns[[sentence[start]]] { return Match(standIn: standIn, length: 1) }
        if let match = candidates(in: sentence, at: start, where: { isQuoted($0.upperBound) }) { return match }
        guard let match = cut(in: sentence, at: start), isQuoted(start + match.length) else { return nil }
        return match
    }

    private func candidates(
        in sentence: [UInt8], at start: Int, where isWanted: (Range<Int>) -> Bool
    ) -> Match? {
        guard start < sentence.count else { return nil }
        if start + 1 < sentence.count,
            let lengths = lengths[UInt16(sentence[start]) << 8 | UInt16(sentence[start + 1])]
        {
            for length in lengths where start + length <= sentence.count {
                let range = start..<start + length
                guard Self.isWhole(range, in: sentence), let standIn = standIns[Array(sentence[range])], isWanted(range)
                else {
                    continue
                }
                return Match(standIn: standIn, length: length)
            }
        }
        let range = start..<start + 1
        guard Self.isWhole(range, in: sentence), let standIn = standIns[[sentence[start]]], isWanted(range) else {
            return nil
        }
        return Match(standIn: standIn, length: 1)
    }

    /// A text of which the sentence has only the beginning.
    private func cut(in sentence: [UInt8], at start: Int) -> Match? {
        guard !long.isEmpty, start + Self.shortestCut < sentence.count,
            let texts = long[Array(sentence[start..<start + Self.shortestCut])]
        else { return nil }
        for (text, standIn) in texts {
            var end = start + Self.shortestCut
            while end < sentence.count, end - start < text.count, sentence[end] == text[end - start] { end += 1 }
            while sentence[end...].starts(with: Self.replacement) { end += Self.replacement.count }
            // What was cut within a character may begin like the ellipsis.
            for back in 0...min(2, end - start) where sentence[(end - back)...].starts(with: Self.ellipsis) {
                return Match(standIn: standIn + "…", length: end - back + Self.ellipsis.count - start)
            }
            // Facts of a record cut bytes without a mark.
            if end < sentence.count, sentence[end] == UInt8(ascii: "\"") {
                return Match(standIn: standIn, length: end - start)
            }
        }
        return nil
    }

    /// Whether letters and digits of a text do not go on before or after it.
    private static func isWhole(_ range: Range<Int>, in sentence: [UInt8]) -> Bool {
        func isOfWord(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        let (first, last) = (range.lowerBound, range.upperBound - 1)
        if first > 0, isOfWord(sentence[first]), isOfWord(sentence[first - 1]) { return false }
        return !(last + 1 < sentence.count && isOfWord(sentence[last]) && isOfWord(sentence[last + 1]))
    }

    /// Whether a word is where sentences have names: at their start in lower case, or before a parenthesis; an `A` anywhere but
    /// at a start.
    private static func isSubject(_ range: Range<Int>, in sentence: [UInt8]) -> Bool {
        let rest = sentence[range.upperBound...]
        // An article has a capital only where a sentence begins.
        if range.count == 1, range.lowerBound > 1, sentence[range.lowerBound] == UInt8(ascii: "A") {
            return sentence[range.lowerBound - 2] != UInt8(ascii: ".")
        }
        if range.count > 1, rest.starts(with: " (".utf8) { return true }
        return range.count > 2 && range.lowerBound == 0 && rest.first == UInt8(ascii: " ")
            && (0x61...0x7A).contains(sentence[0])
    }

    /// Whether sentences have the text for other reasons too.
    private static func isOrdinary(_ text: String) -> Bool {
        if text.utf8.count == 1, let letter = text.first, letter.isLetter { return "aAisdhI".contains(letter) }
        let hasLetter = text.unicodeScalars.contains { !$0.isASCII || $0.properties.isAlphabetic }
        return !hasLetter && text.utf8.count < 7 || words.contains(text.lowercased())
    }

    /// Words of our sentences that devices, users and attributes are called too.
    private static let words: Set<String> = Set(
        """
        ms an as at by for from had has have in is it its no not now of on one or the to two was were with ptr srv txt any \
        aaaa tcp udp dns mdns tls quic http xmpp awdl nan mesh echo data name names host hosts service services session sessions \
        peer peers frame frames packet packets message messages byte bytes stream port ports type types record records \
        connection connections capture network server client device user app account broadcast probe answer query \
        question request conflict rule number address addresses master node nodes channel time first last other others \
        same local unknown text key value true false avahi apple zeroconf jmdns resolved version json
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
