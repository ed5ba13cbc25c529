import PeerMessaging
import TraceModel
import WireCoding

/// A stream of network events over UDP, as the Wi-Fi Aware sample sends it: one JSON document in each datagram.
struct EventDatagrams: TwoEnded, DatagramReader {
    /// The number of texts that are remembered to recognize copies. A copy comes soon after its original.
    static let rememberedTexts = 1 << 14

    /// The data that one end sent.
    struct Side: Sendable {
        private(set) var startStreaming = 0
        private(set) var satelliteMovedTo = 0
        private(set) var unknown: [String: Int] = [:]
        /// The bytes of the well-formed ones.
        private(set) var bytes = 0
        private(set) var malformed = 0
        /// Positions whose text occurred before. All texts of `startStreaming` are the same.
        private(set) var duplicates = 0
        /// The first of these.
        private(set) var duplicateMoments: [PacketMoment] = []
        private(set) var firstFault: StreamFault?
        private(set) var first: PacketMoment?
        private var texts: Set<ContentDigest> = []
        private var olderTexts: Set<ContentDigest> = []

        var count: Int { startStreaming + satelliteMovedTo + unknown.values.reduce(0, +) }

        var byName: NamedCounts {
            var counts = NamedCounts()
            counts.add(startStreaming, of: "startStreaming")
            counts.add(satelliteMovedTo, of: "satelliteMovedTo")
            for name in unknown.keys.sorted() { counts.add(unknown[name] ?? 0, of: name) }
            return counts
        }

        /// Takes a datagram of this end.
        ///
        /// - Parameter length: Bytes on the wire.
        mutating func receive(
            _ payload: Span<UInt8>, length: Int, moment: PacketMoment, records: inout MessageLog?
        ) {
            // A datagram that the snap length cut cannot be decoded.
            guard payload.count == length else { return }
            var record = MessageRecord(begun: moment, completed: moment, bytes: length)
            do throws(JSONDecodingError) {
                let event = try NetworkEventView(scanning: payload)
                if first == nil { first = moment }
                bytes += length
                switch event.kind {
                case .startStreaming: startStreaming += 1
                case .satelliteMovedTo:
                    satelliteMovedTo += 1
                    noteText(ContentDigest(payload), at: moment)
                case .unknown: unknown.countType(event.caseName.string(in: payload))
                }
                if records != nil { record.type = event.caseName.string(in: payload) }
            } catch {
                malformed += 1
                record.fault = "not a network event: \(error)"
                if firstFault == nil {
                    firstFault = StreamFault(kind: .undecodable(offset: error.offset), streamOffset: 0, moment: moment)
                }
            }
            records?.append(record, body: payload)
        }

        private mutating func noteText(_ text: ContentDigest, at moment: PacketMoment) {
            if olderTexts.contains(text) || !texts.insert(text).inserted {
                duplicates += 1
                if duplicates <= Finding.maximumFrames { duplicateMoments.append(moment) }
            }
            if texts.count > EventDatagrams.rememberedTexts {
                olderTexts = texts
                texts = []
            }
        }

        fileprivate mutating func release() {
            texts = []
            olderTexts = []
        }
    }

    var initiator = Side()
    var responder = Side()

    init() {}

    /// By an event of a known case.
    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        guard payload.count > 2, payload[0] == UInt8(ascii: "{"), let event = try? NetworkEventView(scanning: payload),
            event.kind != .unknown
        else { return nil }
    }

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {
        self[isInitiator: fromInitiator].receive(payload, length: length, moment: moment, records: &records)
    }

    mutating func flip() { swapEnds() }

    var isProven: Bool { true }

    func copies(fromInitiator: Bool) -> DatagramCopies? {
        let side = self[isInitiator: fromInitiator]
        return DatagramCopies(
            messages: side.count, repeated: side.duplicates, moments: side.duplicateMoments, name: "events")
    }

    mutating func finish() {
        initiator.release()
        responder.release()
    }
}
