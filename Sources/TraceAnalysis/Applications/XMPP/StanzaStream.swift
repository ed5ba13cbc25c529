import PeerMessaging
import TraceModel
import WireCoding
import XMPPStreams

/// One direction of an XMPP client stream.
struct StanzaStream: Sendable {
    /// The elements that count; those at the start of a stream, such as features and authentication, do not (RFC 6120 §8).
    private static let kinds: [XMPPStanza.Kind] = [.message, .presence, .iq]

    private var decoder: XMPPStreamDecoder
    private var counts: [XMPPStanza.Kind: Int] = [:]
    /// When the first byte of the first message was seen.
    private(set) var firstMessage: PacketMoment?
    /// The bytes of all stanzas.
    private(set) var bytes = 0
    private(set) var fault: StreamFault?
    /// Whether a message had an attribute of CarrierPigeon.
    private(set) var isRelaying = false
    private var start: PacketMoment?
    /// The bytes so far of a stanza that is not whole, as far as a log keeps them; empty if contents are not listed.
    private var held: [UInt8] = []
    private let isJoined: Bool

    /// - Parameters:
    ///   - offset: The offset of its first byte: of a stanza where the stream is joined.
    ///   - isJoined: Whether its header is not in the capture.
    init(startingAt offset: Int, isJoined: Bool) {
        decoder = XMPPStreamDecoder(joinsOpenStream: isJoined, startingAt: offset)
        self.isJoined = isJoined
    }

    /// Whether a stream begins like one of XMPP: an XML declaration, or the stream's own tag.
    static func begins(_ opening: [UInt8]) -> Bool {
        opening.starts(with: "<?xml".utf8) || opening.starts(with: "<stre".utf8)
    }

    /// Whether a piece of a stream that was joined begins with a stanza.
    static func begins(with piece: Span<UInt8>) -> Bool {
        piece.count > 0 && piece[0] == UInt8(ascii: "<") && XMPPStreamDecoder.beginsStanza(piece)
    }

    var facts: XMPPStreamFacts { decoder.facts }

    /// Stanzas of all three kinds.
    var count: Int { counts.values.reduce(0, +) }

    /// Whether there was a stream header, or a whole stanza where it is not in the capture, and not only text that begins
    /// like one.
    var isXMPP: Bool { decoder.facts.headers > 0 || isJoined && count > 0 }

    /// Takes bytes from before it was known what the stream is.
    mutating func begin(_ bytes: Span<UInt8>) {
        var position = 0
        // A few bytes of a first tag, which give neither a stanza nor an error.
        _ = try? decoder.next(in: bytes, at: &position)
    }

    mutating func consume(
        _ bytes: Span<UInt8>, sent: PacketMoment, arrived: PacketMoment, records: inout MessageLog?,
        pending: inout PendingMessages
    ) {
        var position = 0
        if decoder.pendingOffset == nil { start = sent }
        do throws(XMPPStreamError) {
            while let stanza = try decoder.next(in: bytes, at: &position) {
                take(
                    stanza, endingAt: position, of: bytes, begun: start ?? sent, completed: arrived, records: &records,
                    pending: &pending)
                start = sent
            }
            if records?.keepsContent == true { hold(bytes) }
        } catch {
            guard fault == nil else { return }
            fault = StreamFault(
                kind: .brokenMarkup("\(error)"), streamOffset: error.streamOffset, moment: arrived)
        }
    }

    /// Keeps the end of a piece where it begins or continues a stanza that is not whole.
    private mutating func hold(_ bytes: Span<UInt8>) {
        guard let begun = decoder.pendingOffset else {
            held = []
            return
        }
        let waiting = min(bytes.count, decoder.streamOffset - begun)
        if waiting < bytes.count { held = [] }
        let room = TraceMessage.maximumContent - held.count
        held.append(copying: bytes.extracting(bytes.count - waiting..<bytes.count - waiting + min(waiting, room)))
    }

    /// The content of a stanza that ends at a position of a piece.
    private mutating func content(_ stanza: XMPPStanza, endingAt end: Int, of bytes: Span<UInt8>) -> [UInt8] {
        defer { held = [] }
        let start = end - stanza.length
        guard start < 0 else { return bytes.extracting(start..<end).copied() }
        return held + bytes.extracting(0..<end).copied()
    }

    private mutating func take(
        _ stanza: XMPPStanza, endingAt end: Int, of piece: Span<UInt8>, begun: PacketMoment, completed: PacketMoment,
        records: inout MessageLog?, pending: inout PendingMessages
    ) {
        let body = records?.keepsContent == true ? content(stanza, endingAt: end, of: piece) : []
        guard Self.kinds.contains(stanza.kind) else { return }
        counts[stanza.kind, default: 0] += 1
        if stanza.kind == .message, firstMessage == nil { firstMessage = begun }
        bytes += stanza.length
        if let message = stanza.message {
            if message.hasRelayAttributes { isRelaying = true }
            pending.note(message, at: completed)
        }
        records?.append(
            MessageRecord(
                begun: begun, completed: completed, streamOffset: stanza.streamOffset, type: stanza.kind.rawValue,
                bytes: stanza.length, sender: stanza.message?.from?.rawValue), body: body.span)
    }

    /// Bytes come next that are not in the capture.
    mutating func miss(_ count: Int64, at offset: Int64) {
        held = []
        decoder.rejoin(at: Int(offset + count))
    }

    /// The sender ended the stream, and all of it was seen.
    mutating func finish(at moment: PacketMoment) {
        guard let pending = decoder.pendingOffset, fault == nil else { return }
        fault = StreamFault(
            kind: .brokenMarkup("the stream ended within a stanza"), streamOffset: pending, moment: moment)
    }

    var bufferedBytes: Int { decoder.bufferedBytes }

    /// Lets go of an incomplete stanza.
    mutating func dropStanza() { decoder.dropStanza() }

    var byName: NamedCounts {
        var named = NamedCounts()
        for kind in Self.kinds { named.add(counts[kind] ?? 0, of: kind.rawValue) }
        return named
    }
}
