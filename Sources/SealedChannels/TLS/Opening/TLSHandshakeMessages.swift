import WireCoding

/// A whole handshake message.
struct TLSHandshakeMessage: Sendable {
    var type: TLSHandshakeType
    /// Without the header.
    var body: [UInt8]
}

/// Cuts handshake messages out of the content of records, which they span or share.
struct TLSHandshakeMessages: Sendable {
    private static let headerSize = 4
    /// Bytes of a message, at most. No chain of certificates is longer.
    private static let maximumLength = 1 << 16

    private var held: [UInt8] = []
    /// Bytes that are still to come of a message that is too long.
    private var skipped = 0

    var bufferedBytes: Int { held.count }

    /// Bytes of the handshake are missing.
    mutating func miss() {
        held = []
        skipped = 0
    }

    /// Takes the content of a record.
    ///
    /// - Returns: The messages that are whole with it.
    mutating func append(_ content: [UInt8]) -> [TLSHandshakeMessage] {
        var content = content[...]
        if skipped > 0 {
            let count = min(skipped, content.count)
            content = content.dropFirst(count)
            skipped -= count
        }
        held.append(contentsOf: content)
        var messages: [TLSHandshakeMessage] = []
        var start = 0
        while held.count - start >= Self.headerSize {
            let length = Int(held[start + 1]) << 16 | Int(held[start + 2]) << 8 | Int(held[start + 3])
            let end = start + Self.headerSize + length
            if length > Self.maximumLength {
                skipped = max(0, end - held.count)
                start = min(end, held.count)
                continue
            }
            guard end <= held.count else { break }
            messages.append(
                TLSHandshakeMessage(
                    type: TLSHandshakeType(rawValue: held[start]),
                    body: Array(held[(start + Self.headerSize)..<end])))
            start = end
        }
        held.removeFirst(start)
        return messages
    }
}
