import WireTesting

/// What both sides of a WebSocket send before their messages (RFC 6455 §4), with the key and the answer of its §1.3.
enum WebSocketOpening {
    static let request = Array(
        """
        GET / HTTP/1.1\r
        Host: server\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        \r

        """.utf8)

    static let response = Array(
        """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
        \r

        """.utf8)

    /// A frame with a mask, as initiators must send it (§5.3).
    ///
    /// - Parameter frame: Without a mask.
    static func masked(_ frame: [UInt8], _ mask: [UInt8]) -> [UInt8] {
        let size =
            switch frame[1] {
            case 126: 4
            case 127: 10
            default: 2
            }
        var masked = Array(frame[..<size])
        masked[1] |= 0x80
        masked += mask
        for (index, byte) in frame[size...].enumerated() { masked.append(byte ^ mask[index & 3]) }
        return masked
    }
}
