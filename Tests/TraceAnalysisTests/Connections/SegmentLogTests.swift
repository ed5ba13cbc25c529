import Foundation
import PacketCapture
import PacketDissection
import TestSupport
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

private typealias Trace = SyntheticTrace

@Suite struct SegmentLogTests {
    private let folder: CaptureFolder

    init() throws { folder = try CaptureFolder() }

    /// The segments of these sessions, and the report; nil for those of all sessions.
    private func listed(_ file: CaptureOverview, of sessions: Set<Int>? = nil) async throws -> (
        report: TraceReport, segments: [StreamSegment]
    ) {
        let trace = try await TraceAnalyzer().messages(merging: [file])
        var segments: [StreamSegment] = []
        try trace.forEach(
            segmentsOf: sessions ?? Set(trace.report.sessions.map(\.id)), segment: { segments.append($0) }
        ) { _ in true }
        return (trace.report, segments)
    }

    private func segments(_ body: (inout SyntheticCapture) throws -> Void) async throws -> [StreamSegment] {
        try await listed(folder.add(try Trace.capture(body).bytes, as: "trace.pcap")).segments
    }

    private static let fixtures = [
        "mesh-endings.hub.pcap", "mesh2-basic.alice.pcap", "mesh2-reconnect-same-port.nora.pcap",
        "mesh4-tiebreak-bug.kofi.pcap", "transfer/txt-tcp-underground-1000x128.phone.pcap",
        "transfer/txt-tcp-underground-1000x128.tablet.pcap",
    ]

    @Test(arguments: fixtures) func whatIsMarkedIsWhatTheReportCounts(fixture: String) async throws {
        let (report, segments) = try await listed(CaptureOverview(path: Fixture.url(fixture).path))
        var compared = 0
        for session in report.sessions where session.transport == .tcp {
            for (direction, figures) in [
                (TraceMessage.Direction.forward, session.forward), (.backward, session.backward),
            ] {
                let own = segments.filter { $0.session == session.id && $0.direction == direction }
                guard !own.isEmpty else { continue }
                #expect(own.count == figures.packets)
                #expect(own.count { $0.isRetransmission } == figures.retransmittedPackets)
                #expect(own.count { $0.isOutOfOrder } == figures.outOfOrderPackets)
                #expect(own.map(\.frame) == own.map(\.frame).sorted())
                var seen = Set<Int64>()
                for segment in own { seen.formUnion(segment.offset..<segment.offset + Int64(segment.length)) }
                #expect(seen.count == figures.payloadBytes)
                compared += 1
            }
        }
        #expect(compared >= 2)
    }

    @Test func theTransferHasRetransmissionsBothWaysAndSegmentsOutOfOrder() async throws {
        let (_, segments) = try await listed(
            CaptureOverview(path: Fixture.url("transfer/txt-tcp-underground-1000x128.tablet.pcap").path))
        let repeated = segments.filter(\.isRetransmission)
        #expect(repeated.count { $0.direction == .forward } == 8 && repeated.count { $0.direction == .backward } == 12)
        #expect(segments.count { $0.isOutOfOrder } == 2)
    }

    @Test func onlyTheWantedSessionsAreListed() async throws {
        let file = try CaptureOverview(path: Fixture.url("mesh2-reconnect-same-port.nora.pcap").path)
        let (report, all) = try await listed(file)
        let tcp = report.sessions.filter { $0.transport == .tcp }.map(\.id)
        #expect(tcp.count > 1 && Set(all.map(\.session)) == Set(tcp))
        for session in tcp {
            let alone = try await listed(file, of: [session]).segments
            #expect(alone == all.filter { $0.session == session })
        }
        #expect(try await listed(file, of: [999, 0, -1]).segments.isEmpty)
    }

    @Test func askingForSegmentsChangesNoMessage() async throws {
        let trace = try await TraceAnalyzer().messages(
            merging: [CaptureOverview(path: Fixture.url("mesh2-basic.alice.pcap").path)])
        var (plain, beside): ([TraceMessage], [TraceMessage]) = ([], [])
        try trace.forEach {
            plain.append($0)
            return true
        }
        try trace.forEach(segmentsOf: Set(1...99)) {
            beside.append($0)
            return true
        }
        #expect(plain == beside && plain.count == 93)
    }

    @Test func offsetsCountFromTheByteAfterTheSYN() async throws {
        let segments = try await segments { capture in
            var connection = Trace.connection(initialSequence: .max - 2)
            try connection.open(at: 0, in: &capture)
            // Sequence numbers wrap.
            try connection.send([1, 2, 3, 4], from: .initiator, at: Trace.second, in: &capture)
            connection.skip(3, from: .initiator)
            try connection.send([5], from: .initiator, at: 2 * Trace.second, in: &capture)
            try connection.acknowledge(from: .responder, at: 3 * Trace.second, in: &capture)
            try connection.close(at: 4 * Trace.second, in: &capture)
        }
        #expect(segments.map(\.offset) == [0, 0, 0, 0, 7, 0, 8, 0, 9])
        #expect(segments.map(\.length) == [0, 0, 0, 4, 1, 0, 0, 0, 0])
        #expect(segments.map(\.acknowledged) == [nil, 0, 0, 0, 0, 8, 0, 9, 1])
        #expect(segments.map(\.opens) == [true, true] + [Bool](repeating: false, count: 7))
        #expect(segments.map(\.finishes) == [Bool](repeating: false, count: 6) + [true, true, false])
        #expect(segments.map(\.time) == [0, 0.001, 0.002, 1, 2, 3, 4, 4.001, 4.002])
        #expect(
            segments.map(\.direction.rawValue).map { $0.prefix(1) } == ["f", "b", "f", "f", "f", "b", "f", "b", "f"])
    }

    /// Anna's and Bert's SYNs with these scales, an acknowledgment of each with a window of 100, and one with none.
    private func windows(anna: UInt8?, bert: UInt8?) async throws -> [Int?] {
        try await segments { capture in
            func segment(_ flags: TCPFlags, fromAnna: Bool, _ window: UInt16, scale: UInt8? = nil) throws {
                let header = TCPHeader(
                    sourcePort: fromAnna ? 50000 : 7000, destinationPort: fromAnna ? 7000 : 50000,
                    sequenceNumber: flags.contains(.syn) ? 10 : 11,
                    acknowledgmentNumber: flags.contains(.ack) ? 11 : 0, flags: flags, window: window,
                    options: scale.map { [.windowScale($0), .noOperation] } ?? [])
                let (one, other) = fromAnna ? (Trace.anna, Trace.bert) : (Trace.bert, Trace.anna)
                try capture.append(header, payload: [], from: one, to: other, at: Int64(capture.frames) * Trace.second)
            }
            try segment([.syn], fromAnna: true, 1000, scale: anna)
            try segment([.syn, .ack], fromAnna: false, 2000, scale: bert)
            try segment([.ack], fromAnna: true, 100)
            try segment([.ack], fromAnna: false, 100)
            try segment([.ack], fromAnna: false, 0)
            try segment([.rst], fromAnna: false, 300)
        }.map(\.window)
    }

    @Test func windowsAreScaledIfBothSYNsOfferIt() async throws {
        #expect(try await windows(anna: 7, bert: 2) == [1000, 2000, 12_800, 400, 0, nil])
        #expect(try await windows(anna: 7, bert: nil) == [1000, 2000, 100, 100, 0, nil])
        #expect(try await windows(anna: nil, bert: 2) == [1000, 2000, 100, 100, 0, nil])
        // More than RFC 7323 allows.
        #expect(try await windows(anna: 255, bert: 0) == [1000, 2000, 100 << 14, 100, 0, nil])
    }

    @Test func withoutTheSYNsByteZeroIsTheFirstOneAndWindowsAreUnknown() async throws {
        let segments = try await segments { capture in
            var connection = Trace.connection()
            connection.skip(1000, from: .initiator)
            let early = connection
            connection.skip(2, from: .initiator)
            try connection.send([3], from: .initiator, at: 0, in: &capture)
            try early.segment([.ack], [1, 2], from: .initiator, at: Trace.second, in: &capture)
            try connection.acknowledge(from: .responder, at: 2 * Trace.second, in: &capture)
        }
        #expect(segments.map(\.offset) == [0, -2, 0])
        #expect(segments.map(\.isOutOfOrder) == [false, true, false])
        // Nothing of the responder's was there before.
        #expect(segments.map(\.acknowledged) == [nil, nil, 1])
        #expect(segments.map(\.window) == [nil, nil, nil])
    }

    @Test func theSYNMayComeAfterBytesOfItsStream() async throws {
        let segments = try await segments { capture in
            var connection = Trace.connection()
            let opening = connection
            connection.skip(1, from: .initiator)
            connection.skip(5, from: .initiator)
            try connection.send([6], from: .initiator, at: 1000, in: &capture)
            try opening.segment([.syn], [], from: .initiator, at: 0, in: &capture)
            try connection.send([7], from: .initiator, at: 2000, in: &capture)
        }
        #expect(segments.map(\.offset) == [5, 0, 6])
    }

    @Test func theContentOfAResetAndTheByteOfAKeepAliveAreNotNew() async throws {
        let segments = try await segments { capture in
            var connection = Trace.connection()
            let before = connection
            try connection.open(at: 0, in: &capture)
            // The number of the SYN once more.
            try before.segment([.ack], [0], from: .initiator, at: Trace.second, in: &capture)
            try connection.send([1], from: .initiator, at: 2 * Trace.second, in: &capture)
            try connection.segment(
                [.rst, .ack], Array("why".utf8), from: .responder, at: 3 * Trace.second, in: &capture)
        }
        #expect(segments.dropFirst(3).map(\.length) == [0, 1, 0])
        #expect(segments.dropFirst(3).map(\.offset) == [0, 0, 0])
        #expect(segments.map(\.resets) == [false, false, false, false, false, true])
    }

    /// Where a capture has each packet twice, the report has no figure of retransmissions.
    @Test func whatTheReportWithdrawsIsNotMarked() async throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            for number in 1...20 {
                let time = Int64(number) * Trace.second
                try connection.segment([.psh, .ack], [1, 2], from: .initiator, at: time, in: &capture)
                try connection.send([1, 2], from: .initiator, at: time + 1000, in: &capture)
            }
        }
        let (report, segments) = try await listed(folder.add(capture.bytes, as: "trace.pcap"))
        #expect(report.sessions[0].forward.retransmittedPackets == nil)
        #expect(segments.count == 43 && !segments.contains { $0.isRetransmission })
    }

    private static let tshark = (ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? [])
        .map { "\($0)/tshark" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: tshark != nil, "tshark is not installed"), arguments: fixtures)
    func offsetsAndWindowsAreThoseOfTshark(fixture: String) async throws {
        let path = Fixture.url(fixture).path
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.tshark))
        let fields = [
            "frame.number", "tcp.seq", "tcp.len", "tcp.ack", "tcp.window_size", "tcp.window_size_scalefactor",
        ]
        process.arguments = ["-r", path, "-Y", "tcp && !icmp", "-T", "fields"] + fields.flatMap { ["-e", $0] }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        var theirs: [Int: [Int]] = [:]
        for line in text.split(separator: "\n") {
            let values = line.split(separator: "\t", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            theirs[values[0]] = values
        }
        let (_, segments) = try await listed(CaptureOverview(path: path))
        #expect(segments.count > 20)
        for segment in segments {
            let values = try #require(theirs[segment.frame])
            // The SYN has a number of its own there.
            #expect(segment.offset == (segment.opens ? values[1] : values[1] - 1), "frame \(segment.frame)")
            #expect(segment.length == values[2], "frame \(segment.frame)")
            if let acknowledged = segment.acknowledged {
                #expect(acknowledged == values[3] - 1, "frame \(segment.frame)")
            }
            if let window = segment.window, values[5] != -1 { #expect(window == values[4], "frame \(segment.frame)") }
        }
    }
}
