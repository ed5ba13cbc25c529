import SealedChannels
import TraceModel
import WireCoding

extension Session {
    /// Adds what the packets of an opened connection show.
    mutating func describe(_ opening: QUICOpening, moves: [ConnectionMove], _ axis: TimeAxis) {
        forward.describe(opening, fromInitiator: true)
        backward.describe(opening, fromInitiator: false)
        guard opening.opener.client.hasApplicationKey, opening.opener.server.hasApplicationKey else { return }
        let zeroRTT = opening.opener.handshake.zeroRTT
        quic?.zeroRTT = zeroRTT.map { QUIC.ZeroRTT($0) }
        quic?.streams = opening.streams.streams.keys.sorted().map { id in
            QUIC.Stream(id, opening.streams.streams[id]!, clientIsInitiator: opening.clientIsInitiator)
        }
        quic?.datagrams = .init(forward: opening.datagrams.initiator, backward: opening.datagrams.responder)
        quic?.lost = .init(
            forward: opening.sent.initiator.lost(zeroRTT: zeroRTT),
            backward: opening.sent.responder.lost(zeroRTT: zeroRTT))
        let delays = [opening.delays.initiator.distribution, opening.delays.responder.distribution]
        quic?.ackRTT = delays.max { ($0.median ?? -1) < ($1.median ?? -1) }
        quic?.migrations = moves.map { move in
            QUIC.Migration(
                time: axis.seconds(move.moment.time), frame: move.moment.frame, from: .init(move.from),
                to: .init(move.to))
        }
        quic?.closeReason = opening.closes.reason.map {
            QUIC.CloseReason(
                code: Int(clamping: $0.code), frameType: $0.frameType.map { Int(clamping: $0) }, text: $0.text,
                by: $0.isByClient == opening.clientIsInitiator ? .initiator : .responder)
        }
        if let version = opening.opener.negotiatedVersion {
            let name = QUICDatagrams.name(of: version)
            quic?.versions.removeAll { $0 == name }
            quic?.versions.append(name)
        }
    }
}

extension Session.QUIC.Migration.Address {
    fileprivate init(_ end: ConnectionMove.Endpoint) {
        self.init(address: end.address.description, port: Int(end.port))
    }
}

extension Session.QUIC.ZeroRTT {
    fileprivate init(_ fate: QUICZeroRTT) {
        self =
            switch fate {
            case .none: .none
            case .accepted: .accepted
            case .rejected: .rejected
            }
    }
}

extension SessionDirection {
    fileprivate mutating func describe(_ opening: QUICOpening, fromInitiator: Bool) {
        guard opening.counts(fromInitiator: fromInitiator).hasApplicationKeys else { return }
        let bytes = opening.streams.bytes(fromInitiator: fromInitiator)
        payloadBytes = bytes
        guard let span = opening.dataSpan[isInitiator: fromInitiator], span.upperBound > span.lowerBound else { return }
        let all = bytes + opening.datagramBytes[isInitiator: fromInitiator]
        goodput = (Double(all) * 8e9 / Double(span.upperBound - span.lowerBound) * 1e3).rounded() / 1e3
    }
}

extension Session.QUIC.Stream {
    fileprivate init(_ id: UInt64, _ stream: Ends<QUICStreams.Half>, clientIsInitiator: Bool) {
        let isClients = id & 1 == 0
        self.init(id: Int(clamping: id), initiatedBy: isClients == clientIsInitiator ? .initiator : .responder)
        forwardBytes = Int(stream.initiator.coverage.total)
        backwardBytes = Int(stream.responder.coverage.total)
        fin = .init(forward: stream.initiator.isEnded, backward: stream.responder.isEnded)
        reset = .init(
            forward: stream.initiator.reset.map { Int(clamping: $0) },
            backward: stream.responder.reset.map { Int(clamping: $0) })
    }
}
