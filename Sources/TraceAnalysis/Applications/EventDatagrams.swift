import PeerMessaging
import TraceModel
import WireCoding

/// A stream of network events over UDP, as the Wi-Fi Aware sample sends it: one JSON document in each datagram.
struct EventDatagrams: TwoEnded, Sendable {
    /// The number of texts that are remembered to recognize copies. A copy comes soon after its original.
    static let rememberedTexts = 1 << 14
    /// Names of cases that are counted apart.
    static let maximumUnknownTypes = 32

    /// The data that one end sent.
    struct Side: Sendable {
        fileprivate(set) var startStreaming = 0
        fileprivate(set) var satelliteMovedTo = 0
        fileprivate(set) var unknown: [String: Int] = [:]
        /// The bytes of the well-formed ones.
        fileprivate(set) var bytes = 0
        fileprivate(set) var malformed = 0
        /// Positions whose text occurred before. All texts of `startStreaming` are the same.
        fileprivate(set) var duplicates = 0
        /// The first of these.
        fileprivate(set) var duplicateMoments: [PacketMoment] = []
        fileprivate(set) var firstFault: StreamFault?
        fileprivate(set) var first: PacketMoment?
        private var texts: Set<UInt64> = []
        private var olderTexts: Set<UInt64> = []

        var count: Int { startStreaming + satelliteMovedTo + unknown.values.reduce(0, +) }

        var byName: NamedCounts {
            var counts = NamedCounts()
            counts.add(startStreaming, of: "startStreaming")
            counts.add(satelliteMovedTo, of: "satelliteMovedTo")
            for name in unknown.keys.sorted() { counts.add(unknown[name] ?? 0, of: name) }
            return counts
        }

        fileprivate mutating func noteText(_ hash: UInt64, at moment: PacketMoment) {
            if olderTexts.contains(hash) || !texts.insert(hash).inserted {
                duplicates += 1
                if duplicates <= Finding.maximumFrames { duplicateMoments.append(moment) }
            }
            if texts.count > EventDatagrams.rememberedTexts {
                olderTexts = texts
                texts = []
            }
        }

        fileprivate mutating func countUnknown(_ name: String) {
            let hasRoom =
                unknown.count < EventDatagrams.maximumUnknownTypes && name.utf8.count <= MeshCounts.maximumTypeLength
            let isKnown = hasRoom || unknown[name] != nil
            unknown[isKnown ? name : "other", default: 0] += 1
        }

        fileprivate mutating func release() {
            texts = []
            olderTexts = []
        }
    }

    var initiator = Side()
    var responder = Side()

    /// Whether a datagram is an event of a known case.
    static func begins(_ payload: Span<UInt8>) -> Bool {
        guard payload.count > 2, payload[0] == UInt8(ascii: "{"), let event = try? NetworkEventView(scanning: payload)
        else { return false }
        return event.kind != .unknown
    }

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageRecords
    ) {
        Self.take(payload, length, into: &self[isInitiator: fromInitiator], moment, &records)
    }

    private static func take(
        _ payload: Span<UInt8>, _ length: Int, into side: inout Side, _ moment: PacketMoment,
        _ records: inout MessageRecords
    ) {
        // A datagram that the snap length cut cannot be decoded.
        guard payload.count == length else { return }
        var record = MessageRecord(begun: moment, completed: moment, bytes: length)
        do throws(JSONDecodingError) {
            let event = try NetworkEventView(scanning: payload)
            if side.first == nil { side.first = moment }
            side.bytes += length
            switch event.kind {
            case .startStreaming:
                side.startStreaming += 1
                record.type = "startStreaming"
            case .satelliteMovedTo:
                side.satelliteMovedTo += 1
                record.type = "satelliteMovedTo"
                side.noteText(hash(payload), at: moment)
            case .unknown:
                let name = event.caseName.string(in: payload)
                side.countUnknown(name)
                record.type = name
            }
        } catch {
            side.malformed += 1
            record.fault = "not a network event: \(error)"
            if side.firstFault == nil {
                side.firstFault = StreamFault(kind: .undecodable(offset: error.offset), streamOffset: 0, moment: moment)
            }
        }
        if records.isWanted { records.add(record) }
    }

    /// FNV-1a of 64 bits.
    private static func hash(_ text: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in text.indices { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3 }
        return hash
    }

    mutating func finish() {
        initiator.release()
        responder.release()
    }
}
