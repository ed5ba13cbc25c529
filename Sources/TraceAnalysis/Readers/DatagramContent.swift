import SealedChannels
import TraceModel
import WireCoding

/// The datagrams of a UDP conversation, decoded as the application that their bytes show, of those that the analyzer brings
/// along.
struct DatagramContent: Sendable {
    /// A conversation whose first datagrams match nothing known is no longer inspected.
    private static let inspectedDatagrams = 64

    /// From the first datagram on that begins a conversation of an application: most belong to none.
    private var box: Box<NativeApplications.Datagrams>?
    /// Whether the datagrams still say something.
    private(set) var isWanted = true
    private var inspected = 0
    /// The evidence from the first datagram of each recognized kind.
    private(set) var evidence: String?
    /// Nil if messages are not listed.
    var records: Ends<MessageLog?>

    /// By the first datagram.
    let discovery: Session.Discovery?
    private let opensSealed: Bool

    init(_ reading: StreamReading, discovery: Session.Discovery? = nil) {
        self.discovery = discovery
        opensSealed = reading.opensSealed
        records = Ends(both: MessageLog(reading))
    }

    /// Takes the next datagram.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of it.
    ///   - length: Bytes on the wire.
    mutating func receive(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment) {
        if isWanted, box?.value.isProven != true { inspect(payload, length: length, fromInitiator: fromInitiator) }
        records.change(isInitiator: fromInitiator) { records in
            box?.value.receive(
                payload, length: length, fromInitiator: fromInitiator, moment: moment, records: &records)
        }
    }

    private mutating func inspect(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        inspected += 1
        if begin(payload, length: length, fromInitiator: fromInitiator), box!.value.isProven {
            return box!.value.leaveUnproven()
        }
        if inspected > Self.inspectedDatagrams, box == nil {
            isWanted = false
        } else if evidence == nil {
            evidence = NativeApplications.Datagrams.evidence(of: payload)
        }
    }

    /// - Returns: Whether there is a new reader.
    private mutating func begin(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) -> Bool {
        if box != nil {
            guard box!.value.begin(payload, length: length, fromInitiator: fromInitiator) else { return false }
        } else {
            var readers = NativeApplications.Datagrams()
            guard readers.begin(payload, length: length, fromInitiator: fromInitiator) else { return false }
            box = Box(readers)
        }
        if opensSealed { box!.value.expectKeys() }
        return true
    }

    /// Nil as long as the datagrams are of no application.
    var readers: NativeApplications.Datagrams? { box?.value }

    /// Whether it holds something that may be opened.
    var holdsSealed: Bool { box == nil ? false : box!.value.holdsSealed }

    /// Opens what it holds.
    mutating func open(_ state: OpeningState) -> [OpenedPassage] { box == nil ? [] : box!.value.open(state) }

    /// As ``DatagramReader/attempts(fromInitiator:after:)``.
    mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts? {
        box == nil ? nil : box!.value.attempts(fromInitiator: fromInitiator, after: known)
    }

    /// As ``DatagramReader/expect(_:frame:)``.
    mutating func expect(_ attempted: QUICAttemptedPacket, frame: Int) {
        if box != nil { box!.value.expect(attempted, frame: frame) }
    }

    /// The names by which datagrams from other addresses are known, since the last call.
    mutating func takeChannelNames() -> [ChannelName] { box?.value.takeChannelNames() ?? [] }

    /// What carries the messages.
    var transport: Session.Transport { box?.value.transport ?? .udp }

    /// Bytes of incomplete messages that are held; nil if no reader ever holds any.
    var bufferedBytes: Int? {
        mutating get { box == nil ? nil : box!.value.bufferedBytes }
    }

    /// Gives up incomplete messages.
    mutating func evict() { box?.value.evict() }

    /// Changes who is called the initiator.
    mutating func flip() {
        box?.value.flip()
        records.swapEnds()
    }

    mutating func finish() {
        box?.value.finish()
        box?.value.evict()
    }
}
