import DNSWire
import WireCoding

/// What stands for each text that tells who or where: equal texts have equal stand-ins, others have others.
///
/// Numbers are given in order of first appearance. A stand-in contains no text of the reports that were looked at before it
/// was made, so that nobody can take one for the other.
final class StandIns {
    /// The kinds of stand-ins, each with its own numbers.
    enum Kind: String, CaseIterable {
        case device = "Device "
        case host = "host-"
        case peer = "peer-"
        case user = "user-"
        case text = "text-"
        case content = "content-"
        case number = "id-"
        case key = "key-"
        case messageType = "type-"
        case subtype = "_sub-"
        case domain = "domain-"
        case file = "capture-"
        case interface = "interface-"
        case process = "process-"
        case program = "program-"
        case system = "system-"
        case hardware = "hardware-"

        /// Whether texts that differ only in case are one name (RFC 6762 §16), and so shall look it.
        fileprivate var ignoresCase: Bool { self == .device || self == .host || self == .peer || self == .domain }
    }

    /// The stand-ins by what they stand for.
    private(set) var known: [String: String] = [:]
    /// The same for finding them in sentences.
    private(set) var texts = KnownTexts()
    /// Keys of attributes that stay.
    var attributeKeys: Set<String> = []
    /// The texts of values that reports have in hexadecimal too.
    var hexadecimal: [String: String] = [:]
    /// Names of instances and of hosts in lower case, from which numbered ones may be derived.
    var stems: Set<String> = []
    var hostStems: Set<String> = []
    /// Names of hosts without domain, by what they stand for.
    var hostLabels: [String: String] = [:]
    private var addresses = AddressStandIns()
    let forms = NumberedForms()
    /// Contents of messages by their hash.
    private var contents: [Int: String] = [:]
    /// The first stand-in of names that differ only in case, and how many there are.
    private var cases: [String: (standIn: String, count: Int)] = [:]

    /// Takes note of a text that no stand-in may contain.
    func avoid(_ original: String) {
        forms.avoid(original)
        guard let address = IPAddress(original) ?? Self.reversedAddress(original) else { return }
        addresses.avoid(address)
        forms.avoid(address.description)
    }

    /// The stand-in of a text.
    func standIn(for text: String, _ kind: Kind) -> String {
        if let known = known[text] { return known }
        // Sentences are searched for anything that looks like an address.
        if let address = addresses.standIn(forText: text, forms) {
            known[text] = address
            return address
        }
        let standIn = made(for: text, kind)
        remember(text, standIn)
        return standIn
    }

    /// Has this stand for that from now on.
    func remember(_ text: String, _ standIn: String) {
        guard known[text] == nil, !text.isEmpty else { return }
        known[text] = standIn
        if text != standIn { texts.add(text, standIn) }
    }

    private func made(for text: String, _ kind: Kind) -> String {
        if text.isEmpty { return text }
        if let value = hexadecimal[text] { return Hex.encode(Array(standIn(for: value, .text).utf8)) }
        return name(text) ?? (kind == .host ? hostLabel(text) : nil) ?? account(text) ?? derived(text, kind)
            ?? numbered(kind, for: text)
    }

    /// The next of its kind; of names that differ only in case, the same in another case.
    func numbered(_ kind: Kind, for text: String) -> String {
        guard kind.ignoresCase else { return forms.next(kind.rawValue) }
        let folded = text.lowercased()
        guard let (first, count) = cases[kind.rawValue + folded] else {
            let standIn = forms.next(kind.rawValue)
            cases[kind.rawValue + folded] = (standIn, 1)
            return standIn
        }
        cases[kind.rawValue + folded] = (first, count + 1)
        return NumberedForms.caseVariant(first, count) ?? forms.next(kind.rawValue)
    }

    /// `iPad (2)`, `iPad #2` and `iPad-2` of a known `iPad`: its stand-in with the same number.
    private func derived(_ text: String, _ kind: Kind) -> String? {
        guard let (stem, suffix) = Self.numberedName(text), stems.contains(stem.lowercased()) else { return nil }
        return forms.claim(standIn(for: stem, kind) + suffix)
    }

    /// A name that ends with a number as responders write it, in two parts.
    static func numberedName(_ text: String) -> (stem: String, suffix: String)? {
        for (opening, closing) in [(" (", ")"), (" #", ""), ("-", "")] where text.hasSuffix(closing) {
            let inner = text.dropLast(closing.count)
            let digits = inner.reversed().prefix { $0.isASCII && $0.isNumber }.count
            let start = inner.dropLast(digits)
            guard (1...6).contains(digits), start.hasSuffix(opening), start.count > opening.count else { continue }
            let stem = String(start.dropLast(opening.count))
            return (stem, String(text.dropFirst(stem.count)))
        }
        return nil
    }

    /// The stand-in of an address within a sentence; nil for one that stays.
    func standIn(for address: IPAddress) -> String? { addresses.standIn(for: address, forms) }
    func standIn(for address: LinkAddress) -> String? { addresses.standIn(for: address, forms) }

    /// Digits of bytes that are no text of the report.
    func digits(for text: String) -> String {
        if text.isEmpty { return text }
        if let known = known[text] { return known }
        let standIn = hexadecimal[text] == nil ? forms.nextDigits(text.utf8.count) : made(for: text, .text)
        remember(text, standIn)
        return standIn
    }

    /// The stand-in of what a message says. It is not remembered: there may be millions.
    func content(_ bytes: [UInt8]) -> [UInt8] {
        let hash = bytes.hashValue
        let standIn = contents[hash] ?? forms.next(Kind.content.rawValue)
        contents[hash] = standIn
        return Array(standIn.utf8)
    }

    /// The next of a kind that is not remembered.
    func next(_ kind: Kind) -> String { forms.next(kind.rawValue) }
}
