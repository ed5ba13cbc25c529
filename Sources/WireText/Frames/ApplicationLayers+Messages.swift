import PacketDissection
import PeerMessaging
import WireCoding

/// The layers of the messages that apps exchange in JSON.
extension ApplicationLayers {
    /// Length-prefixed frames with JSON in them; those with a whole mesh message show its fields.
    static func meshFrames(_ payload: Span<UInt8>, _ offset: Int) -> [FrameLayer] {
        var layers: [FrameLayer] = []
        var start = 0
        while layers.count < maximumCount, payload.count - start > 5 {
            let length = Int(payload.bigEndianUInt32(at: start))
            let body = start + 4
            guard length > 0, length <= LengthPrefixedFrameDecoder.defaultMaximumLength,
                payload[body] == UInt8(ascii: "{")
            else { break }
            let end = min(body + length, payload.count)
            var fields: [FrameField] = [.signed("length", length, .unit(.bytes))]
            var name = "framed"
            if end == body + length, let message = try? MeshMessage(parsing: payload.extracting(body..<end)) {
                name = "mesh"
                fields += Self.fields(message)
            }
            layers.append(FrameLayer(name: name, offset: offset + start, length: end - start, fields: fields))
            start = end
        }
        return layers
    }

    private static func fields(_ message: MeshMessage) -> [FrameField] {
        var fields: [FrameField] = []
        switch message.type {
        case .identification: fields.append(.text("type", "identification"))
        case .broadcast: fields.append(.text("type", "broadcast"))
        case .direct: fields.append(.text("type", "direct"))
        case .relayedBroadcast: fields.append(.text("type", "relayedBroadcast"))
        case .unknown(let name, _): fields.append(.text("type", cut(name)))
        }
        fields.append(.text("senderID", cut(message.senderID)))
        if let time = message.timestamp.unixTime {
            fields.append(FrameField("timestamp", .real(time), .unit(.seconds)))
        }
        switch message.type {
        case .identification(let peerID, let displayName):
            fields += [.text("peerID", cut(peerID)), .text("displayName", cut(displayName))]
        case .broadcast(let bytes), .direct(let bytes): fields += payload(bytes)
        case .relayedBroadcast(let bytes, let originalSender, let seenBy):
            fields += payload(bytes)
            fields.append(.text("originalSender", cut(originalSender)))
            fields.append(FrameField("seenBy", .texts(seenBy.prefix(maximumCount).map(cut))))
        case .unknown: break
        }
        return fields
    }

    private static func payload(_ bytes: [UInt8]) -> [FrameField] {
        let shown = Array(bytes.prefix(maximumText))
        let content: FrameField =
            ByteText.isText(shown, isCut: shown.count < bytes.count)
            ? .text("payload", String(decoding: shown, as: UTF8.self)) : .hex("payload", shown)
        return [.signed("payloadLength", bytes.count, .unit(.bytes)), content]
    }

    /// An event of a Wi-Fi Aware stream, of a case that is known.
    static func networkEvent(_ payload: Span<UInt8>, _ offset: Int) -> FrameLayer? {
        guard let event = try? NetworkEventView(scanning: payload), event.kind != .unknown else { return nil }
        var fields: [FrameField] = [.text("event", event.caseName.string(in: payload))]
        if event.kind == .satelliteMovedTo {
            fields += [
                FrameField("x", .real(event.position.x)), FrameField("y", .real(event.position.y)),
                FrameField("width", .real(event.dimensions.width)),
                FrameField("height", .real(event.dimensions.height)),
            ]
        }
        return FrameLayer(name: "networkEvent", offset: offset, length: payload.count, fields: fields)
    }
}
