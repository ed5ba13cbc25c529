import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct InlineTextTests {
    /// A message whose sender is that text.
    private func isEqual(_ key: InlineText, toSender sender: String) throws -> Bool {
        let body = Array(#"{"type":{"direct":{"payload":""}},"senderID":"\#(sender)","timestamp":1}"#.utf8)
        let message = try MeshMessageView(scanning: body.span)
        return key.isEqual(to: message.senderID, in: body.span)
    }

    @Test func eachLengthThatFitsIsEqualToItselfAndToNothingThatDiffersInOneByte() throws {
        var generator = SeededGenerator(seed: 3)
        for length in 8...InlineText.capacity {
            let text = String((0..<length).map { _ in generator.pick(Array("0123456789ABCDEF-")) })
            let key = InlineText(Array(text.utf8))
            #expect(try isEqual(key, toSender: text))
            #expect(try !isEqual(key, toSender: text + "0"))
            for place in 0..<length {
                var other = Array(text)
                other[place] = "x"
                #expect(try !isEqual(key, toSender: String(other)), "byte \(place) of \(length)")
            }
        }
    }

    @Test(arguments: ["", "seven77", String(repeating: "a", count: 41)])
    func whatDoesNotFitIsEqualToNothing(text: String) throws {
        #expect(try !isEqual(InlineText(Array(text.utf8)), toSender: text))
    }

    @Test func aStringWithEscapesIsComparedElsewhere() throws {
        #expect(try !isEqual(InlineText(Array("a/b/c/d/e".utf8)), toSender: #"a\/b\/c\/d\/e"#))
    }
}
