import Foundation
import Testing
import TraceAnalysis
import TraceModel
import TraceReports

@Suite struct MessagesCommandTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    private func messages(_ arguments: String...) throws -> [TraceMessage] {
        let outcome = try BuiltTool.run(arguments: ["messages", capture, "--format", "ndjson"] + arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(TraceMessage.self, from: Data($0.utf8))
        }
    }

    @Test func linesAreMessagesInOrderOfTime() throws {
        let messages = try messages()
        #expect(messages.count == 46 + 47)
        #expect(messages.map(\.time) == messages.map(\.time).sorted())
        #expect(messages.count { $0.type == "direct" } == 86)
        let lines = try BuiltTool.run("messages", capture).text.split(separator: "\n")
        #expect(lines.count == 1 + 93 && lines[1].contains("Alice → Bruno's iPhone"))
    }

    @Test func datagramsOfAnEchoTestAreMessages() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "echo.pcap").path
        let options = ["--probes", "8", "--pieces", "5", "--loss", "0", "--duplicates", "0", "--reordering", "0"]
        let made = ["generate", "lossy-transfer", "-o", path, "--at", "client"] + options
        #expect(try BuiltTool.run(arguments: made).status == 0)
        let outcome = try BuiltTool.run("messages", path, "--format", "ndjson")
        let messages = try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(TraceMessage.self, from: Data($0.utf8))
        }
        #expect(messages.count { $0.type == "probe" && $0.bytes == 8 && $0.latency == nil } == 8)
        #expect(messages.count { $0.type == "echo" && ($0.latency ?? 0) > 0.036 } == 8)
        #expect(messages.count { $0.type == "data" && $0.bytes == 128 && $0.latency == nil } == 5)
    }

    private struct Shown: Decodable {
        var type: String?
        var bytes: Int
        var content: String?
        var contentHex: String?
    }

    private func shown(_ path: String, _ arguments: String...) throws -> [Shown] {
        let outcome = try BuiltTool.run(arguments: ["messages", path, "--show", "--format", "ndjson"] + arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(Shown.self, from: Data($0.utf8))
        }
    }

    @Test func contentsAreShownWhole() throws {
        let shown = try shown(capture, "--show-bytes", "64KiB")
        #expect(shown.count == 93)
        #expect(shown.allSatisfy { $0.content?.utf8.count == $0.bytes && $0.contentHex == nil })
        #expect(shown.allSatisfy { $0.content?.contains("\"\($0.type ?? "")\"") == true })
        let text = try BuiltTool.run("messages", capture, "--show", "--limit", "1").text.split(separator: "\n")
        #expect(text.count > 2 && text[2].hasPrefix("      {"))
        #expect(text.allSatisfy { $0.count <= 80 })
    }

    @Test func contentsAreLimited() throws {
        #expect(try shown(capture, "--show-bytes", "20").allSatisfy { $0.content?.utf8.count == 20 && $0.bytes > 20 })
        let text = try BuiltTool.run("messages", capture, "--show", "--show-bytes", "20", "--limit", "1").text
        #expect(text.contains("more bytes not shown]"))
        let alone = try BuiltTool.run("messages", capture, "--show-bytes", "20")
        #expect(alone.status == 64 && alone.errors.contains("--show-bytes needs --show"))
        #expect(try BuiltTool.run("messages", capture, "--show", "--show-bytes", "65KiB").status == 64)
    }

    @Test func contentsThatAreNotTextAreHexadecimal() throws {
        let path = BuiltTool.fixture("transfer/txt-tcp-underground-1000x128.phone.pcap")
        let shown = try shown(path)
        #expect(shown.count == 200 && shown.allSatisfy { $0.content == nil && $0.contentHex?.count == 16 })
    }

    @Test func stanzasAreShownWholeEvenWhereTheyStraddlePackets() throws {
        let shown = try shown(BuiltTool.fixture("pigeon-relay.server.pcap"))
        #expect(!shown.isEmpty)
        for message in shown {
            let content = try #require(message.content)
            #expect(content.utf8.count == min(message.bytes, 1024) && content.hasPrefix("<\(message.type ?? "")"))
        }
    }

    @Test func filtersAndLimit() throws {
        #expect(try messages("--type", "identification").count == 2)
        #expect(try messages("--sender", "Alice").count == 46)
        #expect(try messages("--sender", "Alice", "--type", "direct").count == 43)
        #expect(try messages("--session", "1").isEmpty)
        #expect(try messages("--limit", "5").count == 5)
    }

    @Test func messagesOfATimeAreThoseThatEndedInIt() throws {
        let all = try messages().map(\.time)
        let some = try messages("--from", "6", "--to", "6300ms").map(\.time)
        #expect(some == all.filter { (6...6.3).contains($0) } && !some.isEmpty && some.count < all.count)
        // The capture begins at 02:22:12.887.
        #expect(try messages("--from", "02:22:19").map(\.time) == all.filter { $0 >= 6.1135 })
        // With a filter, reports begin with the first packet that passes.
        let filtered = try messages("--filter", "tcp").map(\.time)
        let later = try messages("--filter", "tcp", "--from", "5").map(\.time)
        #expect(later == filtered.filter { $0 >= 5 } && later.count < filtered.count && !later.isEmpty)
        #expect(try messages("--filter", "tcp", "--from", "02:22:19").count == messages("--from", "02:22:19").count)
        #expect(try BuiltTool.run("messages", capture, "--to", "1970-01-01T00:00:00Z").text == "No message matches.\n")
    }

    /// Names of columns without a line under them look like a fault.
    @Test func nothingIsToldInWords() throws {
        #expect(try BuiltTool.run("messages", capture, "--session", "1").text == "No message matches.\n")
        #expect(try BuiltTool.run("messages", capture, "--filter", "arp").text == "No messages.\n")
        #expect(try BuiltTool.run("messages", capture, "--session", "1", "--format", "ndjson").text.isEmpty)
        let rows = try BuiltTool.run("messages", capture, "--session", "1", "--format", "csv").text
        #expect(rows.hasPrefix("capture,time,") && rows.split(separator: "\r\n").count == 1)
    }

    @Test func whatBrokeTheFramingIsListedWhereAMessageWouldBe() throws {
        let outcome = try BuiltTool.run(
            "messages", BuiltTool.fixture("mesh2-bad-frames.victim.pcap"), "--format", "ndjson")
        let broken = try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(TraceMessage.self, from: Data($0.utf8))
        }.filter { $0.fault != nil }
        #expect(
            broken.map(\.fault) == [
                "a length of 0", "a length of 10485761, above the limit of 10485760",
                "a length of 4294967295, above the limit of 10485760",
                "truncated after 64 of 504 bytes", "truncated after 2 of the 4 bytes of its length",
            ])
        #expect(broken.map(\.frame) == [111, 116, 121, 128, 133] && broken.map(\.bytes) == [0, 0, 0, 60, 0])
        #expect(broken.allSatisfy { $0.type == nil && $0.sender == nil && $0.latency == nil })
    }

    /// The stamps of an echo test, read as lengths, would be illegal ones.
    @Test func nothingIsBrokenInAStreamWithoutFrames() throws {
        let outcome = try BuiltTool.run(
            "messages", BuiltTool.fixture("transfer/txt-tcp-underground-1000x128.phone.pcap"), "--format", "csv")
        let rows = outcome.text.split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let fault = try #require(rows.first?.firstIndex(of: "fault"))
        #expect(rows.count == 201 && rows.dropFirst().allSatisfy { $0[fault].isEmpty })
    }

    /// Clients write no `from`, and the answer that tells a client its address is the server's.
    @Test func stanzasHaveTheirSenders() throws {
        func messages(_ arguments: String...) throws -> [TraceMessage] {
            let fixture = BuiltTool.fixture("pigeon-relay.bob.pcap")
            return try BuiltTool.run(arguments: ["messages", fixture, "--format", "ndjson"] + arguments).text
                .split(separator: "\n").map { try JSONDecoder().decode(TraceMessage.self, from: Data($0.utf8)) }
        }
        let bind = try messages("--type", "iq")
        #expect(bind.map(\.sender) == ["bob@pigeon.lab/phone", nil])
        #expect(bind.map(\.direction) == [.forward, .backward])
        #expect(try messages("--sender", "bob@pigeon.lab").count == 3)
        #expect(try messages("--sender", "c2@pigeon.lab").count == 2)
        #expect(try messages("--sender", "c2@pigeon.lab/phone").count == 2)
    }

    @Test func rowsHaveAHeading() throws {
        let rows = try BuiltTool.run("messages", capture, "--format", "csv").text.split(separator: "\r\n")
        #expect(rows.count == 94 && rows[0].hasPrefix("capture,time,frame,"))
    }

    @Test func failuresHaveTheirOwnStatus() throws {
        #expect(try BuiltTool.run("messages", capture, "--session", "9").status == 64)
        #expect(try BuiltTool.run("messages", capture, "--limit", "0").status == 64)
        #expect(try BuiltTool.run("messages", "-").status == 64)
        #expect(try BuiltTool.run("messages", capture + ".not-there").status == 66)
    }

    @Test func aNameThatNoMessageHasIsAnErrorWithThoseThatThereAre() throws {
        let type = try BuiltTool.run("messages", capture, "--type", "nosuch")
        #expect(type.status == 64 && type.text.isEmpty)
        #expect(
            type.errors == "nearscope: there is no message of type “nosuch”; there are “broadcast”, “direct”, "
                + "“identification”\n")
        #expect(try messages("--type", "nosuch", "--type", "Direct").count == 86)
        let sender = try BuiltTool.run("messages", capture, "--sender", "nobody")
        #expect(sender.status == 64)
        #expect(
            sender.errors == "nearscope: there is no message from “nobody”; there are “Alice”, “Bruno's iPhone”\n")
    }
}
