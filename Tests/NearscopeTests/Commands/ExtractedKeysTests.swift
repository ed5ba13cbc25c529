import Foundation
import PacketCapture
import Testing
import TraceModel

/// `extract --with-keys`, and what becomes of keys without it.
@Suite struct ExtractedKeysTests {
    private let sealed = BuiltTool.fixture("sealed/tls13-aes128.ada.pcap")
    private let withBlock = BuiltTool.fixture("sealed/tls13-aes128.ben-keys.pcapng")
    private let log = BuiltTool.fixture("sealed/tls13-aes128.keys.log")
    /// Has secrets of three other sessions, too.
    private let garbage = BuiltTool.fixture("sealed/tls13-aes128.garbage.log")
    private let folder: TemporaryFolder
    private static let tshark = FileManager.default.isExecutableFile(atPath: "/usr/bin/tshark")

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func extract(
        _ arguments: String..., to name: String = "out.pcapng"
    ) throws -> (path: String, outcome: BuiltTool.Outcome) {
        let outcome = try BuiltTool.run(arguments: ["extract"] + arguments + ["--force", "-o", path(name)])
        return (path(name), outcome)
    }

    private func secrets(_ path: String) throws -> [DecryptionSecrets] {
        var reader = try CaptureFile.open(path: path).makeReader()
        while try reader.next() != nil {}
        return reader.decryptionSecrets
    }

    /// The lines of the log in a file, in the order of the alphabet.
    private func lines(_ bytes: some Sequence<UInt8>) -> [Substring] {
        String(decoding: Array(bytes), as: UTF8.self).split(separator: "\n").sorted()
    }

    private func report(_ path: String, _ options: String...) throws -> TraceReport {
        try JSONDecoder().decode(
            TraceReport.self, from: BuiltTool.run(arguments: [path, "--format", "json"] + options).output)
    }

    private func tlsSession(_ path: String) throws -> String {
        String(try #require(try report(path).sessions.first { $0.tls != nil }).id)
    }

    @Test func keysOfTheCaptureStayBehind() throws {
        #expect(try secrets(withBlock).count == 1)
        for options in [[], ["--session", try tlsSession(withBlock)], ["--redact"], ["--key-log", log]] {
            let outcome = try BuiltTool.run(
                arguments: ["extract", withBlock, "--force", "-o", path("none.pcapng")] + options)
            #expect(outcome.status == 0 && outcome.errorLines.count <= 2)
            #expect(try secrets(path("none.pcapng")).isEmpty)
        }
    }

    @Test func keysOfLogsAndOfTheCaptureComeAlongOnRequest() throws {
        let wanted = lines(try Data(contentsOf: URL(filePath: log)))
        for (capture, options) in [(withBlock, []), (sealed, ["--key-log", log]), (withBlock, ["--key-log", log])] {
            let copied = path("keys.pcapng")
            let outcome = try BuiltTool.run(
                arguments: [
                    "extract", capture, "--session", try tlsSession(capture), "--with-keys", "--force", "-o", copied,
                ]
                    + options)
            #expect(outcome.status == 0 && outcome.errorLines.count == 1)
            let blocks = try secrets(copied)
            #expect(blocks.map(\.kind) == [.tlsKeyLog])
            // Those with other labels are of no use.
            #expect(blocks.flatMap { lines($0.bytes) } == wanted.filter { !$0.hasPrefix("EXPORTER") })
            #expect(try report(copied).capture.secrets?.entries == 4)
        }
    }

    /// A later handshake has a random of its own, inside of records; and without a hello the keys that fit say whose they are.
    @Test(arguments: [
        ("tls12-renegotiation.pcap", 3), ("dtls12-renegotiation.pcap", 2), ("tls13-midstream.dina.pcap", 4),
    ])
    func allKeysThatOpenedSomethingComeAlong(name: String, count: Int) throws {
        let capture = BuiltTool.fixture("sealed/" + name)
        let keys = BuiltTool.fixture("sealed/\(name.prefix { $0 != "." }).keys.log")
        let whole = try #require(try report(capture, "--key-log", keys).sessions.first { $0.tls != nil })
        #expect(whole.decrypted == true)
        // Those of others stay behind.
        let copied = try extract(
            capture, "--key-log", keys, "--key-log", garbage, "--session", "\(whole.id)", "--with-keys")
        #expect(!copied.outcome.errors.contains("note: no "))
        #expect(try secrets(copied.path).flatMap { lines($0.bytes) }.count == count)
        let part = try #require(try report(copied.path).sessions.first { $0.tls != nil })
        #expect(part.decrypted == true && part.tls?.keys == .capture)
        #expect(part.forward.plaintextBytes == whole.forward.plaintextBytes)
        #expect(part.backward.plaintextBytes == whole.backward.plaintextBytes)
    }

    @Test func keysOfSessionsThatAreNotCopiedStayBehind() throws {
        let all = try extract(sealed, "--key-log", garbage, "--with-keys")
        #expect(try secrets(all.path).flatMap { lines($0.bytes) }.count == 4)
        let other = try extract(sealed, "--key-log", garbage, "--with-keys", "--filter", "udp", to: "udp.pcapng")
        #expect(try secrets(other.path).isEmpty)
        #expect(other.outcome.errors.contains("no session of these packets is known to be sealed"))
    }

    @Test func theCopySaysTheSameAsTheCaptureWithItsKeys() throws {
        let session = try tlsSession(sealed)
        let copied = try extract(sealed, "--key-log", log, "--session", session, "--with-keys").path
        let whole = try #require(try report(sealed, "--key-log", log).sessions.first { $0.tls != nil })
        let part = try #require(try report(copied).sessions.first { $0.tls != nil })
        #expect(part.application == whole.application && part.tls?.cipherSuite == whole.tls?.cipherSuite)
        #expect(part.forward.messages == whole.forward.messages && part.backward.messages == whole.backward.messages)
    }

    @Test(.enabled(if: tshark, "tshark is not installed")) func wiresharkOpensTheCopy() throws {
        let copied = try extract(sealed, "--key-log", log, "--with-keys").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/tshark")
        // Encrypted extensions are visible once the handshake is open.
        process.arguments = ["-r", copied, "-Y", "tls.handshake.type == 8", "-T", "fields", "-e", "frame.number"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && !output.isEmpty)
    }

    @Test func whatNoLogHasIsSaid() throws {
        let (path, outcome) = try extract(sealed, "--psk", "00ff", "--with-keys")
        #expect(outcome.status == 0 && outcome.errorLines.count == 3)
        #expect(outcome.errors.contains("no log has keys for 1 of 1 sealed session"))
        #expect(outcome.errors.contains("pre-shared keys and passcodes are not written"))
        #expect(!outcome.errors.contains("00ff"))
        #expect(try secrets(path).isEmpty)
    }

    @Test(arguments: [
        (["--redact"], "out.pcapng", "exclude each other"), ([], "out.pcap", "needs pcapng"),
        (["--format", "pcap"], "out.pcapng", "needs pcapng"),
    ])
    func whatMakesNoSenseIsAUsageError(options: [String], name: String, words: String) throws {
        let outcome = try BuiltTool.run(
            arguments: ["extract", sealed, "--key-log", log, "--with-keys", "-o", path(name)] + options)
        #expect(outcome.status == 64 && outcome.errors.contains(words))
        #expect(!FileManager.default.fileExists(atPath: path(name)))
    }
}
