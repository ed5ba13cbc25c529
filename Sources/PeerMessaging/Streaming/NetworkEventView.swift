import WireCoding

/// The result of one pass over the JSON text of a ``NetworkEvent``, in a value of fixed size that allocates nothing.
public struct NetworkEventView: Hashable, Sendable {
    /// The case of ``NetworkEvent``.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case startStreaming, satelliteMovedTo
        /// Another name than the two; see ``NetworkEventView/caseName``.
        case unknown
    }

    public internal(set) var kind = Kind.unknown
    /// The name of the case as it is written: its range in the datagram.
    public internal(set) var caseName = JSONStringRange.empty
    /// The position of a satellite that moved; otherwise 0.
    public internal(set) var position = NetworkEvent.Position(x: 0, y: 0)
    /// The dimensions for a satellite that moved; otherwise 0.
    public internal(set) var dimensions = NetworkEvent.Dimensions(width: 0, height: 0)
    var caseLowerBound: Int32 = 0
    var caseUpperBound: Int32 = 0

    init() {}

    /// The JSON value of the case, by its positions in the datagram.
    public var caseRange: Range<Int> { Int(caseLowerBound)..<Int(caseUpperBound) }
}
