import Foundation
import Testing

@testable import nearscope

@Suite struct MissingSubcommandTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    @Test func aMistypedCommandIsSuggestedBeforeAnythingIsRead() throws {
        let outcome = try BuiltTool.run("serivces", capture)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(
            outcome.errors
                == "nearscope: there is no command or file “serivces”; did you mean “nearscope services”?\n")
        #expect(try BuiltTool.run("version").errors.contains("“nearscope --version”"))
        #expect(try BuiltTool.run("decode", "dsn", "00").errors.hasSuffix("; did you mean “dns”?\n"))
    }

    @Test func helpForNoCommandListsThem() throws {
        let outcome = try BuiltTool.run("help", "serivces")
        #expect(outcome.status == 64 && outcome.errors.contains("did you mean “nearscope services”?"))
        let far = try BuiltTool.run("help", "everything")
        #expect(far.status == 64 && far.errors.contains("there is no command “everything”; there are “analyze”"))
        #expect(try BuiltTool.run("help", "decode", "dns").status == 0)
    }

    @Test func aFileOfThatNameIsRead() {
        #expect(MissingSubcommand(in: ["session"], isFile: { $0 == "session" }) == nil)
        #expect(MissingSubcommand(in: ["session"], isFile: { _ in false })?.suggestion == "sessions")
        #expect(MissingSubcommand(in: ["trace.pcap"], isFile: { _ in false }) == nil)
    }

    @Test func errorsHaveNoControlCharacters() throws {
        for arguments in [
            ["--\u{1B}[2Jx"], ["x.pcap", "--threads", "\u{1B}]0;x\u{7}"], ["x\u{1B}[2J.pcap"], ["decode", "\u{9B}2J"],
        ] {
            let outcome = try BuiltTool.run(arguments: arguments)
            #expect(outcome.status == 64 || outcome.status == 66)
            #expect(
                !outcome.errors.unicodeScalars.contains { $0 != "\n" && SafeTextRule.isControl($0) }, "\(arguments)")
        }
    }

    private enum SafeTextRule {
        static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
    }

    #if os(Linux)
        @Test(arguments: [["--help"], ["--version"], ["help", "frames"], ["frames", "--help"]])
        func helpThatCannotBeWrittenIsAFailure(arguments: [String]) throws {
            let outcome = try BuiltTool.run(arguments: arguments, output: "/dev/full")
            #expect(outcome.status == 74 && outcome.errors == "nearscope: standard output: cannot be written\n")
        }
    #endif
}
