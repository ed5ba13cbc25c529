import WireCoding

/// The packets that one end sent in the application packet number space, and the other end's ACK frames for them: what was
/// lost, and how long acknowledgments took (RFC 9002 §5).
///
///     var sent = QUICAcknowledgments()
///     sent.notePacket(packet.type, number: packet.number, at: time)
///     let roundTrip = sent.noteAcknowledgment(frame, in: payload.span, delayExponent: 3, at: time)
///     sent.lost(zeroRTT: opener.handshake.zeroRTT)
///
/// Memory has a limit, however many packets there are.
public struct QUICAcknowledgments: Sendable {
    /// The maximum number of packets whose time is remembered until an ACK frame names them. The oldest are forgotten.
    public static let maximumUnacknowledged = 4096
    /// Packets below the largest acknowledged one that an ACK frame which the network reordered may still name.
    static let reorderedAcknowledgments: UInt64 = 64
    /// The maximum number of packets of the other spaces. Handshakes take a dozen.
    static let maximumOtherNumbers = 256

    /// The longest delay of an acknowledgment that is taken off, in microseconds: 2^40, 12 days.
    static let maximumDelay: UInt64 = 1 << 40

    private struct Sent: Sendable {
        let number: UInt64
        let time: Int64
    }

    /// The largest number that an ACK frame names; nil before the first.
    public private(set) var largestAcknowledged: UInt64?

    private var captured = QUICPacketNumberSet()
    /// Those of ``captured`` that were 0-RTT packets.
    private var early = QUICPacketNumberSet()
    private var acknowledged = QUICPacketNumberSet()
    /// The numbers of Initial and Handshake packets.
    private var otherNumbers: [UInt64] = []
    /// In ascending order of their numbers.
    private var unacknowledged: [Sent] = []

    /// The state of an end that has sent nothing.
    public init() {}

    /// Takes note of a packet that this end sent. Copies change nothing.
    ///
    /// - Parameters:
    ///   - type: Initial and Handshake packets count too: some ends count through all spaces.
    ///   - number: The whole packet number.
    ///   - time: Of its capture, in nanoseconds from any origin.
    public mutating func notePacket(_ type: QUICPacketType, number: UInt64, at time: Int64) {
        switch type {
        case .initial, .handshake:
            if otherNumbers.count < Self.maximumOtherNumbers, !otherNumbers.contains(number) {
                otherNumbers.append(number)
            }
        case .zeroRTT, .oneRTT:
            guard number <= QUICPacketNumber.maximum, captured.insert(number...number) else { return }
            if type == .zeroRTT { early.insert(number...number) }
            guard !acknowledged.contains(number) else { return }
            let index = unacknowledged.partitioningIndex { $0.number >= number }
            unacknowledged.insert(Sent(number: number, time: time), at: index)
            if unacknowledged.count > Self.maximumUnacknowledged { unacknowledged.removeFirst() }
        case .versionNegotiation, .retry, .unknown: break
        }
    }

    /// Takes note of an ACK frame that the other end sent in a 1-RTT packet.
    ///
    /// - Parameters:
    ///   - frame: The frame of the other end.
    ///   - payload: The bytes that the frame was read from.
    ///   - delayExponent: The ack_delay_exponent in the transport parameters of who sent the frame, 3 without them.
    ///   - time: Of its capture, in nanoseconds from the same origin.
    /// - Returns: The nanoseconds from the packet with the frame's largest number to the frame, without the delay that the
    ///   frame declares; never negative. Nil where that packet was not captured, or an earlier frame named it.
    public mutating func noteAcknowledgment(
        _ frame: QUICFrameView.Acknowledgment, in payload: Span<UInt8>, delayExponent: UInt64, at time: Int64
    ) -> Int64? {
        var ranges = QUICAcknowledgedRanges(frame, in: payload)
        while let range = ranges.next() { acknowledged.insert(range) }
        let largest = frame.largest.value
        largestAcknowledged = max(largestAcknowledged ?? 0, largest)

        let index = unacknowledged.partitioningIndex { $0.number >= largest }
        var sample: Int64?
        if index < unacknowledged.count, unacknowledged[index].number == largest {
            let delay = Int64(clamping: min(frame.delayMicroseconds(exponent: delayExponent), Self.maximumDelay)) * 1000
            let (passed, isTooLong) = time.subtractingReportingOverflow(unacknowledged[index].time)
            if !isTooLong { sample = max(passed, delay) - delay }
            unacknowledged.remove(at: index)
        }
        let settled = unacknowledged.partitioningIndex { $0.number &+ Self.reorderedAcknowledgments >= largest }
        unacknowledged.removeFirst(settled)
        return sample
    }

    /// The numbers from the first captured to the largest acknowledged that no ACK frame covers, without those that this
    /// end used in another space.
    ///
    /// - Parameter zeroRTT: Where it was rejected, the server discarded 0-RTT packets, and they do not count.
    public func lost(zeroRTT: QUICZeroRTT?) -> Int {
        guard let smallest = captured.smallest, let largestAcknowledged, smallest <= largestAcknowledged else {
            return 0
        }
        let limits = smallest...largestAcknowledged
        var lost = limits.upperBound - limits.lowerBound + 1 - acknowledged.count(in: limits)
        lost &+= acknowledged.filledNumbers
        if zeroRTT == .rejected { lost -= min(lost, early.count(in: limits, without: acknowledged)) }
        let others = otherNumbers.count {
            // What both spaces have is only missing where the application's packet was not acknowledged.
            limits.contains($0) && !acknowledged.contains($0) && !captured.contains($0)
        }
        return Int(clamping: lost - min(lost, UInt64(others)))
    }
}
