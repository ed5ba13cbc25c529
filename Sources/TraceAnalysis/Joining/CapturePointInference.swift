import TraceModel

/// Infers the capture point. At a host, that host's answers come immediately, and those of the other host take the
/// whole round trip: the handshake shows it, or without one, the probes of an echo test.
enum CapturePointInference {
    /// A host answers a SYN or a SYN/ACK within microseconds; the network takes longer.
    static let ratio: Int64 = 4
    /// Below this a network cannot be distinguished from a host: both ends on one machine, or a wire between them.
    static let shortest: Int64 = 200_000

    static func point(of connection: Connection, as application: Session.Application) -> Session.CapturePoint? {
        guard connection.isTCP else { return NativeApplications.capturePoint(of: connection, as: application) }
        guard connection.handshakeRoundTrip != nil, let syn = connection.synTime,
            let answer = connection.synAckTime, let established = connection.established
        else { return nil }
        let (beyond, before) = (answer - syn, established - answer)
        guard max(beyond, before) >= shortest, beyond >= 0, before >= 0 else { return nil }
        // Divided, because a product of what a file says of times may overflow.
        if beyond / ratio >= before { return .initiator }
        return before / ratio >= beyond ? .responder : .middle
    }
}
