import WireCoding

/// One of the elements that fill the bodies of management frames (IEEE 802.11 §9.4.2).
///
/// | bytes | field |
/// |---|---|
/// | 1 | element ID |
/// | 1 | length |
/// | length | body; with element ID 255 its first byte is the element ID extension |
///
/// The body is kept as it came, so an element is always written back unchanged. ``value(baseOffset:)`` reads it.
public struct InformationElement: Hashable, Sendable {
    /// Bytes before the body.
    public static let headerSize = 2
    /// The longest body.
    public static let maximumLength = 255

    /// The element's number, or with ``ElementID/extension`` its first half.
    public var id: ElementID
    /// All bytes after the length, including the element ID extension. At most 255; no more than that are written.
    public var body: [UInt8]

    /// An element by its bytes. ``init(_:id:)`` makes one from a body's fields.
    public init(id: ElementID, body: [UInt8]) {
        self.id = id
        self.body = body
    }

    /// The second half of the number, nil where the first says all or the body is empty.
    public var idExtension: ElementIDExtension? {
        id == .extension ? body.first.map(ElementIDExtension.init(rawValue:)) : nil
    }

    /// - Throws: `truncated` when header or body is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        try input.require(Self.headerSize, "element header")
        id = ElementID(rawValue: try input.readUInt8("element ID"))
        let length = Int(try input.readUInt8("element length"))
        guard length <= input.remaining else {
            throw start.error(
                .truncated(needed: Self.headerSize &+ length, available: start.remaining), "element")
        }
        body = try input.readBytes(length, "element")
    }

    /// Writes ID, length and at most 255 bytes of the body.
    public func serialize(into output: inout ByteWriter) {
        let kept = body.prefix(Self.maximumLength)
        output.writeUInt8(id.rawValue)
        output.writeUInt8(UInt8(truncatingIfNeeded: kept.count))
        output.writeBytes(kept)
    }
}

/// The elements of a frame in their order, and what is left where one of them contradicts the frame's length.
public struct InformationElementList: Hashable, DescribedElement {
    /// All elements in their order, known or not; an ID may occur several times.
    public var elements: [InformationElement]
    /// The bytes from the first element on that is longer than the rest, as in truncated frames; written after the
    /// others.
    public var rest: [UInt8]

    public init() { self.init([]) }

    /// A list of these elements.
    public init(_ elements: [InformationElement], rest: [UInt8] = []) {
        self.elements = elements
        self.rest = rest
    }

    public static let fields: [FieldDescription<Self>] = [
        .field("elements", \.elements, .list(.anyObject)),
        .unusual("rest", \.rest, .hex, usual: []),
    ]

    /// Reads all that is left and never fails.
    public init(parsing input: inout ByteReader) {
        let (elements, rest, _) = input.readElements(of: InformationElement.self)
        self.init(elements, rest: rest)
    }

    /// The reason why ``rest`` is not an element, nil without a rest.
    ///
    /// - Parameters:
    ///   - baseOffset: Where the list lies in the frame.
    ///   - limit: Which length says where it ends.
    public func fault(baseOffset: Int = 0, limit: WireError.Field = .input) -> WireError? {
        let start = elements.reduce(baseOffset) {
            $0 &+ InformationElement.headerSize &+ min($1.body.count, InformationElement.maximumLength)
        }
        var input = ByteReader(rest.span, baseOffset: start, limit: limit)
        return input.readElements(of: InformationElement.self).error
    }

    /// The first element of that number.
    public func first(_ id: ElementID) -> InformationElement? { elements.first { $0.id == id } }

    /// The name of the network, nil without the element. Empty or all zeros where it is hidden.
    public var ssid: [UInt8]? { first(.ssid)?.body }

    /// Writes the elements, then ``rest``.
    public func serialize(into output: inout ByteWriter) {
        for element in elements { element.serialize(into: &output) }
        output.writeBytes(rest)
    }
}

/// The type of an ``InformationElement`` (IEEE 802.11 §9.4.2.1, table 9-128).
@frozen
public struct ElementID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 0: the name of a network, ``SSIDElement``.
    @inlinable public static var ssid: ElementID { ElementID(rawValue: 0) }
    /// 1: up to eight rates, ``SupportedRatesElement``.
    @inlinable public static var supportedRates: ElementID { ElementID(rawValue: 1) }
    /// 3: the channel of a 2.4 GHz radio, ``DSParameterElement``.
    @inlinable public static var dsParameterSet: ElementID { ElementID(rawValue: 3) }
    /// 5: the stations for which an access point has frames.
    @inlinable public static var trafficIndicationMap: ElementID { ElementID(rawValue: 5) }
    /// 7: the channels that a country allows, ``CountryElement``.
    @inlinable public static var country: ElementID { ElementID(rawValue: 7) }
    /// 45: 802.11n, ``HTCapabilitiesElement``.
    @inlinable public static var htCapabilities: ElementID { ElementID(rawValue: 45) }
    /// 48: ciphers and authentication of a robust security network (WPA2 and later).
    @inlinable public static var rsn: ElementID { ElementID(rawValue: 48) }
    /// 50: further rates, ``SupportedRatesElement``.
    @inlinable public static var extendedSupportedRates: ElementID { ElementID(rawValue: 50) }
    /// 61: 802.11n, ``HTOperationElement``.
    @inlinable public static var htOperation: ElementID { ElementID(rawValue: 61) }
    /// 127: bits for capabilities from all parts of the standard.
    @inlinable public static var extendedCapabilities: ElementID { ElementID(rawValue: 127) }
    /// 191: 802.11ac, ``VHTCapabilitiesElement``.
    @inlinable public static var vhtCapabilities: ElementID { ElementID(rawValue: 191) }
    /// 192: 802.11ac, ``VHTOperationElement``.
    @inlinable public static var vhtOperation: ElementID { ElementID(rawValue: 192) }
    /// 221: content that an organization defines, ``VendorElement``.
    @inlinable public static var vendorSpecific: ElementID { ElementID(rawValue: 221) }
    /// The body begins with an ``ElementIDExtension``.
    @inlinable public static var `extension`: ElementID { ElementID(rawValue: 255) }
}

extension ElementID {
    /// The names in the standard.
    static let names: [UInt8: String] = [
        0: "SSID", 1: "supported rates", 3: "DS parameter set", 5: "TIM", 6: "IBSS parameter set", 7: "country",
        11: "BSS load", 32: "power constraint", 33: "power capability", 35: "TPC report", 36: "supported channels",
        37: "channel switch announcement", 40: "quiet", 42: "ERP", 45: "HT capabilities", 46: "QoS capability",
        48: "RSN", 50: "extended supported rates", 54: "mobility domain", 55: "fast BSS transition",
        59: "supported operating classes", 61: "HT operation", 70: "RM enabled capabilities", 71: "multiple BSSID",
        74: "overlapping BSS scan parameters", 107: "interworking", 113: "mesh configuration", 114: "mesh ID",
        127: "extended capabilities", 191: "VHT capabilities", 192: "VHT operation", 195: "transmit power envelope",
        199: "operating mode notification", 201: "reduced neighbor report", 221: "vendor specific",
        244: "RSN extension", 255: "extension",
    ]

    static let meaning = FieldMeaning.name { names[UInt8(truncatingIfNeeded: $0)] }
}

extension ElementIDExtension {
    static let meaning = FieldMeaning.name { number in
        switch number {
        case 35: "HE capabilities"
        case 36: "HE operation"
        case 38: "MU EDCA parameter set"
        case 39: "spatial reuse parameter set"
        case 59: "HE 6 GHz band capabilities"
        case 106: "EHT operation"
        case 107: "multi-link"
        case 108: "EHT capabilities"
        default: nil
        }
    }
}

/// The second half of an element's number, the first byte of its body where the first half is 255 (IEEE 802.11 §9.4.2.1).
@frozen
public struct ElementIDExtension: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 35: 802.11ax, ``HECapabilitiesElement``.
    @inlinable public static var heCapabilities: ElementIDExtension { ElementIDExtension(rawValue: 35) }
    /// 36: how a network uses 802.11ax.
    @inlinable public static var heOperation: ElementIDExtension { ElementIDExtension(rawValue: 36) }
}
