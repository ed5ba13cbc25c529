import PeerMessaging

/// The content of a connection that is wanted.
///
/// The low half of the raw value has the parts that are wanted, the high half how long a frame may be: both are kept of
/// each connection, of which there may be a million.
struct StreamReading: OptionSet, Sendable {
    let rawValue: UInt64

    /// Rates and delays are measured, and streams are read as messages.
    static let content = StreamReading(rawValue: 1)
    /// Each message is listed.
    static let records = StreamReading(rawValue: 2)
    /// After an illegal length the next frame is looked for.
    static let resynchronizing = StreamReading(rawValue: 4)

    /// The largest body of a length-prefixed frame that is legal, in bytes.
    var maximumFrameLength: Int {
        let length = rawValue >> 32
        return length == 0 ? LengthPrefixedFrameDecoder.defaultMaximumLength : Int(length)
    }

    /// The same with another ``maximumFrameLength``, at least 1 and at most what a length word holds.
    func limited(toFrameLength length: Int) -> StreamReading {
        let length = UInt64(max(1, min(length, Int(UInt32.max))))
        return StreamReading(rawValue: rawValue & UInt64(UInt32.max) | length << 32)
    }
}
