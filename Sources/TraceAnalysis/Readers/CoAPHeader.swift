import WireCoding

/// The fixed part of a CoAP message (RFC 7252 §3).
struct CoAPHeader {
    static let size = 4
    /// Nothing in a message marks it as CoAP: only one at its port is taken for one.
    static let port: UInt16 = 5683
    private static let longestToken = 8
    private static let payloadMarker: UInt8 = 0xFF

    let code: UInt8

    var isResponse: Bool { [2, 4, 5].contains(code >> 5) }
    var isRequest: Bool { code >> 5 == 0 && code != 0 }

    /// Nil if the options do not end where the message does, or where its payload begins.
    init?(_ message: Span<UInt8>) {
        guard message.count >= Self.size, message[0] >> 6 == 1, Int(message[0] & 15) <= Self.longestToken else {
            return nil
        }
        code = message[1]
        var position = Self.size + Int(message[0] & 15)
        while position < message.count, message[position] != Self.payloadMarker {
            let head = message[position]
            position += 1
            guard Self.extended(head >> 4, in: message, at: &position) != nil,
                let length = Self.extended(head & 15, in: message, at: &position)
            else { return nil }
            position += length
        }
        // After the marker there is something.
        guard position == message.count || position < message.count - 1 else { return nil }
    }

    /// A delta or a length, which continues in the next one or two bytes (RFC 7252 §3.1).
    private static func extended(_ nibble: UInt8, in message: Span<UInt8>, at position: inout Int) -> Int? {
        switch nibble {
        case 0...12: return Int(nibble)
        case 13 where position < message.count:
            defer { position += 1 }
            return Int(message[position]) + 13
        case 14 where position + 1 < message.count:
            defer { position += 2 }
            return Int(message[position]) << 8 + Int(message[position + 1]) + 269
        default: return nil
        }
    }
}
