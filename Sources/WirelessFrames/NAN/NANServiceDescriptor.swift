import WireCoding

/// A device's offer, search, or message to another device (attribute 3). ``NANServiceDescriptorView`` reads it in
/// place.
///
/// | bytes | field | where |
/// |---|---|---|
/// | 6 | service ID | |
/// | 1 | instance ID | |
/// | 1 | requestor instance ID | |
/// | 1 | control | |
/// | 2 | binding bitmap, little-endian | control bit 6 |
/// | 1, … | matching filter: length of all, then entries of length and bytes | control bit 2 |
/// | 1, 1, … | service response filter: length, control, addresses or Bloom filter | control bit 3 |
/// | 1, … | service info: length, bytes | control bit 4 |
public struct NANServiceDescriptor: NANAttributeBody {
    public static let id = NANAttributeID.serviceDescriptor

    /// The hash of the service's name; see ``NANServiceID/init(name:)``.
    public var serviceID = NANServiceID(rawValue: 0)
    /// The publisher or subscriber, among the services of its device.
    public var instanceID: UInt8 = 0
    /// Whom a follow-up or a solicited publish answers, among the services of that device.
    public var requestorInstanceID: UInt8 = 0
    /// Decides which of the optional fields are present; a present field that is nil is written as empty.
    public var control = NANServiceControl(rawValue: 0)
    /// The attributes of the frame that the descriptor is bound to, a bit for each; nil without bit 6 of the control.
    public var bindingBitmap: UInt16?
    /// Entries in order; an empty one matches anything. At most 255 bytes are written.
    public var matchingFilter: [[UInt8]]?
    /// The devices that should answer; nil without bit 3 of the control.
    public var serviceResponseFilter: ResponseFilter?
    /// The data of the service, at most 255 bytes; no more than that are written.
    public var serviceInfo: [UInt8]?

    /// The devices that should answer a subscribe.
    public struct ResponseFilter: Hashable, DescribedElement {
        /// Bit 0: Bloom filter instead of addresses; bit 1: matching devices answer, not the others; bits 2 and 3:
        /// which Bloom filter.
        public var control: UInt8 = 0
        /// Addresses of six bytes each, or the bits of the Bloom filter; at most 254 bytes.
        public var content: [UInt8] = []

        public init() {}

        /// A filter with its control as it is on the wire.
        public init(control: UInt8, content: [UInt8]) {
            self.control = control
            self.content = content
        }

        /// Whether the content is a Bloom filter, not addresses.
        public var isBloomFilter: Bool { control & 1 != 0 }
        /// Whether devices that match should answer, not the others.
        public var includes: Bool { control & 2 != 0 }

        public static let fields: [FieldDescription<Self>] = [
            .bytes(\.control, .integer("NAN service response filter control")), .bytes(\.content, .rest),
        ]
    }

    public init() {}

    /// The descriptor with these parts; the control says which of them are there.
    public init(
        serviceID: NANServiceID, type: NANServiceControl.ServiceType, instanceID: UInt8,
        requestorInstanceID: UInt8 = 0, bindingBitmap: UInt16? = nil, matchingFilter: [[UInt8]]? = nil,
        serviceResponseFilter: ResponseFilter? = nil, serviceInfo: [UInt8]? = nil, isRangeLimited: Bool = false
    ) {
        self.serviceID = serviceID
        self.instanceID = instanceID
        self.requestorInstanceID = requestorInstanceID
        control.rawValue = type.rawValue | (isRangeLimited ? 0x20 : 0)
        self.bindingBitmap = bindingBitmap
        self.matchingFilter = matchingFilter
        self.serviceResponseFilter = serviceResponseFilter
        self.serviceInfo = serviceInfo
        announceFields()
    }
}

extension NANServiceDescriptor {
    public static let fields: [FieldDescription<Self>] = [
        .size(9, "NAN service descriptor"),
        serviceIDField,
        .field("instanceID", \.instanceID, .number, .integer("NAN instance ID")),
        .field("requestorInstanceID", \.requestorInstanceID, .number, .integer("NAN requestor instance ID")),
        .field("control", \.control, .code, .code("NAN service control")),
        .derived("type") { $0.control.type.map { .text($0.name) } ?? .null },
        .optional("bindingBitmap", \.bindingBitmap, .number, .integer("NAN binding bitmap"), if: controlBit(0x40)),
        .optional(
            "matchingFilter", \.matchingFilter, .list(FieldCodec.hex.extremes { $0.extremeBytes(from: 0, upTo: 20) }),
            .counted(by: UInt8.self, "NAN matching filter length", "NAN matching filter", matchingFilterEntries),
            if: controlBit(0x04)),
        .optional(
            "serviceResponseFilter", \.serviceResponseFilter, .responseFilter,
            .counted(
                by: UInt8.self, "NAN service response filter length", "NAN service response filter", .element),
            if: controlBit(0x08)),
        .optional(
            "serviceInfo", \.serviceInfo, FieldCodec.hex.extremes { $0.extremeBytes(from: 0, upTo: 255) },
            .counted(by: UInt8.self, "NAN service info length", "NAN service info", .rest), if: controlBit(0x10)),
    ]

    private static func controlBit(_ bit: UInt8) -> FieldPresence<Self> {
        .bits(bit, of: "control", \.control.rawValue)
    }

    /// As many whole entries as the length of the filter can count.
    private static let matchingFilterEntries = WireCodec<[[UInt8]]>.list(
        of: .counted(by: UInt8.self, "NAN matching filter entry", "NAN matching filter entry", .rest), room: 255)

    /// The ID, or the name of the service that has it.
    private static let serviceIDField = FieldDescription<Self>(
        names: ["serviceID"], write: { [FrameField("serviceID", .text($0.serviceID.description))] },
        read: { (object, descriptor) throws(FieldError) in
            guard let bytes = try object.value("serviceID", .hex(count: NANServiceID.size)) else {
                descriptor.serviceID = NANServiceID(
                    name: try object.required(object.text("serviceName"), "serviceID"))
                return
            }
            descriptor.serviceID = NANServiceID(bytes: bytes)
            if let name = try object.text("serviceName"), NANServiceID(name: name) != descriptor.serviceID {
                throw object.error("serviceName", "has another ID than serviceID; leave one of them out")
            }
        },
        vary: { $1.serviceID = NANServiceID(rawValue: $0.next()) },
        wire: FieldLayout(\.serviceID, .element(blank: NANServiceID(rawValue: 0))))

    /// Sets the type in the control, unless the control was given.
    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        let type = try object.flatMap { (object) throws(FieldError) in try Self.type(of: object) }
        guard object?.has("control") != true else { return }
        control.rawValue = control.rawValue & 0x7C | (type ?? control.type ?? .publish).rawValue
    }

    private static func type(of object: FieldObject) throws(FieldError) -> NANServiceControl.ServiceType? {
        guard object.members["type"] != .null, let text = try object.text("type") else { return nil }
        for type in [NANServiceControl.ServiceType.publish, .subscribe, .followUp] where type.name == text {
            return type
        }
        throw object.error("type", "is neither publish nor subscribe nor followUp")
    }
}

extension FieldCodec where Value == NANServiceDescriptor.ResponseFilter {
    fileprivate static var responseFilter: FieldCodec {
        FieldCodec(
            encode: { .hex([$0.control] + $0.content) },
            decode: { (field, path) throws(FieldError) in
                let bytes = try FieldCodec<[UInt8]>.hex.decode(field, path)
                guard let control = bytes.first else { throw FieldError(path, "has no control byte") }
                return Value(control: control, content: Array(bytes.dropFirst()))
            },
            extreme: { source in
                Value(control: source.extremeNumber(UInt8.self), content: source.extremeBytes(from: 0, upTo: 18))
            })
    }
}

/// The purpose of a service descriptor, and which of its parts are present (attribute 3, service control).
@frozen
public struct NANServiceControl: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The purpose of a descriptor: 0 publish, 1 subscribe, 2 follow-up.
    @frozen
    public enum ServiceType: UInt8, Hashable, Sendable {
        /// A device offers the service.
        case publish
        /// A device looks for the service.
        case subscribe
        /// A message from one device to another about the service.
        case followUp

        /// The name in reports.
        public var name: String { "\(self)" }
    }

    /// Nil for the value 3, which is not assigned.
    public var type: ServiceType? { ServiceType(rawValue: rawValue & 3) }
    /// Bit 2: a matching filter is there.
    public var hasMatchingFilter: Bool { rawValue & 0x04 != 0 }
    /// Bit 3: a service response filter is there.
    public var hasServiceResponseFilter: Bool { rawValue & 0x08 != 0 }
    /// Bit 4: service info is there.
    public var hasServiceInfo: Bool { rawValue & 0x10 != 0 }
    /// Whether only near devices are meant.
    public var isRangeLimited: Bool { rawValue & 0x20 != 0 }
    /// Bit 6: a binding bitmap is there.
    public var hasBindingBitmap: Bool { rawValue & 0x40 != 0 }
}

/// A service descriptor (attribute 3) with the ranges of its variable parts, read without allocating. The layout is
/// that of ``NANServiceDescriptor``.
public struct NANServiceDescriptorView: Sendable {
    /// The hash of the service's name; see ``NANServiceID/init(name:)``.
    public let serviceID: NANServiceID
    /// The publisher or subscriber, among the services of its device.
    public let instanceID: UInt8
    /// Whom a follow-up or a solicited publish answers, among the services of that device.
    public let requestorInstanceID: UInt8
    /// The purpose of the descriptor, and which of its parts are there.
    public let control: NANServiceControl
    /// The attributes of the frame that the descriptor is bound to, a bit for each; nil without bit 6 of the control.
    public let bindingBitmap: UInt16?
    /// The range of the matching filter's entries in the body, without their total length.
    public let matchingFilter: Range<Int>?
    /// The range of the response filter in the body, from its control byte on.
    public let serviceResponseFilter: Range<Int>?
    /// The range of the service's own bytes in the body.
    public let serviceInfo: Range<Int>?
    /// The end of the known parts in the body.
    public let end: Int

    /// - Parameters:
    ///   - body: The attribute's body.
    ///   - baseOffset: Where it lies in the packet, for errors.
    /// - Throws: `truncated` when a part is longer than what is left.
    public init(_ body: Span<UInt8>, baseOffset: Int = 0) throws(WireError) {
        var input = ByteReader(body, baseOffset: baseOffset, limit: "NAN attribute length")
        try input.require(9, "NAN service descriptor")
        serviceID = try NANServiceID(parsing: &input)
        instanceID = try input.readUInt8("NAN instance ID")
        requestorInstanceID = try input.readUInt8("NAN requestor instance ID")
        control = NANServiceControl(rawValue: try input.readUInt8("NAN service control"))
        bindingBitmap = control.hasBindingBitmap ? try input.readUInt16LittleEndian("NAN binding bitmap") : nil
        matchingFilter = control.hasMatchingFilter ? try Self.part(&input, "NAN matching filter") : nil
        serviceResponseFilter =
            control.hasServiceResponseFilter ? try Self.part(&input, "NAN service response filter") : nil
        serviceInfo = control.hasServiceInfo ? try Self.part(&input, "NAN service info") : nil
        end = input.position
    }

    @_lifetime(input: copy input)
    private static func part(_ input: inout ByteReader, _ field: WireError.Field) throws(WireError) -> Range<Int> {
        let length = Int(try input.readUInt8(field))
        let start = input.position
        try input.skip(length, field)
        return start..<input.position
    }
}
