import PacketDissection
import PeerMessaging
import SealedChannels
import WireCoding

/// The layers of an application that begin with the payload of a packet, recognized by their bytes and not by a port. What began
/// in an earlier packet cannot be recognized here.
enum ApplicationLayers {
    /// Records, messages or packets of one payload; further ones are not shown.
    static let maximumCount = 16
    /// Bytes of a text in a field.
    static let maximumText = 256

    /// - Parameters:
    ///   - payload: What the frame holds of it.
    ///   - offset: Of the payload in the frame.
    static func layers(_ payload: Span<UInt8>, at offset: Int, isStream: Bool) -> [FrameLayer] {
        guard payload.count > 1 else { return [] }
        let first = payload[0]
        // One byte decides for most payloads.
        if isStream {
            if (20...23).contains(first), payload[1] == 3 { return tlsRecords(payload, offset) }
            if first == 0 { return meshFrames(payload, offset) }
        } else {
            if first < 4, STUNMessageHeader.looksLikeSTUN(payload) { return [stun(payload, offset)].compactMap(\.self) }
            if DTLSRecordHeader.looksLikeDTLS(payload) { return dtlsRecords(payload, offset) }
            if first >= 0xC0 { return quicPackets(payload, offset) }
            if first == UInt8(ascii: "{"), let layer = networkEvent(payload, offset) { return [layer] }
        }
        return (0x20..<0x7F).contains(first) ? textLayer(payload, offset) : []
    }

    private static func layer(_ name: String, _ offset: Int, _ range: Range<Int>, _ fields: [FrameField]) -> FrameLayer
    {
        FrameLayer(name: name, offset: offset + range.lowerBound, length: range.count, fields: fields)
    }

    /// A text cut to ``maximumText`` bytes.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumText else { return text }
        return String(decoding: text.utf8.prefix(maximumText), as: UTF8.self) + "…"
    }

    // MARK: - Encryption

    private static let contentType = FieldMeaning.name { number in
        switch number {
        case 20: "change cipher spec"
        case 21: "alert"
        case 22: "handshake"
        case 23: "application data"
        default: nil
        }
    }
    private static let handshakeType = FieldMeaning.name { number in
        switch number {
        case 0: "hello request"
        case 1: "client hello"
        case 2: "server hello"
        case 4: "new session ticket"
        case 8: "encrypted extensions"
        case 11: "certificate"
        case 12: "server key exchange"
        case 13: "certificate request"
        case 14: "server hello done"
        case 15: "certificate verify"
        case 16: "client key exchange"
        case 20: "finished"
        default: nil
        }
    }
    private static let version = FieldMeaning.name { TLSVersion(rawValue: UInt16(truncatingIfNeeded: $0)).description }

    private static func tlsRecords(_ payload: Span<UInt8>, _ offset: Int) -> [FrameLayer] {
        var layers: [FrameLayer] = []
        var start = 0
        while layers.count < maximumCount, start < payload.count {
            let rest = payload.extracting(start..<payload.count)
            var input = ByteReader(rest)
            guard let header = try? TLSRecordHeader(parsing: &input), (20...23).contains(header.contentType.rawValue),
                header.version.rawValue >> 8 == 3
            else { break }
            let length = min(TLSRecordHeader.size + Int(header.length), rest.count)
            var fields: [FrameField] = [
                .code("contentType", header.contentType, contentType), .code("version", header.version, version),
                .number("length", header.length, .unit(.bytes)),
            ]
            if TLSRecordHeader.looksLikeHandshake(rest) { fields += hello(rest) }
            layers.append(layer("tls", offset, start..<start + length, fields))
            start += length
        }
        return layers
    }

    /// What the hello of a client or a server says.
    private static func hello(_ record: Span<UInt8>) -> [FrameField] {
        var observer = TLSHandshakeObserver()
        observer.observe(record)
        let facts = observer.facts
        let protocols = facts.applicationProtocol.map { [$0] } ?? facts.offeredProtocols
        var fields: [FrameField] = [.number("handshakeType", record[TLSRecordHeader.size], handshakeType)]
        if let name = facts.serverName { fields.append(.text("serverName", cut(name))) }
        if !protocols.isEmpty {
            fields.append(FrameField("applicationProtocols", .texts(protocols.prefix(maximumCount).map(cut))))
        }
        return fields
    }

    private static func dtlsRecords(_ payload: Span<UInt8>, _ offset: Int) -> [FrameLayer] {
        var layers: [FrameLayer] = []
        var start = 0
        while layers.count < maximumCount, start < payload.count {
            let rest = payload.extracting(start..<payload.count)
            var input = ByteReader(rest)
            guard let header = try? DTLSRecordHeader(parsing: &input) else { break }
            let length = min(DTLSRecordHeader.size + Int(header.length), rest.count)
            var fields: [FrameField] = [
                .code("contentType", header.contentType, contentType), .code("version", header.version, version),
                .number("epoch", header.epoch), .number("sequenceNumber", header.sequenceNumber),
                .number("length", header.length, .unit(.bytes)),
            ]
            if header.contentType == .handshake, header.epoch == 0, length > DTLSRecordHeader.size {
                fields.append(.number("handshakeType", rest[DTLSRecordHeader.size], handshakeType))
            }
            layers.append(layer("dtls", offset, start..<start + length, fields))
            start += length
        }
        return layers
    }

    private static let packetType = FieldMeaning.names(
        "version negotiation", "Initial", "0-RTT", "Handshake", "Retry", "1-RTT")
    private static let quicVersion = FieldMeaning.name { number in
        let version = QUICVersion(rawValue: UInt32(truncatingIfNeeded: number))
        return version.isKnown || version == .negotiation ? version.description : nil
    }

    /// Those with long headers; a short one shows nothing but a connection ID of unknown length.
    private static func quicPackets(_ payload: Span<UInt8>, _ offset: Int) -> [FrameLayer] {
        var layers: [FrameLayer] = []
        var start = 0
        while layers.count < maximumCount, start < payload.count, payload[start] >= 0xC0 {
            let rest = payload.extracting(start..<payload.count)
            var input = ByteReader(rest)
            guard let packet = try? QUICPacketView(parsingHeader: &input, connectionIDLength: 0),
                let version = packet.version, version.isKnown, packet.range.upperBound <= rest.count
            else { break }
            layers.append(
                layer(
                    "quic", offset, start..<start + packet.range.upperBound,
                    [
                        .code("type", packet.type, packetType), .code("version", version, quicVersion),
                        .hex("destinationConnectionID", rest.copied(packet.destinationConnectionID)),
                        .hex("sourceConnectionID", rest.copied(packet.sourceConnectionID)),
                        .signed("tokenLength", packet.token.count, .unit(.bytes)),
                        .signed("payloadLength", packet.payload.count, .unit(.bytes)),
                    ]))
            start += packet.range.upperBound
        }
        return layers
    }

    // MARK: - STUN

    private static let messageClass = FieldMeaning.names("request", "indication", "success", "error")
    private static let method = FieldMeaning.name { $0 == 1 ? "binding" : nil }

    private static func stun(_ payload: Span<UInt8>, _ offset: Int) -> FrameLayer? {
        var input = ByteReader(payload)
        guard let header = try? STUNMessageHeader(parsing: &input) else { return nil }
        let transaction = ByteWriter.bytes {
            $0.writeUInt64(header.transactionHigh)
            $0.writeUInt32(header.transactionLow)
        }
        return layer(
            "stun", offset, 0..<payload.count,
            [
                .code("messageClass", header.messageClass, messageClass), .code("method", header.method, method),
                .number("length", header.length, .unit(.bytes)), .hex("transactionID", transaction),
            ])
    }

    // MARK: - Text

    private static func textLayer(_ payload: Span<UInt8>, _ offset: Int) -> [FrameLayer] {
        let kind = TextKind(prefix: payload.extracting(0..<min(payload.count, TextKind.maximumPrefix)))
        switch kind {
        case .http, .rtsp, .sip:
            let line = startLine(payload)
            return [layer(kind?.rawValue.lowercased() ?? "", offset, 0..<payload.count, [.text("startLine", line)])]
        case .xml:
            return element(payload).map { [layer("xml", offset, 0..<payload.count, [.text("element", $0)])] } ?? []
        case .json, .text, nil: return []
        }
    }

    private static func startLine(_ payload: Span<UInt8>) -> String {
        var end = 0
        while end < payload.count, payload[end] != 0x0D, payload[end] != 0x0A, end <= maximumText { end += 1 }
        return cut(String(decoding: payload.copied(0..<end), as: UTF8.self))
    }

    /// The name of the first element, `message` of `<message to=…`; nil if its tag begins with something else.
    private static func element(_ payload: Span<UInt8>) -> String? {
        var end = 1
        while end < payload.count, end < maximumText {
            switch payload[end] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: ":"),
                UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                end += 1
            default:
                return end > 1 ? String(decoding: payload.copied(1..<end), as: UTF8.self) : nil
            }
        }
        return nil
    }
}
