import WireCoding

/// Headers or frames of a radio as JSON, with the fields that their layer in ``FrameView`` has.
///
/// A value read from JSON gives the same bytes again, always.
public protocol WireJSON {
    /// A frame, or whatever else one JSON object describes.
    associatedtype Value

    /// The members of the object that describes a value, in order.
    static func fields(of value: Value) -> [FrameField]
    /// The value that an object describes.
    ///
    /// - Throws: For fields that make none, or one that would be read as something else.
    static func value(of object: FieldObject) throws(WireJSONError) -> Value
    /// Appends the value's bytes, as they are on the wire.
    static func serialize(_ value: Value, into output: inout ByteWriter)
}

extension WireJSON {
    /// The value as one object, ended by a line feed.
    ///
    /// - Parameters:
    ///   - value: The header or the frame.
    ///   - pretty: On several lines.
    public static func text(of value: Value, pretty: Bool = false) -> String {
        JSONText.line(fields(of: value), pretty: pretty)
    }

    /// Reads one value, or an array of any number of them.
    ///
    /// - Throws: The first error in the text, and its location.
    public static func values(from text: String) throws(WireJSONError) -> [Value] {
        let value = try FieldValue(parsing: text)
        var elements = [(value: value, path: "")]
        if case .list(let values) = value { elements = values.enumerated().map { ($1, "[\($0)]") } }
        var values: [Value] = []
        for element in elements {
            let object = try FieldObject(element.value, path: element.path)
            try object.expectFrame()
            values.append(try Self.value(of: object))
        }
        return values
    }
}
