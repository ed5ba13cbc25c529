import WireCoding

extension AWDLTLV {
    /// The fields: `type`, `length` of the value in bytes, and those of a known element, or else `value`; both of an element
    /// that is known in part. Bytes after the fields are `padding` where known senders write some, else `trailing`; `error` says
    /// why a known element is shown by its bytes.
    ///
    /// Lengths of time are in time units of 1024 µs. Reserved numbers are there where they are not 0.
    public var fieldValues: [FrameField] {
        let bytes = valueBytes
        var fields = [FrameField("type", .number(type.rawValue)), FrameField("length", .integer(Int64(bytes.count)))]
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
}

extension AWDLElement {
    fileprivate static var trailingName: String { padding.isEmpty ? "trailing" : "padding" }

    fileprivate static func tlv(_ object: FieldObject) throws(FieldError) -> AWDLTLV {
        try object.expectOnly(["type", "length", "error"] + fieldNames + [trailingName])
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

extension FieldCodec where Value == AWDLTLV {
    /// Elements of every type, known or not.
    public static var tlv: FieldCodec {
        FieldCodec(
            encode: { .object($0.fieldValues) },
            decode: { (field, path) throws(FieldError) in try AWDLTLV(fields: FieldObject(field, path: path)) },
            extreme: { source in
                if source.chance(1, in: AWDLTLV.knownElements.count + 1) {
                    let types: [UInt8] = [0, 1, 3, 8, 9, 10, 11, 13, 14, 15, 19, 22, 23, 25, 28, 32, 35, 255]
                    let type = AWDLTLVType(rawValue: source.pick(types))
                    if AWDLTLV.element(of: type) == nil {
                        return AWDLTLV(type: type, raw: source.extremeBytes(from: 0, upTo: 1000))
                    }
                }
                return source.pick(AWDLTLV.knownElements).extremeTLV(from: &source)
            })
    }
}
