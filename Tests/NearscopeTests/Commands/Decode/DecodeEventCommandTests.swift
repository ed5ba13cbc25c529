import Foundation
import Testing

@Suite struct DecodeEventCommandTests {
    @Test(arguments: [
        #"{"satelliteMovedTo":{"position":[201.37,-0.5],"dimensions":[393,852]}}"#, #"{"startStreaming":{}}"#,
        #"{"paused":{"at":[1,2]}}"#,
    ])
    func whatIsShownIsEncodedAgain(_ text: String) throws {
        let shown = try BuiltTool.run("decode", "event", "--format", "json", text)
        #expect(shown.status == 0)
        let encoded = try BuiltTool.run("encode", "event", shown.text)
        #expect(encoded.text == text.utf8.map { String(format: "%02x", $0) }.joined() + "\n", "\(encoded.errors)")
    }

    @Test func aLineForPeople() throws {
        let move = try BuiltTool.run(
            "decode", "event", #"{"satelliteMovedTo":{"dimensions":[393,852],"position":[201.37,422.78]}}"#)
        #expect(move.text == "satelliteMovedTo  to 201.37, 422.78  in 393 × 852\n")
    }

    @Test func faultsAreTold() throws {
        let outcome = try BuiltTool.run("decode", "event", #"{"satelliteMovedTo":{"position":[1,2]}}"#)
        #expect(outcome.status == 1 && outcome.text.isEmpty)
        #expect(outcome.errors.hasPrefix("nearscope: not an event: a member is missing at offset 37: "))
        #expect(try BuiltTool.run("encode", "event", #"{"event":"satelliteMovedTo"}"#).status == 65)
    }
}
