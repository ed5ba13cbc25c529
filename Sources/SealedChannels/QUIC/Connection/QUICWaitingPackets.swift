import WireCoding

/// Packets that cannot be opened yet, in the order of their capture.
struct QUICWaitingPackets: Sendable {
    struct Packet: Sendable {
        let bytes: [UInt8]
        let fromClient: Bool
        let isCertain: Bool
        let moment: CaptureMoment
    }

    private(set) var packets: [Packet] = []
    private var counts = [0, 0]
    private var byteCounts = [0, 0]
    private let maximumPackets: Int
    private let maximumBytes: Int

    /// - Parameters:
    ///   - maximumPackets: Of one direction.
    ///   - maximumBytes: Of one direction.
    init(maximumPackets: Int, maximumBytes: Int) {
        (self.maximumPackets, self.maximumBytes) = (maximumPackets, maximumBytes)
    }

    /// Bytes of packets that are held.
    var heldBytes: Int { byteCounts[0] + byteCounts[1] }

    func count(fromClient: Bool) -> Int { counts[fromClient ? 0 : 1] }

    /// - Returns: False where there is no room.
    mutating func add(_ bytes: Span<UInt8>, fromClient: Bool, isCertain: Bool, at moment: CaptureMoment) -> Bool {
        let side = fromClient ? 0 : 1
        guard counts[side] < maximumPackets, byteCounts[side] + bytes.count <= maximumBytes else { return false }
        packets.append(Packet(bytes: bytes.copied(), fromClient: fromClient, isCertain: isCertain, moment: moment))
        counts[side] += 1
        byteCounts[side] += bytes.count
        return true
    }

    mutating func putBack(_ packet: Packet) {
        packets.append(packet)
        counts[packet.fromClient ? 0 : 1] += 1
        byteCounts[packet.fromClient ? 0 : 1] += packet.bytes.count
    }

    mutating func takeAll() -> [Packet] {
        defer { (packets, counts, byteCounts) = ([], [0, 0], [0, 0]) }
        return packets
    }
}
