import WireCoding

/// An attribute of a Wi-Fi Aware frame: attribute ID, length (two bytes, little-endian), body.
public struct NANAttribute: Hashable, Sendable {
    /// The first byte, which says what the body is.
    public var id: NANAttributeID
    /// The body, without ``rest``.
    public var value: Value
    /// The bytes after the known fields; later versions of the specification may add fields. Written after the known
    /// ones.
    public var rest: [UInt8]

    /// The content of the body.
    @nonexhaustive
    public enum Value: Sendable {
        /// The fields of a known attribute.
        case body(any NANAttributeBody)
        /// The whole body of an attribute that is not known here.
        case other([UInt8])
        /// The whole body of one that contradicts itself, and how.
        case malformed([UInt8], WireError)
    }

    /// - Parameters:
    ///   - id: The type of the attribute, which need not fit the value.
    ///   - value: The body; with the rest at most 65535 bytes of it are written.
    ///   - rest: Bytes after the known fields.
    public init(id: NANAttributeID, value: Value, rest: [UInt8] = []) {
        self.id = id
        self.value = value
        self.rest = rest
    }

    /// An attribute of its own ID; service IDs become attribute 2.
    public init<Body: NANAttributeBody>(_ body: Body, rest: [UInt8] = []) {
        self.init(id: Body.id, value: .body(body), rest: rest)
    }

    /// The fields, where the attribute is of that kind.
    public func value<Body: NANAttributeBody>(as _: Body.Type = Body.self) -> Body? {
        if case .body(let body) = value { body as? Body } else { nil }
    }

    /// Reads the body if it is known; one that contradicts itself is kept as it is.
    ///
    /// - Throws: `truncated` when header or body is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        try input.require(NANAttributes.headerSize, "NAN attribute header")
        id = NANAttributeID(rawValue: try input.readUInt8("NAN attribute ID"))
        let length = Int(try input.readUInt16LittleEndian("NAN attribute length"))
        guard length <= input.remaining else {
            throw start.error(
                .truncated(needed: NANAttributes.headerSize &+ length, available: start.remaining), "NAN attribute")
        }
        var body = try input.subreader(length, "NAN attribute", limit: "NAN attribute length")
        var whole = body
        do throws(WireError) {
            if let known = Self.body(of: id) {
                value = .body(try known.init(parsing: &body))
            } else {
                value = .other(body.readRemainingBytes())
            }
            rest = body.readRemainingBytes()
        } catch {
            value = .malformed(whole.readRemainingBytes(), error)
            rest = []
        }
    }

    /// The bytes after the length.
    public var body: [UInt8] {
        let known =
            switch value {
            case .body(let body): ByteWriter.bytes(body.serialize(into:))
            case .other(let bytes), .malformed(let bytes, _): bytes
            }
        return Array((known + rest).prefix(0xFFFF))
    }

    /// Writes ID, length and at most 65535 bytes of the body.
    public func serialize(into output: inout ByteWriter) {
        output.writeTypeLengthValue(id.rawValue, body)
    }
}

/// The body of an attribute of Wi-Fi Aware whose fields are known. A new one is a file with its type and a line in
/// `NANAttribute.knownBodies`.
public protocol NANAttributeBody: DescribedElement, Hashable {
    /// The ID of the attributes with this body; the first of them, where several have it.
    static var id: NANAttributeID { get }
    /// Further attributes with the same body, none for most.
    static var otherIDs: [NANAttributeID] { get }
}

extension NANAttributeBody {
    public static var otherIDs: [NANAttributeID] { [] }

    fileprivate func isEqual(to other: any NANAttributeBody) -> Bool { other as? Self == self }
}

extension NANAttribute {
    /// All bodies whose fields are known. Parsing, text, JSON and generators have them from here.
    package static let knownBodies: [any NANAttributeBody.Type] = [
        NANMasterIndication.self,
        NANClusterAttribute.self,
        NANServiceIDList.self,
        NANServiceDescriptor.self,
        NANServiceDescriptorExtension.self,
        NANDeviceCapability.self,
        NANDataPath.self,
        NANDataPathExtension.self,
        NANAvailability.self,
        NANDataCluster.self,
        NANDataLink.self,
        NANDataLinkQoS.self,
        NANElementContainer.self,
        NANCipherSuites.self,
        NANSecurityContexts.self,
        NANSharedKeyDescriptor.self,
    ]

    private static let bodiesByID = Dictionary(
        uniqueKeysWithValues: knownBodies.flatMap { body in ([body.id] + body.otherIDs).map { ($0, body) } })

    /// The body of an attribute, nil for attributes that are not known here.
    static func body(of id: NANAttributeID) -> (any NANAttributeBody.Type)? { bodiesByID[id] }
}

extension NANAttribute.Value: Hashable {
    public static func == (first: NANAttribute.Value, second: NANAttribute.Value) -> Bool {
        switch (first, second) {
        case (.body(let first), .body(let second)): first.isEqual(to: second)
        case (.other(let first), .other(let second)): first == second
        case (.malformed(let first, let error), .malformed(let second, let other)): first == second && error == other
        case (.body, _), (.other, _), (.malformed, _): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .body(let body): body.hash(into: &hasher)
        case .other(let bytes), .malformed(let bytes, _): hasher.combine(bytes)
        }
    }
}

extension NANAttribute: FieldElement, WireElement {
    /// The fields: number, its name, length, and those of a known body, or else `value`. `error` says why a known attribute is shown by
    /// its bytes.
    public var fieldValues: [FrameField] {
        var fields: [FrameField] = [.code("id", id, NANAttributeID.meaning)]
        if let name = id.name { fields.append(FrameField("idName", .text(name))) }
        fields.append(.signed("length", body.count, .unit(.bytes)))
        switch value {
        case .body(let body): fields += body.fieldValues
        case .other(let bytes): fields.append(FrameField("value", .hex(bytes)))
        case .malformed(let bytes, let error):
            fields += [FrameField("value", .hex(bytes)), FrameField("error", .text(error.description))]
        }
        if !rest.isEmpty { fields.append(FrameField("rest", .hex(rest))) }
        return fields
    }

    /// Reads an attribute by its `value`, where that is given, else by its fields.
    ///
    /// - Throws: For fields that are missing, not known or contradict each other, and for those that the attribute has no
    ///   room for.
    public init(fields object: FieldObject) throws(FieldError) {
        let id = NANAttributeID(rawValue: try object.required(object.number("id"), "id"))
        if let body = try object.value("value", .hex) {
            try object.expectOnly(["id", "idName", "length", "value", "error"])
            guard body.count <= 0xFFFF else { throw object.error("value", "has more than 65535 bytes") }
            guard let read = NANAttribute(id: id, value: .other(body)).readBack else {
                throw object.error("value", "makes no attribute")
            }
            self = read
            return
        }
        guard let known = Self.body(of: id) else { throw object.error("value", "is missing") }
        self.init(id: id, value: .body(try known.init(fields: object)), rest: try object.value("rest", .hex) ?? [])
        try object.expectAgreement(with: fieldValues, ignoring: ["serviceName"])
        let read = readBack
        guard read != self else { return }
        if case .malformed(_, let error) = read?.value {
            throw object.error("id", "is of an attribute that has no room for all that is given: \(error)")
        }
        let shown = read?.fieldValues ?? []
        let lost = fieldValues.first { $0.name != "length" && !shown.contains($0) }
        throw object.error(lost?.name ?? "id", "does not fit into the attribute")
    }

    /// The attribute that the bytes of this one are.
    private var readBack: NANAttribute? {
        let bytes = ByteWriter.bytes(serialize(into:))
        var input = ByteReader(bytes.span)
        return try? NANAttribute(parsing: &input)
    }

    /// Attributes of every known kind and of others, some with bytes after their fields.
    public static func extreme(from source: inout any ExtremeSource) -> NANAttribute {
        if source.chance(1, in: knownBodies.count + 1) {
            let id = NANAttributeID(rawValue: source.pick([4, 5, 9, 11, 12, 17, 26, 39, 42, 46, 221, 255]))
            if body(of: id) == nil {
                return NANAttribute(id: id, value: .other(source.extremeBytes(from: 0, upTo: 40)))
            }
        }
        let kind = source.pick(knownBodies)
        var attribute = NANAttribute(
            id: source.pick([kind.id] + kind.otherIDs), value: .body(kind.extreme(from: &source)))
        guard source.chance(1, in: 3) else { return attribute }
        attribute.rest = source.extremeBytes(from: 0, upTo: 6)
        // Attributes that extend to the end of their body have nothing after it.
        if attribute.readBack != attribute { attribute.rest = [] }
        return attribute
    }
}
