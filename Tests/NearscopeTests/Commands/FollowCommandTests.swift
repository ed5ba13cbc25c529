import Foundation
import Testing

@Suite struct FollowCommandTests {
    private struct Chunk: Decodable {
        var session: Int
        var time: Double
        var frame: Int
        var direction: String
        var offset: Int
        var bytes: Int
        var missing: Bool
        var text: String?
        var hex: String?
        var stream: Int?
        var datagram: Bool
    }

    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    /// The session of the two apps; the others are multicast DNS.
    private func session() throws -> String {
        let rows = try BuiltTool.run("sessions", capture, "--format", "ndjson").text.split(separator: "\n")
        let row = try #require(rows.first { $0.contains("\"transport\":\"tcp\"") })
        struct Row: Decodable { var id: Int }
        return "\(try JSONDecoder().decode(Row.self, from: Data(row.utf8)).id)"
    }

    private func chunks(_ path: String, _ session: String, _ arguments: String...) throws -> [Chunk] {
        let outcome = try BuiltTool.run(
            arguments: ["follow", path, "--session", session, "--format", "ndjson"] + arguments)
        return try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(Chunk.self, from: Data($0.utf8))
        }
    }

    @Test func rawHasTheBytesOfEachDirectionAndNothingElse() throws {
        let session = try session()
        for direction in ["forward", "backward"] {
            let raw = try BuiltTool.run(
                "follow", capture, "--session", session, "--as", "raw", "--direction", direction)
            #expect(raw.status == 0 && raw.errors.isEmpty)
            let chunks = try chunks(capture, session, "--as", "hex", "--direction", direction)
            #expect(chunks.allSatisfy { $0.direction == direction && !$0.missing })
            #expect(chunks.compactMap(\.hex).joined() == raw.output.map { String(format: "%02x", $0) }.joined())
            // Each piece begins where the one before ended.
            #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.offset + $0.bytes == $1.offset })
            // Whole frames: their lengths lead from one to the next and to the end.
            var position = 0
            while position + 4 <= raw.output.count {
                position += 4 + raw.output[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            #expect(position == raw.output.count && position > 0)
        }
    }

    @Test func textShowsTurnsAndWhatTheyBegan() throws {
        let session = try session()
        let outcome = try BuiltTool.run("follow", capture, "--session", "#" + session)
        #expect(outcome.status == 0)
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("#\(session) TCP Alice → Bruno's iPhone, mesh"))
        #expect(lines.contains { $0.hasPrefix("→ ") } && lines.contains { $0.hasPrefix("← ") })
        #expect(outcome.text.contains("\\x00\\x00\\x00") && outcome.text.contains("\"identification\""))
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test func pagesAddUpToTheWhole() throws {
        let session = try session()
        let whole = try BuiltTool.run("follow", capture, "--session", session, "--as", "raw").output
        var pages = Data()
        for skipped in stride(from: 0, to: whole.count, by: 1000) {
            let page = try BuiltTool.run(
                "follow", capture, "--session", session, "--as", "raw", "--limit", "1000", "--skip", "\(skipped)")
            #expect(page.errors.contains("--skip \(skipped + 1000)") == (skipped + 1000 < whole.count))
            pages += page.output
        }
        #expect(pages == whole)
    }

    @Test func datagramsAreReadOneByOne() throws {
        let path = BuiltTool.fixture("transfer/wa-stream-loss-reorder.viewer.pcapng")
        let rows = try BuiltTool.run("sessions", path, "--application", "network-event", "--format", "ndjson").text
        struct Row: Decodable { var id: Int }
        let row = try #require(rows.split(separator: "\n").first)
        let session = "\(try JSONDecoder().decode(Row.self, from: Data(row.utf8)).id)"
        let chunks = try chunks(path, session)
        #expect(chunks.count > 10)
        #expect(chunks.allSatisfy { $0.text?.hasPrefix("{") == true && $0.text?.hasSuffix("}") == true })
        #expect(Set(chunks.map(\.frame)).count == chunks.count)
        #expect(chunks.allSatisfy { $0.datagram && $0.stream == nil })
    }

    private let streams = [
        BuiltTool.fixture("sealed/quic-streams.nils.pcap"), "--session", "3", "--key-log",
        BuiltTool.fixture("sealed/quic-streams.keys.log"),
    ]

    @Test func everyStreamIsNamedAndOneCanBeChosen() throws {
        let chunks = try chunks(streams[0], "3", "--key-log", streams[4], "--as", "hex")
        #expect(Set(chunks.map(\.stream)) == [0, 2, 3, 4, 7, 8, 12] && chunks.allSatisfy { !$0.datagram })
        let text = try BuiltTool.run(arguments: ["follow"] + streams).text
        #expect(text.contains("  stream 2\n") && text.contains("  stream 7\n"))
        let raw = try BuiltTool.run(
            arguments: ["follow"] + streams + ["--as", "raw", "--stream", "4", "--direction", "forward"])
        #expect(raw.status == 0 && raw.output.count == 3000)
        #expect(
            raw.output.map { String(format: "%02x", $0) }.joined()
                == chunks.filter { $0.stream == 4 && $0.direction == "forward" }.compactMap(\.hex).joined())
    }

    @Test func bytesOfSeveralStreamsAreNotMixed() throws {
        let mixed = try BuiltTool.run(arguments: ["follow"] + streams + ["--as", "raw"])
        #expect(mixed.status == 64 && mixed.output.isEmpty)
        #expect(mixed.errors.contains("session 3 has streams 0, 2, 3, 4, 7, 8, 12, whose bytes have no order"))
        #expect(mixed.errors.contains("--stream 0"))
        let absent = try BuiltTool.run(arguments: ["follow"] + streams + ["--stream", "5"])
        #expect(absent.status == 64 && absent.errors.contains("session 3 has no stream 5; there are streams 0, 2,"))
        let datagrams = try BuiltTool.run(arguments: ["follow"] + streams + ["--stream", "datagrams"])
        #expect(datagrams.status == 64 && datagrams.errors.contains("session 3 has no datagrams"))
        let other = try BuiltTool.run("follow", capture, "--session", try session(), "--stream", "0")
        #expect(other.status == 64 && other.errors.contains("only opened QUIC connections have any"))
        let wrong = try BuiltTool.run("follow", capture, "--session", "1", "--stream", "-1")
        #expect(wrong.status == 64 && wrong.errors.contains("neither the ID of a stream"))
    }

    @Test func aSessionInsideAWDLIsFollowed() throws {
        let path = BuiltTool.fixture("wireless/owl-mixed-sequences.pcap")
        let rows = try BuiltTool.run("sessions", path, "--transport", "tcp", "--format", "ndjson").text
        struct Row: Decodable { var id: Int }
        let row = try #require(rows.split(separator: "\n").first)
        let session = "\(try JSONDecoder().decode(Row.self, from: Data(row.utf8)).id)"
        #expect(try !chunks(path, session).isEmpty)
    }

    @Test func whatCannotBeFollowedIsSaid() throws {
        let missing = try BuiltTool.run("follow", capture, "--session", "99")
        #expect(missing.status == 64 && missing.errors.contains("there is no session 99; the sessions are 1 to "))
        let pipe = try BuiltTool.run("follow", "-", "--session", "1", input: capture)
        #expect(pipe.status == 64 && pipe.output.isEmpty)
        #expect(pipe.errors.contains("follow reads its input twice, which standard input does not allow"))
        #expect(pipe.errors.contains("save it to a file first"))
        let none = try BuiltTool.run("follow", capture)
        #expect(none.status == 64 && none.errors.contains("--session"))
        let both = try BuiltTool.run("follow", capture, "--session", "1", "--as", "raw", "--format", "json")
        #expect(both.status == 64 && both.errors.contains("--as raw writes bytes alone"))
        let several = try BuiltTool.run("follow", capture, capture, "--session", "1")
        #expect(several.status == 64 && several.errors.contains("only with --merge"))
    }
}
