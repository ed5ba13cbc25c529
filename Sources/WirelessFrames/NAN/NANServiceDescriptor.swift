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

    public var serviceID: NANServiceID
    /// The publisher or subscriber, among the services of its device.
    public var instanceID: UInt8
    /// Whom a follow-up or a solicited publish answers, among the services of that device.
    public var requestorInstanceID: UInt8
    /// Decides which of the optional fields are present; a present field that is nil is written as empty.
    public var control: NANServiceControl
    public var bindingBitmap: UInt16?
    /// Entries in order; an empty one matches anything. At most 255 bytes are written.
    public var matchingFilter: [[UInt8]]?
    public var serviceResponseFilter: ResponseFilter?
    /// The data of the service, at most 255 bytes; no more than that are written.
    public var serviceInfo: [UInt8]?

    /// The devices that should answer a subscribe.
    public struct ResponseFilter: Hashable, Sendable {
        /// Bit 0: Bloom filter instead of addresses; bit 1: matching devices answer, not the others; bits 2 and 3:
        /// which Bloom filter.
        public var control: UInt8
        /// Addresses of six bytes each, or the bits of the Bloom filter; at most 254 bytes.
        public var content: [UInt8]

        public init(control: UInt8, content: [UInt8]) {
            self.control = control
            self.content = content
        }

        public var isBloomFilter: Bool { control & 1 != 0 }
        public var includes: Bool { control & 2 != 0 }
    }

    /// The descriptor with these parts; the control says which of them are there.
    public init(
        serviceID: NANServiceID, type: NANServiceControl.ServiceType, instanceID: UInt8,
        requestorInstanceID: UInt8 = 0, bindingBitmap: UInt16? = nil, matchingFilter: [[UInt8]]? = nil,
        serviceResponseFilter: ResponseFilter? = nil, serviceInfo: [UInt8]? = nil, isRangeLimited: Bool = false
    ) {
        self.serviceID = serviceID
        self.instanceID = instanceID
        self.requestorInstanceID = requestorInstanceID
        control = NANServiceControl(
            rawValue: type.rawValue | (matchingFilter == nil ? 0 : 0x04) | (serviceResponseFilter == nil ? 0 : 0x08)
                | (serviceInfo == nil ? 0 : 0x10) | (isRangeLimited ? 0x20 : 0) | (bindingBitmap == nil ? 0 : 0x40))
        self.bindingBitmap = bindingBitmap
        self.matchingFilter = matchingFilter
        self.serviceResponseFilter = serviceResponseFilter
        self.serviceInfo = serviceInfo
    }

    /// - Throws: `truncated` when a part is longer than what holds it.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(9, "NAN service descriptor")
        serviceID = try NANServiceID(parsing: &input)
        instanceID = try input.readUInt8("NAN instance ID")
        requestorInstanceID = try input.readUInt8("NAN requestor instance ID")
        control = NANServiceControl(rawValue: try input.readUInt8("NAN service control"))
        if control.hasBindingBitmap { bindingBitmap = try input.readUInt16LittleEndian("NAN binding bitmap") }
        if control.hasMatchingFilter {
            let length = Int(try input.readUInt8("NAN matching filter length"))
            var region = try input.subreader(length, "NAN matching filter", limit: "NAN matching filter length")
            var entries: [[UInt8]] = []
            while !region.isAtEnd {
                let size = Int(try region.readUInt8("NAN matching filter entry"))
                entries.append(try region.readBytes(size, "NAN matching filter entry"))
            }
            matchingFilter = entries
        }
        if control.hasServiceResponseFilter {
            let length = Int(try input.readUInt8("NAN service response filter length"))
            var region = try input.subreader(
                length, "NAN service response filter", limit: "NAN service response filter length")
            let filterControl = try region.readUInt8("NAN service response filter control")
            serviceResponseFilter = ResponseFilter(control: filterControl, content: region.readRemainingBytes())
        }
        if control.hasServiceInfo {
            let length = Int(try input.readUInt8("NAN service info length"))
            serviceInfo = try input.readBytes(length, "NAN service info")
        }
    }

    public func serialize(into output: inout ByteWriter) {
        serviceID.serialize(into: &output)
        output.writeUInt8(instanceID)
        output.writeUInt8(requestorInstanceID)
        output.writeUInt8(control.rawValue)
        if control.hasBindingBitmap { output.writeUInt16LittleEndian(bindingBitmap ?? 0) }
        if control.hasMatchingFilter {
            var entries = ByteWriter()
            for entry in matchingFilter ?? [] {
                guard entries.count + 1 + entry.count <= 255 else { break }
                entries.writeUInt8(UInt8(truncatingIfNeeded: entry.count))
                entries.writeBytes(entry)
            }
            Self.write(entries.bytes, into: &output)
        }
        if control.hasServiceResponseFilter {
            let filter = serviceResponseFilter ?? ResponseFilter(control: 0, content: [])
            Self.write([filter.control] + filter.content, into: &output)
        }
        if control.hasServiceInfo { Self.write(serviceInfo ?? [], into: &output) }
    }

    private static func write(_ bytes: [UInt8], into output: inout ByteWriter) {
        let kept = bytes.prefix(255)
        output.writeUInt8(UInt8(truncatingIfNeeded: kept.count))
        output.writeBytes(kept)
    }
}

extension NANServiceDescriptor {
    public static let blank = NANServiceDescriptor(serviceID: NANServiceID(rawValue: 0), type: .publish, instanceID: 0)
    public static let fields: [FieldDescription<Self>] = [
        serviceIDField,
        .field("instanceID", \.instanceID, .number),
        .field("requestorInstanceID", \.requestorInstanceID, .number),
        .field("control", \.control, .code),
        .derived("type") { $0.control.type.map { .text($0.name) } ?? .null },
        .optional("bindingBitmap", \.bindingBitmap, .number),
        .optional("matchingFilter", \.matchingFilter, .list(.shortHex)),
        .optional("serviceResponseFilter", \.serviceResponseFilter, .responseFilter),
        .optional("serviceInfo", \.serviceInfo, FieldCodec.hex.extremes { $0.extremeBytes(from: 0, upTo: 255) }),
    ]

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
        vary: { $1.serviceID = NANServiceID(rawValue: $0.next()) })

    /// Makes the control that says which parts are there, unless one was given.
    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        let type = try object.flatMap { (object) throws(FieldError) in try Self.type(of: object) }
        guard object?.has("control") != true else { return }
        let parts = NANServiceDescriptor(
            serviceID: serviceID, type: type ?? control.type ?? .publish, instanceID: instanceID,
            bindingBitmap: bindingBitmap, matchingFilter: matchingFilter, serviceResponseFilter: serviceResponseFilter,
            serviceInfo: serviceInfo, isRangeLimited: control.isRangeLimited)
        control = parts.control
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

extension FieldCodec where Value == [UInt8] {
    /// Bytes of which several entries have room in a filter.
    fileprivate static var shortHex: FieldCodec { hex.extremes { $0.extremeBytes(from: 0, upTo: 20) } }
}
