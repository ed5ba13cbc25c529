import Foundation
import TestSupport
import Testing

@testable import nearscope

/// `--key-log`, `--psk` and `--passcode`, as all commands that read captures have them.
@Suite struct KeyOptionsTests {
    private let capture = BuiltTool.fixture("sealed/tls13-aes128.ada.pcap")
    private let log = BuiltTool.fixture("sealed/tls13-aes128.keys.log")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Secrets: Decodable, Equatable {
        var entries: Int
        var malformedLines: Int
    }

    private struct Report: Decodable {
        struct Capture: Decodable { var secrets: Secrets? }
        var capture: Capture
    }

    private func secrets(
        _ arguments: String..., input: String? = nil
    ) throws -> (secrets: Secrets?, outcome: BuiltTool.Outcome) {
        let outcome = try BuiltTool.run(arguments: ["analyze", "--format", "json"] + arguments, input: input)
        return (try JSONDecoder().decode(Report.self, from: outcome.output).capture.secrets, outcome)
    }

    @Test func allCommandsThatReadCapturesTakeThem() throws {
        let options = ["--key-log", log, "--psk", "00", "--psk", "alice=0011", "--passcode", "1234"]
        for command in [
            ["analyze"], ["sessions"], ["services"], ["findings"], ["peers"], ["messages"], ["wireless"],
            ["follow", "--session", "1"], ["frames", "--frame", "1", "--tree"], ["compare"], ["export", "-o", "-"],
            ["report", "-o", "-"], ["extract", "--session", "1", "-o", folder.url.appending(path: "x.pcapng").path],
            ["protocol", "check", BuiltTool.fixture("protocols/muxusb.protocol.yaml")],
        ] {
            let outcome = try BuiltTool.run(arguments: command + [capture] + options)
            #expect([0, 1].contains(outcome.status), "\(command): \(outcome.errors)")
            #expect(!outcome.errors.contains("0011") && !outcome.errors.contains("1234"))
        }
        let other = BuiltTool.fixture("sealed/tls13-aes128.ben-keys.pcapng")
        let both = try BuiltTool.run(arguments: ["correlate", capture, other] + options)
        #expect(both.status == 0, "\(both.errors)")
        let live = try BuiltTool.run("capture", "-i", "nothing", "--key-log", folder.url.path + "/absent/keys.log")
        #expect(live.status == 66 && live.errors.contains("keys.log"))
    }

    @Test func theReportSaysHowManySecretsThereAre() throws {
        #expect(try secrets(capture).secrets == nil)
        #expect(try secrets(capture, "--psk", "00").secrets == nil)
        #expect(try secrets(capture, "--key-log", log).secrets == Secrets(entries: 4, malformedLines: 0))
        // The same log twice has each of them once.
        #expect(try secrets(capture, "--key-log", log, "--key-log", log).secrets?.entries == 4)
        let empty = folder.file("empty.log").path
        #expect(try secrets(capture, "--key-log", empty).secrets == Secrets(entries: 0, malformedLines: 0))
        let text = try BuiltTool.run("analyze", capture, "--key-log", log).text
        #expect(text.contains("Key logs: 4 secrets"))
    }

    @Test func aCaptureMayHaveItsSecretsItself() throws {
        let sealed = BuiltTool.fixture("sealed/tls13-aes128.ben-keys.pcapng")
        let own = Secrets(entries: 4, malformedLines: 0)
        #expect(try secrets(sealed).secrets == own)
        #expect(try secrets(sealed, "--threads", "1").secrets == own)
        #expect(try secrets(sealed, "--filter", "tcp").secrets == own)
        #expect(try secrets("--merge", sealed, capture).secrets == own)
        #expect(try secrets("-", input: sealed).secrets == own)
        #expect(try secrets(sealed, "--key-log", log).secrets == own)
    }

    @Test func malformedLinesAreToldOnceAndCounted() throws {
        let path = BuiltTool.fixture("sealed/tls13-aes128.garbage.log")
        let (found, outcome) = try secrets(capture, "--key-log", path)
        #expect(outcome.status == 0 && outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("garbage.log: 5 lines are not in key log format; all other lines are used"))
        #expect(found?.malformedLines == 5)
        let short = try folder.write(Array("no".utf8), to: "short.log")
        let both = try secrets(capture, "--key-log", path, "--key-log", short)
        #expect(both.secrets?.malformedLines == 6 && both.outcome.errorLines.count == 1)
        #expect(both.outcome.errors.contains("short.log: 1 line is not in key log format"))
    }

    @Test func aLogThatCannotBeReadIsSaid() throws {
        for path in [folder.url.path, folder.url.appending(path: "absent.log").path] {
            let outcome = try BuiltTool.run("sessions", capture, "--key-log", path)
            #expect(outcome.status == 66 && outcome.output.isEmpty && outcome.errorLines.count == 1)
            #expect(outcome.errors.contains("cannot read this key log"))
        }
        #expect(try BuiltTool.run("sessions", capture, "--key-log", "-").status == 64)
    }

    @Test(arguments: [
        ("secret123", "even number of hexadecimal digits"), ("alice=abc", "even number"), ("alice=", "has no key"),
    ])
    func aWrongKeyIsAUsageErrorThatDoesNotRepeatIt(key: String, words: String) throws {
        for option in [["--psk", key], ["--psk=" + key]] {
            let outcome = try BuiltTool.run(arguments: ["sessions", capture] + option)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            #expect(outcome.errors.contains(words))
            #expect(!outcome.errors.contains("secret123") && !outcome.errors.contains("abc"))
        }
    }

    @Test func theWrongOneOfSeveralIsNamedByItsNumber() throws {
        let outcome = try BuiltTool.run("sessions", capture, "--psk", "00", "--psk", "alice=xyz")
        #expect(outcome.status == 64 && outcome.errors.contains("number 2 of 2") && !outcome.errors.contains("xyz"))
        for option in ["--passcode", "--psk"] {
            #expect(try BuiltTool.run("sessions", capture, option, "").status == 64)
        }
    }

    @Test func aKeyMayLookLikeAnOption() throws {
        #expect(try BuiltTool.run("sessions", capture, "--passcode", "--format").status == 0)
    }

    @Test func pagesDoNotShowKeys() throws {
        let outcome = try BuiltTool.run(
            "report", capture, "--psk", "alice=5ec4e7", "--passcode", "pass-c0de", "--key-log", log, "-o", "-")
        #expect(outcome.status == 0)
        #expect(!outcome.text.contains("5ec4e7") && !outcome.text.contains("pass-c0de"))
        #expect(outcome.text.contains("--psk KEY --passcode TEXT"))
    }

    @Test func argumentsAreShownWithoutKeys() {
        #expect(
            KeyOptions.masked(["a", "--psk", "00", "--passcode=1", "--psk=x=00", "b"])
                == ["a", "--psk", "…", "--passcode=…", "--psk=…", "b"])
    }
}
