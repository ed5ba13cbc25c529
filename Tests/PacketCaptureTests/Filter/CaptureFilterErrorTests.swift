import Foundation
import Testing

@testable import PacketCapture

/// Mistakes as people make them, and where the error points.
@Suite struct CaptureFilterErrorTests {
    struct Mistake: CustomTestStringConvertible {
        /// With the faulty part between ‹ and ›.
        let marked: String
        let message: String

        init(_ marked: String, _ message: String = "syntax error") {
            self.marked = marked
            self.message = message
        }

        var expression: String { marked.filter { $0 != "‹" && $0 != "›" } }
        var culprit: Substring {
            marked.drop { $0 != "‹" }.dropFirst().prefix { $0 != "›" }
        }
        var offset: Int { marked.prefix { $0 != "‹" }.utf8.count }
        var testDescription: String { marked }
    }

    static let mistakes = [
        Mistake("tcp and ‹hots› 10.0.0.1"),
        Mistake("‹tpc› port 80"),
        Mistake("tcp or ‹or› udp"),
        Mistake("tcp ‹xor› udp"),
        Mistake("tcp port ‹and› udp"),
        Mistake("tcp‹)›"),
        Mistake("(tcp or udp)‹)›"),
        Mistake("tcp[0‹)› = 1"),
        Mistake("tcp[0] = 1 ‹=› 2"),
        Mistake("tcp[0] =‹<› 1"),
        Mistake("tcp port 80‹;› tcp port 443"),
        Mistake("host 10.0.0.1 && ‹@›"),
        Mistake("dst ‹=› 10.0.0.1"),
        Mistake("‹ip.addr› == 10.0.0.1"),
        Mistake("‹foo›"),
        Mistake("tcp and‹›", "the expression ends too early"),
        Mistake("not‹›", "the expression ends too early"),
        Mistake("(tcp or udp‹›", "the expression ends too early"),
        Mistake("tcp[13‹›", "the expression ends too early"),
        Mistake("host‹›", "the expression ends too early"),
        Mistake("tcp[13] &‹›", "the expression ends too early"),
        Mistake("tcp port ‹htpp›", "unknown port 'htpp'"),
        Mistake("udp and port ‹99999› or arp", "illegal port number"),
        Mistake("host ‹10.0.0.300›", "invalid IPv4 address"),
        Mistake("net ‹10.0.0.1/24›", "non-network bits"),
        Mistake("(tcp[0:‹3›] = 1)", "data size must be"),
    ]

    /// Without the system's list of protocols libpcap takes any name for one.
    private static let hasProtocols = unsafe getprotobyname("tcp") != nil

    @Test(.enabled(if: hasProtocols)) func anUnknownProtocolIsAMistake() throws {
        try theErrorPointsAtTheMistake(Mistake("ip proto ‹bogus›", "unknown ip proto 'bogus'"))
    }

    @Test(arguments: mistakes) func theErrorPointsAtTheMistake(_ mistake: Mistake) throws {
        do {
            _ = try CaptureFilter(mistake.expression)
            Issue.record("compiled")
        } catch {
            #expect(error.expression == mistake.expression)
            #expect(error.culprit == mistake.culprit)
            #expect(error.range?.lowerBound == mistake.offset)
            #expect(error.description.contains(mistake.message), "\(error)")
        }
    }

    @Test func aZeroByteIsAFaultAndNoEnd() throws {
        do {
            _ = try CaptureFilter("tcp\0 or nonsense")
            Issue.record("compiled")
        } catch {
            #expect(error.range == 3..<4)
        }
    }

    @Test func sentencesQuoteTheCulprit() throws {
        #expect(throws: CaptureFilterError(.syntax, expression: "tcp and hots 10.0.0.1", range: 8..<12)) {
            try CaptureFilter("tcp and hots 10.0.0.1")
        }
        let error = CaptureFilterError(.syntax, expression: "tcp and hots 10.0.0.1", range: 8..<12)
        #expect(error.description == "syntax error at “hots”")
    }

    /// The search for a place tries every beginning: it gives up where that would take hours.
    @Test(.timeLimit(.minutes(10))) func faultsOfExpressionsOfManyPagesAreToldWithoutTheirPlace() throws {
        let broken = [
            String(repeating: "(", count: 60_000) + "tcp", String(repeating: "not ", count: 25_000),
            String(repeating: "ip[", count: 30_000), String(repeating: "(", count: 20_000) + "tcp[0] = port",
        ]
        for expression in broken {
            let error = try #require(throws: CaptureFilterError.self) { try CaptureFilter(expression) }
            #expect(error.kind == .syntax || error.range == nil)
        }
    }
}
