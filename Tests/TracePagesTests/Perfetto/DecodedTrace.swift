import Testing
import TraceModel

@testable import TracePages

/// A trace as a reader of Perfetto's definitions sees it: numbers of fields are written here once more.
struct DecodedTrace {
    private(set) var tracks: [UInt64: Track] = [:]
    /// In the order of time, those of the same time as they are in the file.
    private(set) var events: [Event] = []
    private(set) var packets: [ProtobufFields] = []
    let bytes: [UInt8]

    struct Track {
        let name: String
        let parent: UInt64?
        let isMerged: Bool
        let isCounter: Bool
    }

    struct Event {
        let track: UInt64
        /// 1 begins a slice, 2 ends it, 3 is an instant, 4 the value of a counter.
        let type: UInt64
        let time: UInt64
        let name: String?
        let numbers: [String: Int]
        let texts: [String: String]
        /// Those that begin here or go through.
        let flows: [UInt64]
        var flow: UInt64? { flows.first }
        let endOfFlow: UInt64?
        let count: Double?
    }

    /// A slice with its beginning and its end.
    struct Slice: Equatable {
        let track: UInt64
        let name: String
        let begin: UInt64
        let end: UInt64
    }

    /// The trace of a report, and what is added to it.
    init(_ report: TraceReport, messages: [TraceMessage] = [], roundTrips: [RoundTrip] = []) throws {
        let output = Output()
        var trace = try PerfettoTrace(report) { output.chunks.append($0) }
        for message in messages { try trace.add(message) }
        for roundTrip in roundTrips { try trace.add(roundTrip) }
        try trace.finish()
        try self.init(bytes: Array(output.chunks.joined()))
    }

    init(bytes: [UInt8]) throws {
        self.bytes = bytes
        try read()
    }

    private final class Output { var chunks: [[UInt8]] = [] }

    private mutating func read() throws {
        packets = try ProtobufFields(bytes).messages(1)
        var names: [UInt64: String] = [:]
        for packet in packets {
            try #require(packet.numbers(10) == [1])
            for data in try packet.messages(12) {
                for entry in try data.messages(3) {
                    names[try #require(entry.numbers(1).first)] = try entry.texts(2)[0]
                }
            }
            for track in try packet.messages(60) {
                let uuid = try #require(track.numbers(1).first)
                try #require(tracks[uuid] == nil)
                tracks[uuid] = Track(
                    name: try track.texts(2)[0], parent: track.numbers(5).first, isMerged: track.numbers(15) == [1],
                    isCounter: !(try track.messages(8).isEmpty))
            }
            for event in try packet.messages(11) { try add(event, in: packet, names) }
        }
        events = events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
            \.element)
    }

    private mutating func add(_ event: ProtobufFields, in packet: ProtobufFields, _ names: [UInt64: String]) throws {
        var numbers: [String: Int] = [:]
        var texts: [String: String] = [:]
        for note in try event.messages(4) {
            let name = try #require(names[note.numbers(1)[0]])
            numbers[name] = note.numbers(4).first.map { Int(truncatingIfNeeded: $0) }
            texts[name] = try note.texts(6).first
        }
        let track = try #require(event.numbers(11).first)
        try #require(tracks[track] != nil)
        events.append(
            Event(
                track: track, type: try #require(event.numbers(9).first), time: try #require(packet.numbers(8).first),
                name: try event.texts(23).first, numbers: numbers, texts: texts, flows: event.numbers(47),
                endOfFlow: event.numbers(48).first,
                count: event.numbers(44).first.map { Double(bitPattern: $0) }
                    ?? event.numbers(30).first.map { Double(Int64(bitPattern: $0)) }))
    }

    /// The slices of all tracks, each end that of the one that began last on its track.
    func slices() throws -> [Slice] {
        var open: [UInt64: [Event]] = [:]
        var slices: [Slice] = []
        for event in events where event.type == 1 || event.type == 2 {
            if event.type == 1 {
                open[event.track, default: []].append(event)
            } else {
                let last = open[event.track]?.popLast()
                let begin = try #require(last)
                slices.append(
                    Slice(track: event.track, name: begin.name ?? "", begin: begin.time, end: event.time))
            }
        }
        #expect(open.values.allSatisfy { $0.isEmpty })
        return slices
    }

    /// The names of a track and of those above it, from the top.
    func path(of track: UInt64) -> [String] {
        guard let found = tracks[track] else { return [] }
        return (found.parent.map { path(of: $0) } ?? []) + [found.name]
    }

    func tracks(named name: String) -> [UInt64] { tracks.filter { $0.value.name == name }.keys.sorted() }

    /// The names of the tracks below one.
    func names(below track: UInt64) -> [String] {
        tracks.filter { $0.value.parent == track }.sorted { $0.key < $1.key }.map(\.value.name)
    }
}
