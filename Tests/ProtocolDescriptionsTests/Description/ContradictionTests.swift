import ProtocolDescriptions
import Testing

/// Lines that are sound alone and contradict each other, beside lines like them that can be meant.
@Suite struct ContradictionTests {
    private func problems(_ lines: String) -> [DescriptionProblem] {
        DescribedPage.check(yaml: "nearscope: protocol/1\nname: x\n" + lines)
    }

    private static let types = "over: [udp]\nbody: json\nmessage: {type: body.t}\n"

    @Test(arguments: [
        ("over: [tcp]\nservices: [_x._udp]\nframing: {fixed: 4}", "4:12", "write “_x._tcp”, or add udp"),
        ("over: [udp, quic]\nservices: [_x._tcp]\nframing: {fixed: 4}", "4:12", "write “_x._udp”, or add tcp"),
        ("over: [udp]\nservices: [_x._udp, _X._udp]", "4:21", "is here twice"),
        ("over: [udp]\nports: [80, 9, 80]", "4:16", "“80” is here twice"),
        ("over: [udp, udp]", "3:13", "“udp” is here twice"),
        ("over: [udp]\nbody: json\nmessage: {show: [body.a, body.b, body.a]}", "5:34", "“body.a” is here twice"),
        ("over: [udp]\nheader: [{name: a, type: u8, constant: 1, bits: {b: 3}}]", "4:49", "same “bits”"),
        ("over: [udp]\nheader: [{name: a, type: u8, bits: {b: 0x81}}]", "4:40", "side by side"),
        ("over: [tcp]\nheader: [{name: a, type: u8, constant: 3}]\nframing: {length: a}", "5:19", "is a constant"),
        ("over: [udp]\nbody: none\ncompressed: gzip", "5:13", "a body to compress"),
    ])
    func linesThatContradictEachOtherAreRefused(_ lines: String, _ place: String, _ words: String) {
        expectRefusal(of: problems(lines), at: place, saying: words)
    }

    @Test(arguments: [
        ("pairs: [{ask: a, answer: a}]", "6:26", "cannot answer itself"),
        ("pairs: [{ask: [b, a], answer: a}]", "6:31", "cannot answer itself"),
        ("expect: [{first: a}, {first: b}]", "6:30", "as {first: [a, b]}"),
        ("expect: [{first: a}, {first: b, from: responder}]", "6:30", "as {first: [a, b]}"),
        ("expect: [{first: a}, {never: [a, b]}]", "6:30", "never sent"),
        ("expect: [{only: b, from: responder}, {first: a}]", "6:17", "add it, as [a, b]"),
        ("expect: [{size-at-most: 0}]", "6:25", "body: none"),
        ("expect: [{size-at-most: 0, of: a}]", "6:25", "never empty"),
    ])
    func rulesThatNobodyCanKeepAreRefused(_ line: String, _ place: String, _ words: String) {
        expectRefusal(of: problems(Self.types + line), at: place, saying: words)
    }

    @Test(arguments: ["1: a, 2: a", "mv: move, MOVE: move"])
    func severalValuesMayBeOneType(names: String) {
        #expect(problems("over: [udp]\nbody: json\nmessage: {type: {field: body.k, names: {\(names)}}}") == [])
    }

    @Test(arguments: [
        "over: [tcp, udp]\nservices: [_x._udp]\nframing: {fixed: 4}",
        "over: [quic]\nservices: [_x._udp]\nframing: {fixed: 4}",
        "over: [tcp]\nservices: [_x._udp, _x._tcp]\nframing: {fixed: 4}",
        "over: [udp]\nheader: [{name: a, type: u8, flags: {any: 0x81}}]",
        "over: [udp]\nheader: [{name: a, type: u8}]\nbody: {field: header.a, 1: none, 2: json}\ncompressed: gzip",
        types + "expect: [{first: a, from: initiator}, {first: b, from: responder}]",
        types + "expect: [{first: [a, b]}, {never: a}, {first: [b, c]}]",
        types + "expect: [{first: a, from: initiator}, {never: a, from: responder}]",
        types + "expect: [{first: a}, {only: [a, b], from: responder}]",
        "over: [udp]\nbody: words\nmessage: {type: \"body[0]\"}\nexpect: [{size-at-most: 0, of: a}]",
    ])
    func whatCanBeMeantStays(_ lines: String) { #expect(problems(lines) == []) }
}
