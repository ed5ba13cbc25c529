import PacketDissection
import WireCoding

extension JSONText {
    /// What was decoded, as an object: all fields and, where something contradicts itself, an `error` with the offset, the
    /// sentence and the bytes around the place.
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
