import WireCoding

/// One direction of a TCP stream, cut into units of eight bytes as long as it may be one of an echo test.
///
/// Nothing frames the units, and segments may split them. Only the other direction shows what they are: it carries the same
/// ones (``EchoComparison``). A test waits for each echo before it continues, so a longer piece is the data after them.
struct EchoStream: Sendable {
    static let unitLength = 8
    /// A test sends a hundred; more than this many are counted as data, as over UDP.
    static let maximumUnits = EchoDatagrams.maximumProbes
    /// The number of units that may wait for their equals, or not count as evidence, before it is known whether this is
    /// a test.
    static let maximumUndecided = 8
    /// The number of units that may wait for their equals afterward; everything after them is data.
    static let maximumWaiting = 128

    /// A probe or its echo, all of whose bytes are in the capture.
    struct Unit: Sendable {
        /// How many units of the stream are before it, missing ones included.
        var index: Int
        /// Big-endian, whatever the sender's order.
        var stamp: UInt64
        /// When its first byte was seen.
        var begun: PacketMoment
        /// When its last byte and all before it were there.
        var completed: PacketMoment
        /// Whether its sender wrote it alone: it begins a piece of the stream and ends one.
        var isAlone: Bool
        /// Bytes of the stream before it that are not in the capture.
        var missingBefore: Int64
    }

    /// Those that were not taken yet. A hole of any length takes no memory.
    private(set) var units: [Unit] = []
    /// The number of units, including missing ones.
    private(set) var unitCount = 0
    /// Whether what follows is not cut any more.
    var isEnded = false
    /// Whether units were compared with those of the other direction.
    private(set) var isCompared = false
    /// Whether the other direction brings the same units.
    var isCertain = false
    /// The time of the first byte after the units.
    private var tailStart: PacketMoment?
    private var missing: Int64 = 0
    private var partial: UInt64 = 0
    private var partialCount = 0
    private var partialStart: PacketMoment?
    private var beginsPiece = false

    /// Takes the next bytes of the stream.
    ///
    /// - Parameter length: Bytes on the wire of the piece that brought them.
    mutating func consume(_ bytes: Span<UInt8>, length: Int, sent: PacketMoment, arrived: PacketMoment) {
        if length > Self.unitLength { isEnded = true }
        for index in bytes.indices {
            if !isEnded, partialCount == 0, isFull { isEnded = true }
            guard !isEnded else {
                if tailStart == nil { tailStart = sent }
                return
            }
            if partialCount == 0 {
                partialStart = sent
                beginsPiece = index == 0
            }
            partial = partial << 8 | UInt64(bytes[index])
            partialCount += 1
            guard partialCount == Self.unitLength else { continue }
            if let partialStart {
                units.append(
                    Unit(
                        index: unitCount, stamp: partial, begun: partialStart, completed: arrived,
                        isAlone: beginsPiece && index + 1 == length, missingBefore: missing))
            }
            unitCount += 1
            partialCount = 0
        }
    }

    private var isFull: Bool {
        unitCount >= Self.maximumUnits || units.count >= (isCertain ? Self.maximumWaiting : Self.maximumUndecided)
    }

    /// Bytes come next that are not in the capture: their units are counted, but say nothing.
    mutating func miss(_ count: Int64) {
        guard !isEnded else { return }
        missing &+= count
        let bytes = Int64(partialCount) &+ count
        unitCount += Int(min(bytes / Int64(Self.unitLength), Int64(Self.maximumUnits - unitCount)))
        partialCount = Int(bytes % Int64(Self.unitLength))
        partialStart = nil
        partial = 0
    }

    /// Hands over the units since the last time.
    mutating func take() -> [Unit] {
        isCompared = true
        defer { units = [] }
        return units
    }

    /// The time of the first byte after all whole units; nil if there is none, or it is not in the capture.
    var restStart: PacketMoment? { partialCount > 0 ? partialStart : tailStart }

    /// Whether the stream consists only of units.
    var isWhole: Bool { partialCount == 0 && tailStart == nil }
}
