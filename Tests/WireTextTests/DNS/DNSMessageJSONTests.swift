import DNSWire
import Testing
import WireCoding
@testable import WireText

@Suite struct DNSMessageJSONTests {
    @Test func everyTypeOfRecordReadsBack() throws {
        let message = try SampleMessages.all()
        for pretty in [false, true] {
            let text = DNSMessageJSON.text(of: message, pretty: pretty)
            #expect(try DNSMessageJSON.message(from: text) == message)
        }
    }

    /// Text without the sentences about malformed data, whose offsets depend on what stands before.
    private func facts(_ message: DNSMessage) -> String {
        var message = message
        for section in [\DNSMessage.answers, \.authorities, \.additionals] {
            for (index, record) in message[keyPath: section].enumerated() {
                if case .malformed(let data) = record.data {
                    message[keyPath: section][index].data = .raw(data.bytes)
                }
            }
        }
        return DNSMessageJSON.text(of: message)
    }

    @Test func damagedMessagesReadBackAsFarAsTheyGo() throws {
        let all = try SampleMessages.all()
        for record in all.answers + all.authorities + all.additionals {
            let bytes = try SampleMessages.bytes(of: DNSMessage(questions: [all.questions[0]], answers: [record]))
            // Behind the header and the question's name.
            for position in 40..<bytes.count {
                for value in [0xFF, bytes[position] ^ 1] {
                    var damaged = bytes
                    damaged[position] = value
                    try expectToReadBack(DNSMessage.parsePrefix(damaged.span).message)
                }
            }
        }
    }

    private func expectToReadBack(_ message: DNSMessage) throws {
        let copy = try DNSMessageJSON.message(from: DNSMessageJSON.text(of: message))
        #expect(facts(copy) == facts(message))
        var (first, second) = (ByteWriter(), ByteWriter())
        try message.serialize(into: &first, compression: .none)
        try copy.serialize(into: &second, compression: .none)
        #expect(first.bytes == second.bytes)
    }

    @Test func aQuestionNeedsLittle() throws {
        let message = try DNSMessageJSON.message(
            from: #"{"questions": [{"name": "_http._tcp.local.", "type": "PTR"}]}"#)
        let name = try #require(DNSName(presentation: "_http._tcp.local."))
        #expect(message == DNSMessage(questions: [Question(name: name, type: .ptr)]))
    }

    @Test func recordsHaveDefaults() throws {
        let message = try DNSMessageJSON.message(
            from: """
                {"answers": [
                  {"name": "a.local", "type": "a", "address": "10.0.0.1"},
                  {"name": "x._http._tcp.local", "type": "SRV", "port": 80, "target": "a.local"},
                  {"name": "x._http._tcp.local", "type": 16, "strings": [], "cacheFlush": true},
                  {"name": "a.local", "type": "NSEC", "types": ["A"]},
                  {"name": "a.local", "type": "HTTPS"}, {"name": "a.local", "type": "CAA", "tag": "issue"},
                  {"name": "a.local", "type": "TYPE65280", "class": "CH", "data": "\\\\# 2 0a0b"}],
                 "additionals": [{"type": "OPT", "acceptsSignatures": true}]}
                """)
        #expect(message.flags == .multicastResponse)
        #expect(message.answers.map(\.ttl) == [120, 120, 4500, 4500, 4500, 4500, 4500])
        #expect(message.answers.map(\.cacheFlush) == [false, false, true, false, false, false, false])
        #expect(
            message.answers.map(\.data.presentation) == [
                "10.0.0.1", "0 0 80 a.local.", "\"\"", "a.local. A", "1 .", "0 issue \"\"", "\\# 2 0a0b",
            ])
        #expect(message.additionals == [ResourceRecord(udpPayloadSize: 1440, acceptsSignatures: true)])
    }

    @Test func flagsCanBeNamed() throws {
        let message = try DNSMessageJSON.message(from: #"{"isTruncated": true, "opcode": 5, "responseCode": 3}"#)
        #expect(message.flags.rawValue == 0x2A03)
    }

    @Test func parametersCanBeTold() throws {
        let message = try DNSMessageJSON.message(
            from: """
                {"answers": [{"name": "a.", "type": "SVCB", "target": "b.", "parameters": [
                  {"key": "port", "port": 8443}, {"key": "alpn", "protocols": ["h2", "h3"]},
                  {"key": "mandatory", "keys": ["port"]}, {"key": "no-default-alpn"}, {"key": "key667", "value": "00"},
                  {"key": "ipv4hint", "addresses": ["192.0.2.1"]}, {"key": "ipv6hint", "addresses": ["::1"]}]}]}
                """)
        #expect(
            message.answers[0].data.presentation
                == "1 b. mandatory=port alpn=\"h2,h3\" no-default-alpn port=8443 ipv4hint=192.0.2.1 ipv6hint=::1 "
                + "key667=\"\\000\"")
    }

    /// Found by fuzzing: Foundation's decoder alone traps where the 513th bracket is the last byte.
    @Test(arguments: [15, 16, 17, 511, 512, 513, 514, 5000])
    func bracketsWithoutEndAreNoJSON(count: Int) {
        for text in [String(repeating: "[", count: count), String(repeating: #"{"a":"#, count: count - 1) + "["] {
            #expect(throws: WireJSONError.self) { try DNSMessageJSON.messages(from: text) }
        }
    }

    /// Found by fuzzing: the time that Foundation's decoder takes for each value grows with the depth.
    @Test func depthIsLimited() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + #""[[[ \" [[[""# + String(repeating: "]", count: depth)
        }
        let allowed = #expect(throws: WireJSONError.self) { try DNSMessageJSON.messages(from: nested(16)) }
        #expect(allowed?.problem == "is not an object")
        let refused = #expect(throws: WireJSONError.self) { try DNSMessageJSON.messages(from: nested(17)) }
        #expect(refused?.problem == "has more than 16 nested arrays and objects")
        #expect(try DNSMessageJSON.messages(from: "[" + String(repeating: "{},", count: 20) + "{}]").count == 21)
    }

    @Test func severalMessagesStandInAnArray() throws {
        let messages = try DNSMessageJSON.messages(from: #"[{"identifier": 1}, {"identifier": 2}]"#)
        #expect(messages.map(\.identifier) == [1, 2])
        #expect(try DNSMessageJSON.messages(from: "{}") == [DNSMessage()])
        #expect(try DNSMessageJSON.messages(from: "[]").isEmpty)
    }

    @Test(
        arguments: [
            ("{", "", "is not JSON"), ("[]", "", "is not an object"),
            (#"{"question": []}"#, "question", "is not known"),
            (#"{"identifier": 65536}"#, "identifier", "is not a whole number from 0 to 65535"),
            (#"{"identifier": 1.5}"#, "identifier", "is not a whole number"),
            (#"{"identifier": -1}"#, "identifier", "is not a whole number"),
            (#"{"identifier": true}"#, "identifier", "is not a whole number"),
            (#"{"flags": 0, "isResponse": true}"#, "isResponse", "contradicts flags"),
            (#"{"isResponse": 1}"#, "isResponse", "is neither true nor false"),
            (#"{"questions": {}}"#, "questions", "is not an array"),
            (#"{"questions": [7]}"#, "questions[0]", "is not an object"),
            (#"{"questions": [{"type": "A"}]}"#, "questions[0].name", "is missing"),
            (#"{"questions": [{"name": "a..b", "type": "A"}]}"#, "questions[0].name", "is not a DNS name"),
            (#"{"questions": [{"name": "a"}]}"#, "questions[0].type", "is missing"),
            (#"{"questions": [{"name": "a", "type": "B"}]}"#, "questions[0].type", "is not a record type"),
            (#"{"questions": [{"name": "a", "type": "A", "class": 32769}]}"#, "questions[0].class", "is not a whole"),
            (#"{"questions": [{"name": "a", "type": "A", "class": "X"}]}"#, "questions[0].class", "is not a class"),
            (#"{"answers": [{}, {}]}"#, "answers[0].type", "is missing"),
            (#"{"answers": [{"name": "a", "type": "A"}]}"#, "answers[0].address", "is missing"),
            (#"{"answers": [{"name": "a", "type": "A", "address": "::1"}]}"#, "answers[0].address", "is not an IPv4"),
            (#"{"answers": [{"name": "a", "type": "A", "target": "b"}]}"#, "answers[0].target", "is not known here"),
            (#"{"answers": [{"name": "a", "type": "TYPE999"}]}"#, "answers[0].data", "is missing"),
            (#"{"answers": [{"name": "a", "type": "A", "data": "0x"}]}"#, "answers[0].data", "has characters"),
            (
                #"{"answers": [{"name": "a", "type": "A", "data": "01020304", "address": "1.2.3.5"}]}"#,
                "answers[0].address", "contradicts data"
            ),
            (
                #"{"answers": [{"name": "a", "type": "A", "data": "01", "address": "1.2.3.4"}]}"#,
                "answers[0].address", "contradicts data"
            ),
            (
                #"{"additionals": [{"type": "OPT", "ttl": 0, "version": 1}]}"#, "additionals[0].version",
                "contradicts ttl"
            ),
            (
                #"{"additionals": [{"type": "OPT", "options": [{"data": "00"}]}]}"#, "additionals[0].options[0].code",
                "is missing"
            ),
            (
                #"{"answers": [{"name": "a", "type": "HTTPS", "parameters": [{"key": "prt"}]}]}"#,
                "answers[0].parameters[0].key", "is not a parameter key"
            ),
            (
                #"{"answers": [{"name": "a", "type": "HTTPS", "parameters": [{"key": "port", "value": "00"}]}]}"#,
                "answers[0]", "cannot be written"
            ),
            (
                #"{"answers": [{"name": "a", "type":"SVCB", "parameters": [{"key":"port","value":"0050","port":81}]}]}"#,
                "answers[0].parameters[0].port", "contradicts value"
            ),
            (#"{"answers": [{"name": "a", "type": "CAA"}]}"#, "answers[0].tag", "is missing"),
            (
                #"{"answers": [{"name": "a", "type": "CAA", "tag": "a-b"}]}"#, "answers[0].tag",
                "is not 1 to 255 letters and digits"
            ),
            (#"{"answers": [{"name": "a", "type": "CAA", "tag": "a", "flags": 256}]}"#, "answers[0].flags", "is not a"),
            (
                #"{"answers": [{"name": "a", "type": "NSEC", "types": ["X"]}]}"#, "answers[0].types[0]",
                "is not a record type"
            ),
        ] as [(String, String, String)])
    func saysWhatIsWrongAndWhere(text: String, path: String, problem: String) throws {
        let error = #expect(throws: WireJSONError.self) { try DNSMessageJSON.message(from: text) }
        #expect(error?.path == path)
        #expect(error?.problem.hasPrefix(problem) == true, "\(error?.problem ?? "")")
    }

    @Test func digitsAreNotTakenForText() throws {
        let name = try #require(DNSName(presentation: "a"))
        let rdata: [UInt8] = [2, 0xFF, 0, 4] + Array("ff00".utf8)
        let message = DNSMessage(
            flags: .multicastResponse, answers: [ResourceRecord(name: name, type: .txt, ttl: 9, data: .text(rdata))])
        let text = DNSMessageJSON.text(of: message, pretty: false)
        #expect(text.contains(#""strings":[{"hex":"ff00"},"ff00"],"data":"02ff000466663030""#), "\(text)")
        // Without the data the strings alone say it.
        let copy = try DNSMessageJSON.message(from: text.replacing(#","data":"02ff000466663030""#, with: ""))
        #expect(copy == message)
        for (string, path, problem) in [
            (#"{"hex": "f"}"#, "strings[0].hex", "has characters that are not hexadecimal digits"),
            (#"{"hex": "ff", "text": "x"}"#, "strings[0].text", "is not known here"),
            ("{}", "strings[0].hex", "is missing"), ("5", "strings[0]", "is neither a string nor"),
        ] {
            let error = #expect(throws: WireJSONError.self) {
                try DNSMessageJSON.message(
                    from: #"{"answers": [{"name": "a", "type": "TXT", "strings": [\#(string)]}]}"#)
            }
            #expect(error?.path == "answers[0].\(path)" && error?.problem.hasPrefix(problem) == true)
        }
    }

    @Test func textThatNoRecordHoldsIsRefused() throws {
        let long = String(repeating: "x", count: 256)
        for record in [#""type": "TXT", "strings": ["\#(long)"]"#, #""type": "HINFO", "cpu": "\#(long)""#] {
            let error = #expect(throws: WireJSONError.self) {
                try DNSMessageJSON.message(from: #"{"answers": [{"name": "a", \#(record)}]}"#)
            }
            #expect(error?.problem == "has more than 255 bytes")
        }
    }
}
