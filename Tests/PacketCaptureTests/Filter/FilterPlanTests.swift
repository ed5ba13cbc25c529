import TestSupport
import Testing

@testable import PacketCapture

@Suite struct FilterPlanTests {
    private func alternatives(_ count: Int, _ primitive: (Int) -> String = { "port \($0 + 1)" }) -> String {
        (0..<count).map(primitive).joined(separator: " or ")
    }

    @Test(arguments: [1, 2, 128])
    func whatIsShortIsCompiledAsItIs(count: Int) {
        let plan = FilterPlan(alternatives(count))
        #expect(plan.parts.map(\.expression) == [alternatives(count)])
        #expect(plan.parts[0].isOptimized && plan.parts[0].primitives == count)
    }

    @Test func aLongRowOfAlternativesIsCut() {
        let plan = FilterPlan(alternatives(1000))
        #expect(plan.parts.count == 32 && plan.parts.reduce(0) { $0 + $1.primitives } == 1000)
        #expect(plan.parts.allSatisfy { $0.primitives <= 32 && $0.isOptimized })
        let parts = plan.parts.map { $0.expression.split(separator: " ").joined(separator: " ") }
        #expect(parts.joined(separator: " or ") == alternatives(1000))
    }

    /// Their meaning depends on what comes before, or all of it is of one rank.
    @Test(
        arguments: [
            { "\($0 == 0 ? "host " : "")10.0.0.\($0 % 250)" }, { "port \($0 + 1)\($0 == 9 ? " and udp" : "")" },
            { $0 == 0 ? "vlan" : "port \($0)" },
        ] as [@Sendable (Int) -> String])
    func whatCannotBeCutIsCompiledWithoutTheOptimizer(_ primitive: @Sendable (Int) -> String) {
        let plan = FilterPlan(alternatives(300, primitive))
        #expect(plan.parts.count == 1 && !plan.parts[0].isOptimized)
    }

    @Test func parenthesesStayWhole() {
        let plan = FilterPlan(alternatives(200) { "(port \($0 + 1) and (host 10.0.0.1 or host 10.0.0.2))" })
        #expect(plan.parts.count > 10)
        for part in plan.parts {
            let opened = part.expression.filter { $0 == "(" }.count
            let closed = part.expression.filter { $0 == ")" }.count
            #expect(opened == closed)
            #expect(part.expression.hasPrefix("("))
        }
    }

    /// Ethernet, IPv4 10.0.0.1 → 10.0.0.2, UDP 5353 → 53, no payload.
    private static let datagram = hex(
        """
        02 00 00 00 00 02 02 00 00 00 00 01 08 00
        45 00 00 1c 00 01 00 00 40 11 66 ce 0a 00 00 01 0a 00 00 02
        14 e9 00 35 00 08 00 00
        """)

    private func matches(_ expression: String) throws -> Bool {
        var matcher = try CaptureFilter(expression).makeMatcher()
        return try matcher.matches(Self.datagram.span, originalLength: 42, linkType: .ethernet)
    }

    @Test func oneOfThousandsOfAlternativesIsEnough() throws {
        let others = alternatives(3000) { "host 10.1.\($0 / 250).\($0 % 250)" }
        #expect(try !matches(others))
        for expression in ["\(others) or udp port 53", "udp port 53 or \(others)", "\(others) or port 53 or \(others)"]
        {
            #expect(try matches(expression))
        }
    }

    /// Parentheses and negations take the meaning of the words before them, and `src or dst` is one word in three.
    @Test func nothingIsCutWithinAPrimitive() throws {
        let numbers = (1...200).map { "\($0)" }.joined(separator: " or ")
        for expression in [
            "port \(numbers) or (53 or 54)", "port \(numbers) or not 5",
            alternatives(40) + " or " + (0..<100).map { "src or dst host 10.0.0.\($0)" }.joined(separator: " or "),
        ] {
            for part in FilterPlan(expression).parts.dropFirst() {
                let first = part.expression.split(separator: " ")[0]
                #expect(!["(53", "(", "not", "dst"].contains(first), "\(part.expression)")
            }
            #expect(throws: Never.self) { try CaptureFilter(expression) }
        }
    }

    @Test func aPartThatMatchesNothingIsNoMistake() throws {
        let impossible = alternatives(100) { "(tcp and udp port \($0 + 1))" }
        #expect(try matches("\(impossible) or \(alternatives(100))"))
        #expect(try !matches("\(impossible) or \(impossible)"))
    }

    @Test func whatWouldTakeMinutesIsRefusedWithAdvice() throws {
        let expression = "udp and (\(alternatives(600)))"
        let error = try #require(throws: CaptureFilterError.self) { try CaptureFilter(expression) }
        #expect(error.kind == .tooLong(primitives: 601))
        #expect(error.description.contains("net 10.0.0.0/24"))
        #expect(try matches("udp and (\(alternatives(300)))"))
    }
}
