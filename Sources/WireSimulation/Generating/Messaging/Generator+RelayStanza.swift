import WireTesting
import XMPPStreams

extension Generator where Value == RelayStanza {
    /// Chat messages of CarrierPigeon, on the way to the server and from it, half of them carried by another than the author.
    public static var plausible: Generator { Generator { $0.plausibleStanza() } }

    /// Every attribute and content there or not, with text of markup, references and all characters that XML allows, in
    /// both spellings of the author's number. Every stanza can be written.
    public static var extreme: Generator { Generator { $0.extremeStanza() } }
}

extension SeededGenerator {
    fileprivate mutating func plausibleStanza() -> RelayStanza {
        let people = ["alice@pigeon.lab", "bob@pigeon.lab", "olga@pigeon.lab"]
        let sender = pick(people)
        var stanza = RelayStanza(
            to: JID(pick(people)), from: chance(1, in: 2) ? JID(sender + "/phone") : nil, id: "\(number(in: 1...999))",
            type: "chat", body: "meet at the bridge at \(number(in: 1...12))",
            senderTimestamp: "\(1_763_718_534 + number(in: 0...86_400))", serverTimestamp: "")
        if chance(1, in: 2) {
            stanza.reallyFrom = JID(pick(people))
            stanza.reallyFromID = "\(number(in: 1...999))"
        }
        return stanza
    }

    fileprivate mutating func extremeStanza() -> RelayStanza {
        let names = ["x", "x:y", "_z", "xmlns", "größe"]
        let contents = ["<active xmlns='c'/>", "<x a=\"&lt;\">t</x>", " ", "<![CDATA[<]]>", "&#38;", "&#x10FFFF;"]
        let reallyFromID = some { $0.xmlText() }
        let body = some { $0.xmlText() }
        return RelayStanza(
            to: some { JID($0.xmlText()) }, from: some { JID($0.xmlText()) }, id: some { $0.xmlText() },
            type: some { $0.pick(["chat", "groupchat", "error", ""]) }, lang: some { $0.pick(["en", "de-CH", ""]) },
            body: body, bodyAttributes: body == nil ? [] : attributes(names), reallyFrom: some { JID($0.xmlText()) },
            reallyFromID: reallyFromID,
            idSpelling: reallyFromID != nil && chance(1, in: 2) ? .reallyFromID : .reallyFromId,
            senderTimestamp: some { $0.xmlText() }, serverTimestamp: some { $0.xmlText() },
            otherAttributes: attributes(names), otherContent: contents.filter { _ in chance(1, in: 4) }.joined())
    }

    private mutating func attributes(_ names: [String]) -> [XMLAttribute] {
        names.compactMap { chance(1, in: 4) ? XMLAttribute(name: $0, value: xmlText()) : nil }
    }

    private mutating func some<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
        chance(1, in: 2) ? make(&self) : nil
    }

    /// Text of characters that XML allows (XML 1.0 §2.2).
    mutating func xmlText() -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<extremeCount(upTo: 80) {
            let scalar = scalar()
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...: scalars.append(scalar)
            default: scalars.append("x")
            }
        }
        return String(scalars)
    }
}
