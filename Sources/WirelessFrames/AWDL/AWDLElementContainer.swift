import WireCoding

/// Elements of IEEE 802.11, for example VHT capabilities: element 17.
public struct AWDLElementContainer: AWDLElement {
    public static let type = AWDLTLVType.ieee80211Container
    public static let name = "IEEE 802.11 container"

    /// The elements in their order, each with its ID and length.
    public var elements: [InformationElement]

    /// A container of these elements, at most 65535 bytes with their headers; see ``validate(at:)``.
    public init(_ elements: [InformationElement]) { self.elements = elements }

    public init() { self.init([]) }

    public static let fields: [FieldDescription<Self>] = [
        .field(
            "elements", \.elements, .list(.anyObject),
            .list(of: .informationElement, room: AWDLTLV.maximumLength))
    ]

    /// - Throws: `tooLong` for an element of more than 255 bytes, and for more than 65535 bytes of them.
    public func validate(at offset: Int) throws(WireError) {
        var position = offset
        for element in elements {
            try WireError.checkLength(
                element.body.count, "element", maximum: InformationElement.maximumLength, offset: position)
            position += InformationElement.headerSize + element.body.count
        }
        try WireError.checkLength(position - offset, "AWDL TLV", maximum: AWDLTLV.maximumLength, offset: offset)
    }
}
