import PacketCapture
import PacketDissection
import WireCoding

/// Where in which stream the payload of a TCP segment is: the same in each reading of the same packets.
struct StreamPositions {
    /// One direction of one connection.
    private struct Direction {
        /// The number of the stream.
        var stream: Int
        /// The sequence number of its first byte, and that of its SYN if that was seen.
        let origin: UInt32
        let opening: UInt32?
        /// The highest offset so far, by which others are found beyond 4 GiB.
        var highest: Int64 = 0

        func offset(_ sequenceNumber: UInt32) -> Int64 {
            let distance = sequenceNumber &- origin &- UInt32(truncatingIfNeeded: highest)
            return highest + Int64(Int32(bitPattern: distance))
        }
    }

    private struct Key: Hashable {
        let flow: FlowKey
        let isReversed: Bool
    }

    private var directions: [Key: Direction] = [:]
    private(set) var streams = 0

    /// The stream of a segment, the offset of its payload in it, and where the other direction has been received to.
    mutating func position(
        of packet: DissectedPacket, interface: Int
    ) -> (stream: Int, offset: Int64, opposite: Int?, acknowledged: Int64) {
        let (flow, isReversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: true, interface: interface)
        let key = Key(flow: flow, isReversed: isReversed)
        let isOpening = packet.tcp.flags.contains(.syn)
        let number = packet.tcp.sequenceNumber &+ (isOpening ? 1 : 0)
        var direction: Direction
        if let known = directions[key], !isOpening || known.opening == packet.tcp.sequenceNumber {
            direction = known
        } else {
            direction = Direction(
                stream: streams, origin: number, opening: isOpening ? packet.tcp.sequenceNumber : nil)
            streams += 1
        }
        let offset = direction.offset(number)
        direction.highest = max(direction.highest, offset)
        directions[key] = direction
        guard packet.tcp.flags.contains(.ack), let opposite = directions[Key(flow: flow, isReversed: !isReversed)]
        else {
            return (direction.stream, offset, nil, 0)
        }
        return (direction.stream, offset, opposite.stream, opposite.offset(packet.tcp.acknowledgmentNumber))
    }
}
