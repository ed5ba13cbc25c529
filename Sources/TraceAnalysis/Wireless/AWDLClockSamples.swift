import WireCoding
import WirelessFrames

/// A node's clock and its position in the election, sampled from its frames now and then.
///
/// A frame says how far its sender is in which availability window (AW). Counted back from when the frame was heard, that gives
/// when the sender's AW sequence number was 0: its **epoch**, which stays where it is but for the drift of clocks. Nodes that are
/// in step have the same one. AW sequence numbers have 16 bits, so that epochs lie on a ring of 65,536 windows of 16 TU, which
/// are 2³⁰ µs.
struct AWDLClockSamples: Sendable {
    /// Further samples double the time between two of them.
    static let maximumCount = 256
    /// At first an eighth of a second, which is about every frame.
    private static let firstWidth: Int64 = 125_000_000

    struct Sample: Sendable {
        let moment: PacketMoment
        /// Which clock the epoch is by: the interface twice, plus one for the radio's own clock. Only epochs of one clock can
        /// be compared.
        let clock: Int
        /// How far that clock was ahead of the capture's when the frame was heard, in µs: two radios whose frames are in one
        /// interface, and a clock that began anew, have another one.
        var lead: Int64 = 0
        /// In µs on the ring, nil where the frame's numbers make no sense.
        let epoch: UInt32?
        /// Nil for a sender that has not announced anything about elections: it is not a candidate.
        let selfMetric: UInt32?
        let selfCounter: UInt32
        /// The distance of the sender from its master.
        var distance: UInt32 = 0
        /// Whom the sender follows: its parent, without one its root.
        let leader: LinkAddress?
    }

    private(set) var samples: [Sample] = []
    /// In nanoseconds: there is at most one sample in each span of this length, counted from 1970, so that samples of
    /// different nodes lie side by side.
    private(set) var width = firstWidth
    private var nextTime = Int64.min

    /// Whether a frame of that time would be kept.
    @inline(__always)
    func wants(_ time: Int64) -> Bool { time >= nextTime }

    mutating func add(_ sample: Sample) {
        samples.append(sample)
        if samples.count > Self.maximumCount {
            width *= 2
            var kept: [Sample] = []
            for sample in samples
            where kept.last.map({ $0.moment.time / width != sample.moment.time / width }) ?? true {
                kept.append(sample)
            }
            samples = kept
        }
        nextTime = (sample.moment.time / width &+ 1) &* width
    }

    /// The time of the sender's window 0, on the ring of 2³⁰ µs; nil for other windows than those of all known senders:
    /// four of 16 TU each in a slot.
    ///
    /// - Parameter time: When the frame was heard, in µs of any clock.
    static func epoch(_ parameters: AWDLSynchronizationParameters, heardAt time: UInt64) -> UInt32? {
        guard parameters.presenceMode == 4, parameters.awPeriod == 16, parameters.txCounter <= 64 else { return nil }
        // The slot began 64 TU before its end; windows are counted from the slot's first one.
        let intoSlot = UInt64(64 - parameters.txCounter) * 1024
        let slots = UInt64(parameters.awSequenceNumber >> 2) * 65_536
        return UInt32(truncatingIfNeeded: (time &- intoSlot &- slots) & ringMask)
    }

    /// Whether two samples were taken by one clock.
    static func areComparable(_ first: Sample, _ second: Sample) -> Bool {
        first.clock == second.clock && (first.lead &- second.lead).magnitude <= maximumLag
    }

    /// In µs: by so much more a host may take over one frame later than another.
    private static let maximumLag: UInt64 = 20_000

    /// The shorter way from one epoch to another, in µs.
    static func difference(_ first: UInt32, _ second: UInt32) -> Int { shorter(Int(first &- second)) }

    /// The shorter way round the ring of a distance in µs.
    static func shorter(_ distance: Int) -> Int {
        let ahead = distance & Int(ringMask)
        return ahead >= 1 << 29 ? ahead - (1 << 30) : ahead
    }

    private static let ringMask: UInt64 = 0x3FFF_FFFF
}
