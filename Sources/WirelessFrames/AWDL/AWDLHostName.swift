import WireCoding

/// The host name of a sender: element 16, which observers call Arpa. A byte of flags, then a name to the end.
public struct AWDLHostName: AWDLElement {
    public static let type = AWDLTLVType.hostName
    public static let name = "host name"

    /// Always 3 so far.
    public var flags: UInt8
    /// A label and ``AWDLNameCode/local``; many senders make the label up anew from time to time.
    public var name: AWDLName

    public init(_ name: AWDLName, flags: UInt8 = 3) {
        self.flags = flags
        self.name = name
    }

    /// Reads to the end of the input.
    ///
    /// - Throws: `truncated` where nothing is left, and what ``AWDLName`` throws.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        flags = try input.readUInt8("AWDL host name flags")
        name = try AWDLName(parsing: &input)
    }

    /// Writes as many whole pieces of the name as an element has room for; ``validate(at:)`` throws for a longer name.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(flags)
        name.serialize(into: &output, atMost: AWDLTLV.maximumLength - 1)
    }

    /// Looks for what the wire has no room for.
    ///
    /// - Parameter offset: The start of the element's value, for the error.
    /// - Throws: `tooLong` for a label of more than 63 bytes and for a name of more than 65534.
    public func validate(at offset: Int = 0) throws(WireError) {
        try name.validate(at: offset + 1)
        guard name.size < AWDLTLV.maximumLength else {
            throw WireError(
                .tooLong(length: name.size, maximum: AWDLTLV.maximumLength - 1), field: "AWDL host name",
                offset: offset + 1)
        }
    }
}

extension AWDLHostName {
    public init() { self.init(AWDLName(items: [])) }
    public static let fields: [FieldDescription<Self>] = [
        .field("flags", \.flags, .number),
        .name("hostName", \.name),
    ]
}
