import TraceModel
import WireCoding

/// The datagrams of a UDP conversation, decoded as the application that their bytes show, of those that the analyzer brings
/// along.
struct DatagramContent: Sendable {
    /// A conversation whose first datagrams match nothing known is no longer inspected.
    private static let inspectedDatagrams = 64

    private(set) var readers = NativeApplications.Datagrams()
    /// Whether the datagrams still say something.
    private(set) var isWanted = true
    private var inspected = 0
    /// The evidence from the first datagram of each recognized kind.
    private(set) var evidence: String?
    /// Nil if messages are not listed.
    var records: Ends<MessageLog?>

    /// By the first datagram.
    let discovery: Session.Discovery?

    init(_ reading: StreamReading, discovery: Session.Discovery? = nil) {
        self.discovery = discovery
        records = Ends(both: MessageLog(reading))
    }

    /// Takes the next datagram.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of it.
    ///   - length: Bytes on the wire.
    mutating func receive(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment) {
        if isWanted, !readers.isProven { inspect(payload, length: length, fromInitiator: fromInitiator) }
        readers.receive(
            payload, length: length, fromInitiator: fromInitiator, moment: moment,
            records: &records[isInitiator: fromInitiator])
    }

    private mutating func inspect(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        inspected += 1
        if readers.begin(payload, length: length, fromInitiator: fromInitiator), readers.isProven {
            return readers.leaveUnproven()
        }
        if inspected > Self.inspectedDatagrams, !readers.isReading {
            isWanted = false
        } else if evidence == nil {
            evidence = NativeApplications.Datagrams.evidence(of: payload)
        }
    }

    /// What carries the messages.
    var transport: Session.Transport { readers.transport ?? .udp }

    /// Bytes of incomplete messages that are held; nil if no reader ever holds any.
    var bufferedBytes: Int? { readers.bufferedBytes }

    /// Gives up incomplete messages.
    mutating func evict() { readers.evict() }

    /// Changes who is called the initiator.
    mutating func flip() {
        readers.flip()
        records.swapEnds()
    }

    mutating func finish() {
        readers.finish()
        readers.evict()
    }
}
