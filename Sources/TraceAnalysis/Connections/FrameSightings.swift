import PacketDissection

/// Where wanted frames belong, noted while a tracker follows their connections.
struct FrameSightings: Sendable {
    /// Further packets are not noted.
    static let maximumCount = 1 << 16

    private let wanted: [ClosedRange<Int>]
    private(set) var sightings: [FrameSighting] = []
    /// Packets that were sent again by the sender of the wanted frame before it; nil for a frame that is not wanted.
    private var repeatedBefore: Int?
    private var current = (frame: 0, reversed: false)

    init(of wanted: [ClosedRange<Int>]) { self.wanted = wanted }

    private func isWanted(_ frame: Int) -> Bool {
        sightings.count < Self.maximumCount && wanted.contains { $0.contains(frame) }
    }

    /// A packet is about to be followed.
    mutating func begin(_ connection: borrowing Connection, _ frame: Int, reversed: Bool) {
        guard isWanted(frame) else {
            repeatedBefore = nil
            return
        }
        current = (frame, reversed)
        repeatedBefore = connection.repeatedPackets(reversed: reversed)
    }

    /// The same packet was followed.
    mutating func note(_ packet: borrowing DissectedPacket, of connection: borrowing Connection, number: Int) {
        guard let repeatedBefore else { return }
        sightings.append(
            FrameSighting(
                frame: current.frame, part: .packet, connection: number, fromFirst: !current.reversed,
                bytes: connection.streamRange(of: packet, reversed: current.reversed),
                isRepeated: connection.repeatedPackets(reversed: current.reversed) > repeatedBefore))
    }

    /// Notes a frame that holds no whole packet of the connection.
    ///
    /// - Parameter reversed: Nil for one that neither end sent.
    mutating func note(_ frame: Int, as part: FrameSighting.Part, number: Int, reversed: Bool? = nil) {
        guard isWanted(frame) else { return }
        sightings.append(
            FrameSighting(frame: frame, part: part, connection: number, fromFirst: reversed.map { !$0 }))
    }
}

/// A packet in a wanted frame.
struct FrameSighting: Sendable {
    var frame: Int
    var part: Part
    /// The index of its connection.
    var connection: Int
    /// Whether the first endpoint of the connection's key sent it; nil if neither did.
    var fromFirst: Bool?
    /// The bytes of the stream that it has, of TCP.
    var bytes: Range<Int64>?
    /// Whether all of its bytes were seen before.
    var isRepeated = false

    enum Part: Sendable {
        case packet
        /// A piece of a datagram that came in fragments.
        case fragment
        /// An ICMP error that quotes one of the connection's packets.
        case deliveryError
    }
}

extension Connection {
    /// Packets of one end that were sent again.
    fileprivate func repeatedPackets(reversed: Bool) -> Int {
        ends[isInitiator: reversed != initiatorIsFirst].side?.value.retransmittedPackets ?? 0
    }

    /// The bytes of the stream that a packet has, nil without payload and for a transport without a stream.
    fileprivate func streamRange(of packet: borrowing DissectedPacket, reversed: Bool) -> Range<Int64>? {
        guard packet.transport == .tcp, packet.payloadLength > 0 else { return nil }
        let tcp = packet.tcp
        let sequence = tcp.flags.contains(.syn) ? tcp.sequenceNumber &+ 1 : tcp.sequenceNumber
        guard let side = ends[isInitiator: reversed != initiatorIsFirst].side,
            let offset = side.value.offset(of: sequence)
        else { return nil }
        return offset..<offset &+ Int64(packet.payloadLength)
    }
}
