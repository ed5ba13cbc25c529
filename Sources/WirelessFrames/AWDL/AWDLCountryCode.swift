import WireCoding

/// The country by whose rules a sender uses its radio: two letters and a byte 0. `X0` says that it is not known.
@frozen
public struct AWDLCountryCode: RawRepresentable, Hashable, Sendable {
    /// Three bytes, the first on top.
    public let rawValue: UInt32

    /// - Parameter rawValue: The code in the lower 24 bits; the upper 8 are dropped.
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue & 0xFF_FFFF }

    /// The two letters, nil for a code with anything but printable ASCII or without a final 0.
    public var letters: String? {
        let bytes = [UInt8(truncatingIfNeeded: rawValue >> 16), UInt8(truncatingIfNeeded: rawValue >> 8)]
        guard rawValue & 0xFF == 0, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension AWDLCountryCode: CustomStringConvertible {
    /// The two letters, or six hexadecimal digits.
    public var description: String {
        letters ?? Hex.encode([16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) })
    }
}

extension AWDLCountryCode {
    /// Reads what ``description`` writes.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes.count == 2, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) {
            self.init(rawValue: UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8)
        } else if let raw = Hex.decode(text), raw.count == 3 {
            self.init(rawValue: raw.reduce(0) { $0 << 8 | UInt32($1) })
        } else {
            return nil
        }
    }
}
