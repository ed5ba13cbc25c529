import WireCoding

/// A name as AWDL writes it in its action frames: labels and codes for text that occurs often, in any order.
///
/// A label is a length below 64 and that many bytes; a code is two bytes from 0xC000 on (big-endian). There is no final
/// byte, because a length outside of the name determines its end. Codes look like DNS pointers but are not.
public struct AWDLName: Hashable, Sendable {
    /// The longest label.
    public static let maximumLabelLength = 63

    /// The pieces in their order, so that the name is written back as it was read.
    public var items: [Item]

    /// A piece of a name.
    public enum Item: Hashable, Sendable {
        /// At most 63 bytes; written without more than that.
        case label([UInt8])
        /// Two bytes that represent labels, or nothing.
        case code(AWDLNameCode)
    }

    /// - Parameter items: Labels of at most 63 bytes, and codes.
    public init(items: [Item]) { self.items = items }

    /// Reads a name that goes to the end of the input.
    ///
    /// - Throws: `truncated` where a label or code is longer than what is left, `invalidValue` for a length from 64 to
    ///   191.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        items = []
        while !input.isAtEnd {
            let start = input
            let first = try input.readUInt8("AWDL label length")
            switch first {
            case 0..<64: items.append(.label(try input.readBytes(Int(first), "AWDL label")))
            case 0xC0...:
                input = start
                items.append(.code(AWDLNameCode(rawValue: try input.readUInt16("AWDL name code"))))
            default: throw start.error(.invalidValue(UInt64(first)), "AWDL label length")
            }
        }
    }

    /// Writes all pieces, with at most 63 bytes of each label. ``validate(at:)`` checks whether that is the whole name.
    public func serialize(into output: inout ByteWriter) { serialize(into: &output, atMost: .max) }

    /// Writes as many whole pieces as there is room for, so that no label is longer than what follows its length.
    func serialize(into output: inout ByteWriter, atMost room: Int) {
        let start = output.count
        for item in items {
            guard item.size <= room &- (output.count &- start) else { return }
            switch item {
            case .label(let label):
                let kept = label.prefix(Self.maximumLabelLength)
                output.writeUInt8(UInt8(truncatingIfNeeded: kept.count))
                output.writeBytes(kept)
            case .code(let code): output.writeUInt16(code.rawValue)
            }
        }
    }

    /// Bytes of the name when it is written.
    public var size: Int { items.reduce(0) { $0 + $1.size } }

    /// Looks for what the wire has no room for.
    ///
    /// - Parameter offset: The start of the name, for the error.
    /// - Throws: `tooLong` for a label of more than 63 bytes.
    public func validate(at offset: Int = 0) throws(WireError) {
        var position = offset
        for item in items {
            if case .label(let label) = item {
                try WireError.checkLength(
                    label.count, "AWDL label", maximum: Self.maximumLabelLength, offset: position)
            }
            position += item.size
        }
    }

    /// Whether the name ends in the code for nothing: the name that it is relative to is known from elsewhere.
    public var isRelative: Bool { items.last == .code(.null) }

    /// The labels, including those that codes represent; nil if a code is not known.
    public var labels: [[UInt8]]? {
        var labels: [[UInt8]] = []
        for item in items {
            switch item {
            case .label(let label): labels.append(label)
            case .code(let code):
                guard let text = code.text else { return nil }
                labels += text.split(separator: ".").map { Array($0.utf8) }
            }
        }
        return labels
    }
}

extension AWDLName.Item {
    /// Bytes of the piece when it is written.
    var size: Int {
        switch self {
        case .label(let label): 1 + min(label.count, AWDLName.maximumLabelLength)
        case .code: 2
        }
    }
}

/// A number that represents text within an ``AWDLName``.
@frozen
public struct AWDLNameCode: RawRepresentable, Hashable, Sendable {
    /// From 0xC000 on.
    public let rawValue: UInt16

    /// - Parameter rawValue: The upper two bits are set whatever they are.
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue | 0xC000 }

    /// Stands for nothing; the end of names that are relative to another one.
    public static let null = AWDLNameCode(rawValue: 0xC000)
    /// `local`, the end of most host names.
    public static let local = AWDLNameCode(rawValue: 0xC00C)

    /// The text of the codes from 0xC000 on.
    private static let texts = [
        "", "_airplay._tcp.local", "_airplay._udp.local", "_airplay", "_raop._tcp.local", "_raop._udp.local", "_raop",
        "_airdrop._tcp.local", "_airdrop._udp.local", "_airdrop", "_tcp.local", "_udp.local", "local", "ip6.arpa",
        "ip4.arpa",
    ]

    /// All codes with a known text, by their number.
    static let known = texts.indices.map { AWDLNameCode(rawValue: 0xC000 | UInt16($0)) }

    /// The maximum number of labels that a code represents.
    static let maximumLabels = 3

    /// Labels with dots between them; nil for a code that is not known.
    public var text: String? {
        let index = Int(rawValue & 0x3FFF)
        return index < Self.texts.count ? Self.texts[index] : nil
    }
}
