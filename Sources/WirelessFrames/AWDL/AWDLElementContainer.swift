import WireCoding

/// Elements of IEEE 802.11, for example VHT capabilities: element 17.
public struct AWDLElementContainer: AWDLElement {
    public static let type = AWDLTLVType.ieee80211Container
    public static let name = "IEEE 802.11 container"

    public var elements: [InformationElement]

    public init(_ elements: [InformationElement]) { self.elements = elements }

    /// Reads to the end of the input.
    ///
    /// - Throws: `truncated` where an element is longer than what is left.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        elements = []
        while !input.isAtEnd { elements.append(try InformationElement(parsing: &input)) }
    }

    /// Writes as many whole elements as there is room for.
    public func serialize(into output: inout ByteWriter) {
        let start = output.count
        for element in elements {
            let room = AWDLTLV.maximumLength - (output.count - start)
            guard Self.size(of: element) <= room else { return }
            element.serialize(into: &output)
        }
    }

    /// - Throws: `tooLong` for an element of more than 255 bytes, and for more than 65535 bytes of them.
    public func validate(at offset: Int) throws(WireError) {
        var position = offset
        for element in elements {
            guard element.body.count <= InformationElement.maximumLength else {
                throw WireError(
                    .tooLong(length: element.body.count, maximum: InformationElement.maximumLength),
                    field: "element", offset: position)
            }
            position += Self.size(of: element)
        }
        guard position - offset <= AWDLTLV.maximumLength else {
            throw WireError(
                .tooLong(length: position - offset, maximum: AWDLTLV.maximumLength), field: "AWDL TLV",
                offset: offset)
        }
    }

    /// Bytes of an element when it is written.
    private static func size(of element: InformationElement) -> Int {
        InformationElement.headerSize + min(element.body.count, InformationElement.maximumLength)
    }
}

extension AWDLElementContainer {
    public init() { self.init([]) }
    public static let fields: [FieldDescription<Self>] = [
        .field("elements", \.elements, .list(.informationElement))
    ]
}
