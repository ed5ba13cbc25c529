import WireCoding

/// Elements of 802.11 for one of a device's schedules (attribute 29): map ID, then elements to the end.
public struct NANElementContainer: NANAttributeBody {
    public static let id = NANAttributeID.elementContainer

    public var mapID: UInt8
    public var elements: [InformationElement]

    public init(mapID: UInt8, elements: [InformationElement]) {
        self.mapID = mapID
        self.elements = elements
    }

    /// - Throws: `truncated` when an element is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        mapID = try input.readUInt8("NAN map ID")
        elements = []
        while !input.isAtEnd { elements.append(try InformationElement(parsing: &input)) }
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(mapID)
        for element in elements { element.serialize(into: &output) }
    }
}

extension NANElementContainer {
    public static let blank = NANElementContainer(mapID: 0, elements: [])
    public static let fields: [FieldDescription<Self>] = [
        .field("mapID", \.mapID, .number),
        .field("elements", \.elements, .list(.informationElement)),
    ]
}
