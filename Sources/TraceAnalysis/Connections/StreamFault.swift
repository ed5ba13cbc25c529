/// What broke the framing or a message, and where.
struct StreamFault: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case emptyFrame
        case frameTooLarge(length: Int)
        case incomplete(declared: Int?, received: Int)
        case undecodable(offset: Int)
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
        case .incomplete, .undecodable: false
        }
    }
}
