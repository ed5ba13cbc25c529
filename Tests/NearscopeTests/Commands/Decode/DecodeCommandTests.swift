import DNSWire
import Foundation
import Testing
import TraceReports
import WireCoding
import WireText

@Suite struct DecodeCommandTests {
    @Test(arguments: [["dns"], ["dns", "--tcp"], ["mesh"], ["mesh", "--body"], ["event"]], ["text", "json"])
    func nothingAtAllIsNoMessage(command: [String], format: String) throws {
        for empty in ["", " \n"] {
            let outcome = try BuiltTool.run(arguments: ["decode"] + command + ["--format", format, empty])
            #expect(outcome.status == 2 && outcome.text.isEmpty)
            #expect(outcome.errors == "nearscope: argument: is empty; there is nothing to decode\n")
        }
    }

    private let query = "000000000001000000000000055f68747470045f746370056c6f63616c00000c8001"

    @Test func showsAMessageToPeople() throws {
        let outcome = try BuiltTool.run("decode", "dns", query)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                query, 34 bytes, identifier 0
                questions
                  _http._tcp.local.  IN PTR  unicast response wanted

                """)
    }

    /// A TXT record of three bytes, whose only string is to have 200.
    private let brokenText = "000084000000000100000000" + "0161056c6f63616c00" + "00100001000000780003" + "c86162"

    @Test func aStringThatGoesOnBehindItsDataIsMalformed() throws {
        let outcome = try BuiltTool.run("decode", "dns", brokenText)
        #expect(outcome.status == 1)
        #expect(
            outcome.text.hasSuffix(
                """
                  a.local.  120 IN TXT  \\# 3 c86162
                    malformed: in the data, TXT string at offset 1 needs 200 bytes, 2 are there within the RDLENGTH
                    c8 [61] 62

                """), "\(outcome.text)")
        let json = try BuiltTool.run("decode", "dns", brokenText, "--format", "json")
        #expect(json.status == 1 && json.text.contains(#""error": "in the data, TXT string at offset 1"#))
        let encoded = try BuiltTool.run("encode", "dns", json.text)
        #expect(encoded.status == 0 && encoded.text == brokenText + "\n", "\(encoded.errors)")
    }

    @Test func jsonHasTheFieldsOfTheLayer() throws {
        let outcome = try BuiltTool.run("decode", "dns", query, "--format", "json")
        let message = try DNSMessageJSON.message(from: outcome.text)
        #expect(message.questions.map(\.wantsUnicastResponse) == [true])
        #expect(outcome.text.contains(#""wantsUnicastResponse": true"#))
    }

    @Test func digitsMayBeWrittenInManyWays() throws {
        let folder = try TemporaryFolder()
        let spaced = stride(from: 0, to: query.count, by: 4).map { query.dropFirst($0).prefix(4) }
        for text in [
            spaced.joined(separator: ":"), spaced.joined(separator: "\n"), query.uppercased(),
            spaced.map { "0x" + $0 }.joined(separator: ", "), "0x" + query + "\n",
        ] {
            let file = try folder.write(Array(text.utf8), to: "message.hex")
            #expect(try BuiltTool.run("decode", "dns", "--file", file).status == 0)
            #expect(try BuiltTool.run("decode", "dns", "-", input: file).text.contains("_http._tcp.local."))
        }
    }

    @Test func malformedMessagesAreShownWithTheFault() throws {
        let outcome = try BuiltTool.run("decode", "dns", query + "00")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("left over at offset 34"))
        #expect(outcome.text.contains("80 01 [00]"))
        let json = try BuiltTool.run("decode", "dns", query + "00", "--format", "json")
        #expect(json.status == 1 && json.text.contains(#""offset": 34"#))
    }

    @Test func aStreamHasManyMessages() throws {
        let stream = "0022" + query + "0000" + "0022" + query
        let outcome = try BuiltTool.run("decode", "dns", "--tcp", stream, "--format", "json")
        #expect(outcome.status == 1)
        #expect(try DNSMessageJSON.messages(from: outcome.text).count == 2)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("offset 36"))
        #expect(try BuiltTool.run("decode", "dns", "--tcp", "0022" + query).status == 0)
        #expect(try BuiltTool.run("decode", "dns", "--tcp", "0022" + query + "00").status == 1)
    }

    @Test func statusTellsWhatWasWrong() throws {
        #expect(try BuiltTool.run("decode", "dns").status == 64)
        #expect(try BuiltTool.run("decode", "dns", "00", "--file", "x").status == 64)
        #expect(try BuiltTool.run("decode", "dns", "000").status == 65)
        #expect(try BuiltTool.run("decode", "dns", "hello").status == 65)
        #expect(try BuiltTool.run("decode", "dns", "--file", "/nonexistent/file").status == 66)
        #expect(try BuiltTool.run("decode", "dns", "--help").text.contains("EXAMPLES"))
    }
}
