import PacketDissection
import WireCoding
import XMPPStreams

/// One end of a connection: a few words as long as all of its packets are SYNs and resets of the first moment, or one datagram
/// that begins a conversation, and a ``ConnectionSide`` from then on. A scan or a flood has a million connections that get no
/// further.
struct ConnectionEnd: Sendable {
    /// The information for the side that this end becomes.
    struct Opening: Sendable {
        // In an order without gaps.
        fileprivate(set) var linkAddress: LinkAddress?
        fileprivate(set) var packets: UInt8 = 0
        fileprivate(set) var hasSYN = false
        /// The options of the first SYN.
        fileprivate(set) var options: TCPOptions?
        fileprivate(set) var wireBytes: UInt32 = 0
        /// Sequence number of stream offset 0; nil before the first packet.
        fileprivate(set) var base: UInt32?
        /// Whether the capture holds less of the only datagram than was sent.
        fileprivate(set) var isDatagramCut = false
        /// The payload of the only datagram.
        fileprivate(set) var datagramLength: UInt16 = 0
        /// Bytes of it that wait for others, in memory of our own.
        fileprivate(set) var heldBytes: UInt16 = 0
    }

    /// No more is counted before a side is made, so that sums cannot overflow.
    private static let maximumPackets = 64
    private static let maximumLength = 1 << 16

    private var opening = Opening()
    /// From the first packet on that does more than open.
    var side: Box<ConnectionSide>?

    @inline(__always)
    var isOpening: Bool { side == nil }

    /// The side that it would be, if it had to be one now.
    ///
    /// - Parameter start: When the connection began, which is when its only datagram came.
    func opened(isMeasured: Bool, start: Int64) -> ConnectionSide {
        ConnectionSide(opening, isMeasured: isMeasured, start: start)
    }

    /// Whether there was any packet.
    var isSilent: Bool { side.map { $0.value.packets == 0 } ?? (opening.packets == 0) }
    var hasSYN: Bool { side?.value.hasSYN ?? opening.hasSYN }
    var base: UInt32? { side == nil ? opening.base : side?.value.base }
    /// The sequence number of the first byte in the stream that was seen, or of a packet without any.
    var firstSequence: UInt32? { side == nil ? opening.base : side?.value.firstSequence }
    var lastAcknowledgment: UInt32? { side?.value.lastAcknowledgment }
    var isFinished: Bool { side?.value.isFinished ?? false }
    var hasFinish: Bool { side?.value.finish != nil }
    var linkAddress: LinkAddress? { side == nil ? opening.linkAddress : side?.value.linkAddress }
    /// Whether there was anything to read in its stream.
    var hasContent: Bool { side?.value.hasContent ?? false }
    /// Whether its stream's packets are counted under the name of their application.
    @inline(__always)
    var namesTraffic: Bool { side?.value.content?.value.decoder.readers.namesTraffic ?? false }
    /// Who its messages say that it is. Asked for each relayed message, of which no part may be copied for that.
    var statedPeerID: String? { side?.value.content?.value.decoder.readers.statedPeerID }
    /// The address that an XMPP server bound for its client.
    var boundJID: JID? { side?.value.content?.value.decoder.readers.boundJID }
    /// Delays by the times in its messages.
    var delays: OneWayDelays.Result? { side?.value.content?.value.decoder.readers.delays }
    /// Whether applications that the analysis was given, or brings along, were shown its stream.
    var isReadByGuests: Bool { side?.value.content?.value.guests != nil }
    /// Whether its stream carries another one that was opened.
    var isOpened: Bool { side?.value.content?.value.isOpened ?? false }
    /// Whether it depends on the other end what its stream is.
    var isUnsettled: Bool { side?.value.content?.value.decoder.readers.isUnsettled ?? false }

    @inline(__always)
    var bufferedBytes: Int { (side?.value.bufferedBytes ?? 0) &+ Int(opening.heldBytes) }

    /// Goes on as a side, which has all that was noted.
    mutating func become(_ side: ConnectionSide) {
        opening.heldBytes = 0
        self.side = Box(side)
    }

    /// Takes note of what is held of a conversation's datagrams.
    mutating func noteDatagrams(bufferedBytes: Int) {
        if side == nil {
            opening.heldBytes = UInt16(clamping: bufferedBytes)
        } else {
            side!.value.noteDatagrams(bufferedBytes: bufferedBytes)
        }
    }

    @inline(__always)
    var marks: Int { side?.value.marks ?? 0 }

    /// Whether a packet of this end has more than the ones before.
    func isNews(_ tcp: TCPFields, length: Int) -> Bool {
        side.map { $0.value.isNews(tcp, length: length) } ?? !(opening.hasSYN && tcp.flags.contains(.syn))
    }

    /// Notes a packet, if it is one that says no more than its flags and its sequence number.
    ///
    /// - Precondition: It acknowledges nothing of the other end.
    mutating func note(_ packet: borrowing DissectedPacket, isInFirstSlot: Bool, originalLength: Int) -> Bool {
        let tcp = packet.tcp
        guard side == nil, isInFirstSlot, packet.transport == .tcp, packet.payloadLength == 0,
            !tcp.flags.isDisjoint(with: [.syn, .rst]), !tcp.flags.contains(.fin), opening.packets < Self.maximumPackets,
            originalLength <= Self.maximumLength
        else { return false }
        if opening.packets == 0 { opening.linkAddress = packet.linkSource }
        opening.packets += 1
        opening.wireBytes += UInt32(originalLength)
        if tcp.flags.contains(.syn) {
            if !opening.hasSYN {
                opening.hasSYN = true
                opening.base = tcp.sequenceNumber &+ 1
            }
        } else if opening.base == nil {
            opening.base = tcp.sequenceNumber
        }
        return true
    }

    /// Notes the first datagram of a conversation.
    ///
    /// - Parameter captured: Bytes of its payload that the capture holds.
    /// - Precondition: It came when the conversation began.
    mutating func noteDatagram(_ packet: borrowing DissectedPacket, captured: Int, originalLength: Int) -> Bool {
        guard side == nil, opening.packets == 0, originalLength <= Self.maximumLength,
            let length = UInt16(exactly: packet.payloadLength)
        else { return false }
        opening.packets = 1
        opening.linkAddress = packet.linkSource
        opening.wireBytes = UInt32(originalLength)
        opening.datagramLength = length
        opening.isDatagramCut = captured < packet.payloadLength
        return true
    }

    /// Whether an acknowledgment covers a byte.
    func isAdvanced(by tcp: TCPFields) -> Bool {
        guard tcp.flags.contains(.ack) else { return false }
        guard side == nil else { return true }
        guard let base = opening.base else { return false }
        return Int32(bitPattern: tcp.acknowledgmentNumber &- base) > 0
    }

    /// There will be nothing of the other end.
    mutating func settleAlone() {
        if isUnsettled { side!.value.content!.value.decoder.settleAlone() }
    }

    mutating func note(_ options: TCPOptions) {
        side?.value.note(options)
        if side == nil, opening.options == nil { opening.options = options }
    }
}
