import PacketDissection

// Kept out of line: most connections are not watched.
extension ConnectionTracker {
    /// Notes the state of a connection before a packet is followed, so that what the packet changes can be told.
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
