import WireCoding

/// The services that a device publishes (attribute 2) or subscribes to (attribute 40), to the end of the body.
public struct NANServiceIDList: NANAttributeBody {
    public static let id = NANAttributeID.serviceIDList
    public static let otherIDs = [NANAttributeID.subscribeServiceIDList]

    public var identifiers: [NANServiceID]

    public init(_ identifiers: [NANServiceID]) { self.identifiers = identifiers }

    /// - Throws: `truncated` when fewer bytes are left than an ID has.
    public init(parsing input: inout ByteReader) throws(WireError) {
        identifiers = []
        while !input.isAtEnd { identifiers.append(try NANServiceID(parsing: &input)) }
    }

    public func serialize(into output: inout ByteWriter) {
        for identifier in identifiers { identifier.serialize(into: &output) }
    }
}

extension NANServiceIDList {
    public static let blank = NANServiceIDList([])
    public static let fields: [FieldDescription<Self>] = [
        .field("serviceIDs", \.identifiers, .list(.serviceID))
    ]
}

extension FieldCodec where Value == NANServiceID {
    fileprivate static var serviceID: FieldCodec {
        .text(
            { $0.description },
            parse: { text in
                Hex.decode(text).flatMap { $0.count == NANServiceID.size ? NANServiceID(bytes: $0) : nil }
            },
            "is not a service ID of twelve hexadecimal digits", extreme: { NANServiceID(rawValue: $0.next()) })
    }
}
