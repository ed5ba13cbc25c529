import Foundation
import PacketCapture
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// `generate` as a user meets it; what the conversations say is tested in WireTestingTests.
@Suite struct GenerateCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    /// Runs the command for a new file.
    private func generate(_ scenario: String, _ name: String, _ options: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments: ["generate", scenario, "-o", path(name)] + options)
    }

    private func truth(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: path(name + ".truth.json")))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The times and bytes of all packets.
    private func packets(of name: String) throws -> [String] {
        var reader = try CaptureFile.open(path: path(name)).makeReader()
        var packets: [String] = []
        while let record = try reader.next() {
            packets.append("\(record.time) \(Hex.encode(reader.bytes.indices.map { reader.bytes[$0] }))")
        }
        return packets
    }

    static let scenarios = ["mesh", "lossy-transfer", "rename-conflict", "hostile"]

    @Test(arguments: scenarios) func theTruthLiesBesideTheCapture(scenario: String) throws {
        let outcome = try generate(scenario, "a.pcap", "--seed", "3")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
        let truth = try truth("a.pcap")
        #expect(truth["scenario"] as? String == scenario && truth["seed"] as? Int == 3)
        let report = try BuiltTool.run("analyze", path("a.pcap"), "--format", "json")
        let frames = try #require(truth["frames"] as? Int)
        #expect(report.status == 0 && report.text.contains("\"packets\": \(frames),"))
    }

    @Test(arguments: scenarios) func bothFormatsHoldTheSamePackets(scenario: String) throws {
        #expect(try generate(scenario, "a.pcap").status == 0 && generate(scenario, "a.pcapng").status == 0)
        #expect(try Data(contentsOf: URL(filePath: path("a.pcapng"))).prefix(4) == Data([0x0A, 0x0D, 0x0D, 0x0A]))
        #expect(try packets(of: "a.pcap") == packets(of: "a.pcapng"))
        let truths = try ["a.pcap", "a.pcapng"].map { try Data(contentsOf: URL(filePath: path($0 + ".truth.json"))) }
        #expect(truths[0] == truths[1])
    }

    @Test func theSameSeedGivesTheSameFiles() throws {
        for (name, seed) in [("a", "7"), ("b", "7"), ("c", "8")] {
            #expect(try generate("mesh", name + ".pcap", "--peers", "3", "--seed", seed).status == 0)
        }
        let files = try ["a", "b", "c"].map { try Data(contentsOf: URL(filePath: path($0 + ".pcap"))) }
        #expect(files[0] == files[1] && files[0] != files[2])
        let truths = try ["a", "b"].map { try Data(contentsOf: URL(filePath: path($0 + ".pcap.truth.json"))) }
        #expect(truths[0] == truths[1])
    }

    @Test func filesThatExistStayUnlessForced() throws {
        #expect(try generate("rename-conflict", "a.pcap").status == 0)
        let before = try Data(contentsOf: URL(filePath: path("a.pcap")))
        let refused = try generate("rename-conflict", "a.pcap", "--seed", "2")
        #expect(refused.status == 74 && refused.errorLines.count == 1)
        #expect(refused.errors.contains("already exists; use --force to replace it"))
        #expect(try Data(contentsOf: URL(filePath: path("a.pcap"))) == before)
        // The truth of another file is not replaced either.
        try FileManager.default.removeItem(atPath: path("a.pcap"))
        #expect(try generate("rename-conflict", "a.pcap").status == 74)
        #expect(!FileManager.default.fileExists(atPath: path("a.pcap")))
        #expect(try generate("rename-conflict", "a.pcap", "--seed", "2", "--force").status == 0)
        #expect(try Data(contentsOf: URL(filePath: path("a.pcap"))) != before)
    }

    @Test func optionsThatMakeNoSenseAreUsageErrors() throws {
        for (arguments, words) in [
            (["mesh", "-o", "a.txt"], ".pcap or .pcapng"), (["mesh", "-o", "a.pcap", "--peers", "1"], "--peers"),
            (["mesh", "-o", "a.pcap", "--messages", "0"], "--messages"),
            (["mesh", "-o", "a.pcap", "--faults", "gremlins"], "early-data"),
            (["mesh", "-o", "a.pcap", "--at", "5"], "--at"), (["mesh", "-o", "a.pcap", "--loss", "0.9"], "--loss"),
            (["mesh", "-o", "a.pcap", "--delay", "1", "--jitter", "2"], "--jitter"),
            (["lossy-transfer", "-o", "a.pcap", "--probes", "1"], "--probes"),
            (["lossy-transfer", "-o", "a.pcap", "--size", "8"], "--size"),
            (["rename-conflict", "-o", "a.pcap", "--responder", "apple"], "--responder"),
            (["rename-conflict", "-o", "a.pcap", "--name", ""], "--name"),
            (["rename-conflict", "-o", "a.pcap", "--at", "3"], "--at"),
            (["rename-conflict", "-o", "a.pcap", "--at", "0"], "--at"),
            (["hostile", "-o", "a.pcap", "--long-text", "1"], "--long-text"), (["storm"], "storm"),
        ] {
            let outcome = try BuiltTool.run(arguments: ["generate"] + arguments)
            #expect(outcome.status == 64 && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
    }

    @Test func aScenarioThatIsNoneIsToldWithThoseThatAre() throws {
        let outcome = try generate("storm", "a.pcap")
        #expect(outcome.status == 64 && outcome.errorLines.count == 1)
        #expect(
            outcome.errors.contains("there is no scenario “storm”; there are “described”, “hostile”, “lossy-transfer”"))
        let early = try BuiltTool.run(arguments: ["generate", "--seed", "3", "mesh", "-o", path("a.pcap")])
        #expect(
            early.status == 64 && early.errors.contains("the scenario comes before “--seed”; there are “described”"))
        // Whoever asks for help gets it.
        let help = try BuiltTool.run(arguments: ["generate", "storm", "--help"])
        #expect(help.status == 0 && help.text.contains("nearscope generate <subcommand>"))
    }

    @Test func whatIsLostOnTheWayToAHostIsMissingThere() throws {
        for (name, place) in [("network", []), ("first", ["--at", "1"]), ("second", ["--at", "2"])] {
            let options = ["-o", path(name + ".pcap"), "--loss", "0.3", "--seed", "4"] + place
            #expect(try BuiltTool.run(arguments: ["generate", "rename-conflict"] + options).status == 0)
        }
        #expect(try truth("network.pcap")["capture_point"] as? String == "network")
        #expect(try truth("first.pcap")["capture_point"] as? String == "host-1")
        let all = try packets(of: "network.pcap").count
        #expect(try packets(of: "first.pcap").count < all && packets(of: "second.pcap").count < all)
        // Where the capture is made changes nothing of what happens.
        #expect(try truth("first.pcap")["renames"] as? NSArray == truth("second.pcap")["renames"] as? NSArray)
    }

    @Test func whereNothingCanBeWrittenIsTold() throws {
        let outcome = try generate("mesh", "missing/a.pcap")
        #expect(outcome.status == 74 && outcome.errorLines.count == 1)
    }

    /// Control characters but the line break, and what changes the direction of text.
    private static let harmful = Set<Unicode.Scalar>("\u{1B}\u{7}\0\r\u{85}\u{9B}\u{9D}\u{202E}\u{2028}".unicodeScalars)

    @Test(arguments: [["analyze", "--format", "text"], ["services"], ["sessions"], ["messages"]])
    func nothingOfHostileTextReachesATerminal(command: [String]) throws {
        #expect(try generate("hostile", "a.pcap", "--long-text", "5000").status == 0)
        let outcome = try BuiltTool.run(arguments: [command[0], path("a.pcap")] + command.dropFirst())
        #expect(outcome.status == 0)
        #expect(outcome.text.unicodeScalars.allSatisfy { !Self.harmful.contains($0) })
    }

    // MARK: - Others' eyes

    private static func path(of tool: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func isInstalled(_ tool: String) -> Bool { path(of: tool) != nil }

    private func run(_ tool: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.path(of: tool)))
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test(.enabled(if: isInstalled("tcpdump")), arguments: scenarios)
    func tcpdumpReadsAll(scenario: String) throws {
        #expect(try generate(scenario, "a.pcapng", "--seed", "5").status == 0)
        let answer = try run("tcpdump", ["-n", "-v", "-r", path("a.pcapng")])
        #expect(answer.status == 0 && !answer.text.contains("cksum 0x0000") && !answer.text.contains("bad "))
        // -v writes some packets on several lines, of which only the first one begins with the time.
        let packets = answer.text.split(separator: "\n").count { $0.first?.isNumber == true && $0.contains(" IP ") }
        let frames = try truth("a.pcapng")["frames"] as? Int
        #expect(packets == frames)
    }

    @Test(.enabled(if: isInstalled("tshark")), arguments: scenarios)
    func tsharkComplainsOfNothingButTheAttacks(scenario: String) throws {
        #expect(try generate(scenario, "a.pcapng", "--seed", "5").status == 0)
        let answer = try run(
            "tshark",
            ["-r", path("a.pcapng"), "-n"]
                + ["ip", "udp", "tcp"].flatMap { ["-o", "\($0).check_checksum:TRUE"] }
                + [
                    "-Y",
                    "_ws.malformed || _ws.expert.severity == \"Error\" || ip.ttl.lncb || ip.checksum.status == 0"
                        + " || tcp.checksum.status == 0 || udp.checksum.status == 0",
                    "-T", "fields", "-e", "frame.number",
                ])
        #expect(answer.status == 0)
        let complaints = Set(answer.text.split(separator: "\n").compactMap { Int($0) })
        let attacks = try #require(truth("a.pcapng")["packets"] as? [[String: Any]]).filter {
            $0["is_malformed"] as? Bool == true
        }
        var malformed: Set<Int> = []
        for attack in attacks {
            let first = try #require(attack["first_frame"] as? Int)
            let last = try #require(attack["last_frame"] as? Int)
            malformed.formUnion(first...last)
        }
        #expect(complaints.isSubset(of: malformed))
        #expect(complaints.isEmpty == (scenario != "hostile"))
    }
}
