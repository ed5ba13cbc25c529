import Foundation
import PacketCapture
import Testing
import TestSupport

/// `capture` as a user meets it; what needs permission is tested where there is some.
@Suite struct CaptureCommandTests {
    #if canImport(Darwin)
        static let loopback = "lo0"
    #else
        static let loopback = "lo"
    #endif

    static let isPermitted = (try? LiveCapture(interface: loopback, options: .init(isPromiscuous: false))) != nil
    static let hasCapinfos = FileManager.default.isExecutableFile(atPath: "/usr/bin/capinfos")

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func expectUsage(_ arguments: [String], saying words: String) throws {
        let outcome = try BuiltTool.run(arguments: ["capture"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func optionsThatMakeNoSenseAreUsageErrors() throws {
        try expectUsage([], saying: "--list-interfaces")
        try expectUsage(["-i", "lo", "-i", "lo"], saying: "twice")
        try expectUsage(["-i", "lo", "--duration", "0"], saying: "--duration")
        try expectUsage(["-i", "lo", "--packets", "0"], saying: "--packets")
        try expectUsage(["-i", "lo", "--snap-length", "0"], saying: "--snap-length")
        try expectUsage(["-i", "lo", "--rotate", "1MB"], saying: "-w")
        try expectUsage(["-i", "lo", "-w", "-", "--rotate", "1MB"], saying: "-w")
        try expectUsage(["-i", "lo", "-w", "a", "--rotate", "100"], saying: "--rotate")
        try expectUsage(["-i", "lo", "-w", "a", "--files", "3"], saying: "--rotate")
        try expectUsage(["-i", "lo", "--quiet"], saying: "-w")
        try expectUsage(["-i", "lo", "-w", "a.pcap"], saying: "capture writes pcapng")
        try expectUsage(["-i", "lo", "-w", "a", "--mode", "9"], saying: "octal")
    }

    @Test func aBrokenFilterIsShownBeforeAnythingIsOpened() throws {
        let outcome = try BuiltTool.run("capture", "-i", "nosuch0", "--filter", "tcp prot 80")
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasSuffix("  tcp prot 80\n      ^^^^\n  help: did you mean “port”?\n"))
    }

    @Test func anInterfaceThatIsNotThereIsToldWithThoseThatAre() throws {
        let outcome = try BuiltTool.run("capture", "-i", "nosuch0")
        #expect(outcome.status == 66 && outcome.errorLines.count == 1)
        if Self.isPermitted { #expect(outcome.errors.contains("no such interface; there are")) }
        if Self.isPermitted { #expect(outcome.errors.contains(Self.loopback)) }
    }

    @Test(.enabled(if: getuid() != 0 && !isPermitted)) func wantOfPermissionIsToldWithItsRemedy() throws {
        let outcome = try BuiltTool.run("capture", "-i", Self.loopback, "--duration", "1")
        #expect(outcome.status == 66 && outcome.errors.contains("not permitted"))
    }

    @Test func interfacesAreListed() throws {
        let text = try BuiltTool.run("capture", "--list-interfaces")
        #expect(text.status == 0)
        #expect(text.text.contains("\n\(Self.loopback)  up, running, loopback") || text.text.hasPrefix(Self.loopback))
        let json = try BuiltTool.run("capture", "--list-interfaces", "--format", "json")
        let object = try #require(JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        let interfaces = try #require(object["interfaces"] as? [[String: Any]])
        let loopback = try #require(interfaces.first { $0["name"] as? String == Self.loopback })
        #expect((loopback["addresses"] as? [String])?.contains("127.0.0.1") == true)
        #expect((loopback["flags"] as? [String])?.contains("loopback") == true)
        #expect(loopback.keys.contains("linkTypes") && loopback.keys.contains("description"))
    }

    // MARK: - With permission

    /// Starts a capture of datagrams to a socket, sends so many when it runs, then goes on as told.
    private func capture(
        _ options: [String], datagrams: Int, then: (BuiltTool.Running) throws -> Void = { _ in }
    ) throws -> BuiltTool.Outcome {
        let socket = try LoopbackSocket()
        let running = try BuiltTool.start(
            ["capture", "-i", Self.loopback, "--filter", "udp dst port \(socket.port)"] + options)
        try running.waitForErrors(containing: "capturing on")
        for number in 0..<datagrams { try socket.sendToItself([UInt8](repeating: UInt8(number), count: 40)) }
        try then(running)
        return try running.outcome()
    }

    #if os(Linux)
        /// What `/proc` says of the process while it reads packets.
        @Test(.enabled(if: isPermitted && geteuid() == 0), .timeLimit(.minutes(10)), arguments: [nil, "root"])
        func packetsAreReadWithoutRights(user: String?) throws {
            let path = folder.url.appending(path: "rights.pcapng").path
            var status = ""
            let options = ["-w", path] + (user.map { ["--user", $0] } ?? [])
            let outcome = try capture(options, datagrams: 5) { running in
                status = try String(contentsOfFile: "/proc/\(running.identifier)/status", encoding: .utf8)
                kill(running.identifier, SIGINT)
            }
            #expect(outcome.status == 0 && outcome.errors.contains("5 packets captured"))
            let fields = Dictionary(
                status.split(separator: "\n").compactMap { line -> (Substring, Substring)? in
                    let parts = line.split(separator: "\t")
                    return parts.count > 1 ? (parts[0], parts[1]) : nil
                }, uniquingKeysWith: { $1 })
            #expect(fields["CapEff:"] == "0000000000000000" && fields["CapPrm:"] == "0000000000000000")
            #expect(fields["NoNewPrivs:"] == "1")
            // A filter of calls; Landlock does not show here (ConfinementTests).
            #if arch(x86_64) || arch(arm64)
                #expect(fields["Seccomp:"] == "2")
            #endif
            #expect((fields["Uid:"] == "0") == (user == "root"))
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect((attributes[.ownerAccountID] as? Int).map(String.init) == fields["Uid:"].map(String.init))
        }
    #endif

    /// Views, counters, new files and their removal, and the report: nothing of that is what the process has denied itself.
    @Test(.enabled(if: isPermitted), .timeLimit(.minutes(10))) func aConfinedCaptureDoesAllOfItsWork() throws {
        let path = folder.url.appending(path: "ring.pcapng").path
        // Who owns the folder goes on in it.
        let options = ["-w", path, "--rotate", "1kB", "--files", "2", "--packets", "60", "--format", "json", "--force"]
        let outcome = try capture(options, datagrams: 60)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("60 packets captured"))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: outcome.output) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(names.count == 2 && names.allSatisfy { $0.hasPrefix("ring-000") })
    }

    @Test(.enabled(if: isPermitted)) func aSymbolicLinkIsNotFollowed() throws {
        let target = try folder.write([1, 2, 3], to: "target")
        let link = folder.url.appending(path: "link.pcapng").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        for options in [[], ["--force"]] {
            let outcome = try BuiltTool.run(
                arguments: ["capture", "-i", Self.loopback, "-w", link, "--duration", "1"] + options)
            #expect(outcome.status == 74)
        }
        #expect(FileManager.default.contents(atPath: target)?.count == 3)
    }

    @Test(.enabled(if: isPermitted)) func aUserThatIsNotThereIsAnError() throws {
        let outcome = try BuiltTool.run("capture", "-i", Self.loopback, "--user", "no-such-user", "--duration", "1")
        #expect(outcome.status == 64 && outcome.errors.contains("there is no user"))
    }

    @Test(.enabled(if: isPermitted), .timeLimit(.minutes(10)), arguments: [SIGINT, SIGTERM])
    func aSignalLeavesACompleteFile(_ signal: Int32) throws {
        let path = folder.url.appending(path: "signal.pcapng").path
        let outcome = try capture(["-w", path], datagrams: 50) { _ = kill($0.identifier, signal) }
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("50 packets captured"))
        #expect(outcome.text.contains("All 50 packets matched the filter"))
        var reader = try CaptureFile.open(path: path).makeReader()
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 50)
        let interface = try #require(reader.interfaces.first)
        #expect(interface.name == Self.loopback && interface.dropped == 0)
    }

    @Test(.enabled(if: isPermitted), .timeLimit(.minutes(10))) func itEndsAfterSoManyPackets() throws {
        let outcome = try capture(["--packets", "7", "--format", "json"], datagrams: 20)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("\"packets\": 7,"))
        #expect(outcome.errors.contains("7 packets captured"))
    }

    @Test(.enabled(if: isPermitted), .timeLimit(.minutes(10))) func packetsGoToStandardOutputAlone() throws {
        let outcome = try capture(["-w", "-", "--packets", "5"], datagrams: 5)
        #expect(outcome.status == 0)
        var reader = try CaptureFile.open(bytes: [UInt8](outcome.output)).makeReader()
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 5)
    }

    @Test(.enabled(if: isPermitted), .timeLimit(.minutes(10))) func rotatedFilesHoldAllPackets() throws {
        let path = folder.url.appending(path: "ring.pcapng").path
        let outcome = try capture(["-w", path, "--rotate", "1kB", "--quiet", "--packets", "40"], datagrams: 40)
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            .filter { $0.hasPrefix("ring-") }.sorted()
        #expect(names.count > 2 && names.first == "ring-00001.pcapng")
        var count = 0
        for name in names {
            var reader = try CaptureFile.open(path: folder.url.appending(path: name).path).makeReader()
            while try reader.next() != nil { count += 1 }
        }
        #expect(count == 40)
    }

    @Test(.enabled(if: isPermitted && hasCapinfos), .timeLimit(.minutes(10)))
    func capinfosReadsTheFile() throws {
        let path = folder.url.appending(path: "capinfos.pcapng").path
        _ = try capture(["-w", path, "--packets", "9", "--quiet"], datagrams: 9)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/capinfos")
        process.arguments = ["-M", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text.contains("Number of packets:   9") && text.contains("Name = \(Self.loopback)"))
        #expect(text.contains("Capture application: nearscope") && text.contains("Number of stat entries = 1"))
    }

    #if os(Linux)
        @Test(.enabled(if: isPermitted), .timeLimit(.minutes(10))) func aFullDiskIsTold() throws {
            let outcome = try BuiltTool.run("capture", "-i", Self.loopback, "-w", "/dev/full")
            #expect(outcome.status == 74 && outcome.errorLines.count == 1)
            #expect(outcome.errors.contains("No space left"))
        }
    #endif
}
