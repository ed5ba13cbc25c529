import SealedChannels
import WireCoding

/// The streams of an opened QUIC connection (RFC 9000 §2).
struct QUICStreams: Sendable {
    /// Streams that are followed; the frames of further ones are not read.
    static let maximumStreams = 1 << 16

    /// What one end sent on a stream.
    struct Half: Sendable {
        /// The bytes that were seen, each once.
        fileprivate(set) var coverage = StreamCoverage()
        fileprivate(set) var isEnded = false
        /// The code with which its sender gave it up.
        fileprivate(set) var reset: UInt64?
        fileprivate var reassembly = StreamReassembly()
        fileprivate var arrival: PacketMoment?
        fileprivate var end: Int64?
    }

    private(set) var streams: [UInt64: Ends<Half>] = [:]
    private(set) var heldBytes = 0

    /// Bytes of all streams, each once.
    private var bytes = Ends(both: 0)

    func bytes(fromInitiator: Bool) -> Int { bytes[isInitiator: fromInitiator] }

    mutating func flip() {
        bytes.swapEnds()
        for id in streams.keys { streams[id]!.swapEnds() }
    }

    /// Takes the bytes of a STREAM frame.
    mutating func add(
        _ data: Span<UInt8>, at offset: UInt64, isEnd: Bool, of id: UInt64, fromInitiator: Bool, moment: PacketMoment,
        into passages: inout [OpenedPassage]
    ) {
        guard has(id), let start = Int64(exactly: offset), start <= Int64.max >> 2 else { return }
        var half = streams[id, default: Ends(both: Half())][isInitiator: fromInitiator]
        let before = half.reassembly.heldBytes
        bytes[isInitiator: fromInitiator] &+= Int(half.coverage.insert(start..<start + Int64(data.count)))
        if isEnd { (half.isEnded, half.end) = (true, start + Int64(data.count)) }
        var pieces: [OpenedPassage] = []
        switch half.reassembly.offer(data, at: start, length: data.count, moment: moment) {
        case .deliver(let first):
            pieces.append(half.passage(data.copied(first..<data.count), fromInitiator, moment))
            half.drain(fromInitiator, force: false, into: &pieces)
        case .held: half.drain(fromInitiator, force: false, into: &pieces)
        case .repeated: break
        }
        heldBytes &+= half.reassembly.heldBytes &- before
        if !pieces.isEmpty, let end = half.end, half.reassembly.delivered >= end {
            pieces.append(Self.end(fromInitiator, moment))
        }
        streams[id]![isInitiator: fromInitiator] = half
        pass(pieces, of: id, into: &passages)
    }

    private static func end(_ fromInitiator: Bool, _ moment: PacketMoment) -> OpenedPassage {
        OpenedPassage(fromInitiator: fromInitiator, content: .end, sent: moment, arrived: moment)
    }

    private func pass(_ pieces: [OpenedPassage], of id: UInt64, into passages: inout [OpenedPassage]) {
        for var piece in pieces {
            piece.stream = id
            passages.append(piece)
        }
    }

    /// Takes note of a RESET_STREAM frame: what is missing will not come.
    mutating func reset(
        _ id: UInt64, code: UInt64, fromInitiator: Bool, moment: PacketMoment, into passages: inout [OpenedPassage]
    ) {
        guard has(id) else { return }
        streams[id, default: Ends(both: Half())][isInitiator: fromInitiator].reset = code
        pass([Self.end(fromInitiator, moment)], of: id, into: &passages)
    }

    private mutating func has(_ id: UInt64) -> Bool {
        if streams[id] != nil { return true }
        guard streams.count < Self.maximumStreams else { return false }
        streams[id] = Ends(both: Half())
        return true
    }

    /// Gives up what waits behind holes: of these streams nothing more is read.
    mutating func evict() {
        for id in streams.keys {
            for fromInitiator in [true, false] where streams[id]![isInitiator: fromInitiator].reassembly.isWaiting {
                streams[id]![isInitiator: fromInitiator].reassembly.finish()
            }
        }
        heldBytes = 0
    }

    /// Nothing more comes: passes on what waits behind holes.
    mutating func finish(into passages: inout [OpenedPassage]) {
        for id in streams.keys.sorted() {
            for fromInitiator in [true, false] {
                var pieces: [OpenedPassage] = []
                streams[id]![isInitiator: fromInitiator].drain(fromInitiator, force: true, into: &pieces)
                pass(pieces, of: id, into: &passages)
            }
        }
        heldBytes = 0
    }
}

extension QUICStreams.Half {
    fileprivate mutating func passage(
        _ bytes: [UInt8], _ fromInitiator: Bool, _ moment: PacketMoment
    ) -> OpenedPassage {
        if let arrival, arrival.frame > moment.frame {
            return OpenedPassage(fromInitiator: fromInitiator, content: .bytes(bytes), sent: moment, arrived: arrival)
        }
        arrival = moment
        return OpenedPassage(fromInitiator: fromInitiator, content: .bytes(bytes), sent: moment, arrived: moment)
    }

    fileprivate mutating func drain(_ fromInitiator: Bool, force: Bool, into pieces: inout [OpenedPassage]) {
        while let (segment, missing, start) = reassembly.next(acknowledged: 0, force: force) {
            if missing > 0 {
                pieces.append(
                    OpenedPassage(
                        fromInitiator: fromInitiator, content: .missing(missing), sent: segment.moment,
                        arrived: segment.moment))
            }
            pieces.append(
                passage(Array(segment.bytes[min(start, segment.bytes.count)...]), fromInitiator, segment.moment))
        }
    }
}
