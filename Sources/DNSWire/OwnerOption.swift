import WireCoding

/// The data of the EDNS0 owner option (draft-cheshire-edns0-owner-option §3). It identifies a machine again after
/// another one, such as a sleep proxy, has announced its records.
///
/// | field | bytes |
/// |---|---|
/// | version | 1 |
/// | sequence number | 1 |
/// | primary link-layer address | 6 |
/// | wakeup link-layer address, if it is another one | 0 or 6 |
/// | password for waking up | 0, 4 or 6 |
public struct OwnerOption: Hashable, Sendable {
    /// The version of the option's format, 0 for the one that is described here.
    public var version: UInt8
    /// Counts the machine's sleep and wake cycles.
    public var sequence: UInt8
    /// The address by which the machine is known: that of the interface that sleeps.
    public var primaryAddress: LinkAddress
    /// The address that wakes the machine, nil where it is the primary one.
    public var wakeupAddress: LinkAddress?
    /// Present only after a wakeup address.
    public var password: [UInt8]

    /// A statement about a machine. Without a wakeup address, the password is not written.
    public init(
        version: UInt8 = 0, sequence: UInt8, primaryAddress: LinkAddress, wakeupAddress: LinkAddress? = nil,
        password: [UInt8] = []
    ) {
        self.version = version
        self.sequence = sequence
        self.primaryAddress = primaryAddress
        self.wakeupAddress = wakeupAddress
        self.password = password
    }

    /// Reads the rest of the reader.
    public init(parsing input: inout ByteReader) throws(WireError) {
        version = try input.readUInt8("owner option version")
        sequence = try input.readUInt8("owner option sequence number")
        primaryAddress = try input.readLinkAddress("owner option address")
        wakeupAddress = input.isAtEnd ? nil : try input.readLinkAddress("owner option address")
        guard [0, 4, 6].contains(input.remaining) else {
            throw input.error(.invalidValue(UInt64(input.remaining)), "owner option password length")
        }
        password = input.readRemainingBytes()
    }

    /// Writes the fields in the order of the table; the password only after a wakeup address.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(version)
        output.writeUInt8(sequence)
        primaryAddress.serialize(into: &output)
        guard let wakeupAddress else { return }
        wakeupAddress.serialize(into: &output)
        output.writeBytes(password)
    }
}

extension OwnerOption: DescribedValue {
    public init() { self.init(sequence: 0, primaryAddress: LinkAddress(rawValue: 0)) }

    public static let fields: [FieldDescription<Self>] = [
        .field("version", \.version, .number), .required("sequence", \.sequence, .number),
        .required("primaryAddress", \.primaryAddress, .linkAddress),
        .optional("wakeupAddress", \.wakeupAddress, .linkAddress),
        .unusual("password", \.password, .hex(upTo: 6), usual: []),
    ]
}
