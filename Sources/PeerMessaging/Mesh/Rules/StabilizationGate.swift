/// The time that a peer leaves a new connection alone: only identifications are sent before it is over.
public enum StabilizationGate {
    /// Four seconds, counted from when the connection is ready at the sender: for the initiator when the SYN/ACK has
    /// come, for the responder when the ACK of it has.
    public static let duration = Duration.seconds(4)

    /// Whether a message that is not an identification was sent before the gate opened.
    ///
    /// - Parameters:
    ///   - elapsed: From when the connection was ready to the first byte of the frame.
    ///   - tolerance: The amount by which `elapsed` may be too short because of where it was measured. Away from the
    ///     sender that is one round trip.
    public static func isBroken(after elapsed: Duration, tolerance: Duration = .zero) -> Bool {
        elapsed + tolerance < duration
    }
}
