/// An end of a made-up TCP connection.
public enum SyntheticSide: Hashable, Sendable {
    /// The one that sends the first SYN.
    case initiator
    /// The one that listens.
    case responder

    /// The other end.
    public var other: SyntheticSide { self == .initiator ? .responder : .initiator }
}
