import ProtocolDescriptions
import Testing

@Suite struct ProtocolDescriptionYAMLTests {
    @Test func aDescriptionIsWrittenAsItIsRead() throws {
        for name in try Examples.names() {
            let description = try Examples.page(name).description
            #expect(try ProtocolDescription(yaml: description.yaml) == description, "\(name)")
        }
    }

    @Test func everyDescriptionSurvivesItsPage() throws {
        var random = RandomDescriptions(seed: 11)
        for _ in 0..<400 {
            let description = random.description()
            #expect(try ProtocolDescription(yaml: description.yaml) == description, "\(description.yaml)")
        }
    }

    @Test func aShortPageIsWhatAPersonWouldWrite() {
        var chess = ProtocolDescription(name: "chess")
        chess.over = [.tcp]
        chess.framing = MessageFraming(.delimiter([13, 10]))
        chess.body = .words
        chess.message.type = TypeRule(.field(MessagePath("body[0]")!), names: [TypeRule.Name("M", "move")])
        chess.pairs = [MessagePair(ask: .any, answer: "OK")]
        chess.expect = [ProtocolExpectation(.quiet(.seconds(1), except: ["HELLO"]), from: .responder)]
        #expect(
            chess.yaml == """
                nearscope: protocol/1
                name: chess
                over: [tcp]
                framing: {delimiter: "\\r\\n"}
                body: words
                message: {type: {field: "body[0]", names: {M: move}}}
                pairs: [{ask: "*", answer: OK}]
                expect: [{quiet: 1s, except: HELLO, from: responder}]

                """)
    }
}
