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
/// | the same values from all known senders, in element 4 | that |
/// | `slots` of a legacy sequence | 20 MHz channels of the given `channels` |
/// | `operatingClasses` | 81 for channels up to 13, 128 for others |
/// | `flags` of a host name; of a data path state | 3; those of the fields that are there |
/// | other numbers | 0 |
public enum AWDLFrameJSON: WireJSON {
    public static func fields(of content: AWDLContent) -> [FrameField] { content.fields }

    public static func serialize(_ content: AWDLContent, into output: inout ByteWriter) {
        content.serialize(into: &output)
    }

    /// A frame with an `etherType` is a data frame.
    public static func value(of object: FieldObject) throws(WireJSONError) -> AWDLContent {
        let content: AWDLContent
        if object.has("etherType") {
            try object.expectOnly(AWDLDataHeader.fieldNames + ["packet"])
            content = .data(try AWDLDataHeader(fields: object), packet: try object.bytes("packet") ?? [])
        } else {
            try object.expectOnly(AWDLActionFrame.fieldNames + ["error"])
            content = .action(try AWDLActionFrame(fields: object))
        }
        try expectReadingBack(content, path: object.path)
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
}
