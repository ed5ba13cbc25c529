/// Where a capture was taken, as the handshake shows it: beside a host its answers come at once, and those of the other
/// host take the whole round trip.
struct CapturePointInference {
    /// A host answers a SYN or a SYN/ACK within microseconds; the network takes longer.
    private static let ratio: Int64 = 4
    /// Below this a network cannot be told from a host: both ends on one machine, or a wire between them.
    private static let shortest: Int64 = 200_000

    let place: Session.CapturePoint?

    init(_ connection: Connection) {
        guard connection.isTCP, connection.handshakeRoundTrip != nil, let syn = connection.synTime,
            let answer = connection.synAckTime, let established = connection.established
        else {
            place = nil
            return
        }
        let (beyond, before) = (answer - syn, established - answer)
        if max(beyond, before) < Self.shortest || beyond < 0 || before < 0 {
            place = nil
        } else if beyond >= before * Self.ratio {
            place = .initiator
        } else if before >= beyond * Self.ratio {
            place = .responder
        } else {
            place = .middle
        }
    }
}
