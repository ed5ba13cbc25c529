import PeerMessaging
import TraceModel
import WireCoding
import XMPPStreams

/// One direction of an XMPP client stream.
struct StanzaStream: Sendable {
    private var decoder: XMPPStreamDecoder
    private(set) var messageStanzas = 0
    private(set) var presenceStanzas = 0
    private(set) var iqStanzas = 0
    /// When the first byte of the first message was seen.
    private(set) var firstMessage: PacketMoment?
    /// The bytes of all stanzas.
    private(set) var bytes = 0
    private(set) var fault: StreamFault?
    private var start: PacketMoment?
    private let isJoined: Bool

    init(startingAt offset: Int) {
        decoder = XMPPStreamDecoder(startingAt: offset)
        isJoined = false
    }

    /// A stream whose header is not in the capture.
    ///
    /// - Parameter offset: The offset of the first byte of a stanza.
    init(joiningAt offset: Int) {
        decoder = XMPPStreamDecoder(joinsOpenStream: true, startingAt: offset)
        isJoined = true
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

    /// Stanzas of all three kinds; elements at the start of a stream, such as features and authentication, do not count
    /// (RFC 6120 §8).
    var count: Int { messageStanzas + presenceStanzas + iqStanzas }

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
        _ bytes: Span<UInt8>, sent: PacketMoment, arrived: PacketMoment, records: inout MessageRecords,
        pending: inout PendingMessages
    ) {
        var position = 0
        if decoder.pendingOffset == nil { start = sent }
        do throws(XMPPStreamError) {
            while let stanza = try decoder.next(in: bytes, at: &position) {
                take(stanza, begun: start ?? sent, completed: arrived, records: &records, pending: &pending)
                start = sent
            }
        } catch {
            guard fault == nil else { return }
            fault = StreamFault(
                kind: .brokenMarkup("\(error)"), streamOffset: error.streamOffset, moment: arrived)
        }
    }

    private mutating func take(
        _ stanza: XMPPStanza, begun: PacketMoment, completed: PacketMoment, records: inout MessageRecords,
        pending: inout PendingMessages
    ) {
        switch stanza.kind {
        case .message:
            messageStanzas += 1
            if firstMessage == nil { firstMessage = begun }
        case .presence: presenceStanzas += 1
        case .iq: iqStanzas += 1
        default: return
        }
        bytes += stanza.length
        if let message = stanza.message { pending.note(message, at: completed) }
        guard records.isWanted else { return }
        records.add(
            MessageRecord(
                begun: begun, completed: completed, streamOffset: stanza.streamOffset, type: stanza.kind.rawValue,
                bytes: stanza.length, sender: stanza.message?.from?.rawValue))
    }

    /// Bytes come next that are not in the capture.
    mutating func miss(_ count: Int64, at offset: Int64) { decoder.rejoin(at: Int(offset + count)) }

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
        var counts = NamedCounts()
        counts.add(messageStanzas, of: "message")
        counts.add(presenceStanzas, of: "presence")
        counts.add(iqStanzas, of: "iq")
        return counts
    }
}
