import WireCoding

/// One direction of a TCP echo test: units of eight bytes, one by one, and behind them whatever is sent to measure the rate.
///
/// Nothing frames the units, so that the stream is not known for an echo test by itself: it is one if the other direction
/// brings the same units (``Connection``).
struct EchoStream: Sendable {
    static let unitLength = 8
    /// A test sends a hundred; more than this many are counted as data.
    static let maximumUnits = 1 << 16

    /// A probe or its echo.
    struct Unit: Sendable {
        /// How many units of the stream are before it, missing ones included.
        var place: Int
        /// Big-endian, whatever the sender's order.
        var stamp: UInt64
        /// When its first byte was seen, nil where it is not in the capture.
        var begun: PacketMoment?
        /// When its last byte and all before it were there.
        var completed: PacketMoment
    }

    /// Those of which the capture has bytes: a hole of any length takes no memory.
    private(set) var units: [Unit] = []
    /// With those that are missing.
    private(set) var unitCount = 0
    /// When the first byte behind the units was seen.
    private(set) var tailStart: PacketMoment?
    /// Whether the other direction brings the same units.
    private(set) var isCertain = false
    private(set) var isAsking = true
    private var partial: UInt64 = 0
    private var partialCount = 0
    private var partialStart: PacketMoment?

    /// The other direction brings the same units.
    ///
    /// - Parameter isAsking: Whether this one brought them first, so that data may follow: a piece of more than one unit.
    mutating func begin(isAsking: Bool) {
        isCertain = true
        self.isAsking = isAsking
    }

    /// Takes the next bytes of the stream.
    ///
    /// - Parameter length: Bytes on the wire of the piece that brought them.
    mutating func consume(_ bytes: Span<UInt8>, length: Int, sent: PacketMoment, arrived: PacketMoment) {
        guard tailStart == nil else { return }
        if isAsking && length > Self.unitLength && partialCount == 0 || unitCount >= Self.maximumUnits {
            tailStart = sent
            return
        }
        for index in bytes.indices {
            if partialCount == 0 { partialStart = sent }
            partial = partial << 8 | UInt64(bytes[index])
            partialCount += 1
            if partialCount == Self.unitLength {
                units.append(Unit(place: unitCount, stamp: partial, begun: partialStart, completed: arrived))
                unitCount += 1
                partialCount = 0
                if unitCount == Self.maximumUnits {
                    tailStart = index + 1 < bytes.count ? sent : nil
                    return
                }
            }
        }
    }

    /// Bytes come next that are not in the capture: their units are counted, but say nothing.
    mutating func miss(_ count: Int64) {
        guard tailStart == nil else { return }
        let bytes = Int64(partialCount) + count
        unitCount += Int(min(bytes / Int64(Self.unitLength), Int64(Self.maximumUnits - unitCount)))
        partialCount = Int(bytes % Int64(Self.unitLength))
        partialStart = nil
        partial = 0
    }
}

extension EchoStream {
    /// How many units of the asking direction are probes: those that came back, and one whose echo is still to come. More
    /// are data in pieces of eight bytes.
    static func probes(_ asking: EchoStream, answeredBy answering: EchoStream) -> Int {
        let surplus = asking.unitCount - answering.unitCount
        return surplus > 1 ? answering.unitCount : asking.unitCount
    }

    /// When the first byte of the unit at a place was seen, nil where it is not in the capture.
    func begun(at place: Int) -> PacketMoment? {
        units.first { $0.place >= place }.flatMap { $0.place == place ? $0.begun : nil }
    }
}
