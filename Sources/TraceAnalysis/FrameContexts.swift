import PacketCapture
import TraceModel

/// The sessions and messages that frames belong to.
///
/// The captures are read three times: for the frames' connections, for the report, and for the messages.
public struct FrameContexts: Sendable {
    /// Further messages in one packet are counted.
    public static let maximumMessages = 16

    /// The report on the captures as a whole.
    public let report: TraceReport
    private let contexts: [Int: [FrameContext]]

    /// The packets of sessions in a frame, in their order: most frames have one or none.
    public subscript(frame: Int) -> [FrameContext] { contexts[frame] ?? [] }

    fileprivate init(_ report: TraceReport, _ contexts: [FrameContext]) {
        self.report = report
        self.contexts = Dictionary(grouping: contexts, by: \.frame)
    }
}

/// What a packet in a frame is to a session.
public struct FrameContext: Sendable {
    /// The frame of the capture, from 1.
    public var frame: Int
    /// The ID of the session in the report.
    public var session: Int
    /// Nil for a packet that neither end sent.
    public var direction: TraceMessage.Direction?
    /// What the packet is to the session.
    public var part: Part
    /// The bytes of the direction's stream that it has, of TCP; nil without any.
    public var streamBytes: Range<Int>?
    /// Whether all of its bytes were in earlier frames.
    public var isRetransmission: Bool
    /// The messages of which it has a part, at most ``FrameContexts/maximumMessages``.
    public var messages: [NumberedMessage] = []
    /// Further messages in it.
    public var omittedMessages = 0

    /// What a packet is to its session.
    @nonexhaustive
    public enum Part: Sendable {
        /// A packet of the session itself, whole.
        case packet
        /// A piece of a datagram that came in fragments.
        case fragment
        /// An ICMP error about one of the session's packets.
        case deliveryError
    }

    /// A message, and its position among those of its session, from 1 on.
    public struct NumberedMessage: Sendable {
        /// The message's position among those of its session, from 1.
        public var number: Int
        /// The message as the report lists it.
        public var message: TraceMessage
    }

    /// Bytes of a length before a message.
    fileprivate static let maximumFraming = 4

    /// Whether a message has bytes in this packet.
    fileprivate func has(_ message: TraceMessage) -> Bool {
        guard message.direction == direction else { return false }
        guard let streamBytes, let start = message.streamOffset else {
            return streamBytes == nil && message.frame == frame
        }
        let framing = message.application == .mesh || message.application == .framed ? Self.maximumFraming : 0
        return streamBytes.overlaps(start..<start + message.bytes + framing)
    }

    fileprivate mutating func add(_ message: TraceMessage, number: Int) {
        if messages.count < FrameContexts.maximumMessages {
            messages.append(NumberedMessage(number: number, message: message))
        } else {
            omittedMessages += 1
        }
    }
}

extension TraceAnalyzer {
    /// Finds the sessions and messages of frames.
    ///
    /// - Parameters:
    ///   - frames: The numbers of the frames.
    ///   - files: In any order, at least one.
    /// - Throws: As ``analyze(merging:)``, and `CaptureError` where a file changes between two readings.
    public func contexts(of frames: [ClosedRange<Int>], in files: [CaptureOverview]) async throws -> FrameContexts {
        let reading = SecondReading(files, self)
        var worker = reading.worker(depth: .flows)
        worker.tracker.sightings = FrameSightings(of: frames)
        try reading.run(&worker, known: nil) { _ in true }
        let sightings = worker.tracker.sightings?.sightings ?? []
        let places = Self.places(of: sightings, in: worker.tracker.takeConnections())
        let found = try await examine(merging: files)
        var contexts = Self.contexts(places, found.connections, found.report)
        let talking = contexts.contains { context in
            let session = found.report.sessions[context.session - 1]
            return (session.forward.messages ?? 0) + (session.backward.messages ?? 0) > 0
        }
        if talking {
            let trace = MessageTrace(found.report, found.connections, files: files, analyzer: self, axis: found.axis)
            try Self.addMessages(of: trace, to: &contexts)
        }
        return FrameContexts(found.report, contexts)
    }

    /// A packet by the flow of its connection, and the number of earlier connections of that flow.
    private struct Place {
        var sighting: FrameSighting
        var key: FlowKey
        var ordinal: Int
    }

    private static func places(of sightings: [FrameSighting], in connections: [Connection]) -> [Place] {
        let wanted = Set(sightings.map { connections[$0.connection].key })
        var (ordinals, counts) = ([Int: Int](), [FlowKey: Int]())
        for (number, key) in connections.lazy.map(\.key).enumerated() where wanted.contains(key) {
            ordinals[number] = counts[key, default: 0]
            counts[key, default: 0] += 1
        }
        return sightings.map {
            Place(sighting: $0, key: connections[$0.connection].key, ordinal: ordinals[$0.connection] ?? 0)
        }
    }

    private static func contexts(
        _ places: [Place], _ connections: [Connection], _ report: TraceReport
    ) -> [FrameContext] {
        let wanted = Set(places.map(\.key))
        var indices: [FlowKey: [Int]] = [:]
        for index in connections.indices where wanted.contains(connections[index].key) {
            indices[connections[index].key, default: []].append(index)
        }
        for key in wanted { indices[key]?.sort { connections[$0].firstFrame < connections[$1].firstFrame } }
        return places.compactMap { place in
            guard let candidates = indices[place.key], place.ordinal < candidates.count else { return nil }
            let index = candidates[place.ordinal]
            let isInitiatorFirst = connections[index].initiatorIsFirst
            let part: FrameContext.Part =
                switch place.sighting.part {
                case .packet: .packet
                case .fragment: .fragment
                case .deliveryError: .deliveryError
                }
            return FrameContext(
                frame: place.sighting.frame, session: report.sessions[index].id,
                direction: place.sighting.fromFirst.map { $0 == isInitiatorFirst ? .forward : .backward }, part: part,
                streamBytes: place.sighting.bytes.map { Int($0.lowerBound)..<Int($0.upperBound) },
                isRetransmission: place.sighting.isRepeated)
        }
    }

    private static func addMessages(of trace: MessageTrace, to contexts: inout [FrameContext]) throws {
        let sessions = Dictionary(grouping: contexts.indices) { contexts[$0].session }
            .mapValues { SessionContexts($0, contexts) }
        var counts: [Int: Int] = [:]
        try trace.forEach { message in
            guard let session = sessions[message.session] else { return true }
            counts[message.session, default: 0] += 1
            for index in session.candidates(for: message) where contexts[index].has(message) {
                contexts[index].add(message, number: counts[message.session] ?? 0)
            }
            return true
        }
    }
}

/// The contexts of a session, found by the bytes or the frame of a message without a look at all of them.
private struct SessionContexts {
    /// Those with bytes of a stream, by the first of these.
    private var ofStream: [(first: Int, index: Int)] = []
    /// The most bytes that one of them has.
    private var longest = 0
    /// The others.
    private var ofFrame: [Int: [Int]] = [:]

    init(_ indices: [Int], _ contexts: [FrameContext]) {
        for index in indices {
            if let bytes = contexts[index].streamBytes {
                ofStream.append((bytes.lowerBound, index))
                longest = max(longest, bytes.count)
            } else {
                ofFrame[contexts[index].frame, default: []].append(index)
            }
        }
        ofStream.sort { ($0.first, $0.index) < ($1.first, $1.index) }
    }

    /// The indices of those in which a message may have bytes, in both directions.
    func candidates(for message: TraceMessage) -> [Int] {
        guard !ofStream.isEmpty, let start = message.streamOffset else { return ofFrame[message.frame] ?? [] }
        let end = start + message.bytes + FrameContext.maximumFraming
        var (low, high) = (0, ofStream.count)
        while low < high {
            let middle = (low + high) / 2
            if ofStream[middle].first > start - longest { high = middle } else { low = middle + 1 }
        }
        return ofStream[low...].prefix { $0.first < end }.map(\.index)
    }
}
