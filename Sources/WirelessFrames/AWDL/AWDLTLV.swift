import WireCoding

/// An element of an AWDL action frame: type (1 byte), length (2, little-endian), value.
///
/// Elements of a type that is not known, and those whose value contradicts itself, keep their bytes. Every element is
/// written back as it was read.
public struct AWDLTLV: Sendable {
    /// The longest value.
    public static let maximumLength = 0xFFFF

    /// The first byte, which says what the value is.
    public var type: AWDLTLVType
    /// The content: the element that belongs to ``type``, or raw.
    public var value: Value
    /// Bytes of the element after the fields of its type. Elements 4 and 18 have two and three of them.
    public var trailing: [UInt8]
    /// Why the value is raw although the type is known; nil in an element that was not read.
    public var error: WireError? = nil

    /// The content of an element.
    @nonexhaustive
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
    }

    /// An element with any bytes.
    public init(type: AWDLTLVType, raw bytes: [UInt8]) {
        self.type = type
        value = .raw(bytes)
        trailing = []
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
        output.writeTypeLengthValue(type.rawValue, valueBytes)
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
        try WireError.checkLength(allBytes.count, "AWDL TLV", maximum: Self.maximumLength, offset: start)
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
    public var valueBytes: [UInt8] { Array(allBytes.prefix(Self.maximumLength)) }

    private var allBytes: [UInt8] { ByteWriter.bytes { value.serialize(into: &$0) } + trailing }
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

extension AWDLTLV: FieldElement, WireElement {
    /// The fields: `type`, its name, `length` of the value in bytes, and those of a known element, or else `value`; both of an element
    /// that is known in part. Bytes after the fields are `padding` where known senders write some, else `trailing`; `error` says
    /// why a known element is shown by its bytes.
    ///
    /// Lengths of time are in time units of 1024 µs. Reserved numbers are there where they are not 0.
    public var fieldValues: [FrameField] {
        let bytes = valueBytes
        var fields: [FrameField] = [.code("type", type, AWDLTLVType.meaning)]
        if let name = type.name { fields.append(FrameField("typeName", .text(name))) }
        fields.append(.signed("length", bytes.count, .unit(.bytes)))
        switch value {
        case .raw(let bytes):
            fields.append(FrameField("value", .hex(bytes)))
            if !trailing.isEmpty { fields.append(FrameField("trailing", .hex(trailing))) }
        case .element(let element):
            let kind = Swift.type(of: element)
            if kind.isKnownInPart { fields.append(FrameField("value", .hex(bytes))) }
            fields += element.fieldValues
            if !trailing.isEmpty || !kind.padding.isEmpty {
                fields.append(FrameField(kind.trailingName, .hex(trailing)))
            }
        }
        if let error { fields.append(FrameField("error", .text(error.description))) }
        return fields
    }

    /// Reads an element by its `value`, where that is given, else by its fields.
    ///
    /// - Throws: For fields that are missing, not known or contradict each other, and for those that the wire has no room for.
    public init(fields object: FieldObject) throws(FieldError) {
        let type = AWDLTLVType(rawValue: try object.required(object.number("type"), "type"))
        if let bytes = try object.value("value", .hex) {
            var input = ByteReader(bytes.span)
            self.init(type: type, parsing: &input)
            try object.expectAgreement(with: fieldValues, ignoring: ["value"])
        } else if let kind = Self.element(of: type) {
            self = try kind.tlv(object)
        } else {
            throw object.error("value", "is missing")
        }
        do throws(WireError) {
            try validate()
        } catch {
            throw FieldError(object.path, "cannot be written: \(error)")
        }
    }

    /// Elements of every type, known or not.
    public static func extreme(from source: inout any ExtremeSource) -> AWDLTLV {
        if source.chance(1, in: knownElements.count + 1) {
            let types: [UInt8] = [0, 1, 3, 8, 9, 10, 11, 13, 14, 15, 19, 22, 23, 25, 28, 32, 35, 255]
            let type = AWDLTLVType(rawValue: source.pick(types))
            if element(of: type) == nil {
                return AWDLTLV(type: type, raw: source.extremeBytes(from: 0, upTo: 1000))
            }
        }
        return source.pick(knownElements).extremeTLV(from: &source)
    }
}

extension AWDLElement {
    fileprivate static var trailingName: String { padding.isEmpty ? "trailing" : "padding" }

    fileprivate static func tlv(_ object: FieldObject) throws(FieldError) -> AWDLTLV {
        try object.expectOnly(["type", "typeName", "length", "error"] + fieldNames + [trailingName])
        var element = AWDLTLV(try Self(fields: object))
        if let trailing = try object.value(trailingName, .hex) { element.trailing = trailing }
        return element
    }

    /// An element of values at which programs break, at times with bytes after its fields.
    fileprivate static func extremeTLV(from source: inout any ExtremeSource) -> AWDLTLV {
        let element = AWDLTLV(extreme(from: &source))
        guard source.chance(1, in: 3) else { return element }
        var longer = element
        longer.trailing = source.extremeBytes(from: 0, upTo: 5)
        // Some elements go to the end and leave no room for others.
        return (try? longer.validate()) == nil ? element : longer
    }
}
