/// A length word that no sender may write; what follows it in the stream cannot be framed.
public struct FramingError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The length word is 0.
        case emptyFrame
        /// The length word is above the maximum.
        case frameTooLarge(length: Int)
    }

    public let kind: Kind
    /// The offset of the length word, in bytes from the start of the stream.
    public let streamOffset: Int

    public init(_ kind: Kind, streamOffset: Int) {
        self.kind = kind
        self.streamOffset = streamOffset
    }
}

extension FramingError: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .emptyFrame: "the length word at stream offset \(streamOffset) is 0"
        case .frameTooLarge(let length): "the length word at stream offset \(streamOffset) is \(length), too large"
        }
    }
}
