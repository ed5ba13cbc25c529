import WireCoding

/// A connection ID that an end chose for itself: the other end's packets carry it as their destination.
public struct QUICKnownConnectionID: Hashable, Sendable {
    /// At most 20 bytes; never empty.
    public let bytes: [UInt8]
    /// Whether the client chose it.
    public let isClients: Bool
}

/// The connection IDs of one end, and their stateless reset tokens.
struct QUICConnectionIDs: Sendable {
    /// The maximum number of IDs and tokens; the oldest are forgotten. Ends rarely have more than eight in use.
    static let maximumCount = 32

    /// In the order in which they appeared. One that is empty says that the end has none.
    private(set) var all: [[UInt8]] = []
    private(set) var resetTokens: [[UInt8]] = []
    private(set) var lengths: [Int] = []

    /// - Returns: Whether it was not known.
    mutating func insert(_ id: [UInt8]) -> Bool {
        guard !all.contains(id), id.count <= QUICPacketView.maximumConnectionIDLength else { return false }
        if all.count == Self.maximumCount { all.removeFirst() }
        all.append(id)
        if !lengths.contains(id.count) { lengths.append(id.count) }
        return true
    }

    mutating func insertResetToken(_ token: [UInt8]) {
        guard !resetTokens.contains(token) else { return }
        if resetTokens.count == Self.maximumCount { resetTokens.removeFirst() }
        resetTokens.append(token)
    }

    /// The possible lengths of the ID in a short header, the most likely first.
    ///
    /// - Parameter rest: The packet after its first byte.
    func lengths(in rest: Span<UInt8>) -> [Int] {
        guard lengths.count > 1, let known = all.last(where: { !$0.isEmpty && rest.begins(with: $0) }) else {
            return lengths
        }
        return [known.count] + lengths.filter { $0 != known.count }
    }

    /// Whether a packet is addressed to one of these IDs. An empty ID proves nothing.
    ///
    /// - Parameter packet: From its first byte, with a header of any kind (RFC 8999 §5).
    func own(_ packet: Span<UInt8>) -> Bool {
        guard packet.count > 0 else { return false }
        guard packet[0] & 0x80 != 0 else {
            let rest = packet.extracting(1..<packet.count)
            return all.contains { !$0.isEmpty && rest.begins(with: $0) }
        }
        guard packet.count > 6 else { return false }
        let length = Int(packet[5])
        guard length > 0, packet.count >= 6 + length else { return false }
        return all.contains(packet.copied(6..<6 + length))
    }

    /// Whether a packet ends in one of the tokens.
    func reset(_ packet: Span<UInt8>) -> Bool {
        let size = QUICFrameView.resetTokenLength
        // RFC 9000 §10.3: with fewer bytes before the token it could not pass for a packet.
        guard !resetTokens.isEmpty, packet.count >= size + 5 else { return false }
        return resetTokens.contains(packet.copied(packet.count - size..<packet.count))
    }
}

extension Span<UInt8> {
    fileprivate func begins(with prefix: [UInt8]) -> Bool {
        guard prefix.count <= count else { return false }
        return prefix.indices.allSatisfy { prefix[$0] == self[$0] }
    }
}
