/// The type of a service response: a record type of DNS (RFC 1035 §3.2.2, RFC 2782) in one byte.
@frozen
public struct AWDLRecordType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let pointer = AWDLRecordType(rawValue: 12)
    public static let text = AWDLRecordType(rawValue: 16)
    public static let service = AWDLRecordType(rawValue: 33)
}
