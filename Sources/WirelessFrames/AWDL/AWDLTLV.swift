import WireCoding

/// An element of an AWDL action frame: type (1 byte), length (2, little-endian), value.
///
/// Elements of a type that is not known, and those whose value contradicts itself, keep their bytes. Every element is
/// written back as it was read.
public struct AWDLTLV: Sendable {
    /// The longest value.
    public static let maximumLength = 0xFFFF

    public var type: AWDLTLVType
    /// The content: the element that belongs to ``type``, or raw.
    public var value: Value
    /// Bytes of the element after the fields of its type. Elements 4 and 18 have two and three of them.
    public var trailing: [UInt8]
    /// Why the value is raw although the type is known; nil in an element that was not read.
    public var error: WireError?

    /// The content of an element.
    public enum Value: Sendable {
        /// The fields of a known element.
        case element(any AWDLElement)
        /// All bytes of an element that is not known or malformed.
        case raw([UInt8])
    }

    /// An element of its own type, with the zeros after it that elements 4 and 18 end in.
    public init<Element: AWDLElement>(_ element: Element) {
        type = Element.type
        value = .element(element)
        trailing = Element.padding
        error = nil
    }

    /// An element with any bytes.
    public init(type: AWDLTLVType, raw bytes: [UInt8]) {
        self.type = type
        value = .raw(bytes)
        trailing = []
        error = nil
    }

    /// - Throws: `truncated` when header or value is longer than what is left. A value that contradicts itself is kept
    ///   raw, with its ``error``.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(AWDLTLVs.headerSize, "AWDL TLV header")
        let type = AWDLTLVType(rawValue: try input.readUInt8("AWDL TLV type"))
        let length = Int(try input.readUInt16LittleEndian("AWDL TLV length"))
        var content = try input.subreader(length, "AWDL TLV", limit: AWDLTLVs.lengthField)
        self.init(type: type, parsing: &content)
    }

    /// Reads a value to the end of the input.
    @_lifetime(input: copy input)
    public init(type: AWDLTLVType, parsing input: inout ByteReader) {
        let start = input
        do throws(WireError) {
            self.type = type
            if let known = Self.element(of: type) {
                value = .element(try known.init(parsing: &input))
            } else {
                value = .raw(input.readRemainingBytes())
            }
            error = nil
        } catch {
            input = start
            value = .raw(input.readRemainingBytes())
            self.error = error
        }
        trailing = input.readRemainingBytes()
    }

    /// Writes at most 65535 bytes of value, with the length of the written bytes. ``validate(at:)`` checks whether that
    /// is all of it.
    public func serialize(into output: inout ByteWriter) {
        let bytes = valueBytes
        output.writeUInt8(type.rawValue)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: bytes.count))
        output.writeBytes(bytes)
    }

    /// Checks for values that do not fit on the wire, or that would be read back as something else.
    ///
    /// - Parameter offset: The start of the element, for the error.
    /// - Throws: `tooLong` for a value of more than 65535 bytes, and any error from values that have their own limits;
    ///   `invalidValue` for a value of another ``type``, and for one whose flags or ``trailing`` bytes contradict its
    ///   fields.
    public func validate(at offset: Int = 0) throws(WireError) {
        let start = offset + AWDLTLVs.headerSize
        try value.validate(at: start)
        var content = ByteWriter()
        value.serialize(into: &content)
        let length = content.count + trailing.count
        guard length <= Self.maximumLength else {
            throw WireError(.tooLong(length: length, maximum: Self.maximumLength), field: "AWDL TLV", offset: start)
        }
        if case .raw = value { return }
        let bytes = valueBytes
        var input = ByteReader(bytes.span)
        guard AWDLTLV(type: type, parsing: &input) == self else {
            throw WireError(.invalidValue(UInt64(type.rawValue)), field: "AWDL TLV", offset: offset)
        }
    }

    /// The fields, where the element is of that kind.
    public func value<Element: AWDLElement>(as _: Element.Type = Element.self) -> Element? {
        if case .element(let element) = value { element as? Element } else { nil }
    }

    /// The element's bytes after type and length, at most 65535.
    public var valueBytes: [UInt8] {
        var content = ByteWriter()
        value.serialize(into: &content)
        content.writeBytes(trailing)
        return content.count <= Self.maximumLength ? content.bytes : Array(content.bytes.prefix(Self.maximumLength))
    }
}

extension AWDLTLV: Hashable {
    /// Whether two elements are the same on the wire: ``error`` does not count, since it has offsets of the frame around it.
    public static func == (first: AWDLTLV, second: AWDLTLV) -> Bool {
        first.type == second.type && first.value == second.value && first.trailing == second.trailing
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(value)
        hasher.combine(trailing)
    }
}

extension AWDLTLV.Value {
    func serialize(into output: inout ByteWriter) {
        switch self {
        case .element(let element): element.serialize(into: &output)
        case .raw(let bytes): output.writeBytes(bytes)
        }
    }

    /// Throws what elements throw that have limits of their own.
    fileprivate func validate(at offset: Int) throws(WireError) {
        if case .element(let element) = self { try element.validate(at: offset) }
    }
}
