import SealedChannels

/// What a sealed stream had inside, in the order of the stream.
struct OpenedPassage: Sendable {
    enum Content: Sendable {
        case bytes(ArraySlice<UInt8>)
        /// About so many bytes are not in the capture, or stay sealed.
        case missing(Int64)
        case datagram(ArraySlice<UInt8>)
        /// What was passed on before was not of the application.
        case restart
        /// The sender ended the stream.
        case end
        /// The sender gave up the rest of the stream.
        case cut
    }

    var fromInitiator: Bool
    /// Which of several streams it is of, each of which has messages of its own; nil if there is but one.
    var stream: UInt64?
    var content: Content
    /// When its first byte was seen, sealed.
    var sent: PacketMoment
    /// When it and all before it could be opened.
    var arrived: PacketMoment
}

/// A name by which datagrams show which connection they belong to, wherever they come from: a connection ID of QUIC
/// (RFC 9000 §5.1).
struct ChannelName: Hashable, Sendable {
    var bytes: [UInt8]
    /// Whether datagrams to the initiator have it.
    var toInitiator: Bool
}

/// What readers of both directions need to open what they hold.
struct OpeningState {
    private let keys: Box<SessionSecrets>
    /// Attempts to find records behind holes that may still be made.
    var searchAllowance: Int
    /// Whether nothing more comes, so that nothing can wait.
    let isLast: Bool

    init(_ keys: Box<SessionSecrets>, searchAllowance: Int, isLast: Bool) {
        self.keys = keys
        self.searchAllowance = searchAllowance
        self.isLast = isLast
    }

    var secrets: SessionSecrets {
        @inline(__always) _read { yield keys.value }
    }
}

/// What became of the sealed records of one direction.
struct SealedCounts: Equatable, Sendable {
    /// Records, or packets, that were opened.
    var opened = 0
    /// Those that were not.
    var sealed = 0
    /// Those of them that have, or may have, data of the application.
    var sealedData = 0
    /// Bytes of the application.
    var plaintextBytes = 0
    /// Whether application keys of the direction fit.
    var hasApplicationKeys = false
    var keyUpdates = 0
}
