import DNSWire
import PacketDissection
import WireCoding

/// A DNS message as a layer of a frame.
enum DNSLayer {
    /// `mdns` for port 5353 (RFC 6762 §11), `dns` for port 53, nil for others.
    static func name(_ sourcePort: UInt16, _ destinationPort: UInt16) -> String? {
        if sourcePort == WellKnownPort.multicastDNS || destinationPort == WellKnownPort.multicastDNS { return "mdns" }
        return sourcePort == WellKnownPort.dns || destinationPort == WellKnownPort.dns ? "dns" : nil
    }

    /// Reads as much of the message as there is.
    ///
    /// - Parameter offset: The offset of the message from the start of the frame.
    static func read(
        _ message: Span<UInt8>, name: String, at offset: Int
    ) -> (layer: FrameLayer, fault: FrameFault?) {
        let (content, error) = DNSMessage.parsePrefix(message, baseOffset: offset)
        let layer = FrameLayer(name: name, offset: offset, length: message.count, fields: fields(content))
        return (layer, error.map { FrameFault(layer: name, offset: $0.offset, message: $0.description) })
    }

    /// The content of a message. `flags` and the contents of each record are complete; the other fields repeat parts of
    /// them, for reading.
    static func fields(_ message: DNSMessage) -> [FrameField] {
        [.number("identifier", message.identifier), .code("flags", message.flags)]
            + fields(message.flags) + [
                FrameField("questions", .list(message.questions.map { .object(fields($0)) })),
                FrameField("answers", .list(message.answers.map { .object(fields($0)) })),
                FrameField("authorities", .list(message.authorities.map { .object(fields($0)) })),
                FrameField("additionals", .list(message.additionals.map { .object(fields($0)) })),
            ]
    }

    /// The parts of the flags: those that multicast DNS uses, and those that are set.
    static func fields(_ flags: DNSFlags) -> [FrameField] {
        let others = [
            ("isRecursionDesired", flags.isRecursionDesired), ("isRecursionAvailable", flags.isRecursionAvailable),
            ("isAuthenticData", flags.isAuthenticData), ("isCheckingDisabled", flags.isCheckingDisabled),
        ]
        return [
            .flag("isResponse", flags.isResponse), .code("opcode", flags.opcode),
            .flag("isAuthoritative", flags.isAuthoritative), .flag("isTruncated", flags.isTruncated),
        ] + others.filter(\.1).map { FrameField($0.0, .boolean(true)) } + [
            .code("responseCode", flags.responseCode)
        ]
    }

    static func fields(_ question: Question) -> [FrameField] {
        [
            .text("name", question.name.presentation), .text("type", question.type),
            .code("class", question.recordClass), .flag("wantsUnicastResponse", question.wantsUnicastResponse),
        ]
    }

    static func fields(_ record: ResourceRecord) -> [FrameField] {
        var fields: [FrameField] = [
            .text("name", record.name.presentation), .text("type", record.type),
        ]
        if let size = record.udpPayloadSize {
            fields.append(.number("udpPayloadSize", size))
        } else {
            fields.append(.code("class", record.recordClass))
            fields.append(.flag("cacheFlush", record.cacheFlush))
        }
        fields.append(.number("ttl", record.ttl))
        if let code = record.extendedResponseCode, let version = record.extensionVersion,
            let acceptsSignatures = record.acceptsSignatures
        {
            fields.append(.number("extendedResponseCode", code))
            fields.append(.number("version", version))
            fields.append(.flag("acceptsSignatures", acceptsSignatures))
        }
        return fields + DNSRecordFields.fields(record.data)
    }
}
