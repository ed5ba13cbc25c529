import Crypto
import WireCoding

/// A key that both ends had before their session (RFC 4279, RFC 8446 §2.2), or the passcode that it is made of.
public struct PreSharedKey: Equatable, Sendable {
    /// Why a text is no key.
    @nonexhaustive
    public enum ParsingError: Error, Hashable, Sendable {
        /// There are no digits.
        case empty
        /// What is behind the last `=` is not an even number of hexadecimal digits.
        case notHexadecimal
        /// The key has more bytes than the two of its length can say (RFC 4279 §2).
        case tooLong(byteCount: Int)
    }

    private enum Material: Equatable, Sendable {
        case key(SecretBytes)
        case passcode(SecretBytes)
    }

    /// Bytes of a key, at most (RFC 4279 §2).
    public static let maximumByteCount = 0xFFFF

    /// For which identity the key is, as it is on the wire; nil for all.
    public let identity: [UInt8]?
    private let material: Material

    /// - Parameters:
    ///   - key: The key, at most ``maximumByteCount`` bytes.
    ///   - identity: As it is on the wire; nil to use the key for all.
    public init(_ key: SecretBytes, identity: [UInt8]? = nil) {
        self.identity = identity
        material = .key(key)
    }

    /// A passcode, from which there is another key for each identity: HMAC-SHA256 of the identity as it is on the wire,
    /// with the text's UTF-8 as the key. So Apple's sample "Building a custom peer-to-peer protocol" derives it.
    public init(passcode: String) {
        identity = nil
        var bytes = Array(passcode.utf8)
        material = .passcode(SecretBytes(wiping: &bytes))
    }

    /// Reads `IDENTITY=HEX`, or `HEX` for all identities. The last `=` divides, since an identity may have some.
    public init(parsing text: String) throws(ParsingError) {
        let divider = text.utf8.lastIndex(of: UInt8(ascii: "="))
        let digits = divider.map { text.utf8[text.utf8.index(after: $0)...] } ?? text.utf8[...]
        guard !digits.isEmpty else { throw .empty }
        guard digits.count.isMultiple(of: 2) else { throw .notHexadecimal }
        guard digits.count / 2 <= Self.maximumByteCount else { throw .tooLong(byteCount: digits.count / 2) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        defer { bytes.wipe() }
        var high: UInt8?
        for digit in digits {
            guard let value = Hex.value(of: digit) else { throw .notHexadecimal }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        identity = divider.map { Array(text.utf8[..<$0]) }
        material = .key(SecretBytes(bytes))
    }

    /// The key for an identity as it is on the wire; nil if this one is for another.
    public func key(for identity: [UInt8]) -> SecretBytes? {
        switch material {
        case .key(let key): self.identity == nil || self.identity == identity ? key : nil
        case .passcode(let passcode):
            SecretBytes(
                key: SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: identity, using: passcode.key)))
        }
    }
}

extension PreSharedKey.ParsingError: CustomStringConvertible {
    /// One phrase, without anything of the key.
    public var description: String {
        switch self {
        case .empty: "the key has no digits"
        case .notHexadecimal: "the key is not an even number of hexadecimal digits"
        case .tooLong(let byteCount): "the key has \(byteCount) bytes, more than \(PreSharedKey.maximumByteCount)"
        }
    }
}
