import WireCoding

/// A HINFO record's data (RFC 1035 §3.3.2): two strings about a host, each after a length byte.
public struct HostInformation: Hashable, Sendable {
    /// CPU: the kind of machine, at most 255 bytes. Answers that refuse ANY say `RFC8482` here (RFC 8482 §4.2).
    public internal(set) var cpu: [UInt8]
    /// OS: the operating system, at most 255 bytes.
    public internal(set) var operatingSystem: [UInt8]

    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for a string of more than 255 bytes.
    public init(cpu: [UInt8], operatingSystem: [UInt8]) throws(WireError) {
        try CharacterString.check(cpu, "HINFO CPU")
        try CharacterString.check(operatingSystem, "HINFO OS")
        (self.cpu, self.operatingSystem) = (cpu, operatingSystem)
    }

    public init() { (cpu, operatingSystem) = ([], []) }
}

extension HostInformation: RecordContent {
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        cpu = try CharacterString.read(&input, "HINFO CPU")
        operatingSystem = try CharacterString.read(&input, "HINFO OS")
    }

    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        CharacterString.write(cpu, into: &output)
        CharacterString.write(operatingSystem, into: &output)
    }

    public static let fields: [FieldDescription<Self>] = [
        .field("cpu", \.cpu, .characterString), .field("os", \.operatingSystem, .characterString),
        .data(unlessText: { [$0.cpu, $0.operatingSystem] }),
    ]

    public var presentation: String {
        [cpu, operatingSystem].map { CharacterString.presentation($0) }.joined(separator: " ")
    }
}
