import WireCoding

/// The body of an attribute of Wi-Fi Aware whose fields are known. A new one is a file with its type and a line in
/// ``NANAttribute/knownBodies``.
public protocol NANAttributeBody: DescribedElement, Hashable {
    static var id: NANAttributeID { get }
    /// Further attributes with the same body, none for most.
    static var otherIDs: [NANAttributeID] { get }
    /// Reads the fields; bytes that follow them are left.
    init(parsing input: inout ByteReader) throws(WireError)
    func serialize(into output: inout ByteWriter)
}

extension NANAttributeBody {
    public static var otherIDs: [NANAttributeID] { [] }

    fileprivate func isEqual(to other: any NANAttributeBody) -> Bool { other as? Self == self }
}

extension NANAttribute {
    /// All bodies whose fields are known. Parsing, text, JSON and generators have them from here.
    public static let knownBodies: [any NANAttributeBody.Type] = [
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
    public static func body(of id: NANAttributeID) -> (any NANAttributeBody.Type)? { bodiesByID[id] }
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

extension NANAttribute {
    /// The fields: number, length, and those of a known body, or else `value`. `error` says why a known attribute is shown by
    /// its bytes.
    public var fieldValues: [FrameField] {
        var fields = [FrameField("id", .number(id.rawValue)), FrameField("length", .integer(Int64(body.count)))]
        switch value {
        case .body(let body): fields += body.fieldValues
        case .other(let bytes): fields.append(FrameField("value", .hex(bytes)))
        case .malformed(let bytes, let error):
            fields += [FrameField("value", .hex(bytes)), FrameField("error", .text(error.description))]
        }
        if !rest.isEmpty { fields.append(FrameField("rest", .hex(rest))) }
        return fields
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
        var written = ByteWriter()
        attribute.serialize(into: &written)
        let bytes = written.bytes
        var input = ByteReader(bytes.span)
        if (try? NANAttribute(parsing: &input)) != attribute { attribute.rest = [] }
        return attribute
    }
}
