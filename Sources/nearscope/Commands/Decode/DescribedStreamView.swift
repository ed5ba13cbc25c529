import ProtocolDescriptions
import WireCoding
import WireText

/// The messages in bytes of one side of a described protocol, as `nearscope decode` prints them.
struct DescribedStreamView {
    private let name: String
    /// The fields of each message.
    private(set) var messages: [[FrameField]] = []
    /// Where the first one that cannot be read is.
    private(set) var fault: DescriptionFault?

    /// What every side of a WebSocket begins with; a message alone lacks it.
    private static let upgrade = Array("HTTP/1.1 101 x\r\n\r\n".utf8)

    init(_ bytes: [UInt8], of compiled: CompiledProtocol) {
        name = compiled.description.name
        var decoder = compiled.makeDecoder()
        var start = 0
        if case .webSocket? = compiled.description.framing?.method, !bytes.starts(with: "GET ".utf8),
            !bytes.starts(with: "HTTP/".utf8)
        {
            let upgrade = Self.upgrade
            start = upgrade.count
            decoder.read(upgrade.span) { _ in }
        }
        var messages: [[FrameField]] = []
        if compiled.description.over.allSatisfy(\.hasDatagrams) {
            decoder.readDatagram(bytes.span) { messages.append(Self.fields($0, compiled, from: start)) }
        } else {
            decoder.read(bytes.span) { messages.append(Self.fields($0, compiled, from: start)) }
            decoder.finish { messages.append(Self.fields($0, compiled, from: start)) }
        }
        self.messages = messages
        var fault = decoder.summary.firstFault
        if let offset = fault?.streamOffset { fault?.streamOffset = max(0, offset - start) }
        self.fault = fault
    }

    private static func fields(
        _ message: DescribedMessageView, _ compiled: CompiledProtocol, from start: Int
    ) -> [FrameField] {
        let meaning = compiled.description.message
        let content = compiled.content(of: message)
        var fields = [
            FrameField("offset", .count(message.streamOffset - start)), FrameField("bytes", .count(message.wireSize)),
            FrameField("bodyBytes", .count(message.bodySize)),
        ]
        if meaning.type != nil { fields.append(FrameField("type", .optional(message.type))) }
        if meaning.sender != nil { fields.append(FrameField("sender", .optional(message.sender))) }
        if meaning.id != nil { fields.append(FrameField("id", message.idValue ?? .null)) }
        if meaning.number != nil {
            fields.append(FrameField("number", message.number.map { .integer($0) } ?? .null))
        }
        if let clock = meaning.sent?.clock {
            // A clock without an epoch counts from any moment.
            let isDate = if case .number(_, .none) = clock { false } else { true }
            fields.append(
                FrameField(
                    isDate ? "sent" : "sentNanoseconds",
                    message.sent.map { isDate ? .text(RFC3339.text($0)) : .integer($0) } ?? .null))
        }
        if meaning.payload != nil {
            fields.append(FrameField("payloadBytes", message.payloadSize.map { .count($0) } ?? .null))
        }
        if !compiled.description.header.isEmpty { fields.append(FrameField("header", .object(content.header))) }
        fields.append(FrameField("body", content.body))
        return fields
    }

    /// What JSON has.
    var value: FieldValue {
        [
            "protocol": .text(name), "messages": .list(messages.map { .object($0) }),
            "fault": fault.map { fault -> FieldValue in
                [
                    "offset": .count(fault.streamOffset), "key": .text(fault.key), "message": .text(fault.message),
                    "bytes": .hex(fault.bytes),
                ]
            } ?? .null,
        ]
    }

    /// The same for people.
    func text(_ tree: FrameTree) -> String {
        messages.enumerated().map { tree.text("\(name) message \($0.offset + 1)", $0.element) }
            .joined(separator: "\n")
    }
}
