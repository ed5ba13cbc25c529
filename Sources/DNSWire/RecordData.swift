import WireCoding

/// The data of a resource record.
public enum RecordData: Hashable, Sendable {
    /// A or AAAA
    case address(IPAddress)
    /// PTR
    case pointer(DNSName)
    /// CNAME
    case canonicalName(DNSName)
    /// NS
    case nameServer(DNSName)
    /// SRV
    case service(ServiceLocation)
    /// TXT: the bytes exactly as they are in the record, which may be none.
    case text([UInt8])
    /// NSEC
    case nextSecure(NextSecure)
    /// OPT
    case options([EDNSOption])
    /// SOA
    indirect case startOfAuthority(StartOfAuthority)
    /// MX
    indirect case mailExchange(MailExchange)
    /// HINFO
    indirect case hostInformation(HostInformation)
    /// NAPTR
    indirect case namingAuthorityPointer(NamingAuthorityPointer)
    /// SVCB or HTTPS
    indirect case serviceBinding(ServiceBinding)
    /// Any other type, byte for byte: also the signatures of messages (TSIG, SIG), which hold for these bytes alone.
    /// Compression pointers within, which some old types can hold (RFC 3597 §4, RFC 6762 §18.14), are not resolved and
    /// lose their meaning when the record is written into another message.
    case raw([UInt8])
    /// Data that breaks the rules of its type, byte for byte, and what is wrong with it. A usual cause is a responder
    /// or reflector that copies data from another message together with its compression pointers.
    ///
    /// Equality goes by the bytes alone. Pointers among them are written back as they were. In NSEC data, where reflectors
    /// leave them, one that leads to another name than the record's own is malformed too; elsewhere it may by chance lead
    /// to a name when the message is written with other compression.
    indirect case malformed([UInt8], WireError)
}

extension RecordData {
    /// Reads the rest of the reader as the data of a record of class Internet.
    public init(parsing input: inout ByteReader, as type: RecordType) throws(WireError) {
        var names = DNSNameTable()
        try self.init(parsing: &input, as: type, names: &names)
    }

    /// - Parameter names: The names of the message that the data belongs to.
    init(parsing input: inout ByteReader, as type: RecordType, names: inout DNSNameTable) throws(WireError) {
        switch type {
        case .a: self = .address(IPAddress(ipv4: try input.readUInt32("A address")))
        case .aaaa:
            let high = try input.readUInt64("AAAA address")
            self = .address(IPAddress(ipv6High: high, low: try input.readUInt64("AAAA address")))
        case .ptr: self = .pointer(try names.readName(&input))
        case .cname: self = .canonicalName(try names.readName(&input))
        case .ns: self = .nameServer(try names.readName(&input))
        case .srv: self = .service(try ServiceLocation(parsing: &input, names: &names))
        case .txt: self = .text(input.readRemainingBytes())
        case .nsec: self = .nextSecure(try NextSecure(parsing: &input, names: &names))
        case .opt:
            var options: [EDNSOption] = []
            while !input.isAtEnd { options.append(try EDNSOption(parsing: &input)) }
            self = .options(options)
        default: self = try Self.readRareData(&input, as: type, names: &names)
        }
    }

    /// The types that are rare on local networks, off the path of the common ones.
    @inline(never)
    @_lifetime(input: copy input)
    private static func readRareData(
        _ input: inout ByteReader, as type: RecordType, names: inout DNSNameTable
    ) throws(WireError) -> RecordData {
        switch type {
        case .soa: .startOfAuthority(try StartOfAuthority(parsing: &input, names: &names))
        case .mx: .mailExchange(try MailExchange(parsing: &input, names: &names))
        case .hinfo: .hostInformation(try HostInformation(parsing: &input))
        case .naptr: .namingAuthorityPointer(try NamingAuthorityPointer(parsing: &input))
        case .svcb, .https: .serviceBinding(try ServiceBinding(parsing: &input))
        default: .raw(input.readRemainingBytes())
        }
    }

    /// Writes the data without compression.
    public func serialize(into output: inout ByteWriter) {
        var names = NameCompression(scope: .none)
        serialize(into: &output, compressedBy: &names)
    }

    /// Writes the data, with pointers in place of names as the compression's scope allows.
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        switch self {
        case .address(let address): address.serialize(into: &output)
        case .pointer(let name), .canonicalName(let name), .nameServer(let name):
            name.serialize(into: &output, compressedBy: &names)
        case .service(let location): location.serialize(into: &output, compressedBy: &names)
        case .nextSecure(let next): next.serialize(into: &output, compressedBy: &names)
        case .options(let options): for option in options { option.serialize(into: &output) }
        case .startOfAuthority(let authority): authority.serialize(into: &output, compressedBy: &names)
        case .mailExchange(let exchange): exchange.serialize(into: &output, compressedBy: &names)
        case .hostInformation(let host): host.serialize(into: &output)
        case .namingAuthorityPointer(let rule): rule.serialize(into: &output)
        case .serviceBinding(let binding): binding.serialize(into: &output)
        case .text(let bytes), .raw(let bytes), .malformed(let bytes, _): output.writeBytes(bytes)
        }
    }

    /// The bytes that the data takes without compression.
    public var encodedSize: Int {
        switch self {
        case .address(let address): address.isIPv6 ? 16 : 4
        case .pointer(let name), .canonicalName(let name), .nameServer(let name): name.encodedSize
        case .service(let location): 6 + location.target.encodedSize
        case .nextSecure(let next): next.encodedSize
        case .options(let options): options.reduce(0) { $0 + 4 + $1.data.count }
        case .startOfAuthority(let authority): authority.encodedSize
        case .mailExchange(let exchange): exchange.encodedSize
        case .hostInformation(let host): host.encodedSize
        case .namingAuthorityPointer(let rule): rule.encodedSize
        case .serviceBinding(let binding): binding.encodedSize
        case .text(let bytes), .raw(let bytes), .malformed(let bytes, _): bytes.count
        }
    }
}
