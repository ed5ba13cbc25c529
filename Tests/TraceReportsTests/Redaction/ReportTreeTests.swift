import TraceModel
import Testing

@testable import TraceReports

@Suite struct ReportTreeTests {
    @Test func reportComesBackAsItWas() throws {
        let report: TraceReport = try FilledDecoder.value()
        let again: TraceReport = try ReportTreeDecoder.value(ReportTreeEncoder.tree(report))
        #expect(again == report)
        let bytes = try JSONReport.render(report)
        #expect(try JSONReport.render(again) == bytes)
    }

    @Test func namedValuesKeepTheirOrder() throws {
        var counts = NamedCounts()
        counts.add(2, of: "ipv6")
        counts.add(1, of: "arp")
        let again: NamedCounts = try ReportTreeDecoder.value(ReportTreeEncoder.tree(counts))
        #expect(again.entries.map(\.name) == ["ipv6", "arp"])
    }

    @Test func numbersAreExact() throws {
        let numbers = [0.1 + 0.2, 1e-9, -0.0, 1e300, Double(UInt64.max)]
        let again: [Double] = try ReportTreeDecoder.value(ReportTreeEncoder.tree(numbers))
        #expect(again.map(\.bitPattern) == numbers.map(\.bitPattern))
        let whole: [UInt64] = try ReportTreeDecoder.value(ReportTreeEncoder.tree([UInt64.max, 0]))
        #expect(whole == [.max, 0])
    }

    @Test func absentValuesStayAbsent() throws {
        var facts = KeyedValues<Finding.Fact>()
        facts.set("port", to: nil)
        facts.set("sessions", to: .list([.number(3), .text("x")]))
        #expect(
            try ReportTreeEncoder.tree(facts)
                == .object([
                    .init(key: "port", value: .null),
                    .init(key: "sessions", value: .list([.number(3), .text("x")])),
                ]))
        let again: KeyedValues<Finding.Fact> = try ReportTreeDecoder.value(ReportTreeEncoder.tree(facts))
        #expect(again == facts)
        #expect(again.entries.count == 2)
    }

    @Test func wordsOfEnumerationsAreNoTexts() throws {
        #expect(try ReportTreeEncoder.tree(Session.Ending.captureEnd) == .word("capture-end"))
        #expect(try ReportTreeEncoder.tree(Service.State.gone) == .word("gone"))
        #expect(try ReportTreeEncoder.tree("capture-end") == .text("capture-end"))
    }

    @Test func wordsOfALaterVersionMayBeAnything() throws {
        #expect(try ReportTreeEncoder.tree(Service.State(rawValue: "Anna's")) == .text("Anna's"))
        #expect(try ReportTreeEncoder.tree(Session.Application(rawValue: "chess")) == .text("chess"))
    }

    @Test func wrongKindIsAnError() {
        #expect(throws: DecodingError.self) { let _: Int = try ReportTreeDecoder.value(.text("1")) }
        #expect(throws: DecodingError.self) { let _: UInt8 = try ReportTreeDecoder.value(.integer(256)) }
        #expect(throws: DecodingError.self) { let _: HostName = try ReportTreeDecoder.value(.list([])) }
    }

    @Test func placeOfATextHasItsKeysAndItsSiblings() throws {
        let tree = ReportTree.object([
            .init(
                key: "txt",
                value: .list([.object([.init(key: "key", value: .text("a")), .init(key: "flag", value: .flag(true))])]))
        ])
        var places: [String] = []
        let replaced = tree.replacing(key: "services") { text, place in
            places.append("\(place.parent).\(place.key) \(place.sibling("flag") == .flag(true))")
            return text + "!"
        }
        #expect(places == ["txt.key true"])
        #expect(
            replaced
                == .object([
                    .init(
                        key: "txt",
                        value: .list([
                            .object([.init(key: "key", value: .text("a!")), .init(key: "flag", value: .flag(true))])
                        ]))
                ]))
    }
}
