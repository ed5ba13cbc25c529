import WireCoding

/// The data of A (RFC 1035 §3.4.1) and AAAA records (RFC 3596 §2.2).
struct HostAddress {
    var address = IPAddress(ipv4: 0)
}

extension HostAddress: RecordContent {
    init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        try self.init(parsing: &input, isIPv6: input.remaining == 16)
    }

    @inline(__always)
    init(parsing input: inout ByteReader, isIPv6: Bool) throws(WireError) {
        if isIPv6 {
            let high = try input.readUInt64("AAAA address")
            self.init(address: IPAddress(ipv6High: high, low: try input.readUInt64("AAAA address")))
        } else {
            self.init(address: IPAddress(ipv4: try input.readUInt32("A address")))
        }
    }

    func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        address.serialize(into: &output)
    }

    var encodedSize: Int { address.isIPv6 ? 16 : 4 }

    /// Both kinds are shown in the same way.
    static let fields: [FieldDescription<Self>] = [.required("address", \.address, .address(isIPv6: false))]
}

extension FieldCodec where Value == IPAddress {
    static func address(isIPv6: Bool) -> FieldCodec {
        .text(
            \.description, parse: { text in IPAddress(text).flatMap { $0.isIPv6 == isIPv6 ? $0 : nil } },
            "is not an \(isIPv6 ? "IPv6" : "IPv4") address",
            extreme: { source in
                guard isIPv6 else { return IPAddress(ipv4: source.extremeNumber(UInt32.self)) }
                let high = source.extremeNumber(UInt64.self)
                return IPAddress(ipv6High: high, low: source.extremeNumber(UInt64.self))
            })
    }
}
