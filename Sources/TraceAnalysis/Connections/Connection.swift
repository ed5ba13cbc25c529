import ApplicationProtocols
import PacketDissection
import TraceModel
import WireCoding

/// One TCP connection or UDP conversation as it is followed through the capture.
struct Connection: Sendable {
    let key: FlowKey
    let reading: StreamReading
    /// Whether the first endpoint of the key is the initiator.
    private(set) var initiatorIsFirst: Bool
    /// Which of the tracker's limits it counts toward.
    var shard: Int { Int(shardNumber) }
    private let shardNumber: UInt8
    /// Whether its ends are still the few words that they begin with. Stored: the tracker asks before each packet, and who looks
    /// at a side then holds it while it changes, so that it is copied.
    private(set) var isOpening = true
    /// True when a TCP connection's SYN is not in the capture, or not yet.
    var midstream: Bool
    private(set) var firstFrame: Int
    private(set) var start: Int64
    private(set) var end: Int64
    /// The initiator's initial sequence number, by its SYN or by the answer to it.
    var initialSequence: UInt32?

    /// Both are opening, or neither is.
    var ends = Ends(both: ConnectionEnd())

    // In an order without gaps.
    private(set) var synTime: Int64?
    private(set) var synCount: UInt32 = 0
    private(set) var synAckTime: Int64?
    private(set) var synAckCount: UInt32 = 0
    /// The initiator's first acknowledgment, not before the first SYN/ACK.
    private var acknowledged: Int64?
    private(set) var isSimultaneous = false
    /// The reset came before both sides had sent their FIN.
    private(set) var wasCutShort = false
    /// Whether there was any FIN.
    private var isEnding = false
    private(set) var isResetByInitiator = false
    private(set) var isClosed = false
    /// Whether it carries something sealed for which keys may be given.
    var wantsKeys = false
    /// The first reset after the last SYN.
    private(set) var firstReset: PacketMoment?
    /// Nil if there are none.
    var fewDetails: Box<ConnectionDetails>?
    /// The content of a UDP conversation whose datagrams are read.
    var datagramContent: Box<DatagramContent>?
    /// What built-in applications know only from both streams.
    var exchanges: NativeApplications.Streams.Exchanges {
        storedExchanges?.value ?? NativeApplications.Streams.Exchanges()
    }
    /// Most connections have none.
    private var storedExchanges: Box<NativeApplications.Streams.Exchanges>?

    /// Takes them out, to be changed while the streams are, and put back.
    mutating func takeExchanges() -> Box<NativeApplications.Streams.Exchanges> {
        storedExchanges.take() ?? Box(NativeApplications.Streams.Exchanges())
    }

    mutating func putBack(_ exchanges: Box<NativeApplications.Streams.Exchanges>) {
        storedExchanges = exchanges.value.isEmpty ? nil : exchanges
    }

    /// Where messages ask and answer.
    private var requests: Box<RequestPairs>?
    /// Nil before the first data.
    var speech: Box<Speech>?
    /// Datagrams that are still looked at for their signs.
    var guestChances = maximumGuestChances
    static let maximumGuestChances: UInt8 = 64
    /// What is kept for them, from the first bytes on that may be theirs.
    var guests: Box<GuestFollower>?
    /// Messages that may have further copies, until ``observe(into:index:)``.
    var pendingRelays: [(messages: PendingMessages, fromInitiator: Bool)] = []

    /// - Parameter reversed: Whether the packet's source is the second endpoint of the key.
    init(
        key: FlowKey, packet: inout DissectedPacket, reversed: Bool, shard: Int = 0,
        reading: StreamReading = .content, moment: PacketMoment
    ) {
        self.key = key
        shardNumber = UInt8(truncatingIfNeeded: shard)
        self.reading = reading
        firstFrame = moment.frame
        start = moment.time
        end = moment.time
        let flags = packet.tcp.flags
        let opens = packet.transport == .tcp && flags.contains(.syn) && !flags.contains(.ack)
        let answers =
            packet.transport == .tcp
            && (flags.contains([.syn, .ack]) || Self.refuses(packet.tcp, payloadLength: packet.payloadLength))
        // The host that answers a SYN is not the initiator.
        initiatorIsFirst = reversed == answers
        midstream = packet.transport == .tcp && !opens
        initialSequence =
            opens ? packet.tcp.sequenceNumber : answers ? packet.tcp.acknowledgmentNumber &- 1 : nil
    }

    /// When the initiator acknowledged the SYN/ACK; nil where one of the three was not seen.
    var established: Int64? { midstream || synAckCount == 0 ? nil : acknowledged }

    /// When each end could send what applications do: the initiator with the answer to its SYN, the responder with the initiator's
    /// acknowledgment. Without TCP, by the handshake of what carries the application.
    var readiness: Ends<Int64?> {
        isTCP
            ? Ends(initiator: synAckTime, responder: established)
            : datagramContent?.value.readers?.readiness ?? Ends(both: nil)
    }

    var isTCP: Bool { key.isTCP }

    /// Whether rates and delays are measured, and payload is read as messages.
    @inline(__always)
    var readsContent: Bool { reading.readsContent }

    var initiatorEndpoint: (address: IPAddress, port: UInt16) { initiatorIsFirst ? key.first : key.second }
    var responderEndpoint: (address: IPAddress, port: UInt16) { initiatorIsFirst ? key.second : key.first }

    /// Follows one packet of this connection.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of the transport payload.
    ///   - reversed: Whether the packet's source is the second endpoint of the key.
    ///   - list: The applications that may read it beside the built-in ones; nil without any.
    @inline(__always)
    mutating func follow(
        _ packet: inout DissectedPacket, payload: Span<UInt8>, reversed: Bool, originalLength: Int,
        moment: PacketMoment, guests list: GuestList? = nil
    ) {
        if moment.time < start { beginEarlier(packet, payload: payload, reversed: reversed, at: moment.time) }
        if moment.time &- end >= Self.longPause {
            notePause(until: moment, fromInitiator: reversed != initiatorIsFirst)
        }
        end = max(end, moment.time)
        if ends.initiator.isOpening,
            isOpening(
                &packet, payload: payload, reversed: reversed, originalLength: originalLength, moment: moment, list)
        {
            if isTCP {
                followHandshake(&packet, fromInitiator: reversed != initiatorIsFirst, moment: moment)
            } else if readsContent, packet.payloadLength > 0 {
                hear(at: moment, fromInitiator: reversed != initiatorIsFirst, heardAll: true)
                read(payload, &packet, fromInitiator: reversed != initiatorIsFirst, moment: moment, list)
            }
            return
        }
        let heardAll =
            if reversed != initiatorIsFirst {
                ConnectionSide.follow(
                    &packet, payload: payload, originalLength: originalLength, reading: reading, moment: moment,
                    since: start, sender: &ends.initiator.side!.value, receiver: &ends.responder.side!.value)
            } else {
                ConnectionSide.follow(
                    &packet, payload: payload, originalLength: originalLength, reading: reading, moment: moment,
                    since: start, sender: &ends.responder.side!.value, receiver: &ends.initiator.side!.value)
            }
        if readsContent, let heardAll {
            hear(at: moment, fromInitiator: reversed != initiatorIsFirst, heardAll: heardAll)
        }
        if packet.transport == .tcp {
            followHandshake(&packet, fromInitiator: reversed != initiatorIsFirst, moment: moment)
            if packet.payloadLength > 0, ends.initiator.marks &+ ends.responder.marks >= PendingMessages.maximumMarks {
                settleMarks()
            }
        } else if readsContent, packet.payloadLength > 0 {
            read(payload, &packet, fromInitiator: reversed != initiatorIsFirst, moment: moment, list)
        }
    }

    /// Notes a packet of a connection that has not come further than its first SYNs and resets, or its first datagram; any
    /// other one makes both sides.
    @inline(never)
    private mutating func isOpening(
        _ packet: inout DissectedPacket, payload: Span<UInt8>, reversed: Bool, originalLength: Int,
        moment: PacketMoment, _ guests: GuestList?
    ) -> Bool {
        if !isTCP {
            let isFirst = ends.initiator.isSilent && ends.responder.isSilent
            if isFirst, isAnswer(packet, payload: payload, reversed: reversed) { initiatorIsFirst = reversed }
            let isNoted =
                isFirst && moment.time == start
                && ends[isInitiator: reversed != initiatorIsFirst].noteDatagram(
                    packet, captured: payload.count, originalLength: originalLength)
            if !isNoted { unfold(guests) }
            return isNoted
        }
        // Whatever is read of it: how much memory connections take must not depend on that.
        let isInFirstSlot = TimeSlot.at(moment.time &- start) == 0
        let fromInitiator = reversed != initiatorIsFirst
        let isNoted =
            !ends[isInitiator: !fromInitiator].isAdvanced(by: packet.tcp)
            && ends[isInitiator: fromInitiator].note(
                packet, isInFirstSlot: isInFirstSlot, originalLength: originalLength)
        if !isNoted { unfold(guests) }
        return isNoted
    }

    /// Makes sides of what the ends noted.
    ///
    /// - Parameter guests: The applications that read the streams too.
    mutating func unfold(_ guests: GuestList? = nil) {
        guard ends.initiator.isOpening else { return }
        var (initiator, responder) = (opened(ends.initiator), opened(ends.responder))
        if isTCP { (initiator.guests, responder.guests) = (guests, guests) }
        ends.initiator.become(initiator)
        ends.responder.become(responder)
        isOpening = false
    }

    /// The data of each end. Lent, because the rules of the findings ask every connection, and a copy is a kilobyte.
    var initiator: ConnectionSide {
        _read { if ends.initiator.isOpening { yield opened(ends.initiator) } else { yield ends.initiator.side!.value } }
    }
    var responder: ConnectionSide {
        _read { if ends.responder.isOpening { yield opened(ends.responder) } else { yield ends.responder.side!.value } }
    }

    func side(ofInitiator isInitiator: Bool) -> ConnectionSide { isInitiator ? initiator : responder }

    /// Passes on the ends that sent anything, the initiator first. Nothing is copied: every connection of a report is asked.
    ///
    /// - Parameter tell: Receives an end's address, the link address that it sent from, and the connection's first
    ///   packet.
    func forEachSender(_ tell: (IPAddress, LinkAddress?, PacketMoment) -> Void) {
        let moment = PacketMoment(frame: firstFrame, time: start)
        if !ends.initiator.isSilent { tell(initiatorEndpoint.address, ends.initiator.linkAddress, moment) }
        if !ends.responder.isSilent { tell(responderEndpoint.address, ends.responder.linkAddress, moment) }
    }

    /// Whether the responder sent anything.
    var isAnswered: Bool { !ends.responder.isSilent }

    /// Whether that end of the key sent anything.
    ///
    /// - Parameter reversed: Whether the second endpoint of the key is meant.
    func hasHeard(reversed: Bool) -> Bool { !ends[isInitiator: initiatorIsFirst != reversed].isSilent }

    /// Whether its packets are counted under the name of their application.
    @inline(__always)
    var namesTraffic: Bool { ends.initiator.namesTraffic || ends.responder.namesTraffic }

    /// Whether there was anything to read in one of the streams.
    var hasContent: Bool { ends.initiator.hasContent || ends.responder.hasContent }

    /// The sum of a figure over both sides, neither of which is copied.
    func sum(_ figure: (borrowing ConnectionSide) -> Int) -> Int { figure(initiator) + figure(responder) }

    /// Whether it holds for one of the sides.
    func hasSide(_ condition: (borrowing ConnectionSide) -> Bool) -> Bool {
        condition(initiator) || condition(responder)
    }

    /// The side that an end without one would be.
    private func opened(_ end: borrowing ConnectionEnd) -> ConnectionSide {
        var side = end.opened(isMeasured: readsContent, start: start)
        // A fragment may still be counted after the end.
        if isClosed { side.close(resetAt: firstReset) }
        return side
    }

    @inline(never)
    private mutating func read(
        _ payload: Span<UInt8>, _ packet: inout DissectedPacket, fromInitiator: Bool, moment: PacketMoment,
        _ list: GuestList?
    ) {
        if reading.isFollowed, !reading.followsOpened {
            follow(payload, packet.payloadLength, fromInitiator: fromInitiator, moment: moment)
        }
        // Once something was opened, what was inside is read instead.
        if let list, payload.count == packet.payloadLength, !packet.usesMulticastDNSPort, !hasOpenedDatagrams {
            read(payload, as: list, over: .udp, fromInitiator: fromInitiator, moment: moment)
        }
        if datagramContent == nil {
            // Multicast conversations are followed for all of their senders together.
            guard !packet.usesMulticastDNSPort else { return }
            datagramContent = Box(DatagramContent(reading, discovery: .init(payload, packet.ports)))
        }
        guard datagramContent?.value.isWanted == true else { return }
        datagramContent?.value.receive(
            payload, length: packet.payloadLength, fromInitiator: fromInitiator, moment: moment)
        if reading.opensSealed {
            if !wantsKeys { wantsKeys = datagramContent!.value.holdsSealed }
            if wantsKeys { openDatagrams(isLast: false) }
        }
        noteDatagrams()
    }

    /// The held bytes of the datagrams count on one side, so that only their reader accounts for them.
    mutating func noteDatagrams() {
        var held = datagramContent == nil ? nil : datagramContent!.value.bufferedBytes
        // Only what carries others has any inside.
        if wantsKeys, fewDetails != nil, fewDetails!.value.opened?.datagrams != nil {
            held = (held ?? 0) &+ (fewDetails!.value.opened!.datagrams!.value.bufferedBytes ?? 0)
        }
        guard held != nil || guests != nil else { return }
        ends.initiator.noteDatagrams(bufferedBytes: (held ?? 0) &+ (guests?.value.heldBytes ?? 0))
        ends.responder.noteDatagrams(bufferedBytes: 0)
    }

    /// The decoded datagrams of a UDP conversation.
    var datagrams: DatagramContent? { datagramContent?.value }

    /// What applications sent: of a conversation that carries others, what was inside.
    var innermostDatagrams: DatagramContent? { opened?.datagrams?.value ?? datagramContent?.value }

    /// Whether this is a QUIC connection.
    var isQUIC: Bool { datagramContent?.value.transport == .quic }

    /// Compares what both ends sent since the last time, as long as it depends on that what they are.
    ///
    /// - Parameter haveEnded: Whether both streams have ended, so that it is decided what they are.
    private mutating func settleStreams(haveEnded: Bool) {
        guard ends.initiator.hasContent, ends.responder.hasContent,
            // What is inside of one is not compared with what is sealed of the other.
            ends.initiator.isOpened == ends.responder.isOpened,
            ends.initiator.isUnsettled || ends.responder.isUnsettled
        else {
            guard haveEnded else { return }
            if storedExchanges != nil {
                var exchanges = takeExchanges()
                exchanges.value.forget()
                putBack(exchanges)
            }
            ends.initiator.settleAlone()
            ends.responder.settleAlone()
            return
        }
        var exchanges = takeExchanges()
        StreamDecoder.settle(
            &ends.initiator.side!.value.content!.value.decoder, &ends.responder.side!.value.content!.value.decoder,
            &exchanges.value, isAligned: !isTCP || ends.initiator.hasSYN && ends.responder.hasSYN, haveEnded: haveEnded)
        putBack(exchanges)
    }

    /// Ties requests and answers of both sides together.
    @inline(never)
    mutating func settleMarks() {
        var (first, second) = (ends.initiator.side!.value.takePending(), ends.responder.side!.value.takePending())
        if first.hasSealed || second.hasSealed {
            wantsKeys = true
            openStreams(isLast: false)
            // What was inside has requests and answers of its own.
            first.add(ends.initiator.side!.value.takePending())
            second.add(ends.responder.side!.value.takePending())
        }
        for (messages, fromInitiator) in [(first, true), (second, false)] where messages.hasRelays {
            pendingRelays.append((messages, fromInitiator))
        }
        settleGuests()
        settleStreams(haveEnded: false)
        guard [first.requests, first.answers, second.requests, second.answers].contains(where: { !$0.isEmpty }) else {
            return
        }
        if requests == nil { requests = Box(RequestPairs()) }
        requests?.value.take(
            initiatorAsked: first.requests, responderAnswered: second.answers, responderAsked: second.requests,
            initiatorAnswered: first.answers)
    }

    /// The application's requests and answers; nil if there are none.
    var pairs: RequestPairs? {
        if guest != nil { return guests?.value.exchange?.pairs }
        return innermostDatagrams?.readers?.pairs ?? requests?.value
    }

    /// The messages since the last call, if they are listed.
    mutating func takeRecords(fromInitiator: Bool) -> [MessageRecord] {
        guard isTCP else {
            var records = datagramContent?.value.records[isInitiator: fromInitiator]?.takeAll() ?? []
            if opened != nil {
                records += opened!.datagrams?.value.records[isInitiator: fromInitiator]?.takeAll() ?? []
            }
            records += ends[isInitiator: fromInitiator].side?.value.takeRecords() ?? []
            return guests == nil ? records : records + guests!.value.takeRecords(fromInitiator: fromInitiator)
        }
        return ends[isInitiator: fromInitiator].side?.value.takeRecords() ?? []
    }

    /// The round trips of the transport since the last call, if they are listed: what a side sent, and the other acknowledged.
    mutating func takeRoundTrips(fromInitiator: Bool) -> [RoundTripSample] {
        isTCP ? ends[isInitiator: fromInitiator].side?.value.takeRoundTrips() ?? [] : []
    }

    /// Counts a fragmented datagram whose fragments ``countFragment(from:reversed:originalLength:moment:)`` has
    /// counted.
    mutating func noteFragmentedDatagram(isWhole: Bool, reversed: Bool) {
        unfold()
        ends[isInitiator: reversed != initiatorIsFirst].side?.value.noteFragmentedDatagram(isWhole: isWhole)
    }

    /// Counts a frame with a fragment of one of its datagrams. Frames are counted when their datagram is whole, so that
    /// later ones may have come before.
    mutating func countFragment(from link: LinkAddress?, reversed: Bool, originalLength: Int, moment: PacketMoment) {
        // The sender of the first datagram of a conversation is its initiator.
        if !isTCP, moment.frame < firstFrame, reversed == initiatorIsFirst { flip() }
        unfold()
        firstFrame = min(firstFrame, moment.frame)
        start = min(start, moment.time)
        end = max(end, moment.time)
        let (start, isMeasured) = (start, readsContent)
        ends[isInitiator: reversed != initiatorIsFirst].side?.value.count(
            originalLength: originalLength, from: link, at: moment.time, since: start, isMeasured: isMeasured)
    }

    @inline(__always)
    private mutating func followHandshake(_ packet: inout DissectedPacket, fromInitiator: Bool, moment: PacketMoment) {
        let flags = packet.tcp.flags
        if flags.contains(.syn) {
            if flags.contains(.ack) {
                synAckCount &+= 1
                if synAckTime == nil { noteAnswer(at: moment.time) }
            } else {
                synCount &+= 1
                if synTime == nil { synTime = moment.time }
                if !fromInitiator { isSimultaneous = true }
                // Tried again: what was reset before (a refusal, a connection of old) was not the end.
                if let reset = firstReset, reset.time <= moment.time, synCount > 1 {
                    (firstReset, wasCutShort) = (nil, false)
                    if fewDetails != nil { fewDetails!.value.reset = nil }
                }
            }
        } else if acknowledged == nil, fromInitiator, flags.contains(.ack), !flags.contains(.rst) {
            acknowledged = moment.time
        }
        if flags.contains(.fin) { isEnding = true }
        if isEnding, !isClosed, ends.initiator.isFinished, ends.responder.isFinished { close() }
        if flags.contains(.rst), firstReset == nil {
            firstReset = moment
            isResetByInitiator = fromInitiator
            wasCutShort = !ends.initiator.hasFinish || !ends.responder.hasFinish
            noteReset(at: moment, fromInitiator: fromInitiator)
        }
    }

    private mutating func noteAnswer(at time: Int64) {
        synAckTime = time
        // What it sent earlier acknowledged something else.
        if let acknowledged, acknowledged < time { self.acknowledged = nil }
    }

    /// The time from the SYN to the initiator's ACK, or what QUIC's handshake shows, in nanoseconds; nil if the SYN or its answer was
    /// sent twice, because it is unknown which one was answered, and if the capture's clock was set back in between.
    var handshakeRoundTrip: Int64? {
        guard isTCP else { return datagramContent?.value.readers?.opening?.roundTrip }
        guard let synTime, let established, established >= synTime, synCount == 1, synAckCount == 1 else { return nil }
        return established - synTime
    }

    /// Takes note of what a SYN offers.
    mutating func noteOptions(_ packet: DissectedPacket, bytes: Span<UInt8>, reversed: Bool) {
        let options = TCPOptions(packet, bytes: bytes)
        ends[isInitiator: reversed != initiatorIsFirst].note(options)
    }

    /// Ends the connection: frees what only a living one needs.
    mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        if !ends.initiator.isOpening {
            ends.initiator.side!.value.close(resetAt: firstReset)
            ends.responder.side!.value.close(resetAt: firstReset)
        }
        if ends.initiator.marks &+ ends.responder.marks > 0 { settleMarks() }
        closeSealed()
        settleStreams(haveEnded: true)
        if let pairs = exchanges.pairs { requests = Box(pairs) }
        requests?.value.finish()
        datagramContent?.value.finish()
        if opened != nil { opened!.datagrams?.value.finish() }
        noteDatagrams()
        finishGuests()
    }

    /// Whether it takes no memory beside its own words: neither end has a side, and every box is empty. For tests.
    var isFlat: Bool {
        ends.initiator.isOpening && ends.responder.isOpening && fewDetails == nil && datagramContent == nil
            && exchanges.isEmpty && requests == nil && guests == nil && pendingRelays.isEmpty
    }

    /// Bytes that wait for others, in memory of our own.
    @inline(__always)
    var bufferedBytes: Int { ends.initiator.bufferedBytes &+ ends.responder.bufferedBytes }

    /// Gives up holes and incomplete messages, because too much is held in all.
    mutating func evict() {
        if !isOpening {
            ends.initiator.side!.value.evict()
            ends.responder.side!.value.evict()
        }
        datagramContent?.value.evict()
        if opened != nil { opened!.datagrams?.value.evict() }
        noteDatagrams()
    }

    /// Notes a packet with an earlier time than those before it in the file.
    @inline(never)
    private mutating func beginEarlier(
        _ packet: borrowing DissectedPacket, payload: Span<UInt8>, reversed: Bool, at time: Int64
    ) {
        // An only datagram came at the start.
        if !isTCP { unfold() }
        start = time
        if !isTCP, reversed == initiatorIsFirst, !isAnswer(packet, payload: payload, reversed: reversed) { flip() }
    }

    /// Changes who is called the initiator: of one whose beginning is not in the capture, when its ports say so, and of a UDP
    /// conversation whose first datagram comes later in the file, or answers what was asked of others too.
    mutating func flip() {
        initiatorIsFirst.toggle()
        isResetByInitiator.toggle()
        acknowledged = nil
        ends.swapEnds()
        if storedExchanges != nil { storedExchanges!.value.flip() }
        requests?.value.flip()
        datagramContent?.value.flip()
        guests?.value.flip()
        if fewDetails != nil { fewDetails!.value.flip() }
        speech?.value.swapEnds()
    }
}
