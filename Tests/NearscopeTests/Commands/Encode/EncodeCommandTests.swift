import DNSWire
import Foundation
import PacketCapture
import Testing
import TraceReports
import WireCoding

@Suite struct EncodeCommandTests {
    @Test func aShortTextMakesAQuery() throws {
        let outcome = try BuiltTool.run(
            "encode", "dns", #"{"questions": [{"name": "_http._tcp.local.", "type": "PTR"}]}"#)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text == "000000000001000000000000055f68747470045f746370056c6f63616c00000c0001\n")
    }

    @Test func compressionIsChosen() throws {
        let text = """
            {"answers": [{"name": "x.local", "type": "SRV", "port": 1, "target": "a.local"},
                         {"name": "x.local", "type": "CNAME", "target": "x.local"}]}
            """
        let lengths = try ["none", "unicast", "multicast"].map {
            try BuiltTool.run("encode", "dns", text, "--compression", $0).text.count / 2
        }
        #expect(lengths == [12 + 34 + 28, 12 + 34 + 14, 12 + 29 + 14])
    }

    /// The mDNS layers of a capture as `frames` shows them.
    private func layers(_ capture: String) throws -> [Any] {
        let frames = try BuiltTool.run("frames", BuiltTool.fixture(capture), "--format", "ndjson")
        return try frames.text.split(separator: "\n").flatMap { line -> [Any] in
            let frame = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard frame["malformed"] is NSNull else { return [] }
            let layers = frame["layers"] as? [[String: Any]] ?? []
            return layers.filter { $0["protocol"] as? String == "mdns" }.compactMap { $0["fields"] }
        }
    }

    @Test(
        arguments: [
            "bonjour/apple-basic-lifecycle.pcap", "bonjour/txt-updates-apple.pcap", "bonjour/queries-ka-qu-legacy.pcap",
            "bonjour/utf8-and-escape-names-apple.pcap", "bonjour/utf8-and-long-names-avahi.pcap",
        ])
    func whatFramesShowsIsDecodedAgain(capture: String) throws {
        let folder = try TemporaryFolder()
        let fields = try layers(capture)
        #expect(fields.count > 5)
        let file = try folder.write([UInt8](JSONSerialization.data(withJSONObject: fields)), to: "fields.json")
        let stream = folder.file("stream.hex").path
        #expect(try BuiltTool.run("encode", "dns", "--tcp", "--file", file, output: stream).status == 0)
        let decoded = try BuiltTool.run("decode", "dns", "--tcp", "--format", "json", "-", input: stream)
        #expect(decoded.status == 0)
        let again = try #require(try JSONSerialization.jsonObject(with: decoded.output) as? NSArray)
        #expect(again == fields as NSArray)
    }

    @Test func capturesHoldTheMessages() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "messages.pcap").path
        let text = #"[{"questions": [{"name": "a.local", "type": "A"}]}, {"identifier": 7}]"#
        let outcome = try BuiltTool.run("encode", "dns", text, "--pcap", path)
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        let frames = try BuiltTool.run("frames", path, "--format", "ndjson").text.split(separator: "\n")
        #expect(frames.count == 2)
        #expect(frames.allSatisfy { $0.contains(#""protocol":"mdns""#) && $0.contains(#""malformed":null"#) })
        #expect(frames[1].contains(#""identifier":7"#))
        #expect(
            try BuiltTool.run("encode", "dns", text, "--compression", "unicast", "--pcap", path, "--force").status == 0)
        #expect(try BuiltTool.run("frames", path, "--format", "ndjson").text.contains(#""protocol":"dns""#))
    }

    @Test func errorsSayWhereInTheText() throws {
        let outcome = try BuiltTool.run("encode", "dns", #"{"answers": [{"name": "a", "type": "A", "address": "b"}]}"#)
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.errors == "nearscope: argument: answers[0].address is not an IPv4 address\n")
    }

    @Test func statusTellsWhatWasWrong() throws {
        #expect(try BuiltTool.run("encode", "dns").status == 64)
        #expect(try BuiltTool.run("encode", "dns", "{}", "--tcp", "--pcap", "x").status == 64)
        #expect(try BuiltTool.run("encode", "dns", "nonsense").status == 65)
        #expect(try BuiltTool.run("encode", "dns", "--file", "/nonexistent/file").status == 66)
        #expect(try BuiltTool.run("encode", "dns", "{}", "--pcap", "/nonexistent/file").status == 74)
        #expect(try BuiltTool.run("encode", "dns", "--help").text.contains("EXAMPLES"))
    }

    /// Found by fuzzing: Foundation's decoder alone traps on such a text.
    @Test(arguments: ["dns", "mesh", "event", "awdl", "nan", "radiotap", "80211"])
    func depthOneBeyondTheLimitIsNoMessage(_ kind: String) throws {
        #expect(try BuiltTool.run("encode", kind, String(repeating: "[", count: 513)).status == 65)
    }
}
