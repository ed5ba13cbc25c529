import PacketDissection
import WireCoding
import WirelessFrames

/// Frames of AWDL as JSON: action frames with the fields of the layer `awdl` of ``FrameView``, data frames with those
/// of `awdlData` and the `packet` after the header.
///
/// A frame read from JSON gives the same bytes again, always: including unknown and malformed elements. JSON that does
/// not fit in a frame, or that would be read as something else, is an error; so is a data header whose `head` does not
/// begin with 03, because it could not be recognized. If an element has a `value`, its bytes count, otherwise its
/// fields; `txDelay` must match the two times. Lengths, counts and `error` follow from the rest and are ignored.
/// Missing fields have sensible defaults:
///
/// | missing | is |
/// |---|---|
/// | `headerVersion` | 1.0 |
/// | `phyTxTime`, `targetTxTime` | 0 |
/// | `tlvs` | empty |
/// | `padding` of elements 4 and 18 | two and three zeros |
/// | what known senders all say alike, in element 4 | that |
/// | `slots` of a legacy sequence | 20 MHz channels of the given `channels` |
/// | `operatingClasses` | 81 for channels up to 13, 128 for others |
/// | `flags` of a host name; of a data path state | 3; those of the fields that are there |
/// | other numbers | 0 |
public enum AWDLFrameJSON {
    /// The frame as one object, ended by a line feed.
    ///
    /// - Parameter pretty: On several lines.
    public static func text(of content: AWDLContent, pretty: Bool = false) -> String {
        JSONText.line(content.fields, pretty: pretty)
    }

    /// Reads one frame, or an array of any number of them. A frame with an `etherType` is a data frame.
    ///
    /// - Throws: The error in the text, and its location.
    public static func contents(from text: String) throws(WireJSONError) -> [AWDLContent] {
        let value = try FieldValue(parsing: text)
        guard case .list(let elements) = value else { return [try content(value, path: "")] }
        var contents: [AWDLContent] = []
        for (index, element) in elements.enumerated() {
            contents.append(try content(element, path: "[\(index)]"))
        }
        return contents
    }

    private static func content(_ value: FieldValue, path: String) throws(WireJSONError) -> AWDLContent {
        let object = try JSONObjectReader(value, path: path)
        let content: AWDLContent =
            object.has("etherType") ? try data(object) : .action(try frame(object))
        try expectReadingBack(content, path: path)
        return content
    }

    /// Throws for a frame that would not be read as what the JSON says.
    private static func expectReadingBack(_ content: AWDLContent, path: String) throws(WireJSONError) {
        do throws(WireError) {
            try content.validate()
        } catch {
            throw WireJSONError(path, "cannot be written: \(error)")
        }
        var output = ByteWriter()
        content.serialize(into: &output)
        guard (try? AWDLContent(output.bytes)) == content else {
            throw WireJSONError(path, "cannot be written: it would be read as another frame")
        }
    }

    private static func frame(_ object: JSONObjectReader) throws(WireJSONError) -> AWDLActionFrame {
        try object.expectOnly(AWDLActionFrame.fieldNames + ["error"])
        try object.expectFrame()
        return try AWDLActionFrame(fields: object)
    }

    private static func data(_ object: JSONObjectReader) throws(WireJSONError) -> AWDLContent {
        try object.expectOnly(AWDLDataHeader.fieldNames + ["packet"])
        return .data(try AWDLDataHeader(fields: object), packet: try object.bytes("packet") ?? [])
    }
}
