/// Two peers of a mesh, in no order: what one connection is for.
public struct PeerPair: Hashable, Sendable {
    /// The peer that initiates the connection: the one with the lower peer ID.
    public let initiator: String
    /// The peer that waits for the connection: the one with the higher peer ID.
    public let responder: String

    /// The tie-break of two peers that discover each other: the lower peer ID initiates, so that there is one connection
    /// between two peers and not one in each direction.
    ///
    /// Peers compare with `<` of Swift's `String`, and so does this: by Unicode scalars after normalization (NFC). For
    /// ASCII, as UUIDs are, that is the order of bytes: digits before capital before small letters, and `"n10" < "n2"`.
    /// Two spellings of one text that Unicode calls canonically equivalent, `é` as one scalar and as two, are the same
    /// ID, whatever their bytes.
    ///
    /// - Returns: Nil for two equal IDs: neither may initiate.
    public init?(_ first: String, _ second: String) {
        guard first != second else { return nil }
        (initiator, responder) = first < second ? (first, second) : (second, first)
    }
}

extension PeerPair: Comparable {
    public static func < (left: PeerPair, right: PeerPair) -> Bool {
        (left.initiator, left.responder) < (right.initiator, right.responder)
    }
}
