import WireCoding

/// The host name of a sender: element 16, which observers call Arpa. A byte of flags, then a name to the end, of which as many
/// whole pieces are written as an element has room for.
public struct AWDLHostName: AWDLElement {
    public static let type = AWDLTLVType.hostName
    public static let name = "host name"

    /// Always 3 so far.
    public var flags: UInt8
    /// A label and ``AWDLNameCode/local``; many senders make the label up anew from time to time.
    public var name: AWDLName

    /// The element of a name, with the flags that all known senders use.
    public init(_ name: AWDLName, flags: UInt8 = 3) {
        self.flags = flags
        self.name = name
    }

    /// Looks for what the wire has no room for.
    ///
    /// - Parameter offset: The start of the element's value, for the error.
    /// - Throws: `tooLong` for a label of more than 63 bytes and for a name of more than 65534.
    public func validate(at offset: Int = 0) throws(WireError) {
        try name.validate(at: offset + 1)
        try WireError.checkLength(
            name.size, "AWDL host name", maximum: AWDLTLV.maximumLength - 1, offset: offset + 1)
    }
}

extension AWDLHostName {
    public init() { self.init(AWDLName(items: [])) }
    public static let fields: [FieldDescription<Self>] = [
        .field("flags", \.flags, .number, .integer("AWDL host name flags")),
        .name("hostName", \.name, room: AWDLTLV.maximumLength - 1),
    ]
}
