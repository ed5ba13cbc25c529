/// Bytes that are no frame, or a body that cannot be one: after an error of a decoder, what follows in the stream cannot be framed.
public struct FramingError: Error, Hashable, Sendable {
    /// What is wrong with a frame.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The frame has no body, and the layout does not allow that.
        case emptyFrame
        /// The length is above the maximum. Values above `Int.max` are reported as `Int.max`.
        case frameTooLarge(length: Int)
        /// The length is less than what it covers beside the body.
        case lengthTooSmall(length: Int)
        /// The length is not a varint of 64 bits.
        case varintTooLong
        /// The body and its delimiter have more than `maximum` bytes and those of the delimiter, or the delimiter is not there.
        case delimiterMissing(maximum: Int)
        /// The stream ended after `received` bytes of the frame.
        case incompleteFrame(received: Int)
        /// An encoder's body contains the delimiter, which would end the frame after so many bytes of it.
        case delimiterInBody(offset: Int)
        /// An encoder's header is not as long as the layout says, without the length.
        case wrongHeader(length: Int, expected: Int)
    }

    /// What is wrong, with the numbers that show it.
    public let kind: Kind
    /// The offset of the frame's first byte, from the start of the stream.
    public let streamOffset: Int

    /// An error in the frame whose first byte is at `streamOffset`, from the start of the stream.
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
        case .lengthTooSmall(let length):
            "the length of the frame at stream offset \(streamOffset) is \(length), less than its own header"
        case .varintTooLong: "the length of the frame at stream offset \(streamOffset) has more than 64 bits"
        case .delimiterMissing(let maximum):
            "the frame at stream offset \(streamOffset) does not end within \(maximum) bytes"
        case .incompleteFrame(let received):
            "the stream ends \(received) bytes after the start of the frame at offset \(streamOffset)"
        case .delimiterInBody(let offset):
            "the body of the frame at stream offset \(streamOffset) contains the delimiter, which would end it at \(offset)"
        case .wrongHeader(let length, let expected):
            "the header of the frame at stream offset \(streamOffset) has \(length) bytes beside the length, not \(expected)"
        }
    }
}
