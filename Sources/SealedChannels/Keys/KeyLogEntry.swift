import WireCoding

/// A secret and whose it is: a line of a key log (RFC 9850 §2).
///
/// | text | field |
/// |---|---|
/// | letters, digits, `_` | label |
/// | 1 space, 64 hexadecimal digits | the random of the client's hello |
/// | 1 space, 64 or 96 hexadecimal digits | secret |
public struct KeyLogEntry: Equatable, Sendable {
    /// Bytes of every random.
    public static let randomSize = 32

    /// What the secret is for: the first word of the line.
    public let label: KeyLogLabel
    /// The random of the client's hello, 32 bytes. A second hello, after a HelloRetryRequest, has the same.
    public let clientRandom: [UInt8]
    /// The secret, as many bytes as ``KeyLogLabel/allows(byteCount:)`` accepts for the label.
    public let secret: SecretBytes

    /// - Precondition: The random has 32 bytes, and the secret a length that the label allows.
    public init(label: KeyLogLabel, clientRandom: [UInt8], secret: SecretBytes) {
        precondition(clientRandom.count == Self.randomSize && label.allows(byteCount: secret.count))
        self.label = label
        self.clientRandom = clientRandom
        self.secret = secret
    }

    /// Writes the line, with its end, and the secret in it: for copies that are to have the keys.
    public func serialize(into output: inout ByteWriter) {
        output.writeBytes(label.rawValue.utf8)
        output.writeUInt8(0x20)
        output.writeBytes(Hex.encode(clientRandom).utf8)
        output.writeUInt8(0x20)
        secret.serializeHexadecimal(into: &output)
        output.writeUInt8(0x0A)
    }
}

extension KeyLogEntry: CustomStringConvertible {
    /// Without the secret.
    public var description: String { "\(label.rawValue) \(Hex.encode(clientRandom)) (\(secret))" }
}

/// What a line of a key log is.
enum KeyLogLine {
    case entry(KeyLogEntry)
    /// A comment, a blank line, or a line whose label is not one of ours.
    case other
    case malformed

    private static let space: UInt8 = 0x20

    /// - Parameter line: Without its end; white space at its end does not count.
    init(_ line: Span<UInt8>) {
        var end = line.count
        while end > 0, line[end - 1] == Self.space || (9...13).contains(line[end - 1]) { end -= 1 }
        guard end > 0, line[0] != UInt8(ascii: "#") else {
            self = .other
            return
        }
        self = Self.fields(line.extracting(0..<end))
    }

    private static func fields(_ line: Span<UInt8>) -> KeyLogLine {
        guard let first = line.position(of: space, from: 0), first > 0,
            let second = line.position(of: space, from: first + 1),
            isLabel(line.extracting(0..<first)),
            let random = hexadecimal(line.extracting(first + 1..<second)), random.count == KeyLogEntry.randomSize,
            var secret = hexadecimal(line.extracting(second + 1..<line.count)), !secret.isEmpty
        else { return .malformed }
        defer { secret.wipe() }
        guard let label = KeyLogLabel(line.extracting(0..<first)) else { return .other }
        guard label.allows(byteCount: secret.count) else { return .malformed }
        return .entry(KeyLogEntry(label: label, clientRandom: random, secret: SecretBytes(secret)))
    }

    private static func isLabel(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                continue
            default: return false
            }
        }
        return true
    }

    private static func hexadecimal(_ digits: Span<UInt8>) -> [UInt8]? {
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        // Never moved, so that no other block of memory has had a secret.
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Hex.value(of: digits[index]), let low = Hex.value(of: digits[index + 1]) else {
                bytes.wipe()
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

extension Span<UInt8> {
    /// Where the byte is found first.
    func position(of byte: UInt8, from start: Int) -> Int? {
        var position = start
        while position < count {
            if self[position] == byte { return position }
            position &+= 1
        }
        return nil
    }
}
