import WireCoding

/// A frame of Wi-Fi Aware, from the category of an action frame on, or the element of a beacon. ``NANView`` reads it in
/// place and has the layouts.
public struct NANFrame: Hashable, Sendable {
    /// The category of public action frames (IEEE 802.11 §9.4.1.11); 9 is the one for pairs with keys.
    public static let publicCategory: UInt8 = 4

    public var kind: NANFrameKind
    /// 4 or 9 in action frames; nothing in beacons.
    public var category: UInt8
    public var attributes: NANAttributeList

    public init(
        _ kind: NANFrameKind, category: UInt8 = publicCategory, attributes: [NANAttribute], rest: [UInt8] = []
    ) {
        self.kind = kind
        self.category = kind == .beacon ? 0 : category
        self.attributes = NANAttributeList(attributes, rest: rest)
    }

    private init(kind: NANFrameKind, category: UInt8, attributes: NANAttributeList) {
        self.kind = kind
        self.category = category
        self.attributes = attributes
    }

    /// Reads all that is left: an action frame's body from its category on, or one element of a beacon.
    ///
    /// - Returns: In `error` why the last bytes are no attribute.
    /// - Throws: `truncated` when less than the header is left, `invalidValue` for what is not of Wi-Fi Aware.
    public static func parse(
        _ input: inout ByteReader
    ) throws(WireError) -> (frame: NANFrame, error: WireError?) {
        let start = input
        let category = try input.readUInt8("action category")
        guard category != ElementID.vendorSpecific.rawValue else {
            let length = Int(try input.readUInt8("element length"))
            var element = try input.subreader(length, "element", limit: "element length")
            let type = try Self.type(&element)
            guard type == NANView.discoveryType else { throw start.error(.invalidValue(UInt64(type)), "NAN type") }
            let (list, error) = NANAttributeList.parse(&element)
            return (NANFrame(kind: .beacon, category: 0, attributes: list), error)
        }
        let action = try input.readUInt8("public action")
        guard category == 4 || category == 9, action == 9 else {
            throw start.error(.invalidValue(UInt64(category) << 8 | UInt64(action)), "action category")
        }
        let type = try Self.type(&input)
        let kind: NANFrameKind
        switch type {
        case NANView.discoveryType: kind = .serviceDiscovery
        case NANView.actionType: kind = .action(NANActionSubtype(rawValue: try input.readUInt8("NAN subtype")))
        default: throw start.error(.invalidValue(UInt64(type)), "NAN type")
        }
        let (list, error) = NANAttributeList.parse(&input)
        return (NANFrame(kind: kind, category: category, attributes: list), error)
    }

    /// The byte behind the organization.
    @_lifetime(input: copy input)
    private static func type(_ input: inout ByteReader) throws(WireError) -> UInt8 {
        let start = input
        let organization = try input.readUInt24("organization")
        guard organization == NANView.organization else {
            throw start.error(.invalidValue(UInt64(organization)), "organization")
        }
        return try input.readUInt8("NAN type")
    }

    /// Writes the frame. A beacon's element has room for 251 bytes of attributes, and what is beyond is not written.
    public func serialize(into output: inout ByteWriter) {
        var content = ByteWriter()
        content.writeUInt24(NANView.organization)
        switch kind {
        case .beacon, .serviceDiscovery: content.writeUInt8(NANView.discoveryType)
        case .action(let subtype):
            content.writeUInt8(NANView.actionType)
            content.writeUInt8(subtype.rawValue)
        }
        attributes.serialize(into: &content)
        guard kind != .beacon else {
            InformationElement(id: .vendorSpecific, body: content.bytes).serialize(into: &output)
            return
        }
        output.writeUInt8(category)
        output.writeUInt8(9)
        output.writeBytes(content.bytes)
    }
}
