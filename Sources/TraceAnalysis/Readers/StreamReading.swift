import PeerMessaging

/// The content of a connection that is wanted. Small, because it is kept of each connection, of which there may be a million.
struct StreamReading: Sendable {
    /// Rates and delays are measured, and streams are read as messages.
    var readsContent = false
    /// Whether each message is listed, and with its content.
    var listing = Listing.none
    /// Whether each round trip of the transport is listed.
    var listsRoundTrips = false
    /// The bytes of the streams are handed on to whoever follows them.
    var isFollowed = false
    /// Of what is sealed, those are wanted that were inside.
    var followsOpened = false
    /// There are keys for sealed streams.
    var opensSealed = false
    /// After an illegal length the next frame is looked for.
    var resynchronizes = false
    private var frameLimit = UInt32(LengthPrefixedFrameDecoder.defaultMaximumLength)

    init(readsContent: Bool = false, resynchronizes: Bool = false) {
        self.readsContent = readsContent
        self.resynchronizes = resynchronizes
    }

    static let content = StreamReading(readsContent: true)

    /// The same for what was inside of a sealed stream, which carries no other.
    var inside: StreamReading {
        var inside = self
        inside.opensSealed = false
        return inside
    }

    /// What is listed of each message.
    enum Listing: UInt8 {
        case none, facts
        /// Its bytes too, as far as ``MessageLog`` keeps them.
        case content
    }

    var listsMessages: Bool { listing != .none }

    /// The largest body of a length-prefixed frame that is legal, in bytes: at least 1, at most what a length word holds.
    var maximumFrameLength: Int {
        get { Int(frameLimit) }
        set { frameLimit = UInt32(clamping: max(1, newValue)) }
    }
}
