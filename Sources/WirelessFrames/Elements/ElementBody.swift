import WireCoding

/// The body of an ``InformationElement`` whose fields are known. A new one is a file with its type and a line in
/// `InformationElement.knownBodies`.
public protocol ElementBody: DescribedElement, Hashable {
    /// The element ID before the body; the first of them, where several elements have it.
    static var id: ElementID { get }
    /// Further elements with the same body, none for most.
    static var otherIDs: [ElementID] { get }
    /// The second half of the number of elements that have one.
    static var idExtension: ElementIDExtension? { get }
}

extension ElementBody {
    public static var otherIDs: [ElementID] { [] }
    public static var idExtension: ElementIDExtension? { nil }
}

extension InformationElement {
    /// All bodies whose fields are known. Parsing, text, JSON and generators have them from here: those that name networks
    /// and their capabilities.
    package static let knownBodies: [any ElementBody.Type] = [
        SSIDElement.self,
        SupportedRatesElement.self,
        DSParameterElement.self,
        CountryElement.self,
        HTCapabilitiesElement.self,
        HTOperationElement.self,
        VHTCapabilitiesElement.self,
        VHTOperationElement.self,
        HECapabilitiesElement.self,
        VendorElement.self,
    ]

    /// The two halves of an element's number.
    private struct Number: Hashable {
        let id: ElementID
        let idExtension: ElementIDExtension?
    }

    private static let bodiesByNumber = Dictionary(
        uniqueKeysWithValues: knownBodies.flatMap { body in
            ([body.id] + body.otherIDs).map { (Number(id: $0, idExtension: body.idExtension), body) }
        })

    /// The decoded body, nil if the fields of elements with that number are not known here.
    ///
    /// Bytes after the known fields of an element with capabilities are ignored, as the standard requires for unknown
    /// later fields (§9.4.2.1).
    ///
    /// - Parameter baseOffset: The offset of the body in the frame, for errors.
    /// - Throws: `truncated` when the body is too short, `tooLong` for a name of more than 32 bytes.
    public func value(baseOffset: Int = 0) throws(WireError) -> (any ElementBody)? {
        guard let known = Self.bodiesByNumber[Number(id: id, idExtension: idExtension)] else { return nil }
        var input = ByteReader(body.span, baseOffset: baseOffset, limit: "element length")
        if known.idExtension != nil { try input.skip(1, "element ID extension") }
        return try known.init(parsing: &input)
    }

    /// The decoded body, nil for an element of another kind.
    ///
    /// - Throws: What ``value(baseOffset:)`` throws.
    public func value<Body: ElementBody>(as _: Body.Type) throws(WireError) -> Body? { try value() as? Body }

    /// The element with that body.
    ///
    /// - Parameters:
    ///   - body: The fields; of those that make more than 255 bytes, the first 255 are written.
    ///   - id: One of those that the body belongs to; nil for its first one.
    public init<Body: ElementBody>(_ body: Body, id: ElementID? = nil) {
        var written = ByteWriter()
        if let number = Body.idExtension { written.writeUInt8(number.rawValue) }
        body.serialize(into: &written)
        self.init(id: id ?? Body.id, body: written.bytes)
    }
}

extension InformationElement: FieldElement, WireElement {
    /// The fields: number, its name, length and `body`, which is whole; then what the body says, where its kind is known.
    public var fieldValues: [FrameField] {
        var fields: [FrameField] = [.code("id", id, ElementID.meaning)]
        if let name = ElementID.names[id.rawValue] { fields.append(FrameField("idName", .text(name))) }
        fields += [.signed("length", body.count, .unit(.bytes)), .hex("body", body)]
        if let number = idExtension { fields.append(.code("idExtension", number, ElementIDExtension.meaning)) }
        do throws(WireError) {
            fields += try value()?.fieldValues ?? []
        } catch {
            fields.append(FrameField("error", .text(error.description)))
        }
        return fields
    }

    /// Reads `id` and `body`, or instead of these the `ssid` of a network or the `channel` of a radio.
    public init(fields object: FieldObject) throws(FieldError) {
        if let body = try object.value("body", .hex) {
            guard body.count <= Self.maximumLength else {
                throw object.error("body", "has \(body.count) bytes; there is room for 255")
            }
            self.init(id: ElementID(rawValue: try object.required(object.number("id"), "id")), body: body)
        } else if let name = try object.text("ssid") {
            guard name.utf8.count <= SSIDElement.maximumLength else {
                throw object.error("ssid", "has \(name.utf8.count) bytes; there is room for 32")
            }
            self.init(SSIDElement(Array(name.utf8)))
        } else if let channel: UInt8 = try object.number("channel") {
            self.init(DSParameterElement(channel: channel))
        } else {
            throw object.error("body", "is missing")
        }
        try object.expectAgreement(with: fieldValues)
    }

    /// Elements of any number with any bytes.
    public static func extreme(from source: inout any ExtremeSource) -> InformationElement {
        InformationElement(
            id: ElementID(rawValue: source.extremeNumber(UInt8.self)),
            body: source.extremeBytes(from: 0, upTo: maximumLength))
    }

    /// Elements of every known kind.
    package static func extremeKnown(from source: inout any ExtremeSource) -> InformationElement {
        let kinds = knownBodies.flatMap { kind in ([kind.id] + kind.otherIDs).map { (kind, $0) } }
        let (kind, id) = source.pick(kinds)
        let body: any ElementBody = kind.extreme(from: &source)
        return InformationElement(body, id: id)
    }
}

extension WireCodec where Value == InformationElement {
    static var informationElement: WireCodec { .element(blank: InformationElement(id: .ssid, body: [])) }
}
