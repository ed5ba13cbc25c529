/// What one side sent again, or asked for, since the other side's last packet.
struct UnansweredPackets: Sendable {
    /// Packets with nothing but bytes that were sent before.
    private(set) var retransmissions: UInt32 = 0
    /// Keep-alives (RFC 9293 §3.8.4).
    private(set) var keepAlives: UInt32 = 0
    private(set) var first: PacketMoment
    private(set) var last: PacketMoment

    init(at moment: PacketMoment) { (first, last) = (moment, moment) }

    mutating func noteRetransmission(at moment: PacketMoment) {
        retransmissions &+= 1
        note(moment)
    }

    mutating func noteKeepAlive(at moment: PacketMoment) {
        keepAlives &+= 1
        note(moment)
    }

    private mutating func note(_ moment: PacketMoment) {
        first = min(first, moment)
        last = max(last, moment)
    }
}
