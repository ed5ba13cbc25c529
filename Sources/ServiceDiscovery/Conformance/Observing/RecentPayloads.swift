import WireCoding

/// The messages of the last second, by their bytes.
struct RecentPayloads: Sendable {
    /// One packet with such bytes.
    struct Use: Sendable {
        let host: Int
        /// The number of the message that it is.
        let message: Int
        let time: Int64
        let source: IPAddress
        let destination: IPAddress
        let sourcePort: UInt16
        let destinationPort: UInt16
        let identification: UInt16?
        let isToGroup: Bool

        init(_ datagram: ObservedDatagram, host: Int, message: Int) {
            self.host = host
            self.message = message
            time = datagram.time
            source = datagram.source
            destination = datagram.destination
            sourcePort = datagram.sourcePort
            destinationPort = datagram.destinationPort
            identification = datagram.identification
            isToGroup = datagram.isToGroup
        }

        private init(_ other: Use, message: Int) {
            host = other.host
            self.message = message
            time = other.time
            source = other.source
            destination = other.destination
            sourcePort = other.sourcePort
            destinationPort = other.destinationPort
            identification = other.identification
            isToGroup = other.isToGroup
        }

        func of(message: Int) -> Use { Use(self, message: message) }

        /// Whether a later packet is a copy of it: access points send multicasts once more, late at times.
        func isCopied(by datagram: ObservedDatagram, of host: Int) -> Bool {
            guard self.host == host, source == datagram.source, destination == datagram.destination,
                sourcePort == datagram.sourcePort, destinationPort == datagram.destinationPort
            else { return false }
            let age = datagram.time &- time
            if age <= Nanoseconds.milliseconds(50) { return true }
            guard let identification, identification != 0 else { return false }
            return identification == datagram.identification
        }

        /// Whether both are one message, to both groups.
        func isTwin(of other: Use) -> Bool {
            host == other.host && isToGroup && other.isToGroup && destination.isIPv6 != other.destination.isIPv6
                && other.time &- time <= Nanoseconds.milliseconds(20)
        }
    }

    private static let age = Nanoseconds.seconds(1)

    private var uses: [[UInt8]: [Use]] = [:]
    private var order: [(time: Int64, bytes: [UInt8])] = []
    private var first = 0

    /// The packets with these bytes in the second before, the first one first.
    mutating func uses(of bytes: [UInt8], at time: Int64) -> [Use] {
        while first < order.count, time &- order[first].time > Self.age {
            let old = order[first].bytes
            uses[old]?.removeFirst()
            if uses[old]?.isEmpty == true { uses[old] = nil }
            first += 1
        }
        if first > 1024, first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
        return uses[bytes] ?? []
    }

    mutating func add(_ use: Use, _ bytes: [UInt8]) {
        uses[bytes, default: []].append(use)
        order.append((use.time, bytes))
    }
}
