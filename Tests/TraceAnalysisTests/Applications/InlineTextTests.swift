import PeerMessaging
import Testing
import WireCoding
import WireTesting

@testable import TraceAnalysis

@Suite("Short texts kept in place")
struct InlineTextTests {
    /// A message whose sender is that text.
    private func isEqual(_ key: InlineText, toSender sender: String) throws -> Bool {
        let body = Array(#"{"type":{"direct":{"payload":""}},"senderID":"\#(sender)","timestamp":1}"#.utf8)
        let message = try MeshMessageView(scanning: body.span)
        return key.isEqual(to: message.senderID, in: body.span)
    }

    @Test("Each length that fits is equal to itself and to nothing that differs in one byte")
    func lengths() throws {
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

    @Test("What does not fit is equal to nothing", arguments: ["", "seven77", String(repeating: "a", count: 41)])
    func outside(text: String) throws {
        #expect(try !isEqual(InlineText(Array(text.utf8)), toSender: text))
    }

    @Test("A string with escapes is compared elsewhere")
    func escapes() throws {
        #expect(try !isEqual(InlineText(Array("a/b/c/d/e".utf8)), toSender: #"a\/b\/c\/d\/e"#))
    }
}
