import PeerMessaging
import WireCoding

/// Replaces the texts of a mesh message by others of the same length, so that the JSON text stays one of the same structure.
///
/// The kind of the message, its time and probes of the round trip stay. Payloads become others that are only told apart.
enum MeshBodyRedaction {
    private static let names: Set<String> = [
        "type", "senderID", "timestamp", "broadcast", "direct", "identification", "relayedBroadcast", "payload",
        "peerID", "displayName", "originalSender", "seenBy",
    ]

    /// - Returns: As many bytes; nil for a body that is no mesh message.
    static func redacted(_ body: Span<UInt8>, _ texts: inout WireTextStandIns) -> [UInt8]? {
        guard let view = try? MeshMessageView(scanning: body) else { return nil }
        var output = [UInt8](repeating: UInt8(ascii: " "), count: body.count)
        var depth = 0
        var key: [UInt8] = []
        var position = 0
        // The text was scanned before, so every string in it ends.
        while position < body.count {
            let byte = body[position]
            switch byte {
            case UInt8(ascii: "\""):
                let range = string(in: body, from: position + 1)
                let text = body.copied(range)
                output[position] = byte
                if range.upperBound < body.count { output[range.upperBound] = byte }
                let isKey = isKey(body, after: range.upperBound + 1)
                if isKey, depth == 1 { key = text }
                let standIn: [UInt8]
                if isKey, names.contains(String(decoding: text, as: UTF8.self)) {
                    standIn = text
                } else if range == view.timestampText.range, view.timestampForm == .iso8601 {
                    standIn = text
                } else if range == view.payload.range, !range.isEmpty {
                    standIn = isProbe(view, in: body) ? text : payload(text, &texts)
                } else {
                    standIn = texts.standIn(for: text)
                }
                for (offset, byte) in standIn.enumerated() { output[range.lowerBound + offset] = byte }
                position = range.upperBound + 1
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                output[position] = byte
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                output[position] = byte
            case 0x30...0x39:
                // A number of an app may be anybody's.
                let isTime = depth == 1 && key.elementsEqual("timestamp".utf8)
                output[position] = isTime ? byte : UInt8(ascii: "1")
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                0x61...0x7A,
                0x45, 0x09, 0x0A, 0x0D:
                // Also the letters of true, false and null, and of exponents.
                output[position] = byte
            case 0x80... where position < 3: output[position] = byte
            default: break
            }
            position += 1
        }
        return output
    }

    private static func string(in body: Span<UInt8>, from start: Int) -> Range<Int> {
        var end = start
        while end < body.count, body[end] != UInt8(ascii: "\"") { end += body[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return start..<min(end, body.count)
    }

    private static func isKey(_ body: Span<UInt8>, after position: Int) -> Bool {
        var position = position
        while position < body.count, body[position] <= 0x20 { position += 1 }
        return position < body.count && body[position] == UInt8(ascii: ":")
    }

    /// Base64 of as many bytes, with as many escapes: a number, and zeros around it.
    private static func payload(_ text: [UInt8], _ texts: inout WireTextStandIns) -> [UInt8] {
        var (characters, escapes) = (0, 0)
        for byte in text where byte != UInt8(ascii: "=") {
            if byte == UInt8(ascii: "\\") { escapes += 1 } else { characters += 1 }
        }
        let padding = text.count { $0 == UInt8(ascii: "=") }
        var symbols = [UInt8](repeating: UInt8(ascii: "A"), count: characters)
        for index in 0..<min(escapes, characters) { symbols[index] = UInt8(ascii: "/") }
        // The last characters before padding have bits that must be zero.
        let last = padding == 0 ? characters - 1 : characters - 2
        var rest = texts.number(ofPayload: text)
        var index = max(last, characters > 0 ? 0 : -1)
        while rest > 0, index >= escapes {
            symbols[index] = digits[rest % digits.count]
            rest /= digits.count
            index -= 1
        }
        var result: [UInt8] = []
        for (index, symbol) in symbols.enumerated() {
            if index < escapes { result.append(UInt8(ascii: "\\")) }
            result.append(symbol)
        }
        return result + repeatElement(UInt8(ascii: "="), count: padding)
    }

    private static let digits = Array("BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Whether a payload is a probe of the round trip and says nothing else: `PING 7 12.5`.
    private static func isProbe(_ view: MeshMessageView, in body: Span<UInt8>) -> Bool {
        guard MeshPing(view, in: body) != nil, case .direct(let payload) = MeshMessage(view, in: body).type else {
            return false
        }
        return payload.dropFirst(4).allSatisfy {
            (0x30...0x39).contains($0) || $0 == 0x20 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
    }
}
