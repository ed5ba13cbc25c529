import WireCoding

/// A frame of Wi-Fi Aware, from the category of an action frame on, or the element of a beacon. ``NANView`` reads it in
/// place and has the layouts.
public struct NANFrame: Hashable {
    /// The category of public action frames (IEEE 802.11 §9.4.1.11); 9 is the category for pairs with keys.
    public static let publicCategory: UInt8 = 4

    /// Whether this is a beacon, a service discovery frame or an action frame, and of which subtype.
    public var kind: NANFrameKind
    /// 4 or 9 in action frames; nothing in beacons.
    public var category: UInt8
    /// The attributes in their order, and what follows the last one.
    public var attributes: NANAttributeList
    /// How many bytes of attributes each element of a beacon carries, where this is not the usual: an element that is full
    /// before the next begins, the last with what is left.
    public var elementSizes: [Int]
    /// Bytes after a beacon's elements that do not belong to Wi-Fi Aware; empty in other frames.
    public var trailing: [UInt8]

    /// - Parameters:
    ///   - kind: Whether this is a beacon's element, a service discovery frame or an action frame.
    ///   - category: 4 or 9; nothing in beacons.
    ///   - attributes: The attributes in their order.
    ///   - rest: The bytes after the attributes.
    ///   - elementSizes: Bytes of attributes in each element of a beacon, at most 251 each; empty for full elements.
    ///   - trailing: Bytes after a beacon's elements.
    public init(
        _ kind: NANFrameKind, category: UInt8 = publicCategory, attributes: [NANAttribute], rest: [UInt8] = [],
        elementSizes: [Int] = [], trailing: [UInt8] = []
    ) {
        self.kind = kind
        self.category = kind == .beacon ? 0 : category
        self.attributes = NANAttributeList(attributes, rest: rest)
        self.elementSizes = elementSizes
        self.trailing = trailing
    }

    /// - Parameter bytes: In whose `pieces` the attributes lie.
    private static func make(
        _ kind: NANFrameKind, category: UInt8, of bytes: Span<UInt8>, pieces: [Range<Int>], baseOffset: Int,
        limit: WireError.Field
    ) -> (frame: NANFrame, error: WireError?) {
        let (list, error) = NANAttributeList.parse(bytes, pieces: pieces, baseOffset: baseOffset, limit: limit)
        var frame = NANFrame(kind, category: category, attributes: list.attributes, rest: list.rest)
        let sizes = pieces.map(\.count)
        if kind == .beacon, sizes != usualSizes(sizes.reduce(0, +)) { frame.elementSizes = sizes }
        return (frame, error)
    }

    /// The frame of a view, with those attributes too that lie in several elements.
    ///
    /// - Parameters:
    ///   - view: The frame, recognized.
    ///   - limit: Which length says where an action frame's body ends.
    /// - Returns: In `error` the reason why the last bytes are not an attribute.
    public static func read(
        _ view: borrowing NANView, limit: WireError.Field = .input
    ) -> (frame: NANFrame, error: WireError?) {
        make(
            view.kind, category: view.body[0], of: view.body, pieces: view.pieces, baseOffset: view.baseOffset,
            limit: view.kind == .beacon ? "element length" : limit)
    }

    /// The maximum number of attribute bytes in an element of a beacon, after organization and type.
    public static let maximumElementSize = InformationElement.maximumLength - 4

    /// Full elements, and one with the remainder.
    private static func usualSizes(_ count: Int) -> [Int] {
        var sizes = [Int](repeating: maximumElementSize, count: count / maximumElementSize)
        if count % maximumElementSize != 0 || sizes.isEmpty { sizes.append(count % maximumElementSize) }
        return sizes
    }

    /// Reads all that is left: an action frame's body from its category on, or the elements of a beacon.
    ///
    /// - Returns: In `error` the reason why the last bytes are not an attribute, or that bytes follow the elements.
    /// - Throws: `truncated` when less than the header is left, `invalidValue` for what is not of Wi-Fi Aware.
    public static func parse(
        _ input: inout ByteReader
    ) throws(WireError) -> (frame: NANFrame, error: WireError?) {
        let start = input
        let category = try input.readUInt8("action category")
        guard category != ElementID.vendorSpecific.rawValue else {
            input = start
            return try beacon(&input)
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
        return (NANFrame(kind, category: category, attributes: list.attributes, rest: list.rest), error)
    }

    /// Reads the elements of Wi-Fi Aware that follow each other, and then all that is left.
    @_lifetime(input: copy input)
    private static func beacon(_ input: inout ByteReader) throws(WireError) -> (frame: NANFrame, error: WireError?) {
        let start = input
        _ = try input.readUInt8("element ID")
        let length = Int(try input.readUInt8("element length"))
        var element = try input.subreader(length, "element", limit: "element length")
        let type = try Self.type(&element)
        guard type == NANView.discoveryType else { throw start.error(.invalidValue(UInt64(type)), "NAN type") }
        let bytes = start.input.extracting(start.position..<start.end)
        let first = InformationElement.headerSize + 4
        var pieces = [first..<InformationElement.headerSize + length]
        while let last = pieces.last, let next = NANView.element(bytes, from: last.upperBound),
            next.lowerBound == last.upperBound + first
        {
            pieces.append(next)
        }
        var (frame, error) = make(
            .beacon, category: 0, of: bytes, pieces: pieces, baseOffset: start.offset, limit: "element length")
        let end = pieces.last?.upperBound ?? 0
        input = try start.moved(to: start.position &+ end, "element")
        if !input.isAtEnd {
            error = error ?? input.error(.trailingBytes(count: input.remaining), "element")
            frame.trailing = input.readRemainingBytes()
        }
        return (frame, error)
    }

    /// The byte after the organization.
    @_lifetime(input: copy input)
    private static func type(_ input: inout ByteReader) throws(WireError) -> UInt8 {
        let start = input
        let organization = try input.readUInt24("organization")
        guard organization == NANView.organization else {
            throw start.error(.invalidValue(UInt64(organization)), "organization")
        }
        return try input.readUInt8("NAN type")
    }

    /// Writes the frame, a beacon's attributes in as many elements as they need.
    public func serialize(into output: inout ByteWriter) {
        switch kind {
        case .beacon: serialize(elementsOf: ByteWriter.bytes(attributes.serialize(into:)), into: &output)
        case .serviceDiscovery, .action:
            output.writeUInt8(category)
            output.writeUInt8(9)
            output.writeUInt24(NANView.organization)
            if case .action(let subtype) = kind {
                output.writeUInt8(NANView.actionType)
                output.writeUInt8(subtype.rawValue)
            } else {
                output.writeUInt8(NANView.discoveryType)
            }
            attributes.serialize(into: &output)
        }
    }

    /// Sizes that do not fit bytes or elements are used up to the limit; the rest follows in the usual way.
    private func serialize(elementsOf bytes: [UInt8], into output: inout ByteWriter) {
        var left = bytes[...]
        var sizes: [Int] = []
        for size in elementSizes {
            sizes.append(min(max(size, 0), min(left.count, Self.maximumElementSize)))
            left = left.dropFirst(sizes.last ?? 0)
        }
        if sizes.isEmpty || !left.isEmpty { sizes += Self.usualSizes(left.count) }
        left = bytes[...]
        for size in sizes {
            let content = [NANView.discoveryType] + left.prefix(size)
            InformationElement(VendorElement(organization: NANView.organization, content: content))
                .serialize(into: &output)
            left = left.dropFirst(size)
        }
        output.writeBytes(trailing)
    }
}

/// The fields have all that is in the frame; where one says a part of another again (`type` of `control`), it is for reading.
extension NANFrame: DescribedElement {
    public init() { self.init(.serviceDiscovery, attributes: []) }

    /// Reads all that is left; what is not an attribute is kept.
    ///
    /// - Throws: `truncated` when less than the header is left, `invalidValue` for what is not of Wi-Fi Aware.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) { self = try Self.parse(&input).frame }

    public static let fields: [FieldDescription<Self>] = [
        kindFields,
        FieldDescription(
            names: ["category"],
            write: { $0.kind == .beacon ? [] : [FrameField("category", .number($0.category))] },
            read: { (object, frame) throws(FieldError) in
                let category: UInt8 = try object.number("category") ?? publicCategory
                guard frame.kind != .beacon else { return }
                guard category == 4 || category == 9 else { throw object.error("category", "is neither 4 nor 9") }
                frame.category = category
            }),
        .field("attributes", \.attributes.attributes, .list(.anyObject)),
        .unusual("rest", \.attributes.rest, .hex, usual: []),
        .unusual("elementSizes", \.elementSizes, .list(.elementSize), usual: []),
        .unusual("trailing", \.trailing, .hex, usual: []),
    ]

    /// The kind of the frame, and the subtype of an action, which is enough to say that it is one.
    private static let kindFields = FieldDescription<Self>(
        names: ["frame", "subtype"],
        write: { frame in
            switch frame.kind {
            case .beacon: [FrameField("frame", .text("beacon"))]
            case .serviceDiscovery: [FrameField("frame", .text("serviceDiscovery"))]
            case .action(let subtype):
                [FrameField("frame", .text("action")), .code("subtype", subtype, NANActionSubtype.meaning)]
            }
        },
        read: { (object, frame) throws(FieldError) in
            let subtype: UInt8? = try object.number("subtype")
            switch try object.text("frame") ?? (subtype == nil ? "serviceDiscovery" : "action") {
            case "beacon": frame = NANFrame(.beacon, attributes: [])
            case "serviceDiscovery": frame.kind = .serviceDiscovery
            case "action":
                frame.kind = .action(NANActionSubtype(rawValue: try object.required(subtype, "subtype")))
            default: throw object.error("frame", "is neither beacon nor serviceDiscovery nor action")
            }
        })

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        guard let object, kind != .beacon else { return }
        for key in ["elementSizes", "trailing"] where object.has(key) {
            throw object.error(key, "means nothing in action frames")
        }
    }
}

extension FieldCodec where Value == Int {
    /// The bytes of attributes in an element.
    fileprivate static var elementSize: FieldCodec {
        FieldCodec<UInt8>.number.map({ Int($0) }, back: { UInt8(clamping: $0) })
            .extremes { $0.number(in: 0...NANFrame.maximumElementSize) }
    }
}
