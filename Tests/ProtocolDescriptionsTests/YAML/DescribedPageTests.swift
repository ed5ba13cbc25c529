import Foundation
import ProtocolDescriptions
import Testing

@Suite struct DescribedPageTests {
    @Test func everyDescriptionOfTheFixturesIsRead() throws {
        for name in try Examples.names() {
            #expect(DescribedPage.check(utf8: try Examples.bytes(name)).isEmpty, "\(name)")
            #expect(throws: Never.self) { try Examples.compiled(name) }
        }
    }

    private struct Expected: Decodable {
        let lines: [Int]
        let columns: [Int]
    }

    @Test func everyBadDescriptionIsRefusedAtItsPlace() throws {
        let data = Data(try Examples.bytes("bad/expected.json"))
        let expected = try JSONDecoder().decode([String: Expected].self, from: data)
        #expect(try Set(Examples.names("bad")) == Set(expected.keys))
        for (name, places) in expected {
            let problem = try #require(DescribedPage.check(utf8: try Examples.bytes("bad/\(name)")).first)
            #expect(places.lines.contains(problem.line ?? 0), "\(name): \(problem)")
            #expect(places.columns.contains(problem.column ?? 0), "\(name): \(problem)")
        }
    }

    @Test func aLongPageIsRefused() {
        let page = "nearscope: protocol/1\n#" + String(repeating: "x", count: 1 << 16)
        #expect(
            DescribedPage.check(yaml: page).map(\.description)
                == ["1:1: a description has at most 64 KiB, and this file has more"])
    }

    /// Which keys such a file lacks is not said.
    @Test(arguments: [
        ("Dear Anna,\nthis is a letter.\n", "1:1", "this page is a text and no description"),
        ("# Moves\n- e4\n- e5\n", "2:1", "this page is a list and no description"),
        ("\n\"chess\"", "2:1", "this page is a text and no description"),
    ])
    func aPageWithoutKeysHasOneProblem(_ page: String, _ place: String, _ words: String) {
        expectRefusal(of: DescribedPage.check(yaml: page), at: place, saying: words)
        expectRefusal(of: DescribedPage.check(yaml: page), at: place, saying: "begins with nearscope: protocol/1")
    }

    @Test func theProblemNamesWhatWasMeant() {
        let page = "nearscope: protocol/1\nname: chess\nframming: {fixed: 4}\n"
        #expect(
            DescribedPage.check(yaml: page).first?.description
                == "3:1: there is no key “framming” in a description; the keys are nearscope, name, over, services, ports, "
                + "magic, header, framing, compressed, body, message, pairs, expect; did you mean “framing”?")
    }

    /// A mistake in a name is told with the names that there are, and then asked about.
    @Test(arguments: [
        ("over: [udp]\nheader: [{name: a, type: u12}]", "; the types are u8, "),
        ("over: [udp]\nbody: jason", "; the bodies are json, "),
        ("over: [udp]\nheader: [{name: kind, type: u8}]\nmessage: {type: header.knd}", "; the names are kind; "),
        ("header: [{name: size, type: u8}]\nframing: {length: siz}", "; the names are size; "),
    ])
    func theQuestionEndsTheSentence(_ lines: String, _ names: String) throws {
        let page = "nearscope: protocol/1\nname: x\n" + lines
        let sentence = try #require(DescribedPage.check(yaml: page).first).message
        #expect(sentence.contains(names) && sentence.hasSuffix("”?"), "\(sentence)")
        #expect(sentence.count { $0 == "?" } == 1)
    }

    @Test func allProblemsOfAPageAreTold() {
        let page = """
            nearscope: protocol/1
            name: chess
            over: [tcp, usb]
            ports: [0, 80]
            framing: {prefix: {size: 9}}
            body: jason
            """
        let problems = DescribedPage.check(yaml: page)
        #expect(problems.map(\.line) == [3, 4, 5, 6])
    }

    /// Each line breaks the page in one way; the sentence says what would be right.
    @Test(arguments: [
        ("framing: {prefix: {size: 4}, maximum: 0}", "maximum"),
        ("framing: {delimiter: \"\"}", "delimiter"),
        ("framing: {websocket: {a: 1}}", "no key “a”"),
        ("framing: {fixed: 4, covers: all}", "belongs to a length"),
        ("framing: {length: size}", "field of the header"),
        ("over: [udp]\nframing: {websocket: {}}", "WebSocket"),
        ("framing: {datagram: {}}", "no datagrams"),
        ("body: json", "needs “framing”"),
        ("over: [udp]\nmessage: {type: body.kind}", "no parts"),
        ("over: [udp]\nbody: none\nmessage: {type: body}", "no parts"),
        ("over: [udp]\nbody: words\nmessage: {type: body.0}", "body[0]"),
        ("over: [udp]\nbody: protobuf\nmessage: {type: body.name}", "field number"),
        ("over: [udp]\nbody: json\nmessage: {sent: {at: body.t}}", "unit"),
        ("over: [udp]\nbody: json\nmessage: {sent: {at: body.t, as: rfc3339, unit: ms}}", "unit"),
        ("over: [udp]\nbody: json\nmessage: {type: {key: header.x}}", "have keys"),
        ("over: [udp]\nbody: json\npairs: [{ask: a, answer: b}]", "need “type”"),
        ("over: [udp]\nbody: json\nexpect: [{first: a}]", "needs “type”"),
        ("over: [udp]\nbody: json\nmessage: {type: body.t}\nexpect: [{first: a, never: b}]", "one rule"),
        ("over: [udp]\nbody: json\nmessage: {type: body.t}\nexpect: [{first: a, within: 1s}]", "has no “within”"),
        ("over: [udp]\nbody: json\nmessage: {type: body.t}\nexpect: [{one-connection-per: sender}]", "“sender”"),
        ("over: [udp]\nheader: [{name: a, type: u8, constant: 256}]", "does not fit"),
        ("over: [udp]\nheader: [{name: a, type: u8, flags: {x: 0x100}}]", "mask"),
        ("over: [udp]\nheader: [{name: a, type: {bytes: rest}}]", "1048576"),
        ("over: [udp]\nheader: [{name: a, type: u8}, {name: a, type: u8}]", "already"),
        ("over: [udp]\nbody: [{name: a, type: {bytes: rest}}, {name: b, type: u8}]", "nothing can follow"),
        ("over: [udp]\nbody: [{name: a, type: {bytes: n}}, {name: n, type: u8}]", "comes before"),
        ("over: [udp]\nbody: {field: body.a, 1: json}", "read before the body"),
        ("framing: {fixed: 3}\nbody: [{name: a, type: u16}]", "together"),
        ("over: [udp]\ncompressed: {as: gzip, when: body.z}\nbody: json", "read before the body"),
        ("over: [udp]\nservices: [http]", "_name._tcp"),
        ("over: [udp, udp]", "twice"),
        ("over: [udp]\nbody: {protobuf: {set: ../x, message: a.B}}", "without a folder"),
    ])
    func aContradictionIsRefused(_ lines: String, _ words: String) {
        let problems = DescribedPage.check(yaml: "nearscope: protocol/1\nname: x\n" + lines)
        #expect(problems.contains { $0.message.contains(words) }, "\(problems)")
        #expect(problems.allSatisfy { $0.line != nil && $0.column != nil })
    }

    @Test func wordsOfOtherVersionsOfYAMLAreText() throws {
        let page = try DescribedPage(
            yaml: """
                nearscope: protocol/1
                name: lamp
                over: [udp]
                header: [{name: state, type: u8}]
                body: none
                message: {type: {field: header.state, names: {0x00: off, 1: on, 2: no, 0o3: yes}}}
                """)
        let names = try #require(page.description.message.type?.names)
        #expect(names.map(\.name) == ["off", "on", "no", "yes"])
        #expect(names.map(\.value) == ["0", "1", "2", "3"])
    }

    @Test func rulesHaveTheirLinesAndTexts() throws {
        let page = try Examples.page("sideload.protocol.yaml")
        #expect(page.line(ofExpectation: 0) == 12)
        #expect(page.text(ofExpectation: 0) == "{answer: ServerResponse, to: PrepareAppRequest, within: 300ms}")
        #expect(page.description.expect[0].yaml == page.text(ofExpectation: 0))
    }

    @Test func aSchemaThatIsNotThereIsLocated() throws {
        let page = try Examples.page("party.named.protocol.yaml")
        let problem = #expect(throws: DescriptionProblem.self) { try CompiledProtocol(page.description) }
        #expect(page.located(try #require(problem)).description.hasPrefix("5:24: the file “party.set”"))
    }

    /// No page makes the reader fail otherwise than by a refusal, however it is changed.
    @Test func changedPagesAreReadOrRefused() throws {
        var random = RandomDescriptions(seed: 3)
        for name in try Examples.names() {
            let page = try Examples.bytes(name)
            for _ in 0..<60 { _ = DescribedPage.check(utf8: random.changed(page)) }
        }
    }
}
