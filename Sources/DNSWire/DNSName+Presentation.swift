import WireCoding

extension DNSName: CustomStringConvertible {
    public var description: String { presentation }

    /// The name as text that shows every label border and every byte (RFC 1035 §5.1, RFC 6763 §4.3), with a dot at the
    /// end: `v1\.2 node._odd._tcp.local.`
    ///
    /// A dot or backslash within a label is preceded by a backslash. Bytes that cannot be shown are written `\DDD` in
    /// decimal: control characters, bytes that are not UTF-8, and the characters that change the layout of the text
    /// around them (line separators and bidirectional controls, which could make one name look like another).
    public var presentation: String {
        guard !isRoot else { return "." }
        var text: [UInt8] = []
        text.reserveCapacity(encodedSize + 8)
        for label in labelSlices {
            EscapedText.append(label, escaping: EscapedText.labelMarks, to: &text)
            text.append(0x2E)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A label as ``presentation`` writes it.
    public static func presentation(ofLabel label: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        EscapedText.append(ArraySlice(label), escaping: EscapedText.labelMarks, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the output of ``presentation`` and other spellings of it: any byte as `\DDD`, any character but a digit
    /// after a backslash, with or without the final dot.
    ///
    /// The result is nil for an empty text or label, an invalid escape, or a name over the limits.
    public init?(presentation text: String) {
        guard let labels = try? EscapedText.labels(of: text), !labels.isEmpty || text == ".",
            let name = try? DNSName(labels: labels)
        else { return nil }
        self = name
    }
}

/// The text form of names and strings (RFC 1035 §5.1), where backslashes mark what is not what it looks like.
public enum EscapedText {
    /// A backslash that does not begin an escape.
    public struct InvalidEscape: Error {
        /// The offset of the backslash in the UTF-8 of the text.
        public let position: Int
    }

    /// The parts of the text within a label, and within a string.
    static let labelMarks: [UInt8] = [0x2E, 0x5C]
    static let stringMarks: [UInt8] = [0x22, 0x5C]

    /// The labels of the text, possibly empty or too long, without the empty one after a final dot.
    public static func labels(of text: String) throws(InvalidEscape) -> [[UInt8]] {
        var labels: [[UInt8]] = [[]]
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x2E {
                labels.append([])
            } else if byte == 0x5C {
                let position = rest.startIndex - 1
                guard let escaped = escapedByte(&rest) else { throw InvalidEscape(position: position) }
                labels[labels.count - 1].append(escaped)
            } else {
                labels[labels.count - 1].append(byte)
            }
        }
        if labels.last == [] { labels.removeLast() }
        return labels == [[]] ? [] : labels
    }

    /// The byte that the characters after a backslash represent, which are taken away; nil if the escape is invalid.
    public static func escapedByte(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        guard let first = rest.popFirst() else { return nil }
        guard (0x30...0x39).contains(first) else { return first }
        var value = Int(first) - 0x30
        for _ in 0..<2 {
            guard let digit = rest.popFirst(), (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit) - 0x30
        }
        return UInt8(exactly: value)
    }

    /// Adds a label or a string, and escapes marks and what cannot be shown.
    ///
    /// - Parameter isText: False to escape all bytes beyond ASCII.
    static func append(
        _ bytes: ArraySlice<UInt8>, escaping marks: [UInt8], isText: Bool = true, to text: inout [UInt8]
    ) {
        var rest = bytes[...]
        var characters = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while true {
            switch parser.parseScalar(from: &characters) {
            case .valid(let encoded):
                let character = rest.prefix(encoded.count)
                rest = rest.dropFirst(encoded.count)
                if let byte = character.first, marks.contains(byte) {
                    text += [0x5C, byte]
                } else if isShown(Unicode.UTF8.decode(encoded).value), isText || encoded.count == 1 {
                    text += character
                } else {
                    for byte in character { appendDecimal(byte, to: &text) }
                }
            case .error(let length):
                for byte in rest.prefix(length) { appendDecimal(byte, to: &text) }
                rest = rest.dropFirst(length)
            case .emptyInput: return
            }
        }
    }

    /// Adds a byte as `\DDD`.
    public static func appendDecimal(_ byte: UInt8, to text: inout [UInt8]) {
        text += [0x5C, 0x30 + byte / 100, 0x30 + byte / 10 % 10, 0x30 + byte % 10]
    }

    private static func isShown(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x00...0x1F, 0x7F...0x9F: false
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}

extension EscapedText.InvalidEscape: CustomStringConvertible {
    /// One phrase with the offset in the text.
    public var description: String { "the backslash at offset \(position) begins no escape" }
}
