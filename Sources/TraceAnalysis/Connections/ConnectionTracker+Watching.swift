import PacketDissection

// Away from the way of the packets that nobody watches.
extension ConnectionTracker {
    /// A packet is about to be followed, and somebody wants to know what it changes.
    ///
    /// - Parameters:
    ///   - number: Of its connection.
    ///   - reversed: Whether its source is the second endpoint of the key.
    @inline(never)
    mutating func beginWatching(_ frame: Int, of number: Int, reversed: Bool) {
        sightings?.begin(connections[number], frame, reversed: reversed)
        segments?.begin(connections[number], number: number, reversed: reversed)
    }

    /// The same packet was followed.
    @inline(never)
    mutating func endWatching(
        _ packet: borrowing DissectedPacket, at moment: PacketMoment, of number: Int, reversed: Bool
    ) {
        sightings?.note(packet, of: connections[number], number: number)
        segments?.note(packet, of: connections[number], at: moment, reversed: reversed)
    }
}
