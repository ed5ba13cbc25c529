import Foundation
import Testing
import TraceAnalysis
import TraceModel
import TraceReports
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames
import WireText

@Suite struct WirelessCommandTests {
    /// Two nodes, one of them with a name that tries to steer the terminal.
    private static func capture(_ name: [UInt8] = Array("anna".utf8)) throws -> [UInt8] {
        var capture = SyntheticCapture.ofRadio
        let anna = LinkAddress(rawValue: 0x2A5C_110E_7D01)
        let bert = LinkAddress(rawValue: 0x6EB1_9042_3AC4)
        let slots: [UInt16] = [0x2C80, 0, 0x9580, 0x2C80]
        for (number, address) in [anna, bert].enumerated() {
            var node = AWDLNode(
                address: address,
                name: AWDLName(items: [.label(number == 0 ? name : Array("bert".utf8)), .code(.local)]),
                channelSequence: AWDLChannelSequence(
                    encoding: .operatingClass, slots: (0..<16).map { number == 0 ? 0x2C80 : slots[$0 % 4] }))
            node.election.masterAddress = anna
            node.election.parentAddress = anna
            node.election.distance = UInt32(number)
            node.services = [
                AWDLServiceResponse(
                    name: AWDLName(items: [.label(name), .code(AWDLNameCode(rawValue: 0xC007))]), data: .text([[]]))
            ]
            var writer = AWDLFrameWriter(source: address, channelFrequency: 5220)
            for turn in 0..<8 as Range<UInt64> {
                let time = turn * 65_536 + UInt64(number) * 100
                try capture.append(
                    writer.bytes(of: node.masterIndicationFrame(at: time), tsft: time),
                    at: 1_700_000_000_000_000_000 + Int64(time) * 1000)
            }
        }
        return capture.bytes
    }

    @Test func chartsTheSlotsOfEachNode() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.capture(), to: "room.pcap")
        let outcome = try BuiltTool.run("wireless", path)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text.contains(
                """
                Slots (65.5 ms each, 16 in 1.05 s; · absent)
                  in the time of anna
                                   0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
                  anna            44  44  44  44  44  44  44  44  44  44  44  44  44  44  44  44
                  bert            44   · 149  44  44   · 149  44  44   · 149  44  44   · 149  44
                """), "\(outcome.text)")
        #expect(outcome.text.contains("AWDL nodes (2)") && outcome.text.contains("anna – bert"))
        #expect(outcome.text.contains("8 of 16") && outcome.text.contains("bert follows master anna, distance 1"))
        #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func otherFormats() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.capture(), to: "room.pcap")
        let json = try BuiltTool.run("wireless", path, "--format", "json", "--election-rule", "counter")
        let report = try JSONDecoder().decode(WirelessReport.self, from: json.output)
        #expect(report.awdl?.nodes.count == 2 && report.awdl?.election.rule == .counter)
        let csv = try BuiltTool.run("wireless", path, path, "--format", "csv").text.split(separator: "\r\n")
        #expect(csv.count == 5 && csv[0].hasPrefix("capture,protocol,address,") && csv[1].contains(",anna.local.,"))
        let summary = try BuiltTool.run(path).text
        #expect(summary.contains("Wireless (16 frames)") && summary.contains("bert"))
    }

    @Test func documentsOfSeveralCapturesSayWhichTheyAreOf() throws {
        let folder = try TemporaryFolder()
        let room = try folder.write(try Self.capture(), to: "room.pcap")
        let wired = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let text = try BuiltTool.run("wireless", room, wired, "--format", "json").text
        let documents = text.split(separator: "\n}\n").map { String($0) + "}" }
        #expect(documents.count == 2)
        struct Document: Decodable {
            struct Capture: Decodable { var path: String }
            var capture: Capture
        }
        let paths = try documents.map { try JSONDecoder().decode(Document.self, from: Data($0.utf8)).capture.path }
        #expect(paths == [room, wired])
    }

    @Test func theDocumentHasAllThatTheReportHas() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.capture(), to: "room.pcap")
        func object(_ command: String) throws -> [String: Any] {
            let output = try BuiltTool.run(command, path, "--format", "json").output
            return try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
        }
        var document = try object("wireless")
        let report = try object("analyze")
        let capture = try #require(document.removeValue(forKey: "capture") as? [String: Any])
        #expect(
            NSDictionary(dictionary: capture)
                == NSDictionary(dictionary: try #require(report["capture"] as? [String: Any])))
        let wireless = try #require(report["wireless"] as? [String: Any])
        #expect(NSDictionary(dictionary: document) == NSDictionary(dictionary: wireless))
    }

    @Test func capturesWithoutRadio() throws {
        let outcome = try BuiltTool.run("wireless", BuiltTool.fixture("mesh2-basic.alice.pcap"))
        #expect(outcome.status == 0 && outcome.text == "No 802.11 frames in this capture.\n")
        let json = try BuiltTool.run("wireless", BuiltTool.fixture("mesh2-basic.alice.pcap"), "--format", "json")
        let document = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        #expect(document["awdl"] is NSNull && document["nan"] is NSNull)
        #expect(try JSONDecoder().decode(WirelessReport.self, from: json.output).frames.entries.isEmpty)
    }

    @Test(arguments: ["text", "json", "csv"]) func nothingUnsafeReachesTheTerminal(format: String) throws {
        let hostile = Array("\u{1B}[2J\u{202E}x\u{9B}31m\u{2066}".utf8) + [0xFF]
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.capture(hostile), to: "evil.pcap")
        for arguments in [["wireless", path, "--format", format], [path]] {
            let outcome = try BuiltTool.run(arguments: arguments)
            #expect(outcome.status == 0)
            let unsafe = outcome.text.replacing("\r\n", with: "\n").unicodeScalars.filter {
                $0 != "\n" && SafeText.isUnsafe($0)
            }
            #expect(unsafe.isEmpty && !outcome.text.isEmpty)
        }
    }
}
