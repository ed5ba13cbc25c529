import TraceModel
import Testing
import WireCoding

@testable import TraceReports

@Suite struct RedactorTests {
    /// Where texts stay, by the key and that of the object around it. A new field that is not here must not show what it holds.
    private static let kept: Set<String> = [
        ".schema", "generator.name", "generator.version", "capture.format", "capture.compression", "capture.firstTime",
        "capture.lastTime", "files.format", "files.compression", "interfaces.linkType", "peers.id", "peers.serviceIDs",
        "peers.responders", "hostRenames.style", "evidence.kind", "services.id", "services.type", "services.peer",
        "services.renamedFrom", "services.renamedTo", "services.renameStyle", "services.replaces",
        "services.replacedBy", "services.responder", "txt.key", "timeline.rule", "rival.service", "queriers.peer",
        "hosts.id",
        "hosts.peer", "hosts.renamedFrom", "hosts.renamedTo", "hosts.renameStyle", "hosts.responder", "queries.type",
        "queries.peer", "initiator.peer", "responder.peer", "sessions.service", "tls.version",
        "tls.applicationProtocols", "tls.cipherSuite", "tls.alerts", "quic.versions", "limits.metrics",
        "icmpErrors.name", "meshes.id", "meshes.peers", "meshes.serviceType", "meshes.missingPairs", "nodes.peer",
        "nodes.version", "nodes.serviceIDs", "findings.code", "findings.reference", "subject.kind", "protocols.name",
        "sessions.application", "firstFault.key",
    ]
    /// Sentences of ours, in which only names are replaced.
    private static let sentences: Set<String> = [
        "fileError.message", "metadataError.message", "timeline.detail", "sessions.evidence", "limits.message",
        "findings.message", "findings.remedy", "dataPaths.reason", "firstFault.message", "expectation.text",
    ]

    /// Filled counts all have the same names, and those of protocols stay.
    private static let counted = "messageTypes.type"

    private static func texts(_ report: TraceReport) throws -> [(place: String, text: String)] {
        var texts: [(place: String, text: String)] = []
        _ = try ReportTreeEncoder.tree(report).replacing(key: "") { text, place in
            texts.append((place.parent + "." + place.key, text))
            return text
        }
        return texts
    }

    @Test func everyTextThatIsNotListedIsReplaced() throws {
        let report: TraceReport = try FilledDecoder.value()
        let redacted = try Redactor([report]).redacted(report)
        let (before, after) = (try Self.texts(report), try Self.texts(redacted))
        #expect(before.map(\.place) == after.map(\.place))
        let stayed = zip(before, after).filter { $0.text == $1.text }.map(\.0.place)
        #expect(Set(stayed).subtracting(Self.kept).subtracting(Self.sentences) == [])
        #expect(Self.kept.subtracting(stayed) == [])
        let output = String(decoding: try JSONReport.render(redacted), as: UTF8.self)
        let secrets = Set(
            zip(before, after).filter { $0.text != $1.text && $0.place != Self.counted }.map(\.0.text))
        #expect(secrets.count > 100)
        #expect(secrets.filter(output.contains) == [])
    }

    @Test func numbersShapeAndWordsStay() throws {
        let report: TraceReport = try FilledDecoder.value()
        let redacted = try Redactor([report]).redacted(report)
        let blank = { (_: String, _: ReportTree.Place) in "" }
        let (before, after) = (try ReportTreeEncoder.tree(report), try ReportTreeEncoder.tree(redacted))
        #expect(after.replacing(key: "", blank) == before.replacing(key: "", blank))
        #expect(redacted.capture.origin == report.capture.origin)
    }

    @Test func namesInSentencesAreReplaced() throws {
        var report: TraceReport = try FilledDecoder.value()
        let names = try Self.texts(report).filter {
            !Self.kept.contains($0.place) && !Self.sentences.contains($0.place) && $0.place != Self.counted
        }.map(\.text)
        report.findings[0].message = names.joined(separator: " and ")
        report.findings[0].facts.set("hosts", to: .list(names.map { .text("\($0) (10.9.9.9)") }))
        report.sessions[0].limits[0].message = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let output = String(decoding: try JSONReport.render(try Redactor().redacted(report)), as: UTF8.self)
        #expect(names.filter(output.contains) == [])
        #expect(!output.contains("10.9.9.9"))
    }

    @Test func relationsThatPeopleReadStay() throws {
        let report = Self.household()
        let redacted = try Redactor([report]).redacted(report)
        #expect(redacted.services.map(\.instance) == ["Device 1", "Device 1 (2)"])
        #expect(redacted.services[1].fullName == "Device 1 (2)._chat._tcp.local.")
        #expect(redacted.services.map(\.host) == ["host-1.local.", "host-2.local."])
        #expect(redacted.services[0].addresses == ["10.1.0.1", "fe80::1"])
        #expect(redacted.services[0].timeline[0].detail == "10.1.0.2 (port 7001 at host-2.local) holds the name")
        #expect(redacted.peers[0].label == "host-1")
        #expect(redacted.peers[0].linkAddresses == ["02:00:00:00:00:01"])
        #expect(
            redacted.findings[0].message
                == "\"Device 1\" (_chat._tcp) was claimed by host-1 (Avahi, 10.1.0.1, port 7000) and host-2; host-2 is \"Device 1 (2)\" now."
        )
        #expect(redacted.services[0].type == "_chat._tcp")
        #expect(redacted.services[0].port == 7000)
        #expect(redacted.sessions[0].responder.address == "224.0.0.251")
        #expect(redacted.queries.map(\.name) == ["_chat._tcp.local.", "host-1.local.", "1.0.1.10.in-addr.arpa."])
    }

    @Test func typesThatAnAppChoseAreReplacedInMessagesAndCounts() throws {
        var report = Self.household()
        report.sessions[0].forward.messageTypes.add(3, of: "direct")
        report.sessions[0].forward.messageTypes.add(2, of: "zoesVote")
        let redactor = try Redactor([report])
        let types = try redactor.redacted(report).sessions[0].forward.messageTypes
        #expect(types.entries.map(\.name) == ["direct", "type-1"])
        #expect(types["direct"] == 3 && types["type-1"] == 2)
    }

    @Test func valueAndItsHexadecimalSayTheSame() throws {
        var report = Self.household()
        report.services[0].txt = [
            .init(key: "name", value: "Zoe", valueHex: "5a6f65", hasValue: true),
            .init(key: "hex", value: "5a6f65", valueHex: "356136663635", hasValue: true),
            .init(key: "bin", value: nil, valueHex: "fffe00112233", hasValue: true),
            .init(key: "zoes own", value: nil, valueHex: nil, hasValue: false),
            .init(key: "empty", value: "", valueHex: "", hasValue: true),
        ]
        let entries = try Redactor().redacted(report).services[0].txt
        #expect(entries.map(\.key) == ["name", "hex", "bin", "text-3", "empty"])
        #expect(entries[0].value == "text-1")
        #expect(entries[0].valueHex == "746578742d31")
        #expect(entries[1].value == entries[0].valueHex)
        #expect(entries[2].value == nil)
        #expect(entries[2].valueHex == "ff0000000001")
        #expect(entries[4].value == "")
        #expect(entries[4].valueHex == "")
    }

    @Test func digitsThatAreAlsoAValueStayDigits() throws {
        var report = Self.household()
        report.services[0].txt = [
            .init(key: "a", value: "31", valueHex: "3331", hasValue: true),
            .init(key: "b", value: "1", valueHex: "31", hasValue: true),
        ]
        let entries = try Redactor().redacted(report).services[0].txt
        #expect(entries[0].value == entries[1].valueHex)
        for entry in entries { #expect(entry.valueHex == entry.value.map { Hex.encode(Array($0.utf8)) }) }
    }

    @Test func oneRedactorUsesTheSameNamesForAllReports() throws {
        let (first, second) = (Self.household(), Self.household())
        let redactor = try Redactor([first, second])
        let redacted = try redactor.redacted(first)
        #expect(try redactor.redacted(second) == redacted)
        #expect(try Redactor([second, first]).redacted(first) == redacted)
    }

    @Test func messageLosesItsSenderAndItsContent() throws {
        let report = Self.household()
        let redactor = try Redactor([report])
        var message = TraceMessage(
            time: 1.5, frame: 3, begun: 1.25, session: 1, direction: .backward, application: .mesh, type: "direct",
            bytes: 12, sender: "mara-79bd40db", peer: "p1", latency: 0.1, latencyKind: .oneWay)
        message.content = Array("meet at nine".utf8)
        let redacted = try redactor.redacted(message)
        #expect(redacted.sender == "peer-1")
        #expect(redacted.type == "direct")
        #expect(redacted.peer == "p1")
        #expect(redacted.time == 1.5)
        #expect(redacted.content == Array("content-1".utf8))
        message.content = Array("meet at ten".utf8)
        #expect(try redactor.redacted(message).content == Array("content-2".utf8))
        message.content = Array("meet at nine".utf8)
        #expect(try redactor.redacted(message).content == Array("content-1".utf8))
    }

    @Test func correlationHasItsFilesAndAddressesReplaced() throws {
        let report = CorrelationReport(
            captures: [.init(point: .first, path: "/home/zoe/a.pcap", packets: 3, sessions: 1, uncomparedPackets: 0)],
            clock: .init(
                offset: 0.25, drift: nil, driftUncertainty: nil, uncertainty: nil, matchedPackets: 3, isTwoWay: true),
            sessions: [
                .init(
                    id: 1, transport: .tcp, initiator: .init(address: "192.168.7.2", port: 50_000),
                    responder: .init(address: "192.168.7.3", port: 80), firstFrames: [1, 1], interfaces: [0, 0],
                    forward: .init(), backward: .init())
            ])
        let redacted = try Redactor().redacted(report)
        #expect(redacted.captures[0].path == "capture-1.pcap")
        #expect(redacted.sessions[0].initiator == .init(address: "10.0.0.1", port: 50_000))
        #expect(redacted.sessions[0].responder == .init(address: "10.0.0.2", port: 80))
        #expect(redacted.clock == report.clock)
    }

    /// Two devices that want one name.
    private static func household() -> TraceReport {
        let capture = CaptureSummary(path: "/home/zoe/Living Room.pcapng", format: "pcapng", compression: "none")
        var (zoe, kim) = (Peer(id: "p1", label: "Zoes-iPad"), Peer(id: "p2", label: "Kims-iPad"))
        (zoe.hostnames, zoe.addresses, zoe.linkAddresses) = (["Zoes-iPad.local."], ["10.0.0.7"], ["f0:de:f1:00:00:07"])
        (kim.hostnames, kim.addresses) = (["Kims-iPad.local."], ["10.0.0.8"])
        var first = Service(
            id: "s1", instance: "iPad", type: "_chat._tcp", domain: "local", fullName: "iPad._chat._tcp.local.",
            host: "Zoes-iPad.local.", port: 7000, addresses: ["10.0.0.7", "fe80::f2de:f1ff:fe00:7"], peer: "p1",
            firstSeen: 0,
            lastSeen: 1, state: .announced)
        first.timeline = [
            .init(
                time: 0.5, frame: 2, event: .conflict, source: "10.0.0.7",
                detail: "10.0.0.8 (port 7001 at Kims-iPad.local) holds the name")
        ]
        let second = Service(
            id: "s2", instance: "iPad (2)", type: "_chat._tcp", domain: "local",
            fullName: "iPad (2)._chat._tcp.local.", host: "Kims-iPad.local.", port: 7001, addresses: ["10.0.0.8"],
            peer: "p2",
            firstSeen: 0, lastSeen: 1, state: .announced)
        let session = Session(
            id: 1, transport: .udp, application: .unknown, ending: .captureEnd, midstream: false,
            initiator: .init(peer: "p1", address: "10.0.0.7", port: 5353),
            responder: .init(address: "224.0.0.251", port: 5353), interface: 0, firstFrame: 1, start: 0, end: 1,
            duration: 1)
        let finding = Finding(
            code: .init(rawValue: "name-conflict"), severity: .error, frames: [2], subject: .service("s1"),
            message:
                "\"iPad\" (_chat._tcp) was claimed by Zoes-iPad (Avahi, 10.0.0.7, port 7000) and Kims-iPad; Kims-iPad is \"iPad (2)\" now.",
            remedy: "Give each service a unique name.", reference: "RFC 6762 §9")
        let queries = ["_chat._tcp.local.", "Zoes-iPad.local.", "7.0.0.10.in-addr.arpa."].map {
            Query(
                name: $0, type: "PTR", address: "10.0.0.8", first: 0, firstFrame: 1, last: 0, count: 1, intervals: [],
                unicastResponses: 0, legacy: 0, truncated: 0, knownAnswers: 0, answerDelay: Distribution())
        }
        return TraceReport(
            capture: capture, peers: [zoe, kim], services: [first, second], queries: queries, sessions: [session],
            findings: [finding])
    }
}
