import DNSWire
import PacketDissection
import WireCoding

/// A DNS message as a layer of a frame.
enum DNSLayer {
    /// `mdns` for port 5353 (RFC 6762 §11), `dns` for port 53, nil for others.
    static func name(_ sourcePort: UInt16, _ destinationPort: UInt16) -> String? {
        if sourcePort == 5353 || destinationPort == 5353 { return "mdns" }
        return sourcePort == 53 || destinationPort == 53 ? "dns" : nil
    }

    /// Reads as much of the message as there is.
    ///
    /// - Parameter offset: Of the message from the start of the frame.
    static func read(
        _ message: Span<UInt8>, name: String, at offset: Int
    ) -> (layer: FrameLayer, fault: FrameFault?) {
        let (content, error) = DNSMessage.parsePrefix(message, baseOffset: offset)
        let layer = FrameLayer(name: name, offset: offset, length: message.count, fields: fields(content))
        return (layer, error.map { FrameFault(layer: name, offset: $0.offset, message: $0.description) })
    }

    private static func fields(_ message: DNSMessage) -> [FrameField] {
        [
            FrameField("identifier", .number(message.identifier)),
            FrameField("flags", .number(message.flags.rawValue)),
            FrameField("isResponse", .boolean(message.flags.isResponse)),
            FrameField("questions", .list(message.questions.map(question))),
            FrameField("answers", .list(message.answers.map(record))),
            FrameField("authorities", .list(message.authorities.map(record))),
            FrameField("additionals", .list(message.additionals.map(record))),
        ]
    }

    private static func question(_ question: Question) -> FieldValue {
        .object([
            FrameField("name", .text(question.name.presentation)),
            FrameField("type", .text(question.type.description)),
            FrameField("class", .number(question.recordClass.rawValue)),
            FrameField("wantsUnicastResponse", .boolean(question.wantsUnicastResponse)),
        ])
    }

    private static func record(_ record: ResourceRecord) -> FieldValue {
        var fields = [
            FrameField("name", .text(record.name.presentation)),
            FrameField("type", .text(record.type.description)),
        ]
        if let size = record.udpPayloadSize {
            fields.append(FrameField("udpPayloadSize", .number(size)))
        } else {
            fields.append(FrameField("class", .number(record.recordClass.rawValue)))
            fields.append(FrameField("cacheFlush", .boolean(record.cacheFlush)))
        }
        fields.append(FrameField("ttl", .number(record.ttl)))
        return .object(fields + DNSRecordFields.fields(record.data))
    }
}
