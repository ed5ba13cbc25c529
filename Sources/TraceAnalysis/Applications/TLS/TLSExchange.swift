import SealedChannels
import WireCoding

/// What both directions of a TLS connection open together. It takes no memory before there is something to open.
struct TLSExchange: StreamExchange {
    private(set) var opening: Box<TLSOpening>?

    init() {}

    var isEmpty: Bool { opening == nil }
    var pairs: RequestPairs? { nil }
    mutating func flip() { opening?.value.flip() }
    /// What was opened stays so.
    mutating func forget() {}

    mutating func open(_ ends: inout Ends<Box<TLSDirection>?>, _ state: inout OpeningState) -> [OpenedPassage] {
        if opening == nil { opening = Box(TLSOpening(ends)) }
        return opening!.value.open(&ends, &state)
    }
}

/// Opens the records of a TLS connection in the order in which they came, each direction as far as the other has said what is
/// needed.
struct TLSOpening: Sendable {
    private typealias Record = TLSRecordStream.Record

    private(set) var opener = TLSConnectionOpener()
    private var clientIsInitiator = true
    /// Whether the hellos are not in the capture: then it is not known who is the client.
    private let isMidstream: Bool
    /// The same with the other end as the client, until one of both opens something.
    private var other: TLSConnectionOpener?
    private var hasMissed = Ends(both: false)
    /// About how many bytes of data are missing, or stay sealed, before what is opened next.
    private var gaps = Ends<Int64>(both: 0)
    /// Data that came before the server answered, until it is known whether it is part of the stream; its bytes, and those of
    /// them beyond the limit, which are not kept.
    private var early: [OpenedPassage] = []
    private var earlyBytes = 0
    private var droppedEarlyBytes = 0
    /// Servers allow some kilobytes (RFC 8446 §4.2.10).
    private static let maximumEarlyBytes = 1 << 18
    /// Of it, what was accepted and is not counted yet.
    private var acceptedEarlyBytes = 0
    /// Of it, what was thrown away.
    private(set) var rejectedEarly: RejectedEarlyData?
    private(set) var alerts: [SeenAlert] = []
    /// When the server's certificate was whole, if it was sealed.
    private(set) var certificateMoment: PacketMoment?
    /// What was known of the keys when they were last needed.
    private(set) var reason: SealedReason?

    fileprivate init(_ ends: Ends<Box<TLSDirection>?>) {
        isMidstream = [ends.initiator, ends.responder].allSatisfy { $0?.value.isMidstream ?? true }
        guard isMidstream else { return }
        opener.beginMidstream()
        other = opener
    }

    mutating func flip() {
        clientIsInitiator.toggle()
        hasMissed.swapEnds()
        gaps.swapEnds()
    }

    mutating func open(_ ends: inout Ends<Box<TLSDirection>?>, _ state: inout OpeningState) -> [OpenedPassage] {
        opener.searchAllowance = state.searchAllowance
        defer { state.searchAllowance = opener.searchAllowance }
        for fromInitiator in [true, false] where ends[isInitiator: fromInitiator]?.value.takeGivenUp() == true {
            opener.miss(fromClient: fromInitiator == clientIsInitiator)
            gaps[isInitiator: fromInitiator] &+= 1
        }
        var passages: [OpenedPassage] = []
        var blocked = Ends(both: false)
        while let fromInitiator = next(&ends, blocked) {
            let isOpened = takeNext(&ends, fromInitiator, state, into: &passages)
            blocked[isInitiator: fromInitiator] = !isOpened
            if isOpened { blocked[isInitiator: !fromInitiator] = false }
        }
        for fromInitiator in [true, false] { settle(&ends[isInitiator: fromInitiator], fromInitiator) }
        reason = opener.reason(state.secrets, opensNothing: source == nil)
        return passages
    }

    /// Which direction goes on: the one whose next record was there first.
    private func next(_ ends: inout Ends<Box<TLSDirection>?>, _ blocked: Ends<Bool>) -> Bool? {
        let first = blocked.initiator ? nil : ends.initiator?.value.nextMoment()
        let second = blocked.responder ? nil : ends.responder?.value.nextMoment()
        guard let first else { return second == nil ? nil : false }
        guard let second else { return true }
        return first.frame <= second.frame
    }

    /// - Returns: False if the direction has to wait.
    private mutating func takeNext(
        _ ends: inout Ends<Box<TLSDirection>?>, _ fromInitiator: Bool, _ state: OpeningState,
        into passages: inout [OpenedPassage]
    ) -> Bool {
        guard var end = ends[isInitiator: fromInitiator].take() else { return false }
        defer { ends[isInitiator: fromInitiator] = end }
        guard let record = end.value.records.first else {
            return search(&end.value, fromInitiator, state, into: &passages)
        }
        noteClient(record, fromInitiator)
        let fromClient = fromInitiator == clientIsInitiator
        if opener.clientRandom == nil, !fromClient, ends[isInitiator: !fromInitiator]?.value.isMidstream == true {
            opener.missClientHello()
        }
        guard record.isWhole else {
            let lost = end.value.takeFirst()
            end.value.count(lost)
            opener.skip(lost.header, beginning: lost.fragment.span, fromClient: fromClient)
            noteGap(lost, fromInitiator)
            return true
        }
        let isLast = state.isLast || end.value.isOverfull
        let outcome = opener.open(
            record.header, record.fragment.span, fromClient: fromClient, state.secrets, isLast: isLast)
        switch outcome {
        case .waiting: return false
        case .clear: _ = end.value.isSealed(end.value.takeFirst().header)
        case .sealed:
            let sealed = end.value.takeFirst()
            end.value.count(sealed)
            noteGap(sealed, fromInitiator)
        case .opened(let opened): take(opened, end.value.takeFirst(), &end.value, fromInitiator, into: &passages)
        }
        return true
    }

    /// Who sends the first hello is the client, and who answers one that is missing is the server.
    private mutating func noteClient(_ record: Record, _ fromInitiator: Bool) {
        guard !opener.hasHellos, opener.clientRandom == nil, record.header.contentType == .handshake,
            let type = record.fragment.first
        else { return }
        if type == TLSHandshakeType.clientHello.rawValue { clientIsInitiator = fromInitiator }
        if type == TLSHandshakeType.serverHello.rawValue { clientIsInitiator = !fromInitiator }
    }

    /// Looks for a record behind a hole.
    private mutating func search(
        _ end: inout TLSDirection, _ fromInitiator: Bool, _ state: OpeningState, into passages: inout [OpenedPassage]
    ) -> Bool {
        if !hasMissed[isInitiator: fromInitiator] {
            hasMissed[isInitiator: fromInitiator] = true
            opener.miss(fromClient: fromInitiator == clientIsInitiator)
            other?.miss(fromClient: fromInitiator != clientIsInitiator)
        }
        while let candidate = end.candidate(isLast: state.isLast) {
            if takeHello(candidate, &end, fromInitiator, state) { return true }
            guard let opened = openCandidate(candidate, fromInitiator, state) else {
                end.reject(candidate)
                continue
            }
            hasMissed[isInitiator: fromInitiator] = false
            end.isProven = true
            gaps[isInitiator: fromInitiator] &+= max(1, candidate.missingBefore)
            end.accept(candidate)
            take(opened, candidate, &end, fromInitiator, into: &passages)
            return true
        }
        return false
    }

    /// Takes a hello of the client behind a hole: the second one, after a request for it. It is not sealed, but nothing else
    /// looks like it.
    private mutating func takeHello(
        _ candidate: Record, _ end: inout TLSDirection, _ fromInitiator: Bool, _ state: OpeningState
    ) -> Bool {
        guard opener.clientRandom == nil, candidate.header.contentType == .handshake,
            ClientHello.isWhole(candidate.fragment.span)
        else { return false }
        clientIsInitiator = fromInitiator
        _ = opener.open(candidate.header, candidate.fragment.span, fromClient: true, state.secrets)
        hasMissed[isInitiator: fromInitiator] = false
        end.isProven = true
        end.accept(candidate)
        return true
    }

    private mutating func openCandidate(
        _ candidate: Record, _ fromInitiator: Bool, _ state: OpeningState
    ) -> TLSConnectionOpener.OpenedRecord? {
        let fromClient = fromInitiator == clientIsInitiator
        if let opened = opener.openCandidate(
            candidate.header, candidate.fragment.span, fromClient: fromClient, state.secrets)
        {
            other = nil
            return opened
        }
        guard other != nil else { return nil }
        other!.searchAllowance = opener.searchAllowance
        let opened = other!.openCandidate(
            candidate.header, candidate.fragment.span, fromClient: !fromClient, state.secrets)
        opener.searchAllowance = other!.searchAllowance
        guard let opened else { return nil }
        opener = other!
        other = nil
        clientIsInitiator.toggle()
        return opened
    }

    private mutating func noteGap(_ record: Record, _ fromInitiator: Bool) {
        guard record.header.contentType == .applicationData else { return }
        gaps[isInitiator: fromInitiator] &+= max(1, Int64(record.header.length))
    }

    private mutating func take(
        _ opened: TLSConnectionOpener.OpenedRecord, _ record: Record, _ end: inout TLSDirection,
        _ fromInitiator: Bool, into passages: inout [OpenedPassage]
    ) {
        end.counts.opened += 1
        let fromClient = fromInitiator == clientIsInitiator
        let (begun, completed) = (PacketMoment(record.begun), PacketMoment(record.completed))
        if opened.contentType == .alert, opened.content.count == TLSAlert.size {
            note(opened.content, isClients: fromClient, at: completed)
        }
        if certificateMoment == nil, opened.contentType == .handshake, opener.facts.certificate != nil {
            certificateMoment = completed
        }
        settleEarly(into: &passages)
        let hadKeys = end.counts.hasApplicationKeys
        // Those of a renegotiation may be missing later.
        end.counts.hasApplicationKeys = hadKeys || opener.hasApplicationKeys(fromClient: fromClient)
        if !hadKeys, end.counts.hasApplicationKeys, opener.isHandshakeSealed(fromClient: fromClient) {
            // What stayed sealed before was the handshake.
            end.counts.sealedData = 0
            gaps[isInitiator: fromInitiator] = 0
        }
        guard opened.contentType == .applicationData else { return }
        guard !opened.content.isEmpty else { return }
        let passage = OpenedPassage(
            fromInitiator: fromInitiator, content: .bytes(opened.content[...]), sent: begun, arrived: completed)
        if opened.isEarly, opener.acceptsEarlyData == nil {
            earlyBytes += opened.content.count
            if earlyBytes <= Self.maximumEarlyBytes {
                early.append(passage)
            } else {
                droppedEarlyBytes += opened.content.count
            }
        } else if !opened.isEarly || opener.acceptsEarlyData == true {
            end.counts.plaintextBytes += opened.content.count
            let missing = gaps[isInitiator: fromInitiator]
            if missing > 0 {
                passages.append(
                    OpenedPassage(
                        fromInitiator: fromInitiator, content: .missing(missing), sent: begun, arrived: completed))
                gaps[isInitiator: fromInitiator] = 0
            }
            passages.append(passage)
        } else {
            reject(passage)
        }
    }

    private mutating func reject(_ passage: OpenedPassage) {
        guard case .bytes(let bytes) = passage.content else { return }
        if rejectedEarly == nil { rejectedEarly = RejectedEarlyData(moment: passage.arrived) }
        rejectedEarly?.bytes += bytes.count
    }

    private mutating func note(_ alert: [UInt8], isClients: Bool, at moment: PacketMoment) {
        let alert = TLSAlert(level: alert[0], code: TLSAlert.Code(rawValue: alert[1]))
        // Every session ends with that one.
        guard alert.code != .closeNotify, alert.code != .userCanceled, alerts.count < TLSHandshakeFacts.maximumAlerts
        else { return }
        alerts.append(SeenAlert(alert: alert, isClients: isClients, moment: moment, isSealed: true))
    }

    /// Passes on early data that the server accepted, and forgets what it refused.
    private mutating func settleEarly(into passages: inout [OpenedPassage]) {
        guard !early.isEmpty, let accepts = opener.acceptsEarlyData else { return }
        if accepts {
            acceptedEarlyBytes += earlyBytes
            passages += early
            if droppedEarlyBytes > 0 {
                var gap = early[early.count - 1]
                gap.content = .missing(Int64(droppedEarlyBytes))
                passages.append(gap)
            }
        } else {
            for passage in early { reject(passage) }
            rejectedEarly?.bytes += droppedEarlyBytes
        }
        (early, earlyBytes, droppedEarlyBytes) = ([], 0, 0)
    }

    private mutating func settle(_ end: inout Box<TLSDirection>?, _ fromInitiator: Bool) {
        let fromClient = fromInitiator == clientIsInitiator
        if fromClient, end != nil {
            end!.value.counts.plaintextBytes += acceptedEarlyBytes
            acceptedEarlyBytes = 0
        }
        end?.value.counts.keyUpdates = opener.keyUpdates(fromClient: fromClient)
        if opener.hasApplicationKeys(fromClient: fromClient) { end?.value.counts.hasApplicationKeys = true }
        if opener.source != nil { end?.value.isProven = true }
    }

    /// Where the keys came from that opened something.
    var source: SessionSecrets.Source? { opener.source }
}

extension ClientHello {
    /// Whether a record has one, whole and nothing else.
    fileprivate static func isWhole(_ fragment: Span<UInt8>) -> Bool {
        guard fragment.count > 4, fragment[0] == TLSHandshakeType.clientHello.rawValue,
            Int(fragment.bigEndianUInt32(at: 0) & 0xFF_FFFF) == fragment.count - 4
        else { return false }
        var reader = ByteReader(fragment.extracting(4..<fragment.count))
        return (try? ClientHello(parsing: &reader)) != nil
    }
}
