import PacketDissection
import PeerMessaging
import WireCoding
import XMPPStreams

/// The data that one end of a connection sent, followed packet by packet.
struct ConnectionSide: Sendable {
    // MARK: What most packets touch, together
    private(set) var packets = 0
    private(set) var wireBytes = 0
    private(set) var payloadPackets = 0
    /// The time of the last packet that brought new bytes.
    private(set) var lastPayload: Int64?
    private(set) var firstPayload: Int64?
    /// The time of the last packet with payload, new or not.
    private(set) var lastData: Int64 = 0
    private(set) var largestPayload = 0
    /// Stream offset of the FIN.
    private(set) var finish: Int64?
    /// Sequence number of stream offset 0; nil before the first packet.
    private(set) var base: UInt32?
    /// Stream offset of the byte after the SYN: below 0 where the file has later bytes before the SYN.
    private(set) var origin: Int32 = 0
    private(set) var lastAcknowledgment: UInt32?
    /// The value of the timestamps option, nil before the first.
    private(set) var latestTimestamp: UInt32?
    private var lastWindow: UInt16 = 0
    /// True when its SYN was seen: the stream begins at ``origin``.
    private(set) var hasSYN = false
    private var isClosed = false
    /// Whether the capture holds less than what was sent.
    private(set) var isCutShort = false
    /// Whether the other side acknowledged something while bytes were on their way, and nothing new with it, since it last did:
    /// it is there, and lacks them.
    private(set) var isAskedAgain = false
    /// Whether the last new segment was full and did not ask to be pushed (RFC 9293 §3.9.1.2): more was to come.
    private(set) var endsInMidSending = false
    /// The other end has everything before this offset.
    private(set) var acknowledged: Int64 = 0
    private(set) var coverage = StreamCoverage()
    /// From the first payload on, where messages are read: kept apart, so that what every packet touches stays small.
    var content: Box<StreamContent>?
    /// Bytes that wait for others, in memory of our own.
    private(set) var bufferedBytes = 0
    /// How much waits to be tied to the other side.
    private(set) var marks = 0
    /// Nil if there are none; most have none.
    private(set) var unanswered: Box<UnansweredPackets>?
    /// Nil if this side always had room.
    private(set) var windowStalls: Box<WindowStalls>?
    /// Nil if everything that was sent again was acknowledged in the end.
    private(set) var undelivered: Box<UndeliveredBytes>?
    private(set) var roundTrips = RoundTripSampler()
    private(set) var rates = RateMeter()

    // MARK: What few packets touch
    private(set) var linkAddress: LinkAddress?
    /// UDP: payload of all datagrams.
    private(set) var datagramBytes = 0
    /// UDP: datagrams that came in fragments, and those of them of which fragments are missing.
    private(set) var fragmentedDatagrams = 0
    private(set) var incompleteDatagrams = 0
    private(set) var retransmittedPackets = 0
    private(set) var retransmittedBytes = 0
    private(set) var outOfOrderPackets = 0
    private(set) var duplicateAcks = 0
    private(set) var zeroWindows = 0
    /// Packets that only ask whether the other side is still there (RFC 9293 §3.8.4).
    private(set) var keepAlives = 0
    /// Packets with urgent data (RFC 9293 §3.8.5).
    private(set) var urgentPackets = 0
    /// Packets with payload but without an acknowledgment number, which no TCP sends.
    private(set) var unacknowledgingPackets = 0
    /// Packets with bytes that were seen before, and by their timestamps or the time that passed copies of one packet, not
    /// sent again.
    private(set) var doubledPackets = 0
    /// The largest stream offset in the sequence numbers of packets without data: what lies before it was sent, seen or not.
    private(set) var saidEnd: Int64 = 0
    /// The applications that the analysis was given, for ``content``; nil without any.
    var guests: GuestList?
    /// The time of the first FIN.
    private(set) var finishMoment: PacketMoment?
    /// The acknowledgment number of the first FIN.
    private(set) var finishAcknowledgment: UInt32?
    private(set) var holeAtFinish: PacketMoment?
    /// The options in the first SYN.
    private(set) var options: TCPOptions?

    /// A side after nothing but what an end notes for itself.
    ///
    /// - Parameter start: When the connection began.
    init(_ opening: ConnectionEnd.Opening, isMeasured: Bool, start: Int64) {
        packets = Int(opening.packets)
        wireBytes = Int(opening.wireBytes)
        linkAddress = opening.linkAddress
        base = opening.base
        hasSYN = opening.hasSYN
        options = opening.options
        bufferedBytes = Int(opening.heldBytes)
        let length = Int(opening.datagramLength)
        countDatagram(payloadLength: length, captured: opening.isDatagramCut ? 0 : length, at: start)
        guard isMeasured else { return }
        rates.add(bytes: wireBytes, at: 0)
    }

    /// Counts a packet of any transport.
    ///
    /// - Parameters:
    ///   - start: When the session began; the time axis of its throughput.
    ///   - isMeasured: Whether rates are wanted.
    @inline(__always)
    mutating func count(
        originalLength: Int, from link: LinkAddress?, at time: Int64, since start: Int64, isMeasured: Bool
    ) {
        if packets == 0 { linkAddress = link }
        packets += 1
        wireBytes += originalLength
        guard isMeasured else { return }
        rates.add(bytes: originalLength, at: TimeSlot.at(time &- start))
    }

    @inline(__always)
    mutating func countDatagram(payloadLength: Int, captured: Int, at time: Int64) {
        guard payloadLength > 0 else { return }
        if captured < payloadLength { isCutShort = true }
        payloadPackets += 1
        datagramBytes += payloadLength
        largestPayload = max(largestPayload, payloadLength)
        notePayload(at: time)
    }

    mutating func noteFragmentedDatagram(isWhole: Bool) {
        fragmentedDatagrams += 1
        if !isWhole { incompleteDatagrams += 1 }
    }

    @inline(__always)
    private mutating func notePayload(at time: Int64) {
        if firstPayload == nil { firstPayload = time }
        lastPayload = max(lastPayload ?? time, time)
    }

    // MARK: - TCP

    /// Sets where the stream begins, at the first packet of this side.
    @inline(__always)
    mutating func anchor(_ tcp: TCPFields) {
        if base != nil, !tcp.flags.contains(.syn) { return }
        setBase(tcp)
    }

    @inline(never)
    private mutating func setBase(_ tcp: TCPFields) {
        if tcp.flags.contains(.syn) {
            // A side that still has the connection of before in mind answers a SYN with an ACK of that one first
            // (RFC 9293 §3.5.1): the stream begins with its own SYN all the same.
            guard !hasSYN else { return }
            guard coverage.total == 0 else {
                joinOpening(tcp.sequenceNumber &+ 1)
                return
            }
            hasSYN = true
            base = tcp.sequenceNumber &+ 1
            acknowledged = 0
            finish = nil
        } else {
            base = tcp.sequenceNumber
        }
    }

    /// The SYN comes after bytes of its stream: offsets stay, and the stream begins before them.
    ///
    /// - Parameter first: The sequence number of the first byte.
    private mutating func joinOpening(_ first: UInt32) {
        guard let offset = offset(of: first), offset <= coverage.start, let origin = Int32(exactly: offset) else {
            return
        }
        self.origin = origin
        hasSYN = true
    }

    /// The stream offset of a sequence number: the one nearest to the highest byte seen, because sequence numbers wrap
    /// (RFC 9293 §3.4).
    @inline(__always)
    func offset(of sequenceNumber: UInt32) -> Int64? {
        guard let base else { return nil }
        let expected = coverage.end
        return expected &+ Int64(Int32(bitPattern: sequenceNumber &- base &- UInt32(truncatingIfNeeded: expected)))
    }

    /// Takes the payload of a segment.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of it.
    ///   - length: Bytes on the wire.
    ///   - reading: Whether its delays are measured, and the stream is put in order and read as messages.
    @inline(__always)
    mutating func receive(
        _ payload: Span<UInt8>, length: Int, tcp: TCPFields, _ reading: StreamReading, moment: PacketMoment
    ) {
        let readsContent = reading.readsContent
        let sequence = tcp.flags.contains(.syn) ? tcp.sequenceNumber &+ 1 : tcp.sequenceNumber
        guard var offset = offset(of: sequence) else { return }
        if length == 1, isKeepAlive(at: offset) {
            noteKeepAlive(at: moment)
            return
        }
        payloadPackets += 1
        lastData = moment.time
        largestPayload = max(largestPayload, length)
        if !tcp.flags.contains(.ack) { unacknowledgingPackets += 1 }
        if payload.count < length { isCutShort = true }
        var length = length
        var payload = payload
        // Nothing comes before the first byte.
        let origin = Int64(origin)
        if hasSYN && offset < origin {
            let early = Int(origin &- offset)
            length -= early
            guard length > 0 else { return }
            payload = payload.extracting(min(early, payload.count)..<payload.count)
            offset = origin
        }
        // Without a SYN the stream begins with the first byte seen.
        let highest = hasSYN || coverage.total > 0 ? coverage.end : offset
        let new = coverage.insert(offset..<offset &+ Int64(length))
        if new == Int64(length) && offset >= highest {
            if !readsContent {
                // Nothing is timed.
            } else if offset == highest {
                roundTrips.sent(end: offset &+ Int64(length), at: moment.time)
            } else {
                roundTrips.disturbed(timestamp: newTimestamp(of: tcp), at: moment.time)
            }
        } else {
            noteOldBytes(
                new: new, at: offset, length: length, beyondHighest: max(0, offset &+ Int64(length) &- highest), tcp,
                moment: moment)
        }
        if let timestamp = tcp.timestamp { latestTimestamp = timestamp }
        if new > 0 {
            notePayload(at: moment.time)
            endsInMidSending = !tcp.flags.contains(.psh) && length >= Self.shortestFull
        }
        if readsContent { read(payload, at: offset, length: length, reading, moment: moment) }
    }

    @inline(__always)
    private mutating func read(
        _ payload: Span<UInt8>, at offset: Int64, length: Int, _ reading: StreamReading, moment: PacketMoment
    ) {
        if content == nil {
            guard !isClosed else { return }
            content = Box(
                StreamContent(
                    origin: hasSYN ? Int64(origin) : offset, isMidstream: !hasSYN, reading, guests: guests))
            if reading.listsRoundTrips { roundTrips.beginList() }
        }
        content!.value.receive(payload, at: offset, length: length, acknowledged: acknowledged, moment: moment)
        account()
    }

    /// Takes note of what the content holds, after every change of it. Both ends are asked for every packet: computed from the
    /// content, which is copied for that, the analysis of messages takes a third longer.
    @inline(__always)
    mutating func account() {
        bufferedBytes = content!.value.bufferedBytes
        marks = content!.value.marks
    }

    mutating func takePending() -> PendingMessages {
        marks = 0
        guard content != nil else { return PendingMessages() }
        return content!.value.takePending()
    }

    /// The messages since the last call, if they are listed.
    mutating func takeRecords() -> [MessageRecord] {
        guard content != nil else { return [] }
        return (content!.value.decoder.output.records?.takeAll() ?? []) + content!.value.takeGuestRecords()
    }

    /// The round trips of the transport since the last call, if they are listed.
    mutating func takeRoundTrips() -> [RoundTripSample] { roundTrips.takeSamples() }

    /// The pieces of the stream since the last call, if it is followed.
    mutating func takePieces() -> [StreamPiece] { content?.value.takePieces() ?? [] }

    @inline(never)
    private mutating func noteOldBytes(
        new: Int64, at offset: Int64, length: Int, beyondHighest: Int64, _ tcp: TCPFields, moment: PacketMoment
    ) {
        let time = moment.time
        if new == 0 {
            retransmittedPackets += 1
            if isCopy(tcp, at: time) {
                doubledPackets += 1
            } else {
                if unanswered == nil { unanswered = Box(UnansweredPackets(at: moment)) }
                unanswered!.value.noteRetransmission(at: moment)
                noteUndelivered(length: length, at: offset, moment)
            }
        } else if new > beyondHighest {
            outOfOrderPackets += 1
        }
        retransmittedBytes += length - Int(new)
        roundTrips.disturbed(timestamp: newTimestamp(of: tcp), at: time)
    }

    /// Takes note of a retransmission of the first byte that the other side lacks.
    private mutating func noteUndelivered(length: Int, at offset: Int64, _ moment: PacketMoment) {
        guard offset <= acknowledged, acknowledged < offset &+ Int64(length) else { return }
        if undelivered == nil { undelivered = Box(UndeliveredBytes(at: moment)) }
        undelivered!.value.note(length: length, at: moment)
    }

    /// A retransmission has a later timestamp than all before. Without timestamps it comes late, a copy soon.
    private func isCopy(_ tcp: TCPFields, at time: Int64) -> Bool {
        if tcp.timestamp != nil { return newTimestamp(of: tcp) == nil }
        guard let lastPayload else { return false }
        return time - lastPayload < Self.copyDelay
    }

    /// Payload of a segment that may be full: 536 bytes are the least that every host takes (RFC 9293 §3.7.1), and options take
    /// some of them.
    private static let shortestFull = 512

    /// In nanoseconds: half of what Linux and Darwin wait at least before they send again what was not acknowledged.
    private static let copyDelay: Int64 = 100_000_000

    /// The packet's timestamp, if no packet before had it: only then does its echo show which of two was acknowledged.
    private func newTimestamp(of tcp: TCPFields) -> UInt32? {
        guard let timestamp = tcp.timestamp else { return nil }
        guard let latestTimestamp else { return timestamp }
        return Int32(bitPattern: timestamp &- latestTimestamp) > 0 ? timestamp : nil
    }

    @inline(never)
    private mutating func noteKeepAlive(at moment: PacketMoment) {
        keepAlives += 1
        if unanswered == nil { unanswered = Box(UnansweredPackets(at: moment)) }
        unanswered!.value.noteKeepAlive(at: moment)
    }

    /// The other side sent a packet: it is there.
    @inline(__always)
    mutating func hear() {
        if unanswered != nil { unanswered = nil }
    }

    /// The other side sent a packet while this one had no room: data, or a repetition of the byte before the next, as some
    /// probe the window (RFC 9293 §3.8.6.1). Acknowledgments say nothing of what waits.
    @inline(never)
    mutating func noteProbe(
        by sender: borrowing ConnectionSide, _ packet: borrowing DissectedPacket, at moment: PacketMoment
    ) {
        let isRepetition = sender.offset(of: packet.tcp.sequenceNumber) == sender.coverage.end &- 1
        if packet.payloadLength > 0 || isRepetition { windowStalls?.value.probe(at: moment) }
    }

    @inline(never)
    private mutating func noteWindow(_ window: UInt16, at moment: PacketMoment) {
        if window > 0 {
            windowStalls?.value.open(at: moment)
        } else {
            if windowStalls == nil { windowStalls = Box(WindowStalls()) }
            windowStalls!.value.close(at: moment)
        }
    }

    /// Whether a packet of at most one byte is a keep-alive: it repeats the last byte before what would be sent next, and the
    /// other side has everything.
    private func isKeepAlive(at offset: Int64) -> Bool {
        offset == coverage.end &- 1 && acknowledged >= coverage.end && (hasSYN || coverage.total > 0)
    }

    /// The other side acknowledged bytes of this one.
    ///
    /// - Parameter isPure: Whether the packet has no data.
    @inline(__always)
    mutating func acknowledge(_ tcp: TCPFields, isPure: Bool, moment: PacketMoment) {
        guard let offset = offset(of: tcp.acknowledgmentNumber), offset > acknowledged else {
            if isPure, hasUnacknowledgedBytes, tcp.flags == .ack { isAskedAgain = true }
            return
        }
        acknowledged = offset
        isAskedAgain = false
        if undelivered != nil { undelivered = nil }
        roundTrips.acknowledged(
            offset, echo: tcp.timestampEcho, at: moment.time, frame: moment.frame, isPure: isPure)
        if bufferedBytes > 0 { drain() }
    }

    /// Passes on the data that waits after holes that the receiver has acknowledged.
    @inline(never)
    private mutating func drain() {
        guard content?.value.isWaiting == true else { return }
        content!.value.drain(acknowledged: acknowledged, force: false)
        account()
    }

    /// Takes note of what is held of a conversation's datagrams.
    mutating func noteDatagrams(bufferedBytes: Int) { self.bufferedBytes = bufferedBytes }

    /// Gives up holes and incomplete messages, because too much is held in all.
    mutating func evict() {
        guard content != nil else { return }
        content!.value.drain(acknowledged: acknowledged, force: true)
        content!.value.evict()
        account()
    }

    mutating func note(_ options: TCPOptions) {
        if self.options == nil { self.options = options }
    }

    /// Counts duplicate acknowledgments (RFC 5681 §2), zero windows and urgent packets that this side sent.
    @inline(__always)
    mutating func noteAcknowledgment(
        _ tcp: TCPFields, payloadLength: Int, otherHasUnacknowledgedBytes: Bool, moment: PacketMoment
    ) {
        guard tcp.flags.isDisjoint(with: [.syn, .fin, .rst]) else { return }
        if tcp.window == 0 { zeroWindows += 1 }
        if tcp.window == 0 || windowStalls != nil { noteWindow(tcp.window, at: moment) }
        if tcp.flags.contains(.urg) { urgentPackets += 1 }
        guard tcp.flags.contains(.ack) else { return }
        if payloadLength == 0, let end = offset(of: tcp.sequenceNumber) { saidEnd = max(saidEnd, end) }
        if payloadLength == 0, let base, tcp.sequenceNumber &+ 1 == base &+ UInt32(truncatingIfNeeded: coverage.end),
            isKeepAlive(at: coverage.end &- 1)
        {
            noteKeepAlive(at: moment)
        }
        if payloadLength == 0, tcp.acknowledgmentNumber == lastAcknowledgment, tcp.window == lastWindow,
            otherHasUnacknowledgedBytes
        {
            duplicateAcks += 1
        }
        lastAcknowledgment = tcp.acknowledgmentNumber
        lastWindow = tcp.window
    }

    mutating func noteFinish(_ tcp: TCPFields, payloadLength: Int, moment: PacketMoment) {
        guard finish == nil, let offset = offset(of: tcp.sequenceNumber) else { return }
        finish = offset + Int64(payloadLength)
        finishMoment = moment
        finishAcknowledgment = tcp.flags.contains(.ack) ? tcp.acknowledgmentNumber : nil
    }

    /// Ends the stream: what waits is handed on, what was only for a living connection is freed. Later packets are counted,
    /// and that is all.
    mutating func close(resetAt reset: PacketMoment?) {
        isClosed = true
        if let finish, finish > coverage.end { holeAtFinish = finishMoment }
        if content != nil {
            var hole: (bytes: Range<Int64>, moment: PacketMoment)?
            if let finish, let finishMoment, finish > coverage.end { hole = (coverage.end..<finish, finishMoment) }
            content!.value.close(endedAt: missingBytes == 0 ? finishMoment ?? reset : nil, hole: hole)
            account()
        }
        roundTrips.finish()
        rates.finish()
    }
}
