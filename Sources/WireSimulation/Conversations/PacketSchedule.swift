import PacketDissection
import WireCoding
import WireTesting

/// Packets that come into being in any order and are written in the order in which the capture point saw them.
struct PacketSchedule: Sendable {
    enum Content: Sendable {
        case segment(TCPHeader, [UInt8])
        case datagram(source: UInt16, destination: UInt16, [UInt8])
    }

    private struct Packet: Sendable {
        let source: SyntheticHost
        let destination: SyntheticHost
        let content: Content
    }

    private var packets = EventQueue<Packet>()

    mutating func add(_ content: Content, from source: SyntheticHost, to destination: SyntheticHost, at time: Int64) {
        packets.add(Packet(source: source, destination: destination, content: content), at: time)
    }

    /// - Returns: How many packets it wrote.
    /// - Throws: Any error from ``SyntheticCapture``.
    func write(into capture: inout SyntheticCapture) throws(WireError) -> Int {
        let first = capture.frames
        var packets = packets
        while let (time, packet) = packets.next() {
            switch packet.content {
            case .segment(let header, let payload):
                try capture.append(
                    header, payload: payload, from: packet.source, to: packet.destination, at: time)
            case .datagram(let source, let destination, let payload):
                try capture.append(
                    udpFrom: source, to: destination, payload: payload, from: packet.source, to: packet.destination,
                    at: time)
            }
        }
        return capture.frames - first
    }
}
