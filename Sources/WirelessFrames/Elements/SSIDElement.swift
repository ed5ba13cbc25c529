import WireCoding

/// The name of a network, at most 32 bytes of any encoding; empty where it is hidden (IEEE 802.11 §9.4.2.2).
public struct SSIDElement: ElementBody {
    public static let id = ElementID.ssid

    /// The longest name of a network.
    public static let maximumLength = 32

    /// The bytes of the name, most often UTF-8; empty where the network hides it.
    public var name: [UInt8]

    /// The element of a name. One of more than 32 bytes is written whole and cannot be read again.
    public init(_ name: [UInt8]) { self.name = name }

    public init() { self.init([]) }

    /// - Throws: `tooLong` for more than 32 bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        guard input.remaining <= Self.maximumLength else {
            throw input.error(.tooLong(length: input.remaining, maximum: Self.maximumLength), "SSID")
        }
        name = input.readRemainingBytes()
    }

    public static let fields: [FieldDescription<Self>] = [
        .derived("ssid") { .text(String(decoding: $0.name, as: UTF8.self)) },
        .hidden(\.name, .hex(upTo: maximumLength), .rest),
    ]
}

/// The channel of a 2.4 GHz radio (IEEE 802.11 §9.4.2.4).
public struct DSParameterElement: ElementBody {
    public static let id = ElementID.dsParameterSet

    /// The number of the channel, 1 to 14.
    public var channel: UInt8

    /// The element of a channel number; it is not checked.
    public init(channel: UInt8) { self.channel = channel }

    public init() { self.init(channel: 0) }

    public static let fields: [FieldDescription<Self>] = [
        .field("channel", \.channel, .number, .integer("DS parameter channel"))
    ]
}

/// Rates of a radio, in elements 1 (IEEE 802.11 §9.4.2.3) and 50 (§9.4.2.13).
public struct SupportedRatesElement: ElementBody {
    public static let id = ElementID.supportedRates
    public static let otherIDs = [ElementID.extendedSupportedRates]

    /// The rates in their order, at most eight in element 1.
    public var rates: [SupportedRate]

    /// The element of these rates.
    public init(_ rates: [SupportedRate]) { self.rates = rates }

    public init() { self.init([]) }

    public static let fields: [FieldDescription<Self>] = [
        .derived("rates", .unit(.bitsPerSecond)) { .list($0.rates.compactMap(\.bitsPerSecond).map { .number($0) }) },
        .hidden(\.rates.bytes, .hex(upTo: InformationElement.maximumLength), .rest),
    ]
}

/// A rate in the elements "Supported Rates" and "Extended Supported Rates" (IEEE 802.11 §9.4.2.3): units of 500 kb/s,
/// and in the top bit whether every member of the network must support it. 0x80 | 121 to 127 are conditions that
/// members must meet (§9.4.2.3, "BSS membership selector"): 121 EHT, 122 HE, 123 SAE hash-to-element only, 124
/// EtherType protocol discrimination, 125 general link, 126 VHT, 127 HT.
@frozen
public struct SupportedRate: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A rate of at most 63.5 Mb/s, in steps of 500 kb/s.
    public init(bitsPerSecond: UInt32, isBasic: Bool) {
        rawValue = UInt8(truncatingIfNeeded: bitsPerSecond / 500_000) & 0x7F | (isBasic ? 0x80 : 0)
    }

    /// Whether every member of the network must support the rate.
    public var isBasic: Bool { rawValue & 0x80 != 0 }
    /// The rate; nil for the values that are a condition for membership.
    public var bitsPerSecond: UInt32? { rawValue >= 0x80 | 121 ? nil : UInt32(rawValue & 0x7F) * 500_000 }
}

extension [SupportedRate] {
    fileprivate var bytes: [UInt8] {
        get { map(\.rawValue) }
        set { self = newValue.map(SupportedRate.init(rawValue:)) }
    }
}
