import WireCoding

/// A step in setting up or ending a data path, in the older form (attribute 16): ``NANDataPathHeader``, then bytes of the
/// service to the end where control bit 5 is set.
public struct NANDataPath: NANAttributeBody {
    public static let id = NANAttributeID.dataPath

    /// Its control decides whether specific info is there.
    public var header: NANDataPathHeader
    /// The data of the service, to the end of the attribute; written only if the control announces it.
    public var specificInfo: [UInt8]?

    public init(header: NANDataPathHeader, specificInfo: [UInt8]? = nil) {
        self.header = header
        self.specificInfo = specificInfo
    }

    /// - Throws: `truncated` when a field is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        header = try NANDataPathHeader(parsing: &input)
        if header.control.hasSpecificInfo { specificInfo = input.readRemainingBytes() }
    }

    public func serialize(into output: inout ByteWriter) {
        header.serialize(into: &output)
        if header.control.hasSpecificInfo { output.writeBytes(specificInfo ?? []) }
    }
}

extension NANDataPath {
    public static let blank = NANDataPath(header: .blank)
    public static let fields: [FieldDescription<Self>] = [
        .part(\.header),
        .optional("specificInfo", \.specificInfo, .hex),
    ]

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        guard object?.has("control") != true else { return }
        let part: UInt8 = specificInfo == nil ? 0 : 0x20
        header.control = NANDataPathControl(rawValue: header.control.rawValue & ~0x20 | part)
    }
}
