import Foundation
import Testing
import TraceAnalysis
import TraceModel
import TraceReports
import WireCoding
import WireText

@Suite struct ServicesCommandTests {
    private let capture = BuiltTool.fixture("bonjour/apple-threeway-rename.pcap")

    private func report(_ arguments: String...) throws -> TraceReport {
        let outcome = try BuiltTool.run(arguments: ["services", capture, "--format", "json"] + arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try JSONDecoder().decode(TraceReport.self, from: outcome.output)
    }

    @Test func tellsWhyAServiceHasItsName() throws {
        let outcome = try BuiltTool.run("services", capture)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.hasPrefix("Services (3 services, 6 names)\n\n“iPad” _mesh._udp · announced\n"))
        #expect(
            outcome.text.contains(
                """
                “iPad (3)” _mesh._udp · announced
                  on Pad-C.local port 7003, at 10.77.0.13 fe80::4d:44ff:fe4e:5303,
                  responder Apple's mDNSResponder, TXT peerID=C
                        why  "iPad" → "iPad (2)" by the rule of Apple's mDNSResponder, because
                             10.77.0.11 (port 7001 at Pad-A.local) had the name; it puts (2)
                             after a name without a number
                        why  "iPad (2)" → "iPad (3)" by the rule of Apple's mDNSResponder,
                             because 10.77.0.12 (port 7002 at Pad-B.local) had the name; it adds
                             1 to the number in parentheses, 2 + 1 = 3
                """), "\(outcome.text)")
    }

    @Test func instanceBringsTheNamesBeforeAndAfterIt() throws {
        let services = try report("--instance", "iPad (3)").services
        #expect(services.map(\.instance) == ["iPad", "iPad (2)", "iPad (3)"])
        #expect(services.allSatisfy { $0.port == 7003 })
        let story = try BuiltTool.run("services", capture, "--instance", "iPad (3)").text
        #expect(story.hasPrefix("Services (1 service, 3 names)\n\n“iPad (3)”"))
        // By full name and by ID too.
        #expect(try report("--instance", "iPad\\032(3)._mesh._udp.local.").services == services)
        #expect(try report("--instance", services[2].id).services == services)
    }

    @Test func limitedReportHasWhatIsAboutTheServices() throws {
        let report = try report("--instance", "iPad (3)")
        let ids = Set(report.services.map(\.id))
        #expect(!report.findings.isEmpty)
        for finding in report.findings {
            if case .service(let id) = finding.subject { #expect(ids.contains(id)) }
        }
        #expect(try self.report().services.count == 6)
    }

    @Test func typeIsGivenWithOrWithoutTheDomainInAnyCase() throws {
        for type in ["_mesh._udp", "_MESH._udp", "_mesh._udp.local", "_mesh._udp.local."] {
            #expect(try report("--type", type).services.count == 6, "\(type)")
        }
        #expect(try report("--type", "_mesh._udp", "--instance", "iPad (3)").services.count == 3)
    }

    @Test func hostIsGivenWithOrWithoutTheDomain() throws {
        for host in ["Pad-C", "pad-c.local", "Pad-C.local."] {
            let report = try report("--host", host)
            #expect(report.services.map(\.instance) == ["iPad", "iPad (2)", "iPad (3)"], "\(host)")
            #expect(report.hosts.map(\.name) == ["Pad-C.local."])
        }
        #expect(try BuiltTool.run("services", capture, "--host", "Nobody").status == 64)
    }

    @Test func severalCapturesAreToldApart() throws {
        let other = BuiltTool.fixture("bonjour/apple-vs-apple-rename.pcap")
        let story = try BuiltTool.run("services", capture, other).text
        #expect(story.hasPrefix("\(capture)\n\nServices (3") && story.contains("\n\n\(other)\n\nServices (2"))
    }

    @Test func unknownNamesAndTypesAreToldWithThoseThatThereAre() throws {
        let name = try BuiltTool.run("services", capture, "--instance", "Nobody")
        #expect(name.status == 64 && name.output.isEmpty)
        #expect(name.errors.contains("there is no service “Nobody”; there are “iPad”, “iPad (2)”, “iPad (3)”"))
        let type = try BuiltTool.run("services", capture, "--type", "_nothing._tcp")
        #expect(type.status == 64 && type.output.isEmpty)
        #expect(type.errors.contains("there is no service of type “_nothing._tcp”; there are “_mesh._udp”"))
    }

    @Test func linesAreServices() throws {
        let outcome = try BuiltTool.run("services", capture, "--format", "ndjson")
        #expect(outcome.status == 0 && outcome.output.last == 0x0A)
        let lines = outcome.text.split(separator: "\n")
        let services = try lines.map { try JSONDecoder().decode(Service.self, from: Data($0.utf8)) }
        #expect(services == (try report().services))
        let chosen = try BuiltTool.run("services", capture, "--format", "ndjson", "--instance", "iPad (2)")
        #expect(chosen.text.split(separator: "\n").count == 5)
    }

    @Test func verboseTellsEveryEvent() throws {
        let brief = try BuiltTool.run("services", capture).text
        let verbose = try BuiltTool.run("services", capture, "--verbose").text
        #expect(brief.contains("probe ×3") && !verbose.contains("×3"))
        #expect(verbose.contains("at intervals of 250 ms") && verbose.contains("10.77.0.13"))
    }

    @Test func captureWithoutServicesSaysSo() throws {
        let folder = try TemporaryFolder()
        let header: [UInt8] =
            [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + Array(repeating: 0, count: 8)
            + [0, 0, 4, 0, 1, 0, 0, 0]
        let outcome = try BuiltTool.run("services", folder.write(header, to: "empty.pcap"))
        #expect(outcome.status == 0 && outcome.text == "No services.\n")
    }

    @Test func namesAreHarmless() throws {
        let outcome = try BuiltTool.run("services", BuiltTool.fixture("bonjour/utf8-and-escape-names-apple.pcap"))
        #expect(outcome.status == 0)
        #expect(outcome.text.unicodeScalars.allSatisfy { $0 == "\n" || !SafeText.isUnsafe($0) })
        #expect(outcome.text.contains("“tab\\u{9}quote\" (x) (2)”"), "\(outcome.text.prefix(3000))")
    }

    @Test func typesThatTheAppDoesNotDeclareAreTold() throws {
        let folder = try TemporaryFolder()
        func plist(_ type: String) throws -> String {
            let dictionary = ["NSBonjourServices": [type]]
            let data = try PropertyListSerialization.data(fromPropertyList: dictionary, format: .xml, options: 0)
            return try folder.write(Array(data), to: "Info.plist")
        }
        #expect(
            try report("--info-plist", plist("_other._tcp")).findings.contains {
                $0.code.rawValue == "undeclared-service"
            })
        #expect(
            try !report("--info-plist", plist("_mesh._udp")).findings.contains {
                $0.code.rawValue == "undeclared-service"
            })
        let broken = try folder.write(Array("nothing".utf8), to: "broken.plist")
        #expect(try BuiltTool.run("services", capture, "--info-plist", broken).status == 65)
        #expect(try BuiltTool.run("services", capture, "--info-plist", broken + ".not-there").status == 66)
    }

    @Test func failuresHaveTheirOwnStatus() throws {
        #expect(try BuiltTool.run("services", capture + ".not-there").status == 66)
        #expect(try BuiltTool.run("services", capture, "--format", "yaml").status == 64)
        let help = try BuiltTool.run("services", "--help")
        #expect(help.status == 0 && help.text.contains("EXAMPLES"))
    }
}
