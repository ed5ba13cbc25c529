import WireCoding

/// The requirements of a published service, beside its descriptor (attribute 14).
///
/// | bytes | field | where |
/// |---|---|---|
/// | 1 | instance ID | |
/// | 2 | control, little-endian | |
/// | 2, 2 | least and greatest distance in centimetres, little-endian | control bit 8 |
/// | 1 | update indicator | control bit 9 |
/// | 2, … | length (little-endian) and ``NANServiceInfo`` | if bytes are left |
public struct NANServiceDescriptorExtension: NANAttributeBody {
    public static let id = NANAttributeID.serviceDescriptorExtension

    public var instanceID: UInt8
    /// Decides whether range limit and update indicator are present; a present field that is nil is written as zeros.
    public var control: Control
    public var rangeLimit: RangeLimit?
    /// Counts changes of the service info.
    public var serviceUpdateIndicator: UInt8?
    public var serviceInfo: NANServiceInfo?

    /// The requirements of the service.
    @frozen
    public struct Control: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

        public var dataPathRequired: Bool { rawValue & 0x0004 != 0 }
        public var qosRequired: Bool { rawValue & 0x0020 != 0 }
        public var securityRequired: Bool { rawValue & 0x0040 != 0 }
        public var rangingRequired: Bool { rawValue & 0x0080 != 0 }
        public var hasRangeLimit: Bool { rawValue & 0x0100 != 0 }
        public var hasUpdateIndicator: Bool { rawValue & 0x0200 != 0 }
        public var groupKeyRequired: Bool { rawValue & 0x0400 != 0 }
    }

    /// In centimetres.
    public struct RangeLimit: Hashable, Sendable {
        public var inner: UInt16
        public var outer: UInt16

        public init(inner: UInt16, outer: UInt16) {
            self.inner = inner
            self.outer = outer
        }
    }

    public init(
        instanceID: UInt8, control: Control, rangeLimit: RangeLimit? = nil, serviceUpdateIndicator: UInt8? = nil,
        serviceInfo: NANServiceInfo? = nil
    ) {
        self.instanceID = instanceID
        self.control = control
        self.rangeLimit = rangeLimit
        self.serviceUpdateIndicator = serviceUpdateIndicator
        self.serviceInfo = serviceInfo
    }

    /// - Throws: `truncated` when a part is longer than what holds it.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(3, "NAN service descriptor extension")
        instanceID = try input.readUInt8("NAN instance ID")
        control = Control(rawValue: try input.readUInt16LittleEndian("NAN service descriptor extension control"))
        if control.hasRangeLimit {
            let inner = try input.readUInt16LittleEndian("NAN range limit")
            rangeLimit = RangeLimit(inner: inner, outer: try input.readUInt16LittleEndian("NAN range limit"))
        }
        if control.hasUpdateIndicator { serviceUpdateIndicator = try input.readUInt8("NAN service update indicator") }
        guard !input.isAtEnd else { return }
        let length = Int(try input.readUInt16LittleEndian("NAN service info length"))
        var region = try input.subreader(length, "NAN service info", limit: "NAN service info length")
        serviceInfo = try NANServiceInfo(parsing: &region)
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(instanceID)
        output.writeUInt16LittleEndian(control.rawValue)
        if control.hasRangeLimit {
            output.writeUInt16LittleEndian(rangeLimit?.inner ?? 0)
            output.writeUInt16LittleEndian(rangeLimit?.outer ?? 0)
        }
        if control.hasUpdateIndicator { output.writeUInt8(serviceUpdateIndicator ?? 0) }
        guard let serviceInfo else { return }
        var written = ByteWriter()
        serviceInfo.serialize(into: &written)
        let kept = written.bytes.prefix(0xFFFF)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
        output.writeBytes(kept)
    }
}

extension NANServiceDescriptorExtension {
    public static let blank = NANServiceDescriptorExtension(instanceID: 0, control: Control(rawValue: 0))
    public static let fields: [FieldDescription<Self>] = [
        .field("instanceID", \.instanceID, .number),
        .field("control", \.control, .code),
        .optional("rangeLimit", \.rangeLimit, .rangeLimit),
        .optional("serviceUpdateIndicator", \.serviceUpdateIndicator, .number),
        serviceInfoFields,
    ]

    private static let serviceInfoFields = FieldDescription<Self>(
        names: ["oui", "protocolType", "serviceInfo"],
        write: { descriptor in
            guard let info = descriptor.serviceInfo else { return [] }
            let organization = [16, 8, 0].map { UInt8(truncatingIfNeeded: info.organization >> $0) }
            return [
                FrameField("oui", .hex(organization)), FrameField("protocolType", .number(info.protocolType)),
                FrameField("serviceInfo", .hex(info.data)),
            ]
        },
        read: { (object, descriptor) throws(FieldError) in
            guard ["oui", "protocolType", "serviceInfo"].contains(where: object.has) else { return }
            let organization = try object.value("oui", .hex(count: 3))?.reduce(0) { $0 << 8 | UInt32($1) }
            descriptor.serviceInfo = NANServiceInfo(
                organization: organization ?? NANView.organization,
                protocolType: try object.number("protocolType") ?? NANServiceInfo.generic,
                data: try object.value("serviceInfo", .hex) ?? [])
        },
        vary: { $1.serviceInfo = $0.chance(1, in: 2) ? NANServiceInfo.extreme(from: &$0) : nil })

    /// Makes the control that says which parts are there, unless one was given.
    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        guard object?.has("control") != true else { return }
        let parts: UInt16 = (rangeLimit == nil ? 0 : 0x0100) | (serviceUpdateIndicator == nil ? 0 : 0x0200)
        control = Control(rawValue: control.rawValue & ~0x0300 | parts)
    }
}

extension FieldCodec where Value == NANServiceDescriptorExtension.RangeLimit {
    fileprivate static var rangeLimit: FieldCodec {
        FieldCodec<[UInt16]>.list(.number, count: 2...2, "is not two numbers").map(
            { Value(inner: $0[0], outer: $0[1]) }, back: { [$0.inner, $0.outer] })
    }
}
