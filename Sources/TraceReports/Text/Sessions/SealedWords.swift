import TraceModel
import WireText

/// What became of a sealed session, in words.
enum SealedWords {
    /// `opened with a key log`, and what was not and why; empty for a session with nothing sealed.
    static func lines(_ session: Session) -> [String] {
        guard let tls = session.tls, session.decrypted != nil else { return [] }
        var parts: [String] = []
        if let identity = tls.pskIdentity { parts.append("pre-shared key “\(SafeText.escaped(identity))”") }
        switch tls.keys {
        case .keyLog: parts.append("opened with a key log")
        case .capture: parts.append("opened with secrets in the capture")
        case .psk: parts.append("opened with a pre-shared key")
        default: break
        }
        if let reason = tls.sealedReason {
            parts.append((tls.keys == .none ? "sealed: " : "in part: ") + words(reason))
        }
        return parts
    }

    static func words(_ reason: Session.TLS.SealedReason) -> String {
        switch reason {
        case .handshakeMissing: "the hellos are not in the capture, and without them no key fits"
        case .cipherUnsupported: "records of this cipher suite are not opened here"
        case .pskNotSufficient: "the key exchange adds another secret to the pre-shared key"
        case .keysDoNotFit: "the keys that were given for it open nothing"
        case .noKeys: "no keys were given for it, or not for all of it"
        case .captureTruncated: "the snap length truncates records"
        case .captureGap: "packets are not in the capture"
        default: SafeText.escaped(reason.rawValue)
        }
    }
}

extension SessionsView {
    /// What the packets of an opened QUIC connection show.
    static func openedQUIC(_ session: Session) -> [String] {
        guard let quic = session.quic else { return [] }
        var parts: [String] = []
        if quic.retry { parts.append("the server asked for proof of the address (Retry)") }
        switch quic.zeroRTT {
        case .accepted: parts.append("0-RTT data accepted")
        case .rejected: parts.append("0-RTT data rejected")
        case Session.QUIC.ZeroRTT.none?, nil: break
        }
        if let streams = quic.streams, !streams.isEmpty {
            parts.append(streams.count == 1 ? "1 stream" : "\(Quantity.grouped(streams.count)) streams")
        }
        if let datagrams = quic.datagrams, datagrams.forward + datagrams.backward > 0 {
            parts.append(
                "DATAGRAM frames → \(Quantity.grouped(datagrams.forward)) ← \(Quantity.grouped(datagrams.backward))")
        }
        if let lost = quic.lost {
            parts.append(
                "packets not acknowledged → \(Quantity.grouped(lost.forward)) ← \(Quantity.grouped(lost.backward))")
        }
        if let round = quic.ackRTT, let median = round.median {
            parts.append("acknowledged after \(Quantity.duration(median)) (median of \(Quantity.grouped(round.count)))")
        }
        for move in quic.migrations ?? [] {
            parts.append(
                "went on from \(SafeText.escaped(move.to.address)) port \(move.to.port) at "
                    + "\(Quantity.moment(move.time)) (frame \(move.frame))")
        }
        if let reason = quic.closeReason { parts.append(closing(reason)) }
        return parts
    }

    private static func closing(_ reason: Session.QUIC.CloseReason) -> String {
        let kind = reason.frameType == nil ? "by its application" : "with a transport error"
        let text = reason.text.isEmpty ? "" : " “\(SafeText.escaped(reason.text))”"
        return "closed by the \(reason.by.rawValue) \(kind), code \(reason.code)\(text)"
    }

    private static let streamsShown = 20

    /// The streams of an opened QUIC connection, if there are several.
    func streams(_ session: Session) -> [String] {
        guard let streams = session.quic?.streams, streams.count > 1 else { return [] }
        var table = TextTable([
            .init("stream", .right), .init("opened by", limit: 12), .init("→ bytes", .right), .init("← bytes", .right),
            .init("end", limit: 40),
        ])
        for stream in streams.prefix(Self.streamsShown) {
            table.add([
                "\(stream.id)", stream.initiatedBy.rawValue, Quantity.bytes(stream.forwardBytes),
                Quantity.bytes(stream.backwardBytes), Self.end(stream),
            ])
        }
        let omitted = streams.count - Self.streamsShown
        return table.lines(width: width, style: style)
            + (omitted > 0 ? ["  … and \(Quantity.grouped(omitted)) more streams: --format json has all"] : [])
    }

    private static func end(_ stream: Session.QUIC.Stream) -> String {
        let ways = [("→", stream.fin.forward, stream.reset.forward), ("←", stream.fin.backward, stream.reset.backward)]
        return ways.compactMap { arrow, isEnded, code in
            code.map { "\(arrow) given up with code \($0)" } ?? (isEnded ? "\(arrow) ended" : nil)
        }.joined(separator: ", ")
    }
}
