import DNSWire
import PacketCapture
import PacketDissection
import WireCoding

/// One frame of a capture with its layers, as `nearscope frames` prints it.
public struct FrameView: Sendable {
    /// 1-based position in the capture.
    public var frame: Int
    /// Nanoseconds since the first frame that has a time; for a frame without one those of the last before it that has.
    public var elapsed: Int64
    /// Nanoseconds since 1970; nil for a frame without a time.
    public var time: Int64?
    /// Bytes on the wire, and those that the file holds.
    public var originalLength: Int
    /// Bytes that the file holds of it.
    public var capturedLength: Int
    /// The layers of the frame, from the link on.
    public var description: FrameDescription
    /// The options of the packet's block; empty if it has none.
    public var annotations: [FrameField]

    /// Reads a frame, down to DNS where a datagram goes to or comes from its ports, and to messages of applications that begin
    /// in it.
    ///
    /// - Parameters:
    ///   - record: The packet's position, time and lengths.
    ///   - bytes: The bytes that the capture has of it.
    ///   - linkType: What the bytes begin with.
    ///   - annotations: The options of the packet's block.
    ///   - elapsed: Nanoseconds since the first frame.
    public init(
        _ record: PacketRecord, bytes: Span<UInt8>, linkType: LinkType, annotations: PacketAnnotations? = nil,
        elapsed: Int64
    ) {
        self.annotations = annotations.map(AnnotationFields.fields) ?? []
        frame = record.frame
        self.elapsed = elapsed
        time = record.isTimed ? record.time : nil
        (originalLength, capturedLength) = (record.originalLength, bytes.count)
        description = FrameLayers.layers(of: bytes, linkType: linkType, originalLength: record.originalLength)
        guard let transport = description.transport, transport.capturedPayloadLength > 0 else { return }
        let start = transport.payloadOffset
        let payload = bytes.extracting(start..<start + transport.capturedPayloadLength)
        guard transport.transport == .udp, let name = Self.dnsLayer(transport.sourcePort, transport.destinationPort)
        else {
            let isStream = transport.transport == .tcp
            description.layers += ApplicationLayers.layers(payload, at: start, isStream: isStream)
            return
        }
        let (message, error) = DNSMessage.parsePrefix(payload, baseOffset: start)
        // By the UDP header: this frame holds only the beginning of a fragmented datagram.
        let isCut = payload.count < description.datagramLength - UDPHeader.size
        description.layers.append(
            FrameLayer(name: name, offset: start, length: payload.count, fields: message.fieldValues))
        if let error, description.fault == nil, !isCut {
            description.fault = FrameFault(layer: name, offset: error.offset, message: error.description)
        }
    }

    /// `mdns` for port 5353 (RFC 6762 §11), `dns` for port 53, nil for others.
    private static func dnsLayer(_ ports: UInt16...) -> String? {
        ports.contains(WellKnownPort.multicastDNS) ? "mdns" : ports.contains(WellKnownPort.dns) ? "dns" : nil
    }

    /// Seconds since the first frame with nine decimals.
    var seconds: String {
        let (seconds, rest) = elapsed.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        return (elapsed < 0 ? "-" : "") + "\(seconds)." + rest.digits(9)
    }
}

extension FrameView {
    /// One object on one line, by the contract's section *frames*.
    public var json: [UInt8] {
        var text = JSONText(pretty: false, reservingCapacity: 1024)
        text.beginObject()
        text.key("frame")
        text.value(frame)
        text.key("time")
        text.value(Double(elapsed) / 1e9)
        text.key("layers")
        text.beginArray()
        for layer in description.layers { Self.write(layer, to: &text) }
        text.endArray()
        text.key("malformed")
        text.value(description.fault.map(Self.object) ?? .null)
        if !annotations.isEmpty {
            text.key("annotations")
            text.value(annotations)
        }
        text.endObject()
        text.endLine()
        return text.bytes
    }

    /// Directly, not as a ``FieldValue``: there are several in each frame.
    private static func write(_ layer: FrameLayer, to text: inout JSONText) {
        text.beginObject()
        text.key("protocol")
        text.value(layer.name)
        text.key("offset")
        text.value(layer.offset)
        text.key("length")
        text.value(layer.length)
        text.key("fields")
        text.value(layer.fields)
        text.endObject()
    }

    private static func object(_ fault: FrameFault) -> FieldValue {
        ["layer": .text(fault.layer), "offset": .count(fault.offset), "message": .text(fault.message)]
    }
}

extension FrameView {
    /// Bytes of a line that is not broken.
    public static let maximumLine = 4096

    /// One line: number, time, then each layer as `name@offset+length` with its fields; cut after ``maximumLine`` bytes.
    public var line: String {
        let line = wholeLine
        let count = line.utf8.count
        guard count > Self.maximumLine else { return line }
        var kept = line.utf8.prefix(Self.maximumLine)
        while let last = kept.last, last & 0xC0 == 0x80 { kept.removeLast() }
        // The first byte of a character whose others are gone.
        if let last = kept.last, last >= 0xC0 { kept.removeLast() }
        return String(decoding: kept, as: UTF8.self) + "… \(Quantity.count(count - 1 - kept.count, "more byte"))\n"
    }

    private var wholeLine: String {
        let layers = description.layers.map { layer in
            "\(layer.name)@\(layer.offset)+\(layer.length)" + layer.fields.map { " " + Self.text($0) }.joined()
        }
        var parts = ["\(frame)  \(seconds)  " + layers.joined(separator: " | ")]
        if let fault = description.fault {
            parts.append("malformed \(fault.layer) at \(fault.offset): \(SafeText.escaped(fault.message))")
        }
        let said = annotations.isEmpty ? "" : "  #" + annotations.map { " " + Self.text($0) }.joined()
        return parts.joined(separator: "  ! ") + said + "\n"
    }

    /// The same in lines of at most that many columns, those after the first indented.
    public func lines(width: Int) -> String {
        let margin = "    "
        let parts = SafeText.folded(String(wholeLine.dropLast()), width: width - margin.utf8.count)
        return parts.enumerated().map { ($0.offset == 0 ? "" : margin) + $0.element + "\n" }.joined()
    }

    /// `name=value`, harmless for a terminal.
    static func text(_ field: FrameField) -> String { field.name + "=" + text(field.value) }

    private static func text(_ value: FieldValue) -> String {
        switch value {
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let string): quoted(SafeText.escaped(string))
        case .hex(let bytes): bytes.isEmpty ? "\"\"" : Hex.encode(bytes)
        case .boolean(let flag): "\(flag)"
        case .null: "-"
        case .list(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
        case .object(let fields): "{" + fields.map(text).joined(separator: " ") + "}"
        }
    }

    /// In quotation marks where a space would otherwise end it.
    private static func quoted(_ text: String) -> String {
        guard text.isEmpty || text.contains(where: { $0 == " " || $0 == "\"" }) else { return text }
        return "\"" + text.replacing("\"", with: "\\\"") + "\""
    }
}

extension FrameDescription {
    /// The length field of the UDP header, 0 without one.
    fileprivate var datagramLength: Int {
        layers.last?.fields.first { $0.name == "length" }?.value.exactly() ?? 0
    }
}
