import Crypto
import WireCoding

/// The six bytes by which Wi-Fi Aware names a service: the beginning of a hash of its name.
@frozen
public struct NANServiceID: RawRepresentable, Hashable, WireElement {
    /// Bytes on the wire.
    public static let size = 6

    /// The six bytes as a number, the first byte on top.
    public let rawValue: UInt64

    /// - Parameter rawValue: The bytes in the lower 48 bits; the upper 16 are dropped.
    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue & 0xFFFF_FFFF_FFFF }

    init(bytes: [UInt8]) { self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) }) }

    /// - Throws: `truncated` when fewer than six bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "NAN service ID")
        let upper = UInt64(try input.readUInt16("NAN service ID"))
        self.init(rawValue: upper << 32 | UInt64(try input.readUInt32("NAN service ID")))
    }

    /// Writes six bytes.
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

extension NANServiceID {
    /// The ID of a service name: the first six bytes of SHA-256 over the name in lower case, UTF-8 (Wi-Fi Aware
    /// Specification, "Service ID").
    ///
    /// - Parameter name: At most 255 bytes by the specification, which is not judged. Only A to Z become lower case: names
    ///   of services are ASCII.
    public init(name: String) {
        let lowered = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        self.init(rawValue: SHA256.hash(data: lowered).prefix(Self.size).reduce(0) { $0 << 8 | UInt64($1) })
    }
}

/// The services that a device publishes (attribute 2) or subscribes to (attribute 40), to the end of the body.
public struct NANServiceIDList: NANAttributeBody {
    public static let id = NANAttributeID.serviceIDList
    public static let otherIDs = [NANAttributeID.subscribeServiceIDList]

    /// The services in their order.
    public var identifiers: [NANServiceID]

    /// The attribute of these services.
    public init(_ identifiers: [NANServiceID]) { self.identifiers = identifiers }

    public init() { self.init([]) }

    public static let fields: [FieldDescription<Self>] = [
        .field("serviceIDs", \.identifiers, .list(.serviceID), .list(of: .element(blank: NANServiceID(rawValue: 0))))
    ]
}

extension FieldCodec where Value == NANServiceID {
    fileprivate static var serviceID: FieldCodec {
        .text(
            { $0.description },
            parse: { text in
                Hex.decode(text).flatMap { $0.count == NANServiceID.size ? NANServiceID(bytes: $0) : nil }
            },
            "is not a service ID of twelve hexadecimal digits", extreme: { NANServiceID(rawValue: $0.next()) })
    }
}
