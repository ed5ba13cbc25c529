/// The events that the ends of a ``LossyTransfer`` wait for, over either transport.
enum TransferTimer: Sendable {
    /// The client sends the probe of this number.
    case probe(Int)
    /// The server sends these bytes back.
    case echo([UInt8])
    /// The client sends the piece of data of this number.
    case piece(Int)
}
