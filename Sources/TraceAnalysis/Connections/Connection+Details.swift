import WireCoding

extension Connection {
    var details: ConnectionDetails { fewDetails?.value ?? ConnectionDetails() }

    /// Whether it is known where the connection's packets come from.
    var hasOrigin: Bool { fewDetails?.value.origin != nil }

    /// The keys of one that carries something sealed, and what was inside.
    var opened: SealedKeys? {
        get { fewDetails?.value.opened }
        _modify {
            if fewDetails == nil { fewDetails = Box(ConnectionDetails()) }
            yield &fewDetails!.value.opened
        }
    }

    private mutating func withDetails(_ change: (inout ConnectionDetails) -> Void) {
        if fewDetails == nil { fewDetails = Box(ConnectionDetails()) }
        change(&fewDetails!.value)
    }

    /// Counts what ICMP says of a packet of this connection.
    mutating func note(_ error: DeliveryError) { withDetails { $0.note(error) } }

    /// Counts a packet that was followed on another link already.
    mutating func noteCopy() { withDetails { $0.copiedPackets += 1 } }

    /// Keeps a datagram for whoever follows the conversation; it was counted already.
    mutating func follow(_ payload: Span<UInt8>, _ length: Int, fromInitiator: Bool, moment: PacketMoment) {
        let bytes = payload.copied()
        let sent = ends[isInitiator: fromInitiator].side?.value.datagramBytes ?? length
        let (offset, fromFirst) = (Int64(sent &- length), fromInitiator == initiatorIsFirst)
        withDetails { details in
            let piece = StreamPiece(offset: offset, isDatagram: true, content: .bytes(bytes), moment: moment)
            details.datagrams.append((fromFirst, piece))
            guard bytes.count < length else { return }
            let hole = StreamPiece(
                offset: offset &+ Int64(bytes.count), isDatagram: true,
                content: .missing(Int64(length &- bytes.count)), moment: moment)
            details.datagrams.append((fromFirst, hole))
        }
    }

    /// The pieces of both streams, or the datagrams, since the last call, if the connection is followed.
    mutating func takePieces() -> [(fromFirst: Bool, piece: StreamPiece)] {
        let datagrams = isTCP ? [] : takeDatagrams()
        guard hasStreams else { return datagrams }
        return datagrams
            + [true, false].flatMap { fromInitiator in
                (ends[isInitiator: fromInitiator].side?.value.takePieces() ?? []).map {
                    (fromInitiator == initiatorIsFirst, $0)
                }
            }
    }

    /// Keeps what was inside of datagrams: others, or bytes of a stream, of all streams and before anybody reads them.
    mutating func followOpened(_ passage: OpenedPassage) {
        let fromFirst = passage.fromInitiator == initiatorIsFirst
        let content: StreamPiece.Content
        let count: Int64
        switch passage.content {
        case .bytes(let bytes), .datagram(let bytes): (content, count) = (.bytes(Array(bytes)), Int64(bytes.count))
        case .missing(let missing): (content, count) = (.missing(missing), missing)
        case .restart, .end, .cut: return
        }
        // Frames without data end a stream, or say nothing; an empty datagram was sent all the same.
        guard count > 0 || passage.stream == nil else { return }
        withDetails { details in
            let part = ConnectionDetails.FollowedPart(fromFirst: fromFirst, stream: passage.stream)
            let offset = details.followed[part, default: 0]
            details.followed[part] = offset &+ count
            let piece = StreamPiece(
                offset: offset, stream: passage.stream, isDatagram: passage.stream == nil, content: content,
                moment: passage.arrived)
            details.datagrams.append((fromFirst, piece))
        }
    }

    private mutating func takeDatagrams() -> [(fromFirst: Bool, piece: StreamPiece)] {
        guard let taken = fewDetails?.value.datagrams, !taken.isEmpty else { return [] }
        fewDetails!.value.datagrams = []
        return taken
    }

    /// In nanoseconds: routers forget connections that are quiet for minutes, and devices that sleep do so for longer than
    /// this.
    static let longPause: Int64 = 30_000_000_000

    @inline(never)
    mutating func notePause(until moment: PacketMoment, fromInitiator: Bool) {
        guard isTCP, !ends.initiator.isOpening else { return }
        let pause = ConnectionPause(resumed: moment, fromInitiator: fromInitiator, length: moment.time &- end)
        withDetails { $0.pause = pause }
    }

    @inline(never)
    mutating func noteReset(at moment: PacketMoment, fromInitiator: Bool) {
        guard !ends.initiator.isOpening else { return }
        let losesBytes = ends[isInitiator: !fromInitiator].side?.value.hasUnacknowledgedBytes ?? false
        let cutsSending = ends[isInitiator: fromInitiator].side?.value.endsInMidSending ?? false
        let followsFIN = ends.initiator.hasFinish || ends.responder.hasFinish
        let reset = ConnectionReset(
            moment: moment, fromInitiator: fromInitiator, losesBytes: losesBytes, cutsSending: cutsSending,
            followsFIN: followsFIN)
        withDetails { $0.reset = reset }
    }

    /// Whether the initiator was the first to send its FIN: the other side's FIN acknowledges it. Nil without a FIN, and if each
    /// side sent its own before it had the other's.
    var isClosedByInitiator: Bool? {
        guard ends.initiator.hasFinish, ends.responder.hasFinish else {
            return ends.initiator.hasFinish ? true : ends.responder.hasFinish ? false : nil
        }
        let responderKnew = initiator.isFinish(acknowledgedBy: responder.finishAcknowledgment)
        let initiatorKnew = responder.isFinish(acknowledgedBy: initiator.finishAcknowledgment)
        return responderKnew == initiatorKnew ? nil : responderKnew
    }

    /// The addresses that its ends went on from.
    var movedEndpoints: [(address: IPAddress, port: UInt16)] { details.moves.map { ($0.to.address, $0.to.port) } }

    /// Takes note of a packet from an address that its end may not have had before.
    ///
    /// - Parameter isFirst: Whether the end is the first one of the key.
    mutating func noteMove(of source: ConnectionMove.Endpoint, isFirst: Bool, at moment: PacketMoment) {
        let own = isFirst ? key.first : key.second
        let fromInitiator = isFirst == initiatorIsFirst
        let moves = details.moves.filter { $0.fromInitiator == fromInitiator }
        let known = [ConnectionMove.Endpoint(address: own.address, port: own.port)] + moves.map(\.to)
        guard !known.contains(source), let last = known.last, moves.count < ConnectionDetails.maximumMoves else {
            return
        }
        withDetails {
            $0.moves.append(ConnectionMove(moment: moment, fromInitiator: fromInitiator, from: last, to: source))
        }
    }

    /// The names by which datagrams from other addresses are known, since the last call.
    mutating func takeChannelNames() -> [ChannelName] { datagramContent?.value.takeChannelNames() ?? [] }

    /// Records the process that owns the connection.
    mutating func note(_ origin: PacketOrigin) {
        guard !hasOrigin, origin.process != nil else { return }
        withDetails { $0.origin = origin }
    }
}
