import WireCoding
import WireText

/// Writes HTML. Texts are escaped wherever they are written: there is no way to add one that is not.
struct HTMLText {
    private(set) var bytes: [UInt8] = []

    /// Adds a text. Characters that would be markup become references; controls and marks of direction are shown as in all output
    /// (``SafeText``).
    mutating func text(_ text: some StringProtocol) { append(escaping: SafeText.escaped(String(text))) }

    /// Adds an element with what `content` adds to it.
    mutating func element(
        _ tag: StaticString, _ attributes: [Attribute] = [], _ content: (inout HTMLText) throws -> Void
    ) rethrows {
        begin(tag, attributes)
        try content(&self)
        append("</")
        append(tag)
        append(">")
    }

    /// Adds an element with a text.
    mutating func element(_ tag: StaticString, _ attributes: [Attribute] = [], _ text: some StringProtocol) {
        element(tag, attributes) { $0.text(text) }
    }

    /// Adds an element without content: of those that HTML does not close, or of SVG.
    mutating func empty(_ tag: StaticString, _ attributes: [Attribute] = [], isSVG: Bool = false) {
        begin(tag, attributes, closing: isSVG ? "/>" : ">")
    }

    /// Adds what was written before.
    mutating func append(_ other: HTMLText) { bytes += other.bytes }

    /// Adds markup of our own.
    mutating func append(_ markup: StaticString) { bytes += markup.withUTF8Buffer { unsafe Array($0) } }

    /// Adds bytes that are safe where they are put: a style, a script, JSON without `<`.
    mutating func append(raw other: [UInt8]) { bytes += other }

    private mutating func begin(_ tag: StaticString, _ attributes: [Attribute], closing: StaticString = ">") {
        append("<")
        append(tag)
        for attribute in attributes {
            append(" ")
            append(attribute.name)
            append("=\"")
            append(escaping: attribute.value)
            append("\"")
        }
        append(closing)
    }

    private mutating func append(escaping text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case UInt8(ascii: "'"): append("&#39;")
            default: bytes.append(byte)
            }
        }
    }

    /// An attribute of an element; its name is ours, its value need not be.
    struct Attribute {
        let name: StaticString
        let value: String

        init(_ name: StaticString, _ value: some StringProtocol) {
            self.name = name
            self.value = SafeText.escaped(String(value))
        }

        init(_ name: StaticString, _ number: Int) { (self.name, value) = (name, String(number)) }
    }
}

/// Values as JSON has them.
enum JSONValue {
    static func text(_ value: Double) -> String {
        var json = JSONText(pretty: false)
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    static func text(_ value: String) -> String {
        var json = JSONText(pretty: false)
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
