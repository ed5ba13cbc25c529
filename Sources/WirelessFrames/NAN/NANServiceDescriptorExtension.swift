import WireCoding

/// The requirements of a published service, beside its descriptor (attribute 14).
///
/// | bytes | field | where |
/// |---|---|---|
/// | 1 | instance ID | |
/// | 2 | control, little-endian | |
/// | 2, 2 | least and greatest distance in centimeters, little-endian | control bit 8 |
/// | 1 | update indicator | control bit 9 |
/// | 2, … | length (little-endian) and ``NANServiceInfo`` | if bytes are left |
public struct NANServiceDescriptorExtension: NANAttributeBody {
    public static let id = NANAttributeID.serviceDescriptorExtension

    /// The publisher, as in its ``NANServiceDescriptor/instanceID``.
    public var instanceID: UInt8 = 0
    /// Decides whether range limit and update indicator are present; a present field that is nil is written as zeros.
    public var control = Control(rawValue: 0)
    /// The distances at which the service is found; nil without bit 8 of the control.
    public var rangeLimit: RangeLimit?
    /// Counts changes of the service info.
    public var serviceUpdateIndicator: UInt8?
    /// The service's information about itself; nil if no bytes are left for it.
    public var serviceInfo: NANServiceInfo?

    /// The requirements of the service.
    @frozen
    public struct Control: RawRepresentable, Hashable, Sendable {
        public var rawValue: UInt16

        @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Bit 2: the service needs a data path.
        public var dataPathRequired: Bool { rawValue & 0x0004 != 0 }
        /// Bit 5: data paths of the service have requirements as in ``NANDataLinkQoS``.
        public var qosRequired: Bool { rawValue & 0x0020 != 0 }
        /// Bit 6: data paths of the service are encrypted.
        public var securityRequired: Bool { rawValue & 0x0040 != 0 }
        /// Bit 7: the service needs a measurement of distance.
        public var rangingRequired: Bool { rawValue & 0x0080 != 0 }
        /// Bit 8: ``NANServiceDescriptorExtension/rangeLimit`` is there.
        public var hasRangeLimit: Bool { rawValue & 0x0100 != 0 }
        /// Bit 9: ``NANServiceDescriptorExtension/serviceUpdateIndicator`` is there.
        public var hasUpdateIndicator: Bool { rawValue & 0x0200 != 0 }
        /// Bit 10: the service needs a group key.
        public var groupKeyRequired: Bool { rawValue & 0x0400 != 0 }
    }

    /// In centimeters.
    public struct RangeLimit: Hashable, DescribedElement {
        /// The least distance.
        public var inner: UInt16 = 0
        /// The greatest distance.
        public var outer: UInt16 = 0

        public init() {}

        public static let fields: [FieldDescription<Self>] = [
            .bytes(\.inner, .integer("NAN range limit")), .bytes(\.outer, .integer("NAN range limit")),
        ]
    }

    public init() {}
}

extension NANServiceDescriptorExtension {
    public static let fields: [FieldDescription<Self>] = [
        .size(3, "NAN service descriptor extension"),
        .field("instanceID", \.instanceID, .number, .integer("NAN instance ID")),
        .field("control", \.control, .code, .code("NAN service descriptor extension control")),
        .optional(
            "rangeLimit", \.rangeLimit, .rangeLimit, .element, if: .bits(0x0100, of: "control", \.control.rawValue)),
        .optional(
            "serviceUpdateIndicator", \.serviceUpdateIndicator, .number, .integer("NAN service update indicator"),
            if: .bits(0x0200, of: "control", \.control.rawValue)),
        .part(
            \.serviceInfo, .counted(by: UInt16.self, "NAN service info length", "NAN service info", .element),
            if: .ifAnyLeft),
    ]
}

extension FieldCodec where Value == NANServiceDescriptorExtension.RangeLimit {
    fileprivate static var rangeLimit: FieldCodec {
        FieldCodec<[UInt16]>.list(.number, count: 2...2, "is not two numbers").map(
            { numbers in .with { ($0.inner, $0.outer) = (numbers[0], numbers[1]) } }, back: { [$0.inner, $0.outer] })
    }
}
