import WireCoding

/// The handshake messages in the CRYPTO frames of one end and one encryption level (RFC 9001 §4.1.3).
struct QUICHandshakeStream: Sendable {
    /// The size of the largest message that is kept. A chain of certificates has a few thousand bytes.
    static let maximumMessageBytes = 65_536

    private var assembly = QUICStreamAssembly(maximumBytes: maximumMessageBytes)
    /// The begin of a message whose end is missing, header included.
    private var partial: [UInt8] = []
    /// Bytes to come of a message that is too large.
    private var skippedBytes = 0

    var heldBytes: Int { assembly.heldBytes + partial.count }

    /// Adds the bytes of a frame. What contradicts the stream or finds no room is dropped.
    ///
    /// - Returns: The messages that are whole now, without their headers.
    mutating func add(_ data: Span<UInt8>, at offset: UInt64) -> [(type: TLSHandshakeType, body: [UInt8])] {
        guard (try? assembly.add(data, at: offset)) != nil else { return [] }
        partial.append(contentsOf: assembly.takeBytes())
        var start = 0
        var messages: [(type: TLSHandshakeType, body: [UInt8])] = []
        while start < partial.count {
            let left = partial.count - start
            guard skippedBytes == 0 else {
                let count = min(skippedBytes, left)
                skippedBytes -= count
                start += count
                continue
            }
            guard left >= 4 else { break }
            let size =
                4 + (Int(partial[start + 1]) << 16 | Int(partial[start + 2]) << 8 | Int(partial[start + 3]))
            guard size <= Self.maximumMessageBytes else {
                skippedBytes = size
                continue
            }
            guard size <= left else { break }
            messages.append(
                (TLSHandshakeType(rawValue: partial[start]), Array(partial[start + 4..<start + size])))
            start += size
        }
        partial.removeFirst(start)
        return messages
    }
}
