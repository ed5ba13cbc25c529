/// What one side sent again since the other side last acknowledged anything, from the first byte that this lacks on.
struct UndeliveredBytes: Sendable {
    private(set) var retransmissions: UInt32 = 0
    /// Payload of the longest of them.
    private(set) var length = 0
    private(set) var first: PacketMoment
    private(set) var last: PacketMoment

    init(at moment: PacketMoment) { (first, last) = (moment, moment) }

    mutating func note(length: Int, at moment: PacketMoment) {
        retransmissions &+= 1
        self.length = max(self.length, length)
        first = min(first, moment)
        last = max(last, moment)
    }
}
