/// A 48-bit link-layer address (IEEE 802 MAC).
@frozen
public struct LinkAddress: Hashable, Sendable, RawRepresentable {
    /// The six bytes as a number, the first byte on top.
    public let rawValue: UInt64

    /// - Parameter rawValue: The address in the lower 48 bits; the upper 16 are dropped.
    @inlinable @inline(__always)
    public init(rawValue: UInt64) { self.rawValue = rawValue & 0xFFFF_FFFF_FFFF }

    /// The address of six bytes 0, which no station has.
    @inlinable public static var zero: LinkAddress { LinkAddress(rawValue: 0) }

    /// Group addresses have the lowest bit of the first byte set.
    @inlinable
    public var isGroup: Bool { rawValue >> 40 & 1 == 1 }

    /// Writes the six bytes in network order.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(UInt16(truncatingIfNeeded: rawValue >> 32))
        output.writeUInt32(UInt32(truncatingIfNeeded: rawValue))
    }
}

extension LinkAddress: Comparable {
    public static func < (first: LinkAddress, second: LinkAddress) -> Bool { first.rawValue < second.rawValue }
}

extension LinkAddress: CustomStringConvertible {
    /// `02:4d:44:4e:53:01`
    public var description: String {
        var digits: [UInt8] = []
        for shift in stride(from: UInt64(40), through: 0, by: -8) {
            if !digits.isEmpty { digits.append(0x3A) }
            Hex.append(UInt8(truncatingIfNeeded: rawValue >> shift), to: &digits)
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension LinkAddress {
    /// Reads six bytes of two hexadecimal digits each with colons or hyphens between them.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 17 else { return nil }
        var value: UInt64 = 0
        for (index, character) in bytes.enumerated() {
            if index % 3 == 2 {
                guard character == 0x3A || character == 0x2D else { return nil }
            } else {
                guard let digit = Hex.value(of: character) else { return nil }
                value = value << 4 | UInt64(digit)
            }
        }
        self.init(rawValue: value)
    }
}
