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

    /// Announces the optional fields, and says what the sender can do.
    public var flags: AWDLDataPathFlags
    /// The country by whose rules the sender uses its radio; nil without its flag.
    public var countryCode: AWDLCountryCode?
    /// The channels on which the sender can be found; nil without their flag.
    public var socialChannels: AWDLSocialChannels?
    /// The access point that the sender is associated with; nil without its flag.
    public var infrastructure: Infrastructure?
    /// Not to be relied on: of some senders it is the AWDL address.
    public var infrastructureAddress: LinkAddress?
    /// The sender's address in AWDL; nil without its flag.
    public var awdlAddress: LinkAddress?
    /// Two bytes of unknown meaning; nil without their flag, which has not been seen.
    public var umi: UInt16?
    /// The first eight bytes of the options.
    public var unicastOptions: AWDLUnicastOptions?
    /// Bytes of the options; senders are known to use 4 and 8.
    public var unicastOptionsLength: UInt16 = 0
    /// The bytes of the options after the first eight.
    public var furtherUnicastOptions: [UInt8] = []
    /// Announces the fields after it; nil without its flag.
    public var extendedFlags: AWDLExtendedDataPathFlags?
    /// A number by which logs of several devices are matched, by its name; nil without its extended flag.
    public var logTriggerID: UInt16?
    /// The same as that of ``AWDLElectionParametersV2``.
    public var masterCounter: UInt32?
    /// Counters of the sender, 12 bytes; nil without their extended flag.
    public var statistics: Statistics?

    /// The access point that the sender is associated with.
    public struct Infrastructure: Hashable, DescribedElement {
        /// May be all zeros where the channel is not 0.
        public var bssid = LinkAddress.zero
        /// The number of the channel; 0 while the sender is associated in 6 GHz.
        public var channel: UInt16 = 0

        public init() {}

        /// An access point and its channel, 8 bytes.
        public init(bssid: LinkAddress, channel: UInt16) {
            self.bssid = bssid
            self.channel = channel
        }

        public static let fields: [FieldDescription<Self>] = [
            .size(8, "AWDL infrastructure"),
            .bytes(\.bssid, .address("AWDL infrastructure BSSID")),
            .bytes(\.channel, .integer("AWDL infrastructure channel")),
        ]
    }

    /// Counters of the sender, with unknown origins.
    public struct Statistics: Hashable, DescribedElement {
        /// In milliseconds.
        public var clock: UInt32 = 0
        /// Availability windows.
        public var awCounter: UInt32 = 0
        /// Counts updates, by its name; the origin and the event are not known.
        public var updateCounter: UInt32 = 0

        public init() {}

        /// Three counters of 4 bytes each, in the order of the wire.
        public init(clock: UInt32, awCounter: UInt32, updateCounter: UInt32) {
            self.clock = clock
            self.awCounter = awCounter
            self.updateCounter = updateCounter
        }

        public static let fields: [FieldDescription<Self>] = [
            .size(12, "AWDL statistics"), .bytes(\.clock, .integer()), .bytes(\.awCounter, .integer()),
            .bytes(\.updateCounter, .integer()),
        ]
    }

    /// - Parameter flags: With those of the fields that are set afterward.
    public init(flags: AWDLDataPathFlags) { self.flags = flags }

    /// Looks for what the wire has no room for.
    ///
    /// - Parameter offset: The start of the element's value, for the error.
    /// - Throws: `tooLong` for unicast options that make the element longer than 65535 bytes.
    public func validate(at offset: Int = 0) throws(WireError) {
        guard flags.contains(.hasUnicastOptions) else { return }
        try WireError.checkLength(
            Int(unicastOptionsLength), "AWDL unicast options", maximum: maximumOptionsLength, offset: offset)
    }

    /// Bytes that the other fields leave in an element.
    private var maximumOptionsLength: Int {
        var others = self
        others.unicastOptionsLength = 0
        return AWDLTLV.maximumLength - ByteWriter.bytes { others.serialize(into: &$0) }.count
    }

    /// The options as they are written, ``unicastOptionsLength`` bytes: zeros where fewer were given. No more than an element
    /// has room for, beside the other fields.
    public var unicastOptionBytes: [UInt8] {
        guard unicastOptionsLength > 0 else { return [] }
        let options = unicastOptions?.rawValue ?? 0
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: options >> (UInt64($0) &* 8)) } + furtherUnicastOptions
        let length = min(Int(unicastOptionsLength), maximumOptionsLength)
        return bytes.prefix(length) + [UInt8](repeating: 0, count: max(0, length &- bytes.count))
    }
}

extension AWDLDataPathState {
    public init() { self.init(flags: []) }
    public static let fields: [FieldDescription<Self>] = [
        .field("flags", \.flags, .code, .code("AWDL data path flags")),
        .optional("countryCode", \.countryCode, .countryCode, .countryCode, if: flag(.hasCountryCode)),
        .optional(
            "socialChannels", \.socialChannels, .code, .code("AWDL social channels"), if: flag(.hasSocialChannels)),
        .bytes(\.infrastructure, .element, if: flag(.hasInfrastructure)),
        .optional("infrastructureBSSID", \.infrastructureBSSID, .linkAddress),
        .optional("infrastructureChannel", \.infrastructureChannel, .number),
        .optional(
            "infrastructureAddress", \.infrastructureAddress, .linkAddress, .address("AWDL infrastructure address"),
            if: flag(.hasInfrastructureAddress)),
        .optional(
            "awdlAddress", \.awdlAddress, .linkAddress, .address("AWDL address"), if: flag(.hasAWDLAddress)),
        .optional("umi", \.umi, .number, .integer("AWDL UMI"), if: flag(.hasUMI)),
        .optional("unicastOptions", \.givenUnicastOptions, .hex(upTo: 0xFFFF), if: flag(.hasUnicastOptions)),
        FieldDescription(
            wire: FieldLayout(
                parse: { (input, state) throws(WireError) in
                    guard state.flags.contains(.hasUnicastOptions) else { return }
                    let length = Int(try input.readUInt16LittleEndian("AWDL unicast options length"))
                    state.givenUnicastOptions = try input.readBytes(length, "AWDL unicast options")
                },
                serialize: { state, output in
                    guard state.flags.contains(.hasUnicastOptions) else { return }
                    let options = state.unicastOptionBytes
                    output.writeUInt16LittleEndian(UInt16(clamping: options.count))
                    output.writeBytes(options)
                })),
        .optional(
            "extendedFlags", \.extendedFlags, .code, .code("AWDL extended flags"), if: flag(.hasExtendedFlags)),
        .optional(
            "logTriggerID", \.logTriggerID, .number, .integer("AWDL log trigger ID"), if: flag(.hasLogTriggerID)),
        .optional(
            "masterCounter", \.masterCounter, .number, .integer("AWDL master counter"), if: flag(.hasMasterCounter)),
        .optional("statistics", \.statistics, .statistics, .element, if: flag(.hasStatistics)),
    ]

    private static func flag(_ flag: AWDLDataPathFlags) -> FieldPresence<Self> {
        .bits(flag.rawValue, of: "flags", \.flags.rawValue)
    }

    private static func flag(_ flag: AWDLExtendedDataPathFlags) -> FieldPresence<Self> {
        .bits(flag.rawValue, of: "extendedFlags", \.extendedBits)
    }

    /// The extended flags, without any where there are none.
    private var extendedBits: UInt16 {
        get { extendedFlags?.rawValue ?? 0 }
        set {
            if extendedFlags != nil || newValue != 0 { extendedFlags = AWDLExtendedDataPathFlags(rawValue: newValue) }
        }
    }

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

    /// Sees that the flags that were given say which fields are there.
    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        guard let object else { return }
        if infrastructure != nil, !object.has("infrastructureBSSID") {
            throw object.error("infrastructureBSSID", "is missing")
        }
        var announced = self
        announced.announceFields()
        if announced.extendedFlags != extendedFlags {
            throw object.error("extendedFlags", "says that there are other fields than there are")
        }
        if announced.flags != flags { throw object.error("flags", "says that there are other fields than there are") }
    }
}

extension FieldCodec where Value == AWDLDataPathState.Statistics {
    fileprivate static var statistics: FieldCodec {
        FieldCodec<[UInt32]>.list(.number, count: 3...3, "must have three numbers").map(
            { Value(clock: $0[0], awCounter: $0[1], updateCounter: $0[2]) },
            back: { [$0.clock, $0.awCounter, $0.updateCounter] })
    }
}

extension WireCodec where Value == AWDLCountryCode {
    fileprivate static var countryCode: WireCodec {
        WireCodec(
            blank: AWDLCountryCode(rawValue: 0),
            parse: { (input) throws(WireError) in AWDLCountryCode(rawValue: try input.readUInt24("AWDL country code"))
            },
            serialize: { $1.writeUInt24($0.rawValue) })
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

/// The channels on which a sender can be found: a map, or from some senders one channel number.
@frozen
public struct AWDLSocialChannels: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bit 0 is channel 6, bit 1 is 44, bit 2 is 149. A value above 7 is read as a channel number, because no sender
    /// uses the channels below 8 except 6, and nothing distinguishes a map from a number.
    public var channels: [UInt16] {
        guard rawValue <= 7 else { return [rawValue] }
        return zip([1, 2, 4] as [UInt16], [6, 44, 149]).filter { rawValue & $0.0 != 0 }.map(\.1)
    }
}

/// The country by whose rules a sender uses its radio: two letters and a byte 0. `X0` says that it is not known.
@frozen
public struct AWDLCountryCode: RawRepresentable, Hashable, Sendable {
    /// Three bytes, the first on top.
    public let rawValue: UInt32

    /// - Parameter rawValue: The code in the lower 24 bits; the upper 8 are dropped.
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue & 0xFF_FFFF }

    /// The two letters, nil for a code with anything but printable ASCII or without a final 0.
    public var letters: String? {
        let bytes = [UInt8(truncatingIfNeeded: rawValue >> 16), UInt8(truncatingIfNeeded: rawValue >> 8)]
        guard rawValue & 0xFF == 0, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension AWDLCountryCode: CustomStringConvertible {
    /// The two letters, or six hexadecimal digits.
    public var description: String {
        letters ?? Hex.encode([16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) })
    }
}

extension AWDLCountryCode {
    /// Reads what ``description`` writes.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes.count == 2, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) {
            self.init(rawValue: UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8)
        } else if let raw = Hex.decode(text), raw.count == 3 {
            self.init(rawValue: raw.reduce(0) { $0 << 8 | UInt32($1) })
        } else {
            return nil
        }
    }
}
