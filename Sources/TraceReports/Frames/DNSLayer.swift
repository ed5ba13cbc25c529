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
        return .object(fields + data(record.data))
    }

    private static func data(_ data: RecordData) -> [FrameField] {
        switch data {
        case .address(let address): [FrameField("address", .text(address.description))]
        case .pointer(let name), .canonicalName(let name), .nameServer(let name):
            [FrameField("target", .text(name.presentation))]
        case .service(let location):
            [
                FrameField("priority", .number(location.priority)), FrameField("weight", .number(location.weight)),
                FrameField("port", .number(location.port)), FrameField("target", .text(location.target.presentation)),
            ]
        case .text(let rdata): [FrameField("strings", .list(strings(rdata))), FrameField("data", .hex(rdata))]
        case .nextSecure(let next):
            [
                FrameField("nextDomainName", .text(next.nextDomainName.presentation)),
                FrameField("types", .list(next.types.types.map { .text($0.description) })),
            ]
        case .options(let options):
            [
                FrameField(
                    "options",
                    .list(
                        options.map {
                            .object([FrameField("code", .number($0.code.rawValue)), FrameField("data", .hex($0.data))])
                        }))
            ]
        case .raw(let bytes): [FrameField("data", .hex(bytes))]
        case .malformed(let bytes, let error):
            [FrameField("data", .hex(bytes)), FrameField("error", .text(error.description))]
        }
    }

    /// The character strings of TXT data, what is not UTF-8 in hexadecimal digits.
    private static func strings(_ rdata: [UInt8]) -> [FieldValue] {
        var strings: [FieldValue] = []
        var position = 0
        while position < rdata.count {
            let end = min(position + 1 + Int(rdata[position]), rdata.count)
            let bytes = Array(rdata[position + 1..<max(position + 1, end)])
            strings.append(String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .hex(bytes))
            position = max(position + 1, end)
        }
        return strings
    }
}
