import PacketCapture
import TraceModel

/// The bytes of one session, of a sealed one that was opened those inside, handed over in order by reading the captures once more:
/// retransmissions once, early packets in their place, what is missing as a gap. They come from the reassembly that the analysis
/// uses, so memory does not grow with the stream.
///
/// ```swift
/// let stream = try await TraceAnalyzer().stream(of: 4, in: [CaptureOverview(path: "trace.pcap")])
/// try stream.forEach { chunk in
///     if case .bytes(let bytes) = chunk.content { print(chunk.offset, bytes.count) }
///     return true
/// }
/// ```
public struct SessionStream: Sendable {
    /// The report on the captures as a whole.
    public let report: TraceReport
    /// Nil if the report has no session of that number.
    public let session: Session?
    private let flow: FollowedFlows?
    private let initiatorIsFirst: Bool
    private let reading: SecondReading
    private let axis: TimeAxis

    init(
        of number: Int, _ report: TraceReport, _ connections: [Connection], _ reading: SecondReading, _ axis: TimeAxis
    ) {
        self.report = report
        self.reading = reading
        self.axis = axis
        guard let index = report.sessions.firstIndex(where: { $0.id == number }) else {
            (session, flow, initiatorIsFirst) = (nil, nil, true)
            return
        }
        session = report.sessions[index]
        let (key, firstFrame) = (connections[index].key, connections[index].firstFrame)
        flow = FollowedFlows(
            key, after: connections.count { $0.key == key && $0.firstFrame < firstFrame },
            followsOpened: (session?.tls?.keys ?? .none) != .none)
        initiatorIsFirst = connections[index].initiatorIsFirst
    }

    /// Hands over all pieces. Those of one direction come in the order of its stream, those of both as packets completed them, and
    /// so do those of the streams of QUIC, each of which has an order of its own.
    ///
    /// - Parameter take: Says whether it wants more.
    /// - Throws: `CaptureFilterError`; `CaptureError` where a file that could be read for the report cannot be read to its end again,
    ///   after the pieces before that; and what `take` throws.
    public func forEach(_ take: (StreamChunk) throws -> Bool) throws {
        guard let session, let flow else { return }
        var worker = reading.worker()
        worker.tracker.followed = flow
        var origins = FollowedOrigins()
        try reading.run(&worker, known: report.capture.files) { worker in
            for event in worker.tracker.followed?.takeEvents() ?? [] {
                guard case .piece(let number, let fromFirst, let piece) = event else { continue }
                let content: StreamChunk.Content =
                    switch piece.content {
                    case .bytes(let bytes): .bytes(bytes)
                    case .missing(let count): .missing(Int(count))
                    }
                let chunk = StreamChunk(
                    session: session.id, time: axis.seconds(piece.moment.time), frame: piece.moment.frame,
                    direction: fromFirst == initiatorIsFirst ? .forward : .backward,
                    offset: origins.offset(of: piece, number: number, fromFirst: fromFirst),
                    stream: piece.stream.map(Int.init), isDatagram: piece.isDatagram, content: content)
                guard try take(chunk) else { return false }
            }
            return true
        }
    }
}

extension TraceAnalyzer {
    /// Analyzes captures as one, and prepares for handing over the bytes of a session.
    ///
    /// - Parameters:
    ///   - number: The session's number in the report.
    ///   - files: In any order, at least one; they are read twice.
    /// - Throws: As ``analyze(merging:)``.
    public func stream(of number: Int, in files: [CaptureOverview]) async throws -> SessionStream {
        let found = try await examine(merging: files)
        return SessionStream(
            of: number, found.report, found.connections, SecondReading(files, self), found.axis)
    }
}
