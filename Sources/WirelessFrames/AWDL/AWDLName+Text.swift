import DNSWire
import WireCoding

extension AWDLName: CustomStringConvertible {
    /// The name with dots between its pieces: `iPhone (2)._airdrop._tcp.local`.
    ///
    /// As in DNS (RFC 1035 §5.1) a dot or backslash within a label has a backslash before it, and control characters are
    /// written `\DDD` in decimal, as are all bytes beyond ASCII of a label that is not UTF-8. A code that is not known is
    /// written `<c00f>`, and a label's own `<` has a backslash before it.
    public var description: String {
        var parts: [String] = []
        for item in items {
            switch item {
            case .label(let label): parts.append(Self.escaped(label))
            case .code(.null): break
            case .code(let code): parts.append(code.text ?? "<\(String(code.rawValue, radix: 16))>")
            }
        }
        return parts.joined(separator: ".")
    }

    private static func escaped(_ label: [UInt8]) -> String {
        let isText = String(validUTF8: label) != nil
        var text: [UInt8] = []
        for byte in label {
            switch byte {
            case 0x2E, 0x3C, 0x5C: text += [0x5C, byte]
            case 0x20...0x7E: text.append(byte)
            case 0x80... where isText: text.append(byte)
            default: EscapedText.appendDecimal(byte, to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension AWDLName {
    /// Makes a name from a text like ``description``: the longest possible end becomes a code, and a name without one
    /// ends in ``AWDLNameCode/null``.
    ///
    /// The result is nil for an empty label, one of more than 63 bytes, or an invalid escape.
    public init?(_ text: String) {
        guard let pieces = Self.pieces(of: text) else { return nil }
        // No code represents more labels, and long names must not take long.
        for start in pieces.indices.suffix(AWDLNameCode.maximumLabels) {
            guard let code = Self.code(for: pieces[start...]) else { continue }
            items = pieces[..<start] + [.code(code)]
            return
        }
        items = pieces
        if case .code = pieces.last { return }
        items.append(.code(.null))
    }

    /// The labels of a text, and the codes that it has in angle brackets.
    private static func pieces(of text: String) -> [Item]? {
        guard !text.isEmpty else { return [] }
        var pieces: [Item] = []
        var label: [UInt8] = []
        var characters = Array(text.utf8)[...]
        /// The digits of the code, while in angle brackets.
        var digits: [UInt8]?
        func close() -> Bool {
            if let code = digits {
                guard code.last == 0x3E, label.isEmpty,
                    let bytes = Hex.decode(String(decoding: code.dropLast(), as: UTF8.self)), bytes.count == 2,
                    bytes[0] >= 0xC0
                else { return false }
                pieces.append(.code(AWDLNameCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))))
            } else {
                guard (1...maximumLabelLength).contains(label.count) else { return false }
                pieces.append(.label(label))
            }
            label = []
            digits = nil
            return true
        }
        while let character = characters.popFirst() {
            switch character {
            case 0x2E: guard close() else { return nil }
            case 0x3C where digits == nil && label.isEmpty: digits = []
            case 0x5C:
                guard let byte = EscapedText.escapedByte(&characters) else { return nil }
                label.append(byte)
            default: if digits == nil { label.append(character) } else { digits?.append(character) }
            }
        }
        return close() ? pieces : nil
    }

    /// The code that represents exactly these labels.
    private static func code(for items: ArraySlice<Item>) -> AWDLNameCode? {
        AWDLNameCode.known.dropFirst().first { code in
            AWDLName(items: [.code(code)]).labels?.map(Item.label) == Array(items)
        }
    }
}

extension AWDLName {
    /// The text, and where that text would be written in other pieces, the bytes.
    func fields(_ key: String) -> [FrameField] {
        let text = description
        let field = FrameField(key, .text(text))
        guard AWDLName(text) != self else { return [field] }
        return [field, .hex(key + "Bytes", ByteWriter.bytes(serialize(into:)))]
    }

    /// Reads a name by its bytes, where they are given, else by its text.
    init(_ object: FieldObject, _ key: String) throws(FieldError) {
        guard let bytes = try object.value(key + "Bytes", .hex) else {
            guard let name = AWDLName(try object.required(object.text(key), key)) else {
                throw object.error(key, "is not a name with labels of 1 to 63 bytes")
            }
            self = name
            return
        }
        do throws(WireError) {
            var input = ByteReader(bytes.span)
            self = try AWDLName(parsing: &input)
        } catch {
            throw object.error(key + "Bytes", "is not a name: \(error)")
        }
        if let text = try object.text(key), text != description {
            throw object.error(key, "contradicts \(key)Bytes; leave one of them out")
        }
    }

    /// Names of labels and codes in any order, known or not.
    static func extreme(from source: inout any ExtremeSource) -> AWDLName {
        let items = (0..<source.number(in: 0...4)).map { _ -> Item in
            switch source.number(in: 0...3) {
            case 0: .code(AWDLNameCode(rawValue: UInt16(source.number(in: 0...14))))
            case 1: .code(AWDLNameCode(rawValue: source.extremeNumber(UInt16.self)))
            case 2: .label(source.extremeBytes(from: 0, upTo: maximumLabelLength))
            default: .label(Array(source.pick(["iPhone (2)", "a.b", "x\\y", "<c00f>", "münchen", ""]).utf8))
            }
        }
        return AWDLName(items: items)
    }
}

extension FieldDescription {
    /// A name as text, and its bytes where the text does not say how it was written.
    ///
    /// - Parameter room: As many whole pieces are written as have room in so many bytes.
    static func name(
        _ key: String, _ path: WritableKeyPath<Root, AWDLName> & Sendable, room: Int = .max
    ) -> FieldDescription {
        FieldDescription(
            names: [key, key + "Bytes"], write: { $0[keyPath: path].fields(key) },
            read: { (object, root) throws(FieldError) in root[keyPath: path] = try AWDLName(object, key) },
            vary: { $1[keyPath: path] = AWDLName.extreme(from: &$0) },
            wire: FieldLayout(
                parse: { (input, root) throws(WireError) in root[keyPath: path] = try AWDLName(parsing: &input) },
                serialize: { $0[keyPath: path].serialize(into: &$1, atMost: room) }))
    }
}
