/// An error in the framing or in a message, and its offset.
struct StreamFault: Equatable, Sendable {
    /// Faults of one stream that are kept.
    static let maximumCount = 64

    enum Kind: Equatable, Sendable {
        case emptyFrame
        case frameTooLarge(length: Int, limit: Int)
        case incomplete(declared: Int?, received: Int)
        case undecodable(offset: Int)
        /// An XMPP stream's XML, in words.
        case brokenMarkup(String)
    }

    var kind: Kind
    /// The offset of the frame's length word, from the start of the stream.
    var streamOffset: Int
    var moment: PacketMoment
}

extension StreamFault {
    /// The error in a few words.
    var words: String {
        switch kind {
        case .emptyFrame: "a length of 0"
        case .frameTooLarge(let length, let limit): "a length of \(length), above the limit of \(limit)"
        case .incomplete(let declared?, let received): "truncated after \(received) of \(declared + 4) bytes"
        case .incomplete(nil, let received): "truncated after \(received) of the 4 bytes of its length"
        case .undecodable(let offset): "error at byte \(offset) of its body"
        case .brokenMarkup(let words): words
        }
    }
}
