import PacketDissection
import TraceModel

/// Counts packets and bytes over time, each packet under its topmost protocol.
///
/// There is a series for each protocol and not for each combination, so that hostile packets cannot make more, and the same
/// comes of it however the packets are shared among workers.
struct TrafficCounter: Sendable {
    /// What a packet counts as.
    enum Topmost {
        /// The number of the highest bit of a ``ProtocolSet``, and what streams and datagrams turn out to carry.
        static let none = 64, multicastDNS = 65, mesh = 66
        static let count = 67

        /// The highest layer. That there is a tunnel says less than what is in it, or which it is.
        @inline(__always)
        static func of(_ protocols: ProtocolSet) -> Int {
            let layers = protocols.subtracting(.tunnel).rawValue
            return layers == 0 ? none : 63 &- layers.leadingZeroBitCount
        }

        /// The highest layer of a packet.
        ///
        /// - Parameter namesContent: Whether multicast DNS is more than UDP.
        @inline(__always)
        static func of(_ packet: inout DissectedPacket, namesContent: Bool) -> Int {
            guard !packet.isFragment else { return of(packet.protocols) }
            switch packet.transport {
            case .tcp: return of(.tcp)
            case .udp: return namesContent && packet.usesMulticastDNSPort ? multicastDNS : of(.udp)
            default:
                // The UDP below a tunnel is not above what is in it.
                let isInTunnel = packet.protocols.contains(.tunnel)
                return of(isInTunnel ? packet.protocols.subtracting(.udp) : packet.protocols)
            }
        }

        static func name(_ topmost: Int) -> String {
            switch topmost {
            case multicastDNS: "mdns"
            case mesh: "mesh"
            default:
                ProtocolSet.names.indices.contains(topmost)
                    ? ProtocolSet.names[topmost].name : CaptureSummary.Traffic.others
            }
        }
    }

    /// The packets that count as one protocol. How many there are in each bin, nobody asks.
    private struct Lane {
        var packets = 0
        var bytes = ThroughputSeries.withoutStart
    }

    /// The packets of all protocols.
    private var packets = ThroughputSeries.withoutStart
    private var lanes = [Lane](repeating: Lane(), count: Topmost.count)

    /// - Parameters:
    ///   - bytes: On the wire.
    ///   - time: Nanoseconds since 1970.
    @inline(__always)
    mutating func count(bytes: Int, at time: Int64, as topmost: Int) {
        let slot = TimeSlot.ofMoment(time)
        packets.add(bytes: 1, at: slot)
        lanes[topmost].packets &+= 1
        lanes[topmost].bytes.add(bytes: bytes, at: slot)
    }

    /// Counts a packet as another protocol than it was counted as.
    @inline(never)
    mutating func recount(bytes: Int, at time: Int64, from former: Int, as topmost: Int) {
        let slot = TimeSlot.ofMoment(time)
        lanes[former].packets &-= 1
        // Sums wrap around, so this takes away.
        lanes[former].bytes.add(bytes: 0 &- bytes, at: slot)
        lanes[topmost].packets &+= 1
        lanes[topmost].bytes.add(bytes: bytes, at: slot)
    }

    /// Adds what another counter counted of the same capture.
    mutating func add(_ other: TrafficCounter) {
        packets.add(other.packets)
        for topmost in lanes.indices where other.lanes[topmost].packets > 0 {
            lanes[topmost].packets += other.lanes[topmost].packets
            lanes[topmost].bytes.add(other.lanes[topmost].bytes)
        }
    }

    /// The bytes on the wire of all packets that count as this.
    func bytes(of topmost: Int) -> Int { lanes[topmost].bytes.sum }

    /// - Parameter origin: The time of the first packet in nanoseconds since 1970.
    /// - Returns: Nil without packets.
    func summary(since origin: Int64) -> CaptureSummary.Traffic? {
        var (packets, lanes) = (packets, lanes)
        // The bins of all packets are at least as wide as those of any protocol's: they span the same time or more.
        for topmost in lanes.indices { packets.align(with: &lanes[topmost].bytes) }
        guard let range = packets.range else { return nil }
        var protocols: [CaptureSummary.ProtocolTraffic] = []
        var others: CaptureSummary.ProtocolTraffic?
        // The lower layer comes first where bytes are equal.
        let sums = lanes.map(\.bytes.sum)
        let order = lanes.indices.filter { lanes[$0].packets > 0 }.sorted { (sums[$0], $1) > (sums[$1], $0) }
        for topmost in order {
            let entry = CaptureSummary.ProtocolTraffic(
                protocol: Topmost.name(topmost), packets: lanes[topmost].packets, bytes: sums[topmost],
                series: lanes[topmost].bytes.values(range))
            let isNamed = entry.protocol != CaptureSummary.Traffic.others
            if isNamed, protocols.count < CaptureSummary.Traffic.maximumProtocols - 1 {
                protocols.append(entry)
            } else if others == nil {
                others = entry
                others?.protocol = CaptureSummary.Traffic.others
            } else {
                others?.packets += entry.packets
                others?.bytes += entry.bytes
                for bin in entry.series.indices { others?.series[bin] += entry.series[bin] }
            }
        }
        if let others { protocols.append(others) }
        var bytes = [Int](repeating: 0, count: range.count)
        for entry in protocols { for bin in bytes.indices { bytes[bin] += entry.series[bin] } }
        let width = TimeSlot.width << Int64(packets.widthShift)
        let (begin, overflow) = (Int64(range.lowerBound) &* width).subtractingReportingOverflow(origin)
        return CaptureSummary.Traffic(
            binWidth: packets.binWidth,
            start: overflow
                ? Double(range.lowerBound) * Double(width) / 1e9 - Double(origin) / 1e9 : Double(begin) / 1e9,
            packets: packets.values(range), bytes: bytes, protocols: protocols)
    }
}
