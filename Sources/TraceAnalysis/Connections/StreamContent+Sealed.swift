import ApplicationProtocols
import WireCoding

/// A stream that carries another one: a channel, of which applications read what was inside.
extension StreamContent {
    /// Whether something of the stream was opened.
    var isOpened: Bool { channel != nil }

    /// The reader of a kind: one of what applications sent, or one of what carries it.
    func reader<Reader: StreamReader>(_ kind: Reader.Type) -> Reader? {
        guard Reader.isChannel, let channel else { return decoder.readers.reader(kind) }
        return channel.value.readers.reader(kind)
    }

    func ask<Reader: StreamReader, Fact>(_ kind: Reader.Type, _ fact: (borrowing Reader) -> Fact) -> Fact? {
        guard Reader.isChannel, channel != nil else { return decoder.readers.ask(kind, fact) }
        return channel!.value.readers.ask(kind, fact)
    }

    /// Reads what was captured, in the clear or not.
    private var outer: StreamDecoder {
        get { channel?.value ?? decoder }
        _modify { if channel == nil { yield &decoder } else { yield &channel!.value } }
    }

    /// Takes what waits to be tied to the other side.
    mutating func takePending() -> PendingMessages {
        var pending = decoder.output.pending.take()
        if channel != nil, channel!.value.output.pending.take().hasSealed { pending.noteSealed() }
        return pending
    }

    @inline(never)
    mutating func deliverSealed(
        _ bytes: Span<UInt8>, from start: Int, at offset: Int64, length: Int, moment: PacketMoment
    ) {
        if bytes.count > start {
            channel!.value.consume(
                bytes.extracting(start..<bytes.count), at: offset &+ Int64(start), length: length &- start, sent: moment
            )
        }
        let known = max(bytes.count, start)
        if length > known { channel!.value.miss(Int64(length - known), at: offset &+ Int64(known)) }
    }

    /// Opens what both directions of a connection hold.
    static func open(
        _ initiator: inout StreamContent, _ responder: inout StreamContent,
        _ exchanges: inout NativeApplications.Streams.Exchanges, _ state: inout OpeningState
    ) -> [OpenedPassage] {
        StreamDecoder.open(&initiator.outer, &responder.outer, &exchanges, &state)
    }

    /// Takes what was inside, in the order of the stream.
    ///
    /// - Parameter list: The applications that read it beside the built-in ones.
    mutating func take(_ passage: OpenedPassage, guests list: GuestList?) {
        if channel == nil { begin(list, over: passage.carrier) }
        switch passage.content {
        case .bytes(let bytes): read(bytes.span, passage)
        case .missing(let count):
            decoder.miss(count, at: openedBytes)
            if guests != nil { guests!.value.skip(Int(count), at: passage.sent) }
            if reading.followsOpened {
                pieces?.append(StreamPiece(offset: openedBytes, content: .missing(count), moment: passage.sent))
            }
            openedBytes &+= count
        case .restart: begin(list, over: passage.carrier)
        case .end: endPart(at: passage.arrived, isEnd: true)
        case .cut: endPart(at: passage.arrived, isEnd: false)
        case .datagram: return
        }
        account()
    }

    private mutating func endPart(at moment: PacketMoment, isEnd: Bool) {
        decoder.endPart(at: isEnd ? moment : nil, next: openedBytes)
        guard guests != nil else { return }
        if isEnd { guests!.value.end(at: moment) }
        // They look for a message again.
        guests!.value.skip(1, at: moment)
    }

    private mutating func read(_ bytes: Span<UInt8>, _ passage: OpenedPassage) {
        decoder.consume(bytes, at: openedBytes, sent: passage.sent, arrived: passage.arrived)
        if undecided != nil { decide(bytes, at: openedBytes, moment: passage.arrived) }
        if guests != nil {
            guests!.value.read(bytes, at: Int(openedBytes), sent: passage.sent, completed: passage.arrived)
        }
        if pieces != nil, reading.followsOpened {
            let piece = StreamPiece(offset: openedBytes, content: .bytes(bytes.copied()), moment: passage.arrived)
            pieces?.append(piece)
        }
        openedBytes &+= Int64(bytes.count)
        opened = (opened.bytes &+ Int64(bytes.count), max(opened.last, passage.sent.time))
    }

    /// How far it has come with what was inside. It changes nothing, but what only reads a box copies what is in it.
    mutating func progress() -> StreamFeed.Progress {
        StreamFeed.Progress(
            isBetweenMessages: decoder.isBetweenMessages && (guests == nil || guests!.value.heldBytes == 0),
            hasMessages: decoder.isRecognized
                || guests != nil && guests!.value.readings.contains { $0.tally.messages > 0 })
    }

    /// What was read so far was sealed: applications begin anew.
    private mutating func begin(_ list: GuestList?, over carrier: ApplicationCarrier) {
        if channel == nil { channel = Box(decoder) }
        openedBytes = 0
        opened = (0, 0)
        decoder = StreamDecoder(reading.inside)
        if isMidstream { decoder.beginMidstream(at: 0) }
        origin = 0
        guests = nil
        undecided = list
        self.carrier = carrier
        chances = Self.maximumChances
    }
}

extension OpenedPassage {
    /// Of what its bytes are a stream: TLS has no others beside it.
    fileprivate var carrier: ApplicationCarrier { stream == nil ? .tls : .quic }
}
