import PacketDissection
import WireCoding
import WirelessFrames

/// Radiotap headers, and the frames after them, as JSON, with the fields of the layer `radiotap` of ``FrameView``.
///
/// The fields make the header. `content` has the bytes after the presence words if the fields would give others (data
/// of vendors, further words without fields, alignment that is not zero, words that contradict the length); the fields
/// are then ignored.
public enum RadiotapJSON: WireJSON {
    /// A header, and the bytes of the frame after it.
    public struct Packet: Hashable, Sendable {
        /// The radiotap header.
        public var header: RadiotapHeader
        /// The bytes after the header; an 802.11 frame, if anything.
        public var frame: [UInt8]

        /// A header and the bytes after it; without a frame, the header alone.
        public init(header: RadiotapHeader, frame: [UInt8] = []) {
            self.header = header
            self.frame = frame
        }
    }

    public static func fields(of packet: Packet) -> [FrameField] {
        let header = packet.header
        var fields = RadiotapFields.fields(header).fields
        let object = FieldValue.object(fields)
        let made = (try? FieldObject(object, path: "")).flatMap { try? self.header($0) }
        if made != header { fields.append(FrameField("content", .hex(header.content))) }
        if !packet.frame.isEmpty { fields.append(FrameField("frame", .hex(packet.frame))) }
        return fields
    }

    public static func value(of object: FieldObject) throws(WireJSONError) -> Packet {
        let packet = Packet(header: try header(object), frame: try object.bytes("frame") ?? [])
        try expectReadBack(of: packet.header, object)
        if !object.has("content") { try object.expectAgreement(with: fields(of: packet)) }
        return packet
    }

    public static func serialize(_ packet: Packet, into output: inout ByteWriter) {
        packet.header.serialize(into: &output)
        output.writeBytes(packet.frame)
    }

    private static func header(_ object: FieldObject) throws(WireJSONError) -> RadiotapHeader {
        let version: UInt8 = try object.number("version") ?? 0
        let padding: UInt8 = try object.number("padding") ?? 0
        if let content = try object.bytes("content") {
            let presence: [UInt32] = try object.required(object.numbers("present"), "present")
            let header = RadiotapHeader(version: version, padding: padding, presence: presence, content: content)
            guard header.length <= 0xFFFF else {
                throw object.error("content", "makes a header of more than 65535 bytes")
            }
            guard header.length >= RadiotapHeader.minimumSize else {
                throw object.error("present", "has no number")
            }
            return header
        }
        if object.has("vendors") { throw object.error("content", "is missing, which data of vendors need") }
        var groups = [try RadiotapField.fields(of: object)]
        for antenna in try object.objects("antennas") ?? [] { groups.append(try RadiotapField.fields(of: antenna)) }
        for element in try object.objects("tlvs") ?? [] {
            groups[groups.count - 1].append(
                .tlv(
                    type: try element.required(element.number("type"), "type"),
                    bytes: try element.required(element.bytes("data"), "data")))
        }
        var header = RadiotapHeader(groups: groups)
        guard header.length <= 0xFFFF else { throw object.error("tlvs", "make a header of more than 65535 bytes") }
        header.version = version
        header.padding = padding
        return header
    }

    /// Throws for a header whose bytes differ from what it was built from.
    private static func expectReadBack(
        of header: RadiotapHeader, _ object: FieldObject
    ) throws(WireJSONError) {
        var written = ByteWriter()
        header.serialize(into: &written)
        let bytes = written.bytes
        var input = ByteReader(bytes.span)
        let key = object.has("content") ? "present" : object.has("antennas") ? "antennas" : "tlvs"
        let read: RadiotapHeader
        do throws(WireError) {
            read = try RadiotapHeader(parsing: &input)
        } catch {
            throw object.error(key, "makes a header that cannot be read: \(error)")
        }
        guard read == header else { throw object.error(key, "makes a header that reads as another one") }
    }
}
