import Foundation
import TestSupport
import Testing

/// `--protocol`, as all commands that read captures have it.
@Suite struct ProtocolOptionsTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let refused: [String] =
        (try? FileManager.default.contentsOfDirectory(atPath: BuiltTool.fixture("protocols/bad")))?
        .filter { $0.hasSuffix(".protocol.yaml") }.sorted() ?? []

    @Test func thereAreDescriptionsToRefuse() { #expect(Self.refused.count > 15) }

    @Test(arguments: refused) func aRefusedDescriptionEndsEveryCommand(name: String) throws {
        let path = BuiltTool.fixture("protocols/bad/\(name)")
        for arguments in [["protocol", "check", path], ["analyze", capture, "--protocol", path, "--format", "json"]] {
            let outcome = try BuiltTool.run(arguments: arguments)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            let pattern = try Regex("^\(NSRegularExpression.escapedPattern(for: path)):[0-9]+:[0-9]+: .+$")
            #expect(outcome.errorLines.allSatisfy { $0.wholeMatch(of: pattern) != nil }, "\(outcome.errors)")
            #expect(!outcome.errorLines.isEmpty)
        }
    }

    @Test func allCommandsThatReadCapturesTakeOne() throws {
        let path = BuiltTool.fixture("protocols/muxusb.protocol.yaml")
        for command in [
            ["analyze"], ["sessions"], ["services"], ["findings"], ["peers"], ["messages"], ["wireless"],
            ["follow", "--session", "1"], ["frames", "--frame", "1", "--tree"], ["compare"], ["export", "-o", "-"],
            ["report", "-o", "-"], ["extract", "--session", "1", "-o", folder.url.appending(path: "x.pcapng").path],
        ] {
            let outcome = try BuiltTool.run(arguments: command + [capture, "--protocol", path])
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        }
        let both = try BuiltTool.run(
            "correlate", capture, BuiltTool.fixture("mesh2-basic.bruno.pcapng"), "--protocol", path)
        #expect(both.status == 0, "\(both.errors)")
        let live = try BuiltTool.run("capture", "-i", "nothing", "--protocol", path + ".absent")
        #expect(live.status == 66 && live.errors.contains("muxusb.protocol.yaml.absent"))
    }

    @Test func aFileThatCannotBeReadIsSaid() throws {
        for path in [folder.url.path, folder.url.appending(path: "absent.yaml").path] {
            let outcome = try BuiltTool.run("sessions", capture, "--protocol", path)
            #expect(outcome.status == 66 && outcome.output.isEmpty && outcome.errorLines.count == 1)
        }
    }

    @Test func twoDescriptionsOfOneNameAreRefused() throws {
        let path = BuiltTool.fixture("protocols/muxusb.protocol.yaml")
        let outcome = try BuiltTool.run("peers", capture, "--protocol", path, "--protocol", path)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("both describe “muxusb”; change one of the names"))
    }

    @Test func allMistakesAreReportedAtOnce() throws {
        let first = try folder.write(
            Array("nearscope: protocol/1\nname: Bad Name\nports: [0]\nover: [udp]\n".utf8), to: "first.yaml")
        let second = try folder.write(Array("name: chess\nover: [udp]\n".utf8), to: "second.yaml")
        let outcome = try BuiltTool.run("sessions", capture, "--protocol", first, "--protocol", second)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("\(first):2:7: ") || outcome.errors.contains("\(first):3:"))
        #expect(outcome.errors.contains("\(second):1:1: "))
    }

    @Test func aSchemaIsLookedForBesideTheDescription() throws {
        let page = try Data(contentsOf: URL(filePath: BuiltTool.fixture("protocols/party.named.protocol.yaml")))
        let path = try folder.write([UInt8](page), to: "party.yaml")
        let outcome = try BuiltTool.run("protocol", "check", path)
        #expect(outcome.status == 64 && outcome.errors.contains("must be beside the description"))
        #expect(outcome.errors.hasPrefix("\(path):"))
        #expect(
            try BuiltTool.run("protocol", "check", BuiltTool.fixture("protocols/party.named.protocol.yaml")).status == 0
        )
    }
}
