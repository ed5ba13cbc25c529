/// What broke the framing or a message, and where.
struct StreamFault: Equatable, Sendable {
    /// Faults of one stream that are kept.
    static let maximumCount = 64

    enum Kind: Equatable, Sendable {
        case emptyFrame
        case frameTooLarge(length: Int)
        case incomplete(declared: Int?, received: Int)
        case undecodable(offset: Int)
        /// An XMPP stream's XML, in words.
        case brokenMarkup(String)
    }

    var kind: Kind
    /// Of the frame's length word, from the start of the stream.
    var streamOffset: Int
    var moment: PacketMoment
}

extension StreamFault {
    var isIllegalLength: Bool {
        switch kind {
        case .emptyFrame, .frameTooLarge: true
        case .incomplete, .undecodable, .brokenMarkup: false
        }
    }
}
