import WireCoding

/// The data of a resource record.
@nonexhaustive
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
    /// CAA
    indirect case certificationAuthority(CertificationAuthorityAuthorization)
    /// Any other type, byte for byte: also the signatures of messages (TSIG, SIG), which hold for these bytes alone.
    /// Compression pointers within, which some old types can hold (RFC 3597 §4, RFC 6762 §18.14), are not resolved and
    /// lose their meaning when the record is written into another message.
    case raw([UInt8])
    /// Data that breaks the rules of its type. A usual cause is a responder or reflector that copies data from another
    /// message together with its compression pointers.
    ///
    /// Pointers among the bytes are written back as they were. In NSEC data, where reflectors leave them, one that leads to
    /// another name than the record's own is malformed too; elsewhere it may by chance lead to a name when the message is
    /// written with other compression.
    indirect case malformed(OpaqueData)

    /// Data that breaks the rules of its type, with its bytes and what is wrong.
    public static func malformed(_ bytes: [UInt8], _ fault: WireError) -> RecordData {
        .malformed(OpaqueData(bytes, fault: fault))
    }
}

/// Data of records byte for byte, and what is wrong with it, if anything.
///
/// Equality goes by the bytes alone: where and how data was found to be malformed depends on the message around it, and is
/// another place when the message is written with other compression.
public struct OpaqueData: RecordContent {
    public var bytes: [UInt8]
    /// The error in malformed data; nil for data of a type that is not read.
    public let fault: WireError?

    init(_ bytes: [UInt8], fault: WireError? = nil) { (self.bytes, self.fault) = (bytes, fault) }

    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        self.init(input.readRemainingBytes())
    }

    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        output.writeBytes(bytes)
    }

    public static func == (first: OpaqueData, second: OpaqueData) -> Bool { first.bytes == second.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    public init() { self.init([]) }

    public static let fields: [FieldDescription<Self>] = [
        .required("data", \.bytes, .recordData), .derived("error") { $0.fault.map { .text($0.description) } },
    ]

    public var presentation: String { RecordData.genericPresentation(of: bytes) }
    public var encodedSize: Int { bytes.count }
}

extension RecordData {
    /// Reads the rest of the reader as the data of a record of class Internet.
    public init(parsing input: inout ByteReader, as type: RecordType) throws(WireError) {
        var names = DNSNameTable()
        try self.init(parsing: &input, as: type, names: &names)
    }

    /// - Parameter names: The names of the message that the data belongs to.
    init(parsing input: inout ByteReader, as type: RecordType, names: inout DNSNameTable) throws(WireError) {
        // The types of local networks, off the table of all.
        switch type {
        case .a, .aaaa: self = .address(try HostAddress(parsing: &input, isIPv6: type == .aaaa).address)
        case .ptr: self = .pointer(try names.readName(&input))
        case .srv: self = .service(try ServiceLocation(parsing: &input, names: &names))
        case .txt: self = .text(input.readRemainingBytes())
        case .nsec: self = .nextSecure(try NextSecure(parsing: &input, names: &names))
        case .opt: self = .options(try EDNSOptions(parsing: &input, names: &names).options)
        default: self = try Self.readRareData(&input, as: type, names: &names)
        }
    }

    @inline(never)
    @_lifetime(input: copy input)
    private static func readRareData(
        _ input: inout ByteReader, as type: RecordType, names: inout DNSNameTable
    ) throws(WireError) -> RecordData {
        guard let layout = layouts[type] else { return .raw(input.readRemainingBytes()) }
        return try layout.parse(&input, &names)
    }

    /// How the data of each type is read. The other types are opaque.
    static let layouts: [RecordType: RecordLayout] = [
        .a: RecordLayout(isIPv6: false), .aaaa: RecordLayout(isIPv6: true),
        .ptr: RecordLayout(RecordData.pointer),
        .cname: RecordLayout(RecordData.canonicalName), .ns: RecordLayout(RecordData.nameServer),
        .srv: RecordLayout(RecordData.service), .txt: RecordLayout { (text: CharacterStrings) in .text(text.rdata) },
        .nsec: RecordLayout(RecordData.nextSecure),
        .opt: RecordLayout { (options: EDNSOptions) in .options(options.options) },
        .soa: RecordLayout(RecordData.startOfAuthority), .mx: RecordLayout(RecordData.mailExchange),
        .hinfo: RecordLayout(RecordData.hostInformation), .naptr: RecordLayout(RecordData.namingAuthorityPointer),
        .svcb: RecordLayout(RecordData.serviceBinding), .https: RecordLayout(RecordData.serviceBinding),
        .caa: RecordLayout(RecordData.certificationAuthority),
    ]

    /// The value that writes and shows the data.
    var content: any RecordContent {
        switch self {
        case .address(let address): HostAddress(address: address)
        case .pointer(let name), .canonicalName(let name), .nameServer(let name): name
        case .service(let location): location
        case .text(let bytes): CharacterStrings(rdata: bytes)
        case .nextSecure(let next): next
        case .options(let options): EDNSOptions(options: options)
        case .startOfAuthority(let authority): authority
        case .mailExchange(let mail): mail
        case .hostInformation(let host): host
        case .namingAuthorityPointer(let rule): rule
        case .serviceBinding(let binding): binding
        case .certificationAuthority(let authorization): authorization
        case .raw(let bytes): OpaqueData(bytes)
        case .malformed(let data): data
        }
    }

    /// Writes the data without compression.
    public func serialize(into output: inout ByteWriter) { content.serialize(into: &output) }

    /// Writes the data, with pointers in place of names as the compression's scope allows.
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        content.serialize(into: &output, compressedBy: &names)
    }

    /// The bytes that the data takes without compression.
    public var encodedSize: Int { content.encodedSize }

    /// The data as zone files show it (RFC 1035 §5.1): `0 0 8080 Kitchen.local.`
    ///
    /// Names are in presentation format, strings are in quotation marks, and bytes that cannot be shown are written
    /// `\DDD`. Unknown or malformed data has the form of RFC 3597 §5: `\# 3 c0a801`.
    public var presentation: String { content.presentation }

    /// The fields by the names that the RFCs give them.
    public var fieldValues: [FrameField] { content.fieldValues }

    /// The error in the data: with malformed data, and with a TXT record whose last string is cut off, where the
    /// offset counts within the data.
    public var fault: WireError? {
        switch self {
        case .malformed(let data): data.fault
        case .text(let bytes): CharacterStrings(rdata: bytes).fault
        default: nil
        }
    }

    /// The same data with its names in their own memory, see ``DNSName/compacted()``.
    public func compacted() -> RecordData {
        switch self {
        case .pointer(let name): return .pointer(name.compacted())
        case .canonicalName(let name): return .canonicalName(name.compacted())
        case .nameServer(let name): return .nameServer(name.compacted())
        case .service(let location): return .service(location.compacted())
        case .nextSecure(var next):
            next.nextDomainName = next.nextDomainName.compacted()
            return .nextSecure(next)
        case .startOfAuthority(var authority):
            authority.primaryServer = authority.primaryServer.compacted()
            authority.responsibleMailbox = authority.responsibleMailbox.compacted()
            return .startOfAuthority(authority)
        case .mailExchange(var mail):
            mail.exchange = mail.exchange.compacted()
            return .mailExchange(mail)
        // Names that no sender compresses are read into their own memory.
        case .namingAuthorityPointer, .serviceBinding: return self
        case .address, .text, .options, .hostInformation, .certificationAuthority, .raw, .malformed: return self
        }
    }

    /// The form that fits data of any type (RFC 3597 §5): `\#`, the number of bytes, and their hexadecimal digits.
    public static func genericPresentation(of bytes: [UInt8]) -> String {
        bytes.isEmpty ? "\\# 0" : "\\# \(bytes.count) \(Hex.encode(bytes))"
    }

    /// The bytes that a text in the form of RFC 3597 §5 represents, with its digits possibly in several groups. Nil if
    /// it has another form, or if the number of bytes is not the stated one.
    public static func bytes(genericPresentation text: String) -> [UInt8]? {
        let parts = text.split { $0 == " " || $0 == "\t" }
        guard parts.count >= 2, parts[0] == "\\#", let count = Int(parts[1]),
            let bytes = Hex.decode(parts[2...].joined()), bytes.count == count
        else { return nil }
        return bytes
    }
}
