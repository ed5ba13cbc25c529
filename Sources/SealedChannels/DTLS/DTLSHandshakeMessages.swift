import WireCoding

/// Puts the handshake messages of one side of DTLS together, whose fragments come in any order and more than once
/// (RFC 6347 §4.2.3).
struct DTLSHandshakeMessages: Sendable {
    /// Messages that are not whole, and bytes of one, at most.
    private static let maximumMessages = 16
    private static let maximumLength = 1 << 16
    private static let maximumEarlyFragments = 64

    private struct Partial: Sendable {
        var header: DTLSHandshakeHeader
        var fragments = JoinedFragments(maximumEarly: maximumEarlyFragments)
    }

    private var partial: [Partial] = []
    /// The numbers of messages that were whole: those that are sent again say nothing new.
    private var known: Set<UInt16> = []

    var bufferedBytes: Int { partial.reduce(0) { $0 + $1.fragments.bufferedBytes } }

    /// A new handshake begins, which counts its messages anew.
    mutating func begin() {
        partial = []
        known = []
    }

    /// Takes the content of a record.
    ///
    /// - Returns: The messages that are whole with it, with their numbers.
    mutating func append(_ content: Span<UInt8>) -> [(number: UInt16, message: TLSHandshakeMessage)] {
        var reader = ByteReader(content)
        var whole: [(number: UInt16, message: TLSHandshakeMessage)] = []
        while !reader.isAtEnd {
            guard let header = try? DTLSHandshakeHeader(parsing: &reader),
                let fragment = try? reader.readSpan(header.fragmentLength, "DTLS fragment")
            else { break }
            if let body = take(header, fragment) {
                known.insert(header.messageNumber)
                partial.removeAll { $0.header.messageNumber == header.messageNumber }
                whole.append((header.messageNumber, TLSHandshakeMessage(type: header.type, body: body)))
            }
        }
        return whole
    }

    private mutating func take(_ header: DTLSHandshakeHeader, _ fragment: Span<UInt8>) -> [UInt8]? {
        guard !known.contains(header.messageNumber), header.length <= Self.maximumLength else { return nil }
        if header.fragmentLength == header.length { return fragment.copied() }
        let index =
            partial.firstIndex {
                ($0.header.messageNumber, $0.header.type, $0.header.length)
                    == (header.messageNumber, header.type, header.length)
            } ?? partial.count
        if index == partial.count {
            guard partial.count < Self.maximumMessages else { return nil }
            partial.append(Partial(header: header))
        }
        _ = partial[index].fragments.add(fragment, at: header.fragmentOffset)
        guard partial[index].fragments.bytes.count == header.length else { return nil }
        return partial.remove(at: index).fragments.bytes
    }
}
