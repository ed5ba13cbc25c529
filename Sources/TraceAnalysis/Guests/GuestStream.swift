import ApplicationProtocols
import WireCoding

/// One direction of a session, or its datagrams, as all applications read it that the analysis was given.
struct GuestStream: Sendable {
    let list: GuestList
    /// What carries what is read.
    let carrier: ApplicationCarrier
    private(set) var readings: [GuestReading]
    private var arrivals = ArrivalLog()
    /// When the last byte so far and all before it were there.
    private var arrival: PacketMoment?
    /// Bytes of datagrams so far: the offset of the next one.
    private var datagramBytes = 0
    /// Bytes of incomplete messages.
    private(set) var heldBytes = 0
    /// How much waits to be tied to the other direction.
    private(set) var marks = 0
    /// The first bytes.
    private(set) var opening: [UInt8] = []
    private static let openingLength = 64

    /// - Parameters:
    ///   - wanted: The indices of the applications that read it.
    ///   - origin: Offset of the first byte.
    init(
        _ list: GuestList, _ wanted: [Int], over carrier: ApplicationCarrier, _ reading: StreamReading, origin: Int,
        isMidstream: Bool
    ) {
        self.list = list
        self.carrier = carrier
        readings = wanted.map { index in
            GuestReading(
                list, index, reading, origin: origin, isMidstream: isMidstream,
                isDatagrams: carrier.hasDatagrams)
        }
    }

    /// The start of the stream is not in the capture.
    mutating func missStart(at moment: PacketMoment) {
        for index in readings.indices { readings[index].missStart(at: moment) }
    }

    /// The reading of one application; nil where its transport is another.
    func reading(of index: Int) -> GuestReading? { readings.first { $0.index == index } }

    /// Takes the next bytes of a stream, in order.
    ///
    /// - Parameters:
    ///   - sent: The time when they were seen; those after a hole were seen before the bytes that fill it.
    ///   - completed: When all was there that was needed to open them, if they were sealed.
    mutating func read(_ bytes: Span<UInt8>, at offset: Int, sent: PacketMoment, completed: PacketMoment? = nil) {
        var arrived = completed ?? sent
        if let arrival, arrival.frame > arrived.frame { arrived = arrival } else { arrival = arrived }
        if opening.count < Self.openingLength {
            opening.append(copying: bytes.extracting(0..<min(bytes.count, Self.openingLength - opening.count)))
        }
        arrivals.add(.init(offset: offset, sent: sent, arrived: arrived))
        for index in readings.indices { readings[index].read(bytes, arrivals, at: sent) }
        account()
        arrivals.forget(before: offset &+ bytes.count &- heldMost)
    }

    /// Takes a whole datagram.
    mutating func receive(_ datagram: Span<UInt8>, at moment: PacketMoment) {
        read(datagram, at: datagramBytes, sent: moment)
        datagramBytes += datagram.count
    }

    /// The most that one application holds: from there on messages may begin.
    private var heldMost = 0

    private mutating func account() {
        heldBytes = 0
        marks = 0
        heldMost = 0
        for index in readings.indices {
            let held = readings[index].heldBytes
            heldBytes &+= held
            heldMost = max(heldMost, held)
            marks &+= readings[index].marks
        }
    }

    /// Bytes that the capture does not hold come next.
    mutating func skip(_ count: Int, at moment: PacketMoment) {
        for index in readings.indices { readings[index].skip(count, arrivals, at: moment) }
        account()
    }

    /// The sender ended the stream, and all of it was seen.
    mutating func end(at moment: PacketMoment) {
        for index in readings.indices { readings[index].end(arrivals, at: moment) }
        account()
    }

    /// Gives up incomplete messages.
    mutating func evict() {
        for index in readings.indices { readings[index].evict() }
        account()
    }

    /// Nothing more comes.
    mutating func close() {
        for index in readings.indices { readings[index].close() }
        arrivals = ArrivalLog()
        account()
    }

    /// What waits to be tied to the other direction.
    mutating func takeEvents() -> [GuestEvents] {
        guard marks > 0 else { return [] }
        defer { marks = 0 }
        return readings.indices.map { GuestEvents(application: readings[$0].index, events: readings[$0].takeEvents()) }
    }

    /// The messages since the last call, if they are listed.
    mutating func takeRecords() -> [MessageRecord] { readings.indices.flatMap { readings[$0].takeRecords() } }
}
