import Foundation
import Testing
import TestSupport

/// Docs/truth.md has a row for every field that `generate` writes, and for no other.
@Suite struct TruthDocumentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Of each part of the truth: its objects, as they stand in the files of many conversations.
    private typealias Parts = [String: [[String: Any]]]

    /// All that the scenarios can have between them.
    private static let conversations = [
        ["mesh"], ["mesh", "--faults", "early-data", "--faults", "cut-frame", "--faults", "second-connection"],
        ["mesh", "--faults", "refused-connection"], ["lossy-transfer", "--loss", "0.1"],
        ["lossy-transfer", "--transport", "tcp"], ["rename-conflict"], ["hostile", "--long-text", "1000"],
        ["described", "--protocol", BuiltTool.fixture("protocols/muxusb.protocol.yaml")],
    ]

    /// Where the page tells of objects that have no heading of the same name.
    private static let headings = [
        "": "The whole", "initiator": "Ends", "responder": "Ends", "initiator_to_responder": "Directions",
        "responder_to_initiator": "Directions", "rtt_from_initiator": "Round trips",
        "rtt_from_responder": "Round trips",
    ]
    /// Objects whose keys are no fields.
    private static let tables: Set = ["units", "txt", "messages_written_by_type"]

    private func parts() throws -> Parts {
        var parts: Parts = [:]
        for (number, conversation) in Self.conversations.enumerated() {
            let path = folder.url.appending(path: "\(number).pcap").path
            #expect(try BuiltTool.run(arguments: ["generate"] + conversation + ["-o", path]).status == 0)
            let data = try Data(contentsOf: URL(filePath: path + ".truth.json"))
            Self.collect(try JSONSerialization.jsonObject(with: data), "", into: &parts)
        }
        return parts
    }

    private static func collect(_ value: Any, _ name: String, into parts: inout Parts) {
        if let array = value as? [Any] {
            for element in array { collect(element, name, into: &parts) }
        } else if let object = value as? [String: Any], !tables.contains(name) {
            parts[headings[name] ?? name, default: []].append(object)
            for (name, value) in object { collect(value, name, into: &parts) }
        }
    }

    /// The fields below each heading of the page, and whether they are there always.
    private static func rows() throws -> [String: [String: Bool]] {
        let root = Fixture.repository
        let page = try String(contentsOf: root.appending(path: "Docs/truth.md"), encoding: .utf8)
        var rows: [String: [String: Bool]] = [:]
        var heading = ""
        for line in page.split(separator: "\n") {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            guard let match = line.firstMatch(of: /^\| `([a-z0-9_]+)` \|.*\| ([^|]+) \|$/) else { continue }
            rows[heading, default: [:]][String(match.1)] = match.2 == "always"
        }
        return rows
    }

    @Test func thePageHasExactlyTheFieldsOfTheTruth() throws {
        let (parts, rows) = (try parts(), try Self.rows())
        #expect(rows.keys.sorted() == parts.keys.sorted())
        for (heading, objects) in parts {
            let fields = try #require(rows[heading], "\(heading)")
            #expect(Set(objects.flatMap(\.keys)) == Set(fields.keys), "\(heading)")
            for (field, isAlways) in fields where isAlways {
                #expect(objects.allSatisfy { $0[field] != nil }, "\(heading): \(field)")
            }
        }
        // What the page says of those that are left out.
        #expect(parts["sessions"]?.count { $0["opened_at_initiator"] == nil } == 1)
        #expect(parts["hosts"]?.contains { $0["peer_id"] == nil } == true)
    }
}
