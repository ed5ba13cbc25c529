import TraceModel

/// Infers the capture point. At a host, that host's answers come immediately, and those of the other host take the
/// whole round trip: the handshake shows it, or without one, the probes of an echo test.
enum CapturePointInference {
    /// A host answers a SYN or a SYN/ACK within microseconds; the network takes longer.
    static let ratio: Int64 = 4
    /// Below this a network cannot be distinguished from a host: both ends on one machine, or a wire between them.
    private static let shortest: Int64 = 200_000

    static func point(of connection: Connection) -> Session.CapturePoint? {
        if let echo = connection.datagrams?.echo { return point(of: echo) }
        guard connection.isTCP, connection.handshakeRoundTrip != nil, let syn = connection.synTime,
            let answer = connection.synAckTime, let established = connection.established
        else { return nil }
        let (beyond, before) = (answer - syn, established - answer)
        guard max(beyond, before) >= shortest, beyond >= 0, before >= 0 else { return nil }
        // Divided, because a product of what a file says of times may overflow.
        if beyond / ratio >= before { return .initiator }
        return before / ratio >= beyond ? .responder : .middle
    }

    /// At the asking host, probes come as evenly as their timestamps and echoes late; at the answering one it is the
    /// reverse. In between neither shows.
    private static func point(of echo: EchoDatagrams) -> Session.CapturePoint? {
        guard let initiatorAsks = echo.initiatorAsks, let delays = echo.probeDelays?.distribution,
            let late = delays.p95, let roundTrip = echo.pairs.all.distribution.median
        else { return nil }
        let shortest = Double(shortest) / 1e9
        let ratio = Double(ratio)
        if roundTrip >= shortest, roundTrip >= late * ratio { return initiatorAsks ? .initiator : .responder }
        if late >= shortest, late >= roundTrip * ratio { return initiatorAsks ? .responder : .initiator }
        return nil
    }
}
