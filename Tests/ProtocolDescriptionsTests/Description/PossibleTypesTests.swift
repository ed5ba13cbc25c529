import ProtocolDescriptions
import Testing

/// A type that no message can have is a slip: a rule about it would never be broken, and a pair never found.
@Suite struct PossibleTypesTests {
    private static let number = """
        nearscope: protocol/1
        name: tally
        over: [udp]
        header: [{name: kind, type: u8}]
        body: json
        message: {type: {field: header.kind, names: {1: hello, 2: move, 3: ping, 4: pong}, absent: other}}

        """

    private func problems(_ line: String, _ page: String = number) -> [String] {
        DescribedPage.check(yaml: page + line).map(\.description)
    }

    @Test func aMisspeltTypeIsRefusedAtItsPlace() {
        #expect(
            problems("pairs: [{ask: ping, answer: pnog}]") == [
                "7:29: no message can be of the type “pnog”, because “header.kind” is a number; the names are "
                    + "hello, move, ping, pong, other; did you mean “pong”?"
            ])
        #expect(problems("pairs: [{ask: [move, pinq], answer: pong}]").first?.hasPrefix("7:22: ") == true)
    }

    @Test(arguments: [
        "first: helo", "never: helo", "only: [hello, helo]", "answer: helo, to: ping, within: 1s",
        "answer: pong, to: helo, within: 1s", "every: 1s, of: helo", "before: helo, need: hello",
        "before: move, need: helo", "at-most: 1, of: helo, within: 1s", "size-at-most: 9, of: helo",
        "quiet: 1s, except: helo",
    ])
    func everyRuleIsAboutTypesThatThereAre(_ rule: String) {
        #expect(problems("expect: [{\(rule)}]").allSatisfy { $0.contains("did you mean “hello”?") })
        #expect(problems("expect: [{\(rule)}]").count == 1)
        #expect(problems("expect: [{\(rule.replacing("helo", with: "hello"))}]") == [])
    }

    /// A value without a name is its own text.
    @Test func numbersWithoutANameAreTypes() {
        #expect(problems("expect: [{never: 7}, {first: [hello, other]}]") == [])
        #expect(problems("expect: [{never: 300}]").count == 1)
        #expect(problems("expect: [{never: 3}]").first?.contains("are of the type “ping”; write that") == true)
    }

    @Test(arguments: [
        ("message: {type: {field: body.k, names: {1: a, 2: b}}}", "has only numbers for “body.k”"),
        ("message: {type: {key: body, among: [hello, bye]}}", "“among” names all types"),
        ("header: [{name: k, type: {bytes: 2}}]\nmessage: {type: header.k}", "has 2 bytes"),
        ("header: [{name: k, type: u8, bits: {b: 0x0f}}]\nmessage: {type: header.k.b}", "is a number"),
    ])
    func whatSaysWhichTypesThereAre(_ lines: String, _ reason: String) {
        let page = "nearscope: protocol/1\nname: x\nover: [udp]\nbody: json\n\(lines)\nexpect: [{never: jump}]"
        #expect(DescribedPage.check(yaml: page).first?.message.contains(reason) == true)
    }

    @Test(arguments: [
        "message: {type: body.k}", "message: {type: {key: body}}",
        "message: {type: {field: body.k, names: {mv: move}}}",
        "header: [{name: k, type: {text: 4}}]\nmessage: {type: {field: header.k, names: {M: move}}}",
    ])
    func aTextMayBeAnyType(_ lines: String) {
        let page = "nearscope: protocol/1\nname: x\nover: [udp]\nbody: json\n\(lines)\nexpect: [{never: jump}]"
        #expect(DescribedPage.check(yaml: page) == [])
    }

    @Test func aNumberHasNamesForNumbers() {
        let page = Self.number.replacing("1: hello", with: "hello: 1")
        #expect(
            DescribedPage.check(yaml: page).map(\.description) == [
                "6:53: “header.kind” is a number from 0 to 255, and never “hello”; the value comes first, as {1: hello}"
            ])
        #expect(DescribedPage.check(yaml: Self.number.replacing("4: pong", with: "256: pong")).count == 1)
    }
}
