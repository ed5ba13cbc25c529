import PacketDissection
import WireCoding

extension JSONText {
    /// The decoded content as an object: all fields and, if something contradicts itself, an `error` with the offset,
    /// the sentence and the bytes around it.
    package mutating func object(_ fields: [FrameField], _ error: WireError?, in bytes: [UInt8]) {
        beginObject()
        for field in fields {
            key(field.name)
            value(field.value)
        }
        if let error {
            key("error")
            beginObject()
            key("offset")
            value(error.offset)
            key("message")
            value(error.description)
            key("excerpt")
            value(HexExcerpt.text(bytes, at: error.offset))
            endObject()
        }
        endObject()
    }
}
