import PacketDissection
import WireCoding
import WirelessFrames

/// What an 802.11 frame has for AWDL, with the bytes that it was read from, as `nearscope decode awdl` prints it.
public struct AWDLContentView: Sendable {
    public let bytes: [UInt8]
    /// Nil where not even a header could be read.
    public let content: AWDLContent?
    /// What is wrong with the header, or with the row of elements.
    public let error: WireError?

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        do throws(WireError) {
            let content = try AWDLContent(bytes)
            self.content = content
            if case .action(let frame) = content {
                error = frame.fault(baseOffset: bytes.first == AWDLActionHeader.type ? -4 : 0)
            } else {
                error = nil
            }
        } catch {
            content = nil
            self.error = error
        }
    }

    private var elements: [AWDLTLV] {
        if case .action(let frame) = content { frame.elements } else { [] }
    }

    /// Whether everything could be read, each element included.
    public var isWellFormed: Bool { error == nil && elements.allSatisfy { $0.error == nil } }

    /// What is wrong, and beneath it the bytes around the place.
    private func complaint(_ error: WireError, indent: String) -> String {
        "\(indent)malformed: \(error)\n\(indent)    \(HexExcerpt.text(bytes, at: error.offset))"
    }
}

extension AWDLContentView {
    /// One object with the fields of ``AWDLFrameJSON`` and, where the header or the row of elements is broken, an `error`
    /// with the offset, the sentence and the bytes around the place. ``AWDLFrameJSON`` reads it.
    public var json: [UInt8] {
        var text = JSONText(pretty: true)
        text.beginObject()
        for field in content?.fields ?? [] {
            text.key(field.name)
            text.value(field.value)
        }
        if let error {
            text.key("error")
            text.beginObject()
            text.key("offset")
            text.value(error.offset)
            text.key("message")
            text.value(error.description)
            text.key("excerpt")
            text.value(HexExcerpt.text(bytes, at: error.offset))
            text.endObject()
        }
        text.endObject()
        text.endLine()
        return text.bytes
    }
}

extension AWDLContentView {
    /// Several lines for people: the header, then each element with its fields, and what is wrong beneath.
    public var text: String {
        var lines: [String] = []
        switch content {
        case .action(let frame):
            let header = frame.header
            lines.append(
                "\(header.subtype), \(bytes.count) bytes, header \(header.version >> 4).\(header.version & 15), "
                    + "PHY time \(header.phyTxTime) µs, made \(header.txDelay) µs before")
            for element in frame.elements {
                lines += Self.lines(element)
                if let error = element.error { lines.append(complaint(error, indent: "       ")) }
            }
        case .data(let header, let packet):
            lines.append("data header, \(bytes.count - packet.count) bytes, then \(packet.count) bytes of packet")
            lines += Self.lines(AWDLFields.fields(header))
        case nil: break
        }
        if let error { lines.append(complaint(error, indent: "")) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ element: AWDLTLV) -> [String] {
        let fields = AWDLFields.fields(element).filter { !["type", "length", "error"].contains($0.name) }
        let length = element.valueBytes.count
        let title = "  \(element.type.rawValue)  \(element.type), \(length) \(length == 1 ? "byte" : "bytes")"
        return [title] + lines(fields)
    }

    private static func lines(_ fields: [FrameField]) -> [String] {
        SafeText.wrapped(fields.map(FrameView.text), width: 90).map { "       " + $0 }
    }
}
