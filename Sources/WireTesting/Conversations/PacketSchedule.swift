import PacketDissection
import WireCoding

/// Packets that come into being in any order and are written in the order in which the capture point saw them.
struct PacketSchedule: Sendable {
    enum Content: Sendable {
        case segment(TCPHeader, [UInt8])
        case datagram(source: UInt16, destination: UInt16, [UInt8])
    }

    private struct Sighting {
        let time: Int64
        let order: Int
        let source: SyntheticHost
        let destination: SyntheticHost
        let content: Content
    }

    private var sightings: [Sighting] = []

    mutating func add(_ content: Content, from source: SyntheticHost, to destination: SyntheticHost, at time: Int64) {
        sightings.append(
            Sighting(
                time: time, order: sightings.count, source: source, destination: destination, content: content))
    }

    /// - Throws: Any error from ``SyntheticCapture``.
    func write(into capture: inout SyntheticCapture) throws(WireError) {
        for sighting in sightings.sorted(by: { ($0.time, $0.order) < ($1.time, $1.order) }) {
            switch sighting.content {
            case .segment(let header, let payload):
                try capture.append(
                    header, payload: payload, from: sighting.source, to: sighting.destination, at: sighting.time)
            case .datagram(let source, let destination, let payload):
                try capture.append(
                    udpFrom: source, to: destination, payload: payload, from: sighting.source,
                    to: sighting.destination, at: sighting.time)
            }
        }
    }
}
