import Foundation
import Testing

/// `--filter` as a user meets it.
@Suite struct FilterOptionTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    @Test func theSummarySaysHowManyPacketsMatched() throws {
        let outcome = try BuiltTool.run(capture, "--filter", "udp")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("17 of 197 packets matched the filter “udp”"))
    }

    @Test func theReportNamesTheFilter() throws {
        let all = try BuiltTool.run(capture, "--format", "json")
        #expect(all.text.contains("\"filter\": null") && all.text.contains("\"filteredOut\": 0"))
        let some = try BuiltTool.run(capture, "--format", "json", "--filter", "arp")
        #expect(some.text.contains("\"filter\": \"arp\"") && some.text.contains("\"filteredOut\": 195"))
        #expect(some.text.contains("\"packets\": 2,"))
    }

    @Test func threadsDoNotChangeAFilteredReport() throws {
        let arguments = ["--format", "json", "--filter", "tcp or udp port 5353"]
        let one = try BuiltTool.run(capture, arguments[0], arguments[1], arguments[2], arguments[3], "--threads", "1")
        let many = try BuiltTool.run(capture, arguments[0], arguments[1], arguments[2], arguments[3], "--threads", "4")
        #expect(one.text == many.text)
    }

    @Test func framesKeepTheNumbersOfTheFile() throws {
        let outcome = try BuiltTool.run("frames", capture, "--filter", "tcp[tcpflags] & tcp-fin != 0")
        #expect(outcome.text.split(separator: "\n").map { $0.prefix(3) } == ["194", "195"])
    }

    @Test func aBrokenExpressionIsShownWithAMark() throws {
        for command in [["analyze"], ["frames"]] {
            let outcome = try BuiltTool.run(command[0], capture, "--filter", "tcp and hots 10.0.0.1")
            #expect(outcome.status == 64)
            #expect(
                outcome.errors == """
                    nearscope: filter: syntax error at “hots”
                      tcp and hots 10.0.0.1
                              ^^^^
                      help: did you mean “host”?

                    """)
        }
    }

    @Test func theMarkStandsUnderWideAndEscapedCharacters() throws {
        let outcome = try BuiltTool.run(capture, "--filter", "tcp\u{7}日本")
        #expect(outcome.errors.contains("  tcp\\u{7}日本\n     ^^^^^"))
    }

    @Test func aFilterForOtherLinkTypesIsNoUsageError() throws {
        for command in ["analyze", "frames"] {
            let outcome = try BuiltTool.run(command, capture, "--filter", "wlan type mgt")
            #expect(outcome.status == 65)
            #expect(outcome.errorLines.count == 1 && outcome.errors.contains("link type ETHERNET"))
        }
    }
}
