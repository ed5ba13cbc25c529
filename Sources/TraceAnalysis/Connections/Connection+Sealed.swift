import ApplicationProtocols
import SealedChannels

/// What a connection needs to open what it carries.
struct SealedKeys: Sendable {
    /// All connections share them.
    var secrets: Box<SessionSecrets>
    /// Attempts to find records behind holes that all connections may still make. Each has it as long as a packet of its own is
    /// followed.
    var searchAllowance: Int
    /// The applications that read what is inside beside the built-in ones.
    var guests: GuestList?
    /// Of a connection with several streams: what makes one of those of each end.
    var feeds = Ends(both: StreamFeed())
    /// Datagrams that were inside of others.
    var datagrams: Box<DatagramContent>?

    mutating func flip() {
        feeds.swapEnds()
        datagrams?.value.flip()
    }
}

/// A connection that carries sealed streams, or is one.
extension Connection {
    /// Gives it the keys, and opens what it holds already.
    mutating func take(_ keys: SealedKeys) {
        if opened == nil {
            opened = keys
        } else {
            opened!.secrets = keys.secrets
            opened!.searchAllowance = keys.searchAllowance
        }
        if isTCP { openStreams(isLast: false) } else { openDatagrams(isLast: false) }
    }

    /// Opens what the datagrams hold.
    ///
    /// - Parameter isLast: Whether nothing more comes.
    @inline(never)
    mutating func openDatagrams(isLast: Bool) {
        guard let state = openingState(isLast: isLast), datagramContent != nil else { return }
        let passages = datagramContent!.value.open(state)
        guard !passages.isEmpty else { return }
        let guests = fewDetails!.value.opened!.guests
        let isFollowed = reading.isFollowed && reading.followsOpened
        for passage in passages {
            if isFollowed { followOpened(passage) }
            if case .datagram(let bytes) = passage.content {
                take(bytes.span, fromInitiator: passage.fromInitiator, moment: passage.arrived, guests)
            } else if let stream = passage.stream {
                take(passage, of: stream, guests)
            }
        }
        if ends.initiator.marks &+ ends.responder.marks > 0 { settleMarks() }
    }

    /// The attempts to find records that are lent to it; nil without keys.
    var searchAllowance: Int? {
        get { fewDetails == nil ? nil : fewDetails!.value.opened?.searchAllowance }
        set {
            guard let newValue, fewDetails != nil, fewDetails!.value.opened != nil else { return }
            fewDetails!.value.opened!.searchAllowance = newValue
        }
    }

    /// Whether it has all keys that there are.
    func hasKeys(of secrets: SessionSecrets) -> Bool {
        fewDetails != nil && fewDetails!.value.opened != nil
            && fewDetails!.value.opened!.secrets.value.isSame(as: secrets)
    }

    /// The keys; nil without any. What is kept beside them is not copied.
    private func openingState(isLast: Bool) -> OpeningState? {
        guard fewDetails != nil, fewDetails!.value.opened != nil else { return nil }
        return OpeningState(
            fewDetails!.value.opened!.secrets, searchAllowance: fewDetails!.value.opened!.searchAllowance,
            isLast: isLast)
    }

    /// Takes what was inside of one of the streams.
    private mutating func take(_ passage: OpenedPassage, of stream: UInt64, _ guests: GuestList?) {
        unfold()
        let fromInitiator = passage.fromInitiator
        let (streamReading, isTCP) = (reading, isTCP)
        let reading = StreamFeed.Reading(reading: reading, guests: guests)
        ends.change(isInitiator: fromInitiator) { end in
            end.side!.value.beginContent(streamReading, isTCP: isTCP)
            fewDetails!.value.opened!.feeds.change(isInitiator: fromInitiator) { feed in
                end.side!.value.take(passage, of: stream, reading, &feed)
            }
        }
    }

    /// Takes a datagram that was inside of others.
    private mutating func take(
        _ datagram: Span<UInt8>, fromInitiator: Bool, moment: PacketMoment, _ list: GuestList?
    ) {
        if opened?.datagrams == nil {
            opened!.datagrams = Box(DatagramContent(reading.inside))
            guests?.value.forgetDatagrams()
            guestChances = Self.maximumGuestChances
        }
        if let list {
            let carrier: ApplicationCarrier = isQUIC ? .quicDatagram : .dtls
            read(datagram, as: list, over: carrier, fromInitiator: fromInitiator, moment: moment)
        }
        guard opened!.datagrams!.value.isWanted else { return }
        opened!.datagrams!.value.receive(
            datagram, length: datagram.count, fromInitiator: fromInitiator, moment: moment)
    }

    /// Opens what both streams hold.
    ///
    /// - Parameter isLast: Whether nothing more comes.
    @inline(never)
    mutating func openStreams(isLast: Bool) {
        guard var state = openingState(isLast: isLast), !isOpening else { return }
        ends.initiator.side!.value.beginContent(reading, isTCP: isTCP)
        ends.responder.side!.value.beginContent(reading, isTCP: isTCP)
        var exchanges = takeExchanges()
        let passages = StreamContent.open(
            &ends.initiator.side!.value.content!.value, &ends.responder.side!.value.content!.value, &exchanges.value,
            &state)
        putBack(exchanges)
        fewDetails!.value.opened!.searchAllowance = state.searchAllowance
        if !passages.isEmpty {
            let guests = fewDetails!.value.opened!.guests
            for passage in passages {
                ends[isInitiator: passage.fromInitiator].side!.value.take(passage, guests: guests)
            }
        }
        ends.initiator.side!.value.account()
        ends.responder.side!.value.account()
    }

    /// Opens what is left, and ends what was inside.
    mutating func closeSealed() {
        guard opened != nil else { return }
        if isTCP { openStreams(isLast: true) } else { openDatagrams(isLast: true) }
        guard !isOpening else { return }
        ends.initiator.side!.value.closeOpened()
        ends.responder.side!.value.closeOpened()
        if ends.initiator.marks &+ ends.responder.marks > 0 { settleMarks() }
    }
}

extension ConnectionSide {
    /// Makes the content of a stream of which nothing was read yet.
    fileprivate mutating func beginContent(_ reading: StreamReading, isTCP: Bool) {
        guard content == nil else { return }
        var reading = reading
        // What is followed of several streams is kept before one is made of them.
        if !isTCP { reading.isFollowed = false }
        content = Box(StreamContent(origin: 0, isMidstream: isTCP && !hasSYN, reading))
    }

    /// Takes what was inside of its stream.
    fileprivate mutating func take(_ passage: OpenedPassage, guests: GuestList?) {
        content!.value.take(passage, guests: guests)
        account()
    }

    /// Takes what was inside of one of its streams.
    fileprivate mutating func take(
        _ passage: OpenedPassage, of stream: UInt64, _ reading: StreamFeed.Reading, _ feed: inout StreamFeed
    ) {
        feed.take(passage, of: stream, reading) { next in
            content!.value.take(next, guests: reading.guests)
            return content!.value.progress()
        }
        account()
    }

    /// Ends what was inside of its stream.
    fileprivate mutating func closeOpened() {
        guard content?.value.isOpened == true else { return }
        content!.value.closeOpened()
        content!.value.account()
        account()
    }
}
