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
        fileprivate var hasPassedEnd = false
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
        _ data: ArraySlice<UInt8>, at offset: UInt64, isEnd: Bool, of id: UInt64, fromInitiator: Bool,
        moment: PacketMoment, into passages: inout [OpenedPassage]
    ) {
        guard let start = Int64(exactly: offset), start <= Int64.max >> 2, let place = place(of: id) else { return }
        let change = streams.values[place].change(isInitiator: fromInitiator) { half in
            half.add(
                data, at: start, isEnd: isEnd, of: StreamOrigin(stream: id, fromInitiator: fromInitiator),
                moment: moment, into: &passages)
        }
        bytes.change(isInitiator: fromInitiator) { $0 &+= change.new }
        heldBytes &+= change.held
    }

    /// Takes note of a RESET_STREAM frame: what is missing will not come.
    mutating func reset(
        _ id: UInt64, code: UInt64, fromInitiator: Bool, moment: PacketMoment, into passages: inout [OpenedPassage]
    ) {
        guard let place = place(of: id) else { return }
        streams.values[place][isInitiator: fromInitiator].reset = code
        passages.append(StreamOrigin(stream: id, fromInitiator: fromInitiator).passage(.cut, moment, moment))
    }

    /// Where a stream is, to be changed in place; nil if there are too many.
    private mutating func place(of id: UInt64) -> Dictionary<UInt64, Ends<Half>>.Index? {
        if let place = streams.index(forKey: id) { return place }
        guard streams.count < Self.maximumStreams else { return nil }
        streams[id] = Ends(both: Half())
        return streams.index(forKey: id)
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
                streams[id]![isInitiator: fromInitiator].drain(
                    StreamOrigin(stream: id, fromInitiator: fromInitiator), force: true, into: &passages)
            }
        }
        heldBytes = 0
    }
}

/// Where passages come from.
private struct StreamOrigin {
    let stream: UInt64
    let fromInitiator: Bool

    func passage(
        _ content: OpenedPassage.Content, _ sent: PacketMoment, _ arrived: PacketMoment
    ) -> OpenedPassage {
        OpenedPassage(fromInitiator: fromInitiator, stream: stream, content: content, sent: sent, arrived: arrived)
    }
}

extension QUICStreams.Half {
    /// Takes the bytes of a STREAM frame.
    ///
    /// - Returns: How many of them are new, and how many more bytes are held than before.
    fileprivate mutating func add(
        _ data: ArraySlice<UInt8>, at start: Int64, isEnd: Bool, of origin: StreamOrigin, moment: PacketMoment,
        into passages: inout [OpenedPassage]
    ) -> (new: Int, held: Int) {
        let held = reassembly.heldBytes
        let new = Int(coverage.insert(start..<start + Int64(data.count)))
        if isEnd { (isEnded, end) = (true, start + Int64(data.count)) }
        switch reassembly.offer(data.span, at: start, length: data.count, moment: moment) {
        case .deliver(let first):
            pass(data.dropFirst(first), origin, moment, into: &passages)
            drain(origin, force: false, into: &passages)
        case .held: drain(origin, force: false, into: &passages)
        case .repeated: break
        }
        if !hasPassedEnd, let end, reassembly.delivered >= end {
            hasPassedEnd = true
            passages.append(origin.passage(.end, moment, arrival ?? moment))
        }
        return (new, reassembly.heldBytes &- held)
    }

    private mutating func pass(
        _ bytes: ArraySlice<UInt8>, _ origin: StreamOrigin, _ moment: PacketMoment, into passages: inout [OpenedPassage]
    ) {
        if arrival == nil || arrival!.frame <= moment.frame { arrival = moment }
        passages.append(origin.passage(.bytes(bytes), moment, arrival ?? moment))
    }

    fileprivate mutating func drain(_ origin: StreamOrigin, force: Bool, into passages: inout [OpenedPassage]) {
        while let (segment, missing, start) = reassembly.next(acknowledged: 0, force: force) {
            if missing > 0 { passages.append(origin.passage(.missing(missing), segment.moment, segment.moment)) }
            pass(segment.bytes.dropFirst(start), origin, segment.moment, into: &passages)
        }
    }
}
