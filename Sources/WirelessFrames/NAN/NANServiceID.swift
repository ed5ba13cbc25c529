import WireCoding

/// The six bytes by which Wi-Fi Aware names a service: the beginning of a hash of its name.
@frozen
public struct NANServiceID: RawRepresentable, Hashable, Sendable {
    /// Bytes on the wire.
    public static let size = 6

    /// The six bytes as a number, the first byte on top.
    public let rawValue: UInt64

    /// - Parameter rawValue: The bytes in the lower 48 bits; the upper 16 are dropped.
    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue & 0xFFFF_FFFF_FFFF }

    /// - Throws: `truncated` when fewer than six bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "NAN service ID")
        let upper = UInt64(try input.readUInt16("NAN service ID"))
        self.init(rawValue: upper << 32 | UInt64(try input.readUInt32("NAN service ID")))
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(UInt16(truncatingIfNeeded: rawValue >> 32))
        output.writeUInt32(UInt32(truncatingIfNeeded: rawValue))
    }
}

extension NANServiceID: CustomStringConvertible {
    /// Twelve hexadecimal digits.
    public var description: String {
        Hex.encode(stride(from: 40, through: 0, by: -8).map { UInt8(truncatingIfNeeded: rawValue >> UInt64($0)) })
    }
}

extension NANServiceID: Comparable {
    public static func < (first: NANServiceID, second: NANServiceID) -> Bool { first.rawValue < second.rawValue }
}
