import WireCoding

/// The state of a sender's data path: element 12. All numbers are little-endian. The flags announce the fields, but the
/// fields are not in the order of their bits:
///
/// | bytes | field | if |
/// |---|---|---|
/// | 2 | flags | |
/// | 3 | country code | `hasCountryCode` |
/// | 2 | social channels | `hasSocialChannels` |
/// | 6, 2 | access point, its channel | `hasInfrastructure` |
/// | 6 | "infrastructure address" | `hasInfrastructureAddress` |
/// | 6 | AWDL address | `hasAWDLAddress` |
/// | 2 | UMI | `hasUMI` |
/// | 2 + n | length and unicast options | `hasUnicastOptions` |
/// | 2 | extended flags | `hasExtendedFlags` |
/// | 2 | log trigger ID | extended `hasLogTriggerID` |
/// | 4 | master counter | extended `hasMasterCounter` |
/// | 4, 4, 4 | statistics | extended `hasStatistics` |
///
/// A field whose flag is clear is not written; one whose flag is set and that is nil is written as zeros.
public struct AWDLDataPathState: AWDLElement {
    public static let type = AWDLTLVType.dataPathState
    public static let name = "data path state"

    public var flags: AWDLDataPathFlags
    public var countryCode: AWDLCountryCode?
    public var socialChannels: AWDLSocialChannels?
    public var infrastructure: Infrastructure?
    /// Not to be relied on: of some senders it is the AWDL address.
    public var infrastructureAddress: LinkAddress?
    public var awdlAddress: LinkAddress?
    public var umi: UInt16?
    /// The first eight bytes of the options.
    public var unicastOptions: AWDLUnicastOptions?
    /// Bytes of the options; senders are known to use 4 and 8.
    public var unicastOptionsLength: UInt16 = 0
    /// The bytes of the options after the first eight.
    public var furtherUnicastOptions: [UInt8] = []
    public var extendedFlags: AWDLExtendedDataPathFlags?
    public var logTriggerID: UInt16?
    /// The same as that of ``AWDLElectionParametersV2``.
    public var masterCounter: UInt32?
    public var statistics: Statistics?

    /// The access point that the sender is associated with.
    public struct Infrastructure: Hashable, Sendable {
        /// May be all zeros where the channel is not 0.
        public var bssid: LinkAddress
        public var channel: UInt16

        public init(bssid: LinkAddress, channel: UInt16) {
            self.bssid = bssid
            self.channel = channel
        }
    }

    /// Counters of the sender, with unknown origins.
    public struct Statistics: Hashable, Sendable {
        /// In milliseconds.
        public var clock: UInt32
        /// Availability windows.
        public var awCounter: UInt32
        public var updateCounter: UInt32

        public init(clock: UInt32, awCounter: UInt32, updateCounter: UInt32) {
            self.clock = clock
            self.awCounter = awCounter
            self.updateCounter = updateCounter
        }
    }

    /// - Parameter flags: With those of the fields that are set afterwards.
    public init(flags: AWDLDataPathFlags) { self.flags = flags }

    /// - Throws: `truncated` where a field that the flags announce is longer than what is left.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        flags = AWDLDataPathFlags(rawValue: try input.readUInt16LittleEndian("AWDL data path flags"))
        if flags.contains(.hasCountryCode) {
            try input.require(3, "AWDL country code")
            let letters = UInt32(try input.readUInt16("AWDL country code"))
            countryCode = AWDLCountryCode(rawValue: letters << 8 | UInt32(try input.readUInt8("AWDL country code")))
        }
        if flags.contains(.hasSocialChannels) {
            socialChannels = AWDLSocialChannels(
                rawValue: try input.readUInt16LittleEndian("AWDL social channels"))
        }
        if flags.contains(.hasInfrastructure) {
            try input.require(8, "AWDL infrastructure")
            infrastructure = Infrastructure(
                bssid: try input.readLinkAddress("AWDL infrastructure BSSID"),
                channel: try input.readUInt16LittleEndian("AWDL infrastructure channel"))
        }
        if flags.contains(.hasInfrastructureAddress) {
            infrastructureAddress = try input.readLinkAddress("AWDL infrastructure address")
        }
        if flags.contains(.hasAWDLAddress) { awdlAddress = try input.readLinkAddress("AWDL address") }
        if flags.contains(.hasUMI) { umi = try input.readUInt16LittleEndian("AWDL UMI") }
        if flags.contains(.hasUnicastOptions) { try readUnicastOptions(&input) }
        if flags.contains(.hasExtendedFlags) { try readExtension(&input) }
    }

    @_lifetime(input: copy input)
    private mutating func readUnicastOptions(_ input: inout ByteReader) throws(WireError) {
        unicastOptionsLength = try input.readUInt16LittleEndian("AWDL unicast options length")
        let length = Int(unicastOptionsLength)
        try input.require(length, "AWDL unicast options")
        var options: UInt64 = 0
        for index in 0..<min(length, 8) {
            options |= UInt64(try input.readUInt8("AWDL unicast options")) << (UInt64(index) &* 8)
        }
        unicastOptions = AWDLUnicastOptions(rawValue: options)
        if length > 8 { furtherUnicastOptions = try input.readBytes(length &- 8, "AWDL unicast options") }
    }

    @_lifetime(input: copy input)
    private mutating func readExtension(_ input: inout ByteReader) throws(WireError) {
        let flags = AWDLExtendedDataPathFlags(rawValue: try input.readUInt16LittleEndian("AWDL extended flags"))
        extendedFlags = flags
        if flags.contains(.hasLogTriggerID) {
            logTriggerID = try input.readUInt16LittleEndian("AWDL log trigger ID")
        }
        if flags.contains(.hasMasterCounter) {
            masterCounter = try input.readUInt32LittleEndian("AWDL master counter")
        }
        if flags.contains(.hasStatistics) {
            try input.require(12, "AWDL statistics")
            statistics = Statistics(
                clock: try input.readUInt32LittleEndian("AWDL statistics"),
                awCounter: try input.readUInt32LittleEndian("AWDL statistics"),
                updateCounter: try input.readUInt32LittleEndian("AWDL statistics"))
        }
    }

    /// Writes the fields that the flags announce. Of options that an element has no room for the end is left away, and
    /// their length is that of what is written.
    public func serialize(into output: inout ByteWriter) {
        let none = LinkAddress(rawValue: 0)
        output.writeUInt16LittleEndian(flags.rawValue)
        if flags.contains(.hasCountryCode) {
            let code = countryCode?.rawValue ?? 0
            output.writeUInt16(UInt16(truncatingIfNeeded: code >> 8))
            output.writeUInt8(UInt8(truncatingIfNeeded: code))
        }
        if flags.contains(.hasSocialChannels) { output.writeUInt16LittleEndian(socialChannels?.rawValue ?? 0) }
        if flags.contains(.hasInfrastructure) {
            (infrastructure?.bssid ?? none).serialize(into: &output)
            output.writeUInt16LittleEndian(infrastructure?.channel ?? 0)
        }
        if flags.contains(.hasInfrastructureAddress) { (infrastructureAddress ?? none).serialize(into: &output) }
        if flags.contains(.hasAWDLAddress) { (awdlAddress ?? none).serialize(into: &output) }
        if flags.contains(.hasUMI) { output.writeUInt16LittleEndian(umi ?? 0) }
        if flags.contains(.hasUnicastOptions) {
            let options = unicastOptionBytes
            output.writeUInt16LittleEndian(UInt16(clamping: options.count))
            output.writeBytes(options)
        }
        if flags.contains(.hasExtendedFlags) { serializeExtension(into: &output) }
    }

    private func serializeExtension(into output: inout ByteWriter) {
        let flags = extendedFlags ?? []
        output.writeUInt16LittleEndian(flags.rawValue)
        if flags.contains(.hasLogTriggerID) { output.writeUInt16LittleEndian(logTriggerID ?? 0) }
        if flags.contains(.hasMasterCounter) { output.writeUInt32LittleEndian(masterCounter ?? 0) }
        if flags.contains(.hasStatistics) {
            output.writeUInt32LittleEndian(statistics?.clock ?? 0)
            output.writeUInt32LittleEndian(statistics?.awCounter ?? 0)
            output.writeUInt32LittleEndian(statistics?.updateCounter ?? 0)
        }
    }

    /// Looks for what the wire has no room for.
    ///
    /// - Parameter offset: The start of the element's value, for the error.
    /// - Throws: `tooLong` for unicast options that make the element longer than 65535 bytes.
    public func validate(at offset: Int = 0) throws(WireError) {
        guard flags.contains(.hasUnicastOptions), Int(unicastOptionsLength) > maximumOptionsLength else { return }
        throw WireError(
            .tooLong(length: Int(unicastOptionsLength), maximum: maximumOptionsLength), field: "AWDL unicast options",
            offset: offset)
    }

    /// Bytes that the other fields leave in an element.
    private var maximumOptionsLength: Int {
        // Those of flags and length, then of the fields that the flags announce.
        var others = 4
        if flags.contains(.hasCountryCode) { others += 3 }
        if flags.contains(.hasSocialChannels) { others += 2 }
        if flags.contains(.hasInfrastructure) { others += 8 }
        if flags.contains(.hasInfrastructureAddress) { others += 6 }
        if flags.contains(.hasAWDLAddress) { others += 6 }
        if flags.contains(.hasUMI) { others += 2 }
        if flags.contains(.hasExtendedFlags) {
            others += 2
            let further = extendedFlags ?? []
            if further.contains(.hasLogTriggerID) { others += 2 }
            if further.contains(.hasMasterCounter) { others += 4 }
            if further.contains(.hasStatistics) { others += 12 }
        }
        return AWDLTLV.maximumLength - others
    }

    /// The options as they are written, ``unicastOptionsLength`` bytes: zeros where fewer were given. No more than an element
    /// has room for, beside the other fields.
    public var unicastOptionBytes: [UInt8] {
        let options = unicastOptions?.rawValue ?? 0
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: options >> (UInt64($0) &* 8)) } + furtherUnicastOptions
        let length = min(Int(unicastOptionsLength), maximumOptionsLength)
        return bytes.prefix(length) + [UInt8](repeating: 0, count: max(0, length &- bytes.count))
    }
}

extension AWDLDataPathState {
    public init() { self.init(flags: []) }
    public static let fields: [FieldDescription<Self>] = [
        .field("flags", \.flags, .code),
        .optional("countryCode", \.countryCode, .countryCode),
        .optional("socialChannels", \.socialChannels, .code),
        .optional("infrastructureBSSID", \.infrastructureBSSID, .linkAddress),
        .optional("infrastructureChannel", \.infrastructureChannel, .number),
        .optional("infrastructureAddress", \.infrastructureAddress, .linkAddress),
        .optional("awdlAddress", \.awdlAddress, .linkAddress),
        .optional("umi", \.umi, .number),
        .optional("unicastOptions", \.givenUnicastOptions, .hex(upTo: 0xFFFF)),
        .optional("extendedFlags", \.extendedFlags, .code),
        .optional("logTriggerID", \.logTriggerID, .number),
        .optional("masterCounter", \.masterCounter, .number),
        .optional("statistics", \.statistics, .statistics),
    ]

    private var infrastructureBSSID: LinkAddress? {
        get { infrastructure?.bssid }
        set { infrastructure = newValue.map { Infrastructure(bssid: $0, channel: infrastructure?.channel ?? 0) } }
    }

    private var infrastructureChannel: UInt16? {
        get { infrastructure?.channel }
        set {
            guard let newValue else { return }
            infrastructure = Infrastructure(bssid: infrastructure?.bssid ?? LinkAddress(rawValue: 0), channel: newValue)
        }
    }

    private var givenUnicastOptions: [UInt8]? {
        get { unicastOptions == nil ? nil : unicastOptionBytes }
        set {
            guard let newValue else { return unicastOptions = nil }
            unicastOptions = AWDLUnicastOptions(
                rawValue: newValue.prefix(8).enumerated().reduce(0) { $0 | UInt64($1.element) << (8 * $1.offset) })
            unicastOptionsLength = UInt16(clamping: newValue.count)
            furtherUnicastOptions = Array(newValue.dropFirst(8))
        }
    }

    /// Sets the flags by which the fields are there, or sees that those that were given say the same.
    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        if let object, infrastructure != nil, !object.has("infrastructureBSSID") {
            throw object.error("infrastructureBSSID", "is missing")
        }
        let extensions: [(AWDLExtendedDataPathFlags, Bool)] = [
            (.hasLogTriggerID, logTriggerID != nil), (.hasMasterCounter, masterCounter != nil),
            (.hasStatistics, statistics != nil),
        ]
        let furtherFlags = Self.flags(extensions)
        if let object, object.has("extendedFlags") {
            guard extendedFlags?.intersection(furtherFlags.all) == furtherFlags.present else {
                throw object.error("extendedFlags", "says that there are other fields than there are")
            }
        } else if extendedFlags != nil || !furtherFlags.present.isEmpty {
            extendedFlags = (extendedFlags ?? []).subtracting(furtherFlags.all).union(furtherFlags.present)
        }
        let fields = Self.flags([
            (AWDLDataPathFlags.hasCountryCode, countryCode != nil), (.hasSocialChannels, socialChannels != nil),
            (.hasInfrastructure, infrastructure != nil), (.hasInfrastructureAddress, infrastructureAddress != nil),
            (.hasAWDLAddress, awdlAddress != nil), (.hasUMI, umi != nil),
            (.hasUnicastOptions, unicastOptions != nil), (.hasExtendedFlags, extendedFlags != nil),
        ])
        if let object, object.has("flags"), flags.intersection(fields.all) != fields.present {
            throw object.error("flags", "says that there are other fields than there are")
        }
        flags = flags.subtracting(fields.all).union(fields.present)
    }

    /// The flags of all fields, and of those that are there.
    private static func flags<Flags: OptionSet>(_ fields: [(flag: Flags, isPresent: Bool)]) -> (
        all: Flags, present: Flags
    )
    where Flags.Element == Flags {
        (Flags(fields.map(\.flag)), Flags(fields.filter(\.isPresent).map(\.flag)))
    }
}

extension FieldCodec where Value == AWDLDataPathState.Statistics {
    fileprivate static var statistics: FieldCodec {
        FieldCodec<[UInt32]>.list(.number, count: 3...3, "must have three numbers").map(
            { Value(clock: $0[0], awCounter: $0[1], updateCounter: $0[2]) },
            back: { [$0.clock, $0.awCounter, $0.updateCounter] })
    }
}

extension FieldCodec where Value == AWDLCountryCode {
    fileprivate static var countryCode: FieldCodec {
        .text(
            { $0.description }, parse: { AWDLCountryCode($0) }, "is neither two letters nor six hexadecimal digits",
            extreme: {
                $0.pick([
                    AWDLCountryCode(rawValue: 0x44_4500), AWDLCountryCode(rawValue: $0.extremeNumber(UInt32.self)),
                ])
            })
    }
}
