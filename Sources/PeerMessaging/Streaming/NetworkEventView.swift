import WireCoding

/// What one pass over the JSON text of a ``NetworkEvent`` finds, in a value of fixed size that holds no memory.
public struct NetworkEventView: Hashable, Sendable {
    /// The case of ``NetworkEvent``.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case startStreaming, satelliteMovedTo
        /// Another name than the two; see ``NetworkEventView/caseName``.
        case unknown
    }

    public internal(set) var kind = Kind.unknown
    /// The name of the case as it is written, by its place in the datagram.
    public internal(set) var caseName = JSONStringRange.empty
    /// Of a satellite that moved; else 0.
    public internal(set) var position = NetworkEvent.Position(x: 0, y: 0)
    /// Of a satellite that moved; else 0.
    public internal(set) var dimensions = NetworkEvent.Dimensions(width: 0, height: 0)
    var caseLowerBound: Int32 = 0
    var caseUpperBound: Int32 = 0

    init() {}

    /// The JSON value of the case, by its positions in the datagram.
    public var caseRange: Range<Int> { Int(caseLowerBound)..<Int(caseUpperBound) }
}
