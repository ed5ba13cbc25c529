import Foundation
import TestSupport
import Testing

/// `protocol`, `decode`, `encode` and `generate` with descriptions, on a capture that is generated from one.
@Suite struct ProtocolCommandTests {
    private let folder: TemporaryFolder
    private let description = BuiltTool.fixture("protocols/muxusb.protocol.yaml")

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func generate(_ page: String, _ options: String...) throws -> String {
        let outcome = try BuiltTool.run(
            arguments: ["generate", "described", "--protocol", page, "-o", path("a.pcap")] + options)
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
        return path("a.pcap")
    }

    private func object(_ data: Data) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    // MARK: - check

    @Test func aSoundDescriptionHasNoProblems() throws {
        let outcome = try BuiltTool.run("protocol", "check", description, "--format", "json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let json = try object(outcome.output)
        #expect(json["schema"] as? String == "nearscope.protocol-check/1" && json["name"] as? String == "muxusb")
        #expect((json["problems"] as? [Any])?.isEmpty == true && (json["sessions"] as? [Any])?.isEmpty == true)
    }

    @Test func problemsAreInTheJSONToo() throws {
        let outcome = try BuiltTool.run(
            "protocol", "check", BuiltTool.fixture("protocols/bad/unknown-key.protocol.yaml"), "--format", "json")
        #expect(outcome.status == 64)
        let json = try object(outcome.output)
        let problem = try #require((json["problems"] as? [[String: Any]])?.first)
        #expect(problem["line"] as? Int == 4 && problem["column"] as? Int == 1 && json["name"] is NSNull)
    }

    @Test func aDescriptionThatFitsReadsAllMessages() throws {
        let capture = try generate(description, "--clients", "2")
        let outcome = try BuiltTool.run("protocol", "check", description, capture, "--format", "json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let truth = try object(Data(contentsOf: URL(filePath: capture + ".truth.json")))
        let known = try #require(truth["sessions"] as? [[String: Any]])
        let sessions = try #require(try object(outcome.output)["sessions"] as? [[String: Any]])
        #expect(sessions.count == 2)
        for (session, known) in zip(sessions, known) {
            let forward = try #require(session["forward"] as? [String: Any])
            #expect(forward["firstFault"] is NSNull && forward["malformed"] as? Int == 0)
            let sent = try #require(known["initiator_to_responder"] as? [String: Any])
            #expect(forward["messages"] as? Int == sent["messages_written"] as? Int)
            #expect(session["evidence"] is String)
        }
        let text = try BuiltTool.run(wide: "protocol", "check", description, capture)
        #expect(text.status == 0 && text.text.contains("muxusb is a sound description"))
        #expect(text.text.contains("    → ") && text.text.contains(" messages"))
    }

    @Test func aDescriptionThatDoesNotFitSaysWhere() throws {
        let capture = try generate(description)
        let page = try String(contentsOfFile: description, encoding: .utf8)
        let wrong = try folder.write(
            Array(page.replacing("constant: 1", with: "constant: 2").utf8),
            to: "wrong.yaml")
        let outcome = try BuiltTool.run(wide: "protocol", "check", wrong, capture)
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("first at byte 0 of the stream, in frame "))
        let json = try object(try BuiltTool.run("protocol", "check", wrong, capture, "--format", "json").output)
        let sessions = try #require(json["sessions"] as? [[String: Any]])
        let forward = try #require(sessions.first?["forward"] as? [String: Any])
        #expect((forward["firstFault"] as? [String: Any])?["streamOffset"] as? Int == 0)
    }

    @Test func anotherDescriptionOfTheSameNameIsRefused() throws {
        let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let outcome = try BuiltTool.run("protocol", "check", description, capture, "--protocol", description)
        #expect(outcome.status == 64 && outcome.errors.contains("both describe “muxusb”"))
    }

    @Test func aCaptureWithoutTheApplicationIsNoFailure() throws {
        let outcome = try BuiltTool.run(
            "protocol", "check", description, BuiltTool.fixture("mesh2-basic.alice.pcap"))
        #expect(outcome.status == 0 && outcome.text.contains("No session is of this application."))
    }

    // MARK: - generate

    @Test func whatCannotBeGeneratedHasItsPlaceInThePage() throws {
        let page = try folder.write(
            Array(
                """
                nearscope: protocol/1
                name: asking
                over: [tcp]
                framing: {delimiter: "\\n"}
                body: words
                message: {type: "body[0]", id: "body[1]"}
                pairs: [{ask: GET, answer: VAL, by: "body[1]"}]
                expect: [{answer: VAL, to: GET, within: 4ms}]
                """.utf8), to: "asking.yaml")
        let outcome = try BuiltTool.run("generate", "described", "--protocol", page, "-o", path("a.pcap"))
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("\(page):8:41: “{answer: VAL, to: GET, within: 4ms}” cannot be kept"))
    }

    @Test func aDescriptionThatIsTooLargeIsToldTheLimit() throws {
        let text = "nearscope: protocol/1\n" + String(repeating: "# long\n", count: 20_000)
        let page = try folder.write(Array(text.utf8), to: "large.yaml")
        let outcome = try BuiltTool.run("protocol", "check", page)
        #expect(outcome.status == 64)
        #expect(outcome.errors == "\(page):1:1: a description has at most 64 KiB, and this file has more\n")
    }

    // MARK: - infer

    @Test func whatIsInferredReadsTheSession() throws {
        let capture = try generate(description, "--messages", "60", "--clients", "1")
        // The first one is the service's announcement.
        let outcome = try BuiltTool.run("protocol", "infer", capture, "--session", "2")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.hasPrefix("nearscope: protocol/1\nname: inferred\n"))
        #expect(outcome.text.contains(/framing: .*# [0-9]+ of [0-9]+ frames/))
        let page = try folder.write(Array(outcome.output), to: "inferred.yaml")
        let check = try BuiltTool.run("protocol", "check", page, capture, "--format", "json")
        #expect(check.status == 0, "\(check.errors)")
        let json = try object(
            try BuiltTool.run("protocol", "infer", capture, "--session", "2", "--format", "json").output)
        #expect(json["schema"] as? String == "nearscope.protocol-inference/1")
        #expect((json["description"] as? [String: Any])?["name"] as? String == "inferred")
        let evidence = try #require((json["evidence"] as? [[String: Any]])?.first)
        #expect(evidence["key"] as? String == "framing" && evidence["count"] as? Int == evidence["of"] as? Int)
    }

    @Test(arguments: [
        ("tls13-aes128.ada.pcap", "3", "tls"), ("dtls12-event-psk.sat.pcap", "3", "dtls"),
        ("quic-migration.silke.pcap", "3", "quic"),
    ])
    func whatIsInferredOfAnOpenedSessionNamesWhatCarriesIt(name: String, session: String, carrier: String) throws {
        let capture = BuiltTool.fixture("sealed/" + name)
        let keys = ["--key-log", BuiltTool.fixture("sealed/\(name.prefix { $0 != "." }).keys.log")]
        let outcome = try BuiltTool.run(
            arguments: ["protocol", "infer", capture, "--session", session] + keys)
        #expect(outcome.status == 0 && outcome.text.contains("\nover: [\(carrier)]"))
        // It fits the session that it is from.
        let page = try folder.write(Array(outcome.output), to: "inferred.yaml")
        let report = try BuiltTool.run(arguments: [capture, "--protocol", page, "--format", "json"] + keys)
        let sessions = try #require(try object(report.output)["sessions"] as? [[String: Any]])
        let one = try #require(sessions.first { $0["id"] as? Int == Int(session) })
        #expect(one["application"] as? String == "inferred")
    }

    @Test func whatCannotBeInferredIsSaidWithItsAttempts() throws {
        // Digits that nothing divides.
        let page = try folder.write(
            Array("nearscope: protocol/1\nname: noise\nports: [9000]\nframing: {fixed: 3}\nbody: bytes\n".utf8),
            to: "noise.yaml")
        let capture = try generate(page, "--messages", "3", "--clients", "1")
        let outcome = try BuiltTool.run("protocol", "infer", capture, "--session", "1")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("nothing shows where the messages of session 1 end; what was tried:"))
        #expect(outcome.errors.contains("a length of 4 bytes"))
    }

    @Test func inferNeedsOneSessionThatThereIs() throws {
        let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")
        #expect(try BuiltTool.run("protocol", "infer", capture).status == 64)
        #expect(try BuiltTool.run("protocol", "infer", capture, "--session", "1", "--session", "2").status == 64)
        let absent = try BuiltTool.run("protocol", "infer", capture, "--session", "999")
        #expect(absent.status == 64 && absent.errors.contains("there is no session 999"))
    }

    // MARK: - show

    @Test(arguments: ["mesh", "echo", "network-event", "framed"])
    func aShownApplicationIsASoundDescription(name: String) throws {
        let outcome = try BuiltTool.run("protocol", "show", name)
        #expect(outcome.status == 0 && outcome.text.contains("\nname: my-\(name)\n"))
        let page = try folder.write(Array(outcome.output), to: "shown.yaml")
        let check = try BuiltTool.run("protocol", "check", page)
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test func theShownMeshReadsTheMesh() throws {
        let page = try folder.write(Array(try BuiltTool.run("protocol", "show", "mesh").output), to: "mesh.yaml")
        let named = try String(contentsOfFile: page, encoding: .utf8) + "ports: [9000]\n"
        let described = try folder.write(Array(named.utf8), to: "ours.yaml")
        let capture = path("mesh.pcap")
        #expect(try BuiltTool.run("generate", "mesh", "-o", capture, "--peers", "2").status == 0)
        let own = try session(of: "mesh", capture)
        let ours = try session(of: "my-mesh", capture, "--protocol", described)
        #expect(ours["application"] as? String == "my-mesh" && own["application"] as? String == "mesh")
        for direction in ["forward", "backward"] {
            let (first, second) = (own[direction] as? [String: Any], ours[direction] as? [String: Any])
            #expect(first?["messages"] as? Int == second?["messages"] as? Int)
            #expect(first?["messageTypes"] as? [String: Int] == second?["messageTypes"] as? [String: Int])
        }
    }

    private func session(of application: String, _ arguments: String...) throws -> [String: Any] {
        let outcome = try BuiltTool.run(
            arguments: ["sessions", "--application", application, "--format", "ndjson"] + arguments)
        return try object(Data(outcome.text.prefix { $0 != "\n" }.utf8))
    }

    @Test(arguments: ["xmpp", "carrier-pigeon", "tls", "quic", "dns", "unknown"])
    func whatTheLanguageCannotSayIsExplained(name: String) throws {
        let outcome = try BuiltTool.run("protocol", "show", name)
        #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errorLines.count == 1)
        #expect(outcome.errors.hasPrefix("nearscope: \(name) cannot be shown as a description: "))
    }

    @Test func anApplicationThatIsNotBuiltInIsSaid() throws {
        let outcome = try BuiltTool.run("protocol", "show", "mehs")
        #expect(outcome.status == 64 && outcome.errors.contains("did you mean “mesh”?"))
    }

    // MARK: - decode and encode

    private let text = "00000001 00000065 00000009 00000002 6869"

    @Test func aMessageIsShownFieldByField() throws {
        let outcome = try BuiltTool.run("decode", "muxusb", text, "--protocol", description, "--format", "json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let message = try #require((try object(outcome.output)["messages"] as? [[String: Any]])?.first)
        #expect(message["type"] as? String == "text" && message["body"] as? String == "hi")
        #expect((message["header"] as? [String: Any])?["tag"] as? Int == 9)
        #expect(message["bytes"] as? Int == 18 && message["bodyBytes"] as? Int == 2)
        let shown = try BuiltTool.run(wide: "decode", "muxusb", text, "--protocol", description)
        #expect(shown.text.contains("muxusb message 1") && shown.text.contains("  tag      9"))
    }

    @Test func whatWasDecodedIsEncodedAgain() throws {
        let json = try BuiltTool.run("decode", "muxusb", text, "--protocol", description, "--format", "json")
        let file = try folder.write(Array(json.output), to: "message.json")
        let outcome = try BuiltTool.run("encode", "muxusb", "--file", file, "--protocol", description)
        #expect(outcome.status == 0 && outcome.text == text.filter { $0 != " " } + "\n")
    }

    @Test func aMessageThatCannotBeReadIsSaidWithItsPlace() throws {
        let outcome = try BuiltTool.run(
            "decode", "muxusb", text + " 00000002 00000065", "--protocol", description)
        #expect(outcome.status == 1 && outcome.text.contains("muxusb message 1"))
        #expect(outcome.errors.contains("in the message at byte 18"))
    }

    @Test func aMessageOfAWebSocketNeedsNoUpgrade() throws {
        let page = BuiltTool.fixture("protocols/wsroom.protocol.yaml")
        let encoded = try BuiltTool.run(
            "encode", "wsroom", #"{"body": {"t": "ask", "nonce": 7}}"#, "--protocol", page)
        #expect(encoded.status == 0, "\(encoded.errors)")
        let decoded = try BuiltTool.run(
            "decode", "wsroom", String(encoded.text.dropLast()), "--protocol", page, "--format", "json")
        let message = try #require((try object(decoded.output)["messages"] as? [[String: Any]])?.first)
        #expect(message["type"] as? String == "ask" && message["offset"] as? Int == 0)
    }

    @Test func aNameThatNoDescriptionHasIsSaid() throws {
        let outcome = try BuiltTool.run("decode", "chess", "00", "--protocol", description)
        #expect(outcome.status == 64 && outcome.errors.contains("there is no description “chess”; there are “muxusb”"))
        #expect(try BuiltTool.run("decode", "chess", "00").status == 64)
        let json = try BuiltTool.run("encode", "muxusb", "[1", "--protocol", description)
        #expect(json.status == 65 && json.errors.contains("is not JSON"))
        let lacking = try BuiltTool.run("encode", "muxusb", #"{"body": "hi"}"#, "--protocol", description)
        #expect(lacking.status == 65 && lacking.errors.contains("header.type: a value is needed"))
    }

    // MARK: - generate

    @Test func theTruthOfAGeneratedCaptureNamesTheApplication() throws {
        let capture = try generate(description, "--seed", "5", "--clients", "3", "--messages", "4")
        let truth = try object(Data(contentsOf: URL(filePath: capture + ".truth.json")))
        #expect(truth["scenario"] as? String == "described" && truth["seed"] as? Int == 5)
        let sessions = try #require(truth["sessions"] as? [[String: Any]])
        #expect(sessions.count == 3 && sessions.allSatisfy { $0["application"] as? String == "muxusb" })
    }

    @Test func whatCannotBeGeneratedIsSaid() throws {
        let outcome = try BuiltTool.run(
            "generate", "described", "--protocol", description, "-o", path("b.pcap"), "--transport", "udp")
        #expect(outcome.status == 64 && outcome.errors.contains("the description is for tcp"))
        for options in [["--clients", "0"], ["--messages", "0"], ["--pace", "0"], ["--loss", "0.9"]] {
            let outcome = try BuiltTool.run(
                arguments: ["generate", "described", "--protocol", description, "-o", path("c.pcap")] + options)
            #expect(outcome.status == 64 && outcome.errors.contains(options[0]), "\(outcome.errors)")
        }
    }
}
