import PacketDissection
import TraceModel

/// Lists the TCP packets of wanted connections, while a tracker follows them in a second reading. A connection is found again by its
/// flow and by the number of earlier connections of the flow.
struct SegmentLog: Sendable {
    /// What the report knows of a wanted connection.
    struct Source: Sendable {
        fileprivate let session: Int
        /// At the end of the capture: while packets come, it may still change.
        fileprivate let initiatorIsFirst: Bool
        fileprivate let forward: Way
        fileprivate let backward: Way

        init(_ session: Session, initiatorIsFirst: Bool) {
            self.session = session.id
            self.initiatorIsFirst = initiatorIsFirst
            let (forward, backward) = (session.forward, session.backward)
            let numbers = session.initialSequenceNumbers
            self.forward = Way(forward, initial: numbers?.forward, other: backward)
            self.backward = Way(backward, initial: numbers?.backward, other: forward)
        }
    }

    /// One direction of a connection.
    fileprivate struct Way: Sendable {
        /// The sequence number of the first byte, nil where it is unknown.
        let start: UInt32?
        /// Bits by which windows in it are shifted, nil where that is unknown.
        let windowShift: Int?
        /// Whether the report counts these, and does not withdraw them because of what the capture is.
        let countsRetransmissions: Bool
        let countsOutOfOrder: Bool

        init(_ direction: SessionDirection, initial: UInt32?, other: SessionDirection) {
            start = initial.map { $0 &+ 1 }
            countsRetransmissions = direction.retransmittedPackets != nil
            countsOutOfOrder = direction.outOfOrderPackets != nil
            guard let own = direction.tcpOptions, let others = other.tcpOptions else {
                windowShift = nil
                return
            }
            // Only if both SYNs offer it (RFC 7323 §2.2).
            windowShift = others.windowScale == nil ? 0 : min(own.windowScale ?? 0, Self.largestShift)
        }

        /// More counts as this (RFC 7323 §2.3).
        private static let largestShift = 14

        /// The window in bytes. That of a SYN is not scaled (RFC 7323 §2.2).
        func window(_ tcp: TCPFields) -> Int? {
            if tcp.window == 0 || tcp.flags.contains(.syn) { return Int(tcp.window) }
            return windowShift.map { Int(tcp.window) << $0 }
        }
    }

    /// The connections of a flow, in their order; nil for those that are not wanted.
    private var flows: [FlowKey: (sources: [Source?], opened: Int)] = [:]
    /// By the numbers of the tracker's connections.
    private var sources: [Int: Source] = [:]
    /// That of the packet that is being followed, and what its sender had sent again and late before it.
    private var current: (source: Source, before: Repairs)?
    private var segments: [StreamSegment] = []
    private let axis: TimeAxis

    init(_ axis: TimeAxis) { self.axis = axis }

    /// - Parameter sources: Of all connections of the flow in their order, nil for those that are not wanted.
    mutating func want(_ sources: [Source?], of key: FlowKey) { flows[key] = (sources, 0) }

    /// A connection is being opened.
    mutating func open(_ key: FlowKey, number: Int) {
        guard let (known, opened) = flows[key], opened < known.count else { return }
        flows[key]?.opened += 1
        if let source = known[opened] { sources[number] = source }
    }

    /// A packet is about to be followed.
    mutating func begin(_ connection: borrowing Connection, number: Int, reversed: Bool) {
        guard let source = sources[number] else {
            current = nil
            return
        }
        current = (source, connection.repairs(reversed: reversed))
    }

    /// The same packet was followed.
    mutating func note(
        _ packet: borrowing DissectedPacket, of connection: borrowing Connection, at moment: PacketMoment,
        reversed: Bool
    ) {
        guard let (source, before) = current, packet.transport == .tcp else { return }
        let isForward = reversed != source.initiatorIsFirst
        let (way, other) = isForward ? (source.forward, source.backward) : (source.backward, source.forward)
        let (tcp, after) = (packet.tcp, connection.repairs(reversed: reversed))
        let sequence = tcp.flags.contains(.syn) ? tcp.sequenceNumber &+ 1 : tcp.sequenceNumber
        var segment = StreamSegment(
            session: source.session, direction: isForward ? .forward : .backward, time: axis.seconds(moment.time),
            frame: moment.frame, offset: connection.offset(of: sequence, reversed: reversed, start: way.start) ?? 0,
            length: tcp.flags.contains(.rst) ? 0 : packet.payloadLength)
        if way.start != nil, segment.offset < 0, segment.length > 0 {
            // Nothing comes before the first byte: some who only ask whether the other side is there repeat the SYN's number.
            segment.length = Int(max(0, Int64(segment.length) &+ segment.offset))
            segment.offset = 0
        }
        segment.isRetransmission = way.countsRetransmissions && after.retransmitted > before.retransmitted
        segment.isOutOfOrder = way.countsOutOfOrder && after.outOfOrder > before.outOfOrder
        (segment.opens, segment.finishes) = (tcp.flags.contains(.syn), tcp.flags.contains(.fin))
        segment.resets = tcp.flags.contains(.rst)
        if tcp.flags.contains(.ack) {
            segment.acknowledged = connection.offset(
                of: tcp.acknowledgmentNumber, reversed: !reversed, start: other.start)
        }
        segment.window = segment.resets ? nil : way.window(tcp)
        segments.append(segment)
    }

    /// Hands over the segments since the last call.
    mutating func handOver(to take: (StreamSegment) throws -> Void) rethrows {
        guard !segments.isEmpty else { return }
        for segment in segments { try take(segment) }
        segments.removeAll(keepingCapacity: true)
    }
}

/// Packets of one end so far that were sent again, and that came late.
private typealias Repairs = (retransmitted: Int, outOfOrder: Int)

extension Connection {
    fileprivate func repairs(reversed: Bool) -> Repairs {
        guard let side = ends[isInitiator: reversed != initiatorIsFirst].side else { return (0, 0) }
        return (side.value.retransmittedPackets, side.value.outOfOrderPackets)
    }

    /// Where a sequence number is in the stream of one end; nil before its first packet.
    ///
    /// - Parameters:
    ///   - reversed: Whether the second endpoint of the key is meant.
    ///   - start: The sequence number of byte 0; nil for that of the end's first packet.
    fileprivate func offset(of number: UInt32, reversed: Bool, start: UInt32?) -> Int64? {
        let end = ends[isInitiator: reversed != initiatorIsFirst]
        guard let base = end.base else { return nil }
        let offset = end.side?.value.offset(of: number) ?? Int64(Int32(bitPattern: number &- base))
        return offset &+ Int64(Int32(bitPattern: base &- (start ?? base)))
    }
}
