import WireCoding

/// A name for an address, from a name resolution block (draft-ietf-opsawg-pcapng §4.5).
public struct NameResolution: Hashable, Sendable {
    /// An address, by the types of records that there are.
    @nonexhaustive
    public enum Address: Hashable, Sendable {
        /// nrb_record_ipv4, nrb_record_ipv6.
        case ip(IPAddress)
        /// nrb_record_eui48, as Wireshark writes it.
        case link(LinkAddress)
        /// nrb_record_eui64, as Wireshark writes it.
        case eui64(UInt64)
    }

    /// The address that has the names.
    public var address: Address
    /// In the order of the file; empty ones are left out.
    public var names: [String]

    /// The names of an address.
    public init(_ address: Address, names: [String]) {
        self.address = address
        self.names = names
    }
}

extension NameResolution {
    /// Reads the value of a record: the address, then names that end with a zero each. Nil for an unknown type and for
    /// a value that is shorter than its address.
    init?(type: UInt16, _ value: [UInt8]) {
        guard let size = Self.addressSizes[type], value.count >= size else { return nil }
        let bytes = Array(value[..<size])
        let address: Address? =
            switch type {
            case 3: LinkAddress(bytes: bytes).map(Address.link)
            case 4: .eui64(bytes.span.bigEndianUInt64(at: 0))
            default: IPAddress(bytes: bytes).map(Address.ip)
            }
        guard let address else { return nil }
        self.init(address, names: value[size...].split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    }

    /// Bytes of an address, by the type of the record.
    private static let addressSizes: [UInt16: Int] = [1: 4, 2: 16, 3: 6, 4: 8]

    /// The record's type and value.
    var record: (type: UInt16, value: [UInt8]) {
        var value = ByteWriter()
        let type: UInt16
        switch address {
        case .ip(let ip):
            type = ip.isIPv6 ? 2 : 1
            ip.serialize(into: &value)
        case .link(let link):
            type = 3
            link.serialize(into: &value)
        case .eui64(let number):
            type = 4
            value.writeUInt64(number)
        }
        for name in names {
            value.writeBytes(name.utf8)
            value.writeUInt8(0)
        }
        return (type, value.bytes)
    }
}
