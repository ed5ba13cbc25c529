import WireCoding

/// Why a text is not a DNS name.
@nonexhaustive
public enum DNSNameViolation: Error, Hashable, Sendable {
    /// The text is empty; the root is `.`.
    case emptyText
    /// Two dots have nothing between them, or the first one nothing before it. Labels count from 1.
    case emptyLabel(number: Int)
    /// A label takes more than 63 bytes. Labels count from 1.
    case labelTooLong(number: Int, length: Int)
    /// The name takes more than 255 bytes, with a byte before each label and one for the root.
    case nameTooLong(length: Int)
    /// A backslash does not begin an escape; its offset in the UTF-8 of the text.
    case invalidEscape(position: Int)
}

extension DNSNameViolation: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .emptyText: "a DNS name has a label or is the root, \".\""
        case .emptyLabel(let number): "label \(number) is empty"
        case .labelTooLong(let number, let length):
            "label \(number) has \(length) bytes, the limit is \(DNSName.maximumLabelLength)"
        case .nameTooLong(let length): "the name has \(length) bytes, the limit is \(DNSName.maximumLength)"
        case .invalidEscape(let position): "the backslash at offset \(position) does not begin an escape"
        }
    }
}

extension DNSName {
    /// Reads the output of ``presentation`` and other spellings of it, as ``init(presentation:)``.
    ///
    /// - Throws: The first rule that the text breaks.
    public init(validating text: String) throws(DNSNameViolation) {
        guard text != "." else {
            self = .root
            return
        }
        let labels: [[UInt8]]
        do throws(EscapedText.InvalidEscape) {
            labels = try EscapedText.labels(of: text)
        } catch {
            throw .invalidEscape(position: error.position)
        }
        guard !labels.isEmpty else {
            throw text.isEmpty ? .emptyText : .emptyLabel(number: 1)
        }
        for (index, label) in labels.enumerated() {
            guard !label.isEmpty else { throw .emptyLabel(number: index + 1) }
            guard label.count <= Self.maximumLabelLength else {
                throw .labelTooLong(number: index + 1, length: label.count)
            }
        }
        guard let name = try? DNSName(labels: labels) else {
            throw .nameTooLong(length: labels.reduce(1) { $0 + $1.count + 1 })
        }
        self = name
    }
}

extension DNSName: LosslessStringConvertible, ExpressibleByStringLiteral, Codable {
    /// Reads a text as ``init(presentation:)`` does.
    public init?(_ text: String) { self.init(presentation: text) }

    /// A name that is written in a program: `"_http._tcp.local."`
    ///
    /// - Precondition: The text is a name.
    public init(stringLiteral text: String) {
        do throws(DNSNameViolation) {
            try self.init(validating: text)
        } catch {
            // The compiler calls this for literals in a program's source. Text of an input takes `init(validating:)`.
            preconditionFailure("\"\(text)\": \(error)")
        }
    }

    /// - Throws: `DecodingError` for a text that is no name.
    public init(from decoder: any Decoder) throws { self = try TextCoding.decode(Self.self, from: decoder) }

    /// As its text: `"_http._tcp.local."`.
    public func encode(to encoder: any Encoder) throws { try TextCoding.encode(self, to: encoder) }
}
