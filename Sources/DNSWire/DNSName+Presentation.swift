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
            Self.appendEscaped(label, to: &text)
            text.append(0x2E)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A label as ``presentation`` writes it.
    public static func presentation(ofLabel label: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        appendEscaped(ArraySlice(label), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the output of ``presentation`` and other spellings of it: any byte as `\DDD`, any character but a digit
    /// after a backslash, with or without the final dot.
    ///
    /// The result is nil for an empty text or label, an invalid escape, or a name over the limits.
    public init?(presentation text: String) {
        if text == "." {
            self = .root
            return
        }
        // The first byte of each label holds its length; it is filled in where the label ends.
        var bytes: [UInt8] = [0]
        var labelStart = 0
        func closeLabel() -> Bool {
            let length = bytes.count - labelStart - 1
            guard (1...Self.maximumLabelLength).contains(length) else { return false }
            bytes[labelStart] = UInt8(length)
            labelStart = bytes.count
            bytes.append(0)
            return true
        }
        var characters = text.utf8.makeIterator()
        while let character = characters.next() {
            switch character {
            case 0x2E:
                guard closeLabel() else { return nil }
            case 0x5C:
                guard let byte = Self.escapedByte(&characters) else { return nil }
                bytes.append(byte)
            default:
                bytes.append(character)
            }
            guard bytes.count <= Self.maximumLength else { return nil }
        }
        // An empty last label is the root after the final dot.
        if bytes.count > labelStart + 1 || labelStart == 0 {
            guard closeLabel() else { return nil }
        }
        guard bytes.count <= Self.maximumLength else { return nil }
        self.init(checkedWireForm: bytes)
    }

    /// The byte that the characters after a backslash represent, of which it takes as many as belong to it; nil if the
    /// escape is invalid.
    public static func escapedByte(_ characters: inout String.UTF8View.Iterator) -> UInt8? {
        guard let first = characters.next() else { return nil }
        guard (0x30...0x39).contains(first) else { return first }
        var value = Int(first) - 0x30
        for _ in 0..<2 {
            guard let digit = characters.next(), (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit) - 0x30
        }
        return UInt8(exactly: value)
    }

    private static func appendEscaped(_ label: ArraySlice<UInt8>, to text: inout [UInt8]) {
        var index = label.startIndex
        while index < label.endIndex {
            let byte = label[index]
            if byte == 0x2E || byte == 0x5C {
                text.append(0x5C)
                text.append(byte)
                index += 1
            } else if let (scalar, length) = Self.decodeScalar(label[index...]) {
                if isShown(scalar) {
                    text.append(contentsOf: label[index..<index + length])
                } else {
                    for byte in label[index..<index + length] { appendDecimal(byte, to: &text) }
                }
                index += length
            } else {
                appendDecimal(byte, to: &text)
                index += 1
            }
        }
    }

    private static func appendDecimal(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(0x5C)
        text.append(0x30 + byte / 100)
        text.append(0x30 + byte / 10 % 10)
        text.append(0x30 + byte % 10)
    }

    private static func isShown(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x00...0x1F, 0x7F...0x9F: false
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    /// The character at the start of the bytes and its length, or nil if they are not UTF-8 (RFC 3629 §4).
    private static func decodeScalar(_ bytes: ArraySlice<UInt8>) -> (scalar: UInt32, length: Int)? {
        guard let first = bytes.first else { return nil }
        let length: Int
        let smallest: UInt32
        var scalar: UInt32
        switch first {
        case 0x00...0x7F: return (UInt32(first), 1)
        case 0xC2...0xDF: (length, smallest, scalar) = (2, 0x80, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, smallest, scalar) = (3, 0x800, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, smallest, scalar) = (4, 0x10000, UInt32(first & 0x07))
        default: return nil
        }
        guard bytes.count >= length else { return nil }
        for byte in bytes.dropFirst().prefix(length - 1) {
            guard byte & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        guard scalar >= smallest, Unicode.Scalar(scalar) != nil else { return nil }
        return (scalar, length)
    }
}
