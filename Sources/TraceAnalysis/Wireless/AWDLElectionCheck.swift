import WireCoding
import WirelessFrames

/// Contradictions in a node's announcements about elections: elements of one frame that disagree, and a counter that
/// falls, although it only rises while the node runs.
struct AWDLElectionCheck: Sendable {
    /// Action frames whose elements name different masters, distances or metrics.
    private(set) var contradictoryFrames = 0
    private(set) var firstContradiction: PacketMoment?
    /// How often the node's own counter fell.
    private(set) var restarts = 0
    /// The first time that it did, with both values.
    private(set) var firstRestart: (moment: PacketMoment, before: UInt32, after: UInt32)?
    private var lastCounter: UInt32?

    /// - Parameters:
    ///   - body: Of an action frame.
    ///   - synchronization: Where its synchronization parameters lie.
    ///   - election: Where the first version of its election parameters lies.
    ///   - current: The second version.
    @inline(__always)
    mutating func note(
        _ body: Span<UInt8>, synchronization: Range<Int>?, election: Range<Int>?,
        current: AWDLElectionParametersV2?, at moment: PacketMoment
    ) {
        if let counter = current?.selfCounter {
            if let lastCounter, counter < lastCounter { noteRestart(from: lastCounter, to: counter, at: moment) }
            lastCounter = counter
        }
        var master = current?.masterAddress
        var agrees = true
        if let election, election.count >= AWDLElectionParameters.fixedSize {
            // Looked at in place: each frame has them.
            let start = election.lowerBound
            let named = LinkAddress(rawValue: body.bigEndianUInt64(at: start &+ 5) >> 16)
            if let current {
                agrees =
                    named == current.masterAddress && UInt32(body[start &+ 3]) == min(current.distance, 255)
                    && body.littleEndianUInt32(at: start &+ 11) == current.masterMetric
                    && body.littleEndianUInt32(at: start &+ 15) == current.selfMetric
            } else {
                master = named
            }
        }
        if agrees, let master, let synchronization, synchronization.count >= Self.synchronizationSize {
            agrees = LinkAddress(rawValue: body.bigEndianUInt64(at: synchronization.lowerBound &+ 21) >> 16) == master
        }
        guard !agrees else { return }
        contradictoryFrames += 1
        if firstContradiction == nil { firstContradiction = moment }
    }

    /// Bytes of synchronization parameters before the channel sequence.
    private static let synchronizationSize = 33

    @inline(never)
    private mutating func noteRestart(from before: UInt32, to after: UInt32, at moment: PacketMoment) {
        restarts += 1
        if firstRestart == nil { firstRestart = (moment, before, after) }
    }
}
