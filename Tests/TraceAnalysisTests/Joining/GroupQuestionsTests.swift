import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct GroupQuestionsTests {
    private typealias Trace = SyntheticTrace

    /// A question to a group from Anna's port, and 20 ms later Bert's answer to it.
    private func report(
        _ question: [UInt8], to group: (address: UInt32, port: UInt16), from port: UInt16 = 50000, _ answer: [UInt8],
        by answerPort: UInt16, after delay: Int64 = 20_000_000, workers: Int = 1
    ) async throws -> TraceReport {
        let everybody = SyntheticHost(
            linkAddress: LinkAddress(rawValue: 0x0100_5E7F_FFFA), address: IPAddress(ipv4: group.address))
        return try await Trace.report(workers: workers) { capture in
            try capture.append(
                udpFrom: port, to: group.port, payload: question, from: Trace.anna, to: everybody, at: Trace.second)
            try capture.append(
                udpFrom: answerPort, to: port, payload: answer, from: Trace.bert, to: Trace.anna,
                at: Trace.second + delay)
        }
    }

    private static let search = Array("M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nST: ssdp:all\r\n\r\n".utf8)
    private static let found = Array("HTTP/1.1 200 OK\r\nUSN: uuid:1\r\n\r\n".utf8)
    private static let ssdp: (address: UInt32, port: UInt16) = (0xEFFF_FFFA, 1900)

    private static func soap(_ action: String) -> [UInt8] {
        Array("<e><a>http://schemas.xmlsoap.org/ws/2005/04/discovery/\(action)</a></e>".utf8)
    }

    private static let coapRequest: [UInt8] =
        [0x52, 1, 0, 1, 7, 7, 0xBB] + Array(".well-known".utf8) + [4, 99, 111, 114, 101]
    private static let coapResponse: [UInt8] = [0x52, 0x45, 0, 9, 7, 7, 0xC1, 0x28, 0xFF, 60, 47, 62]
    private static let query: [UInt8] = [0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 104, 111, 115, 116, 0, 0, 1, 0, 1]
    private static let response: [UInt8] =
        [0, 7, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 0, 4, 104, 111, 115, 116, 0, 0, 1, 0, 1]
        + [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 10, 0, 0, 2]

    struct Example: Sendable {
        var discovery: Session.Discovery?
        var group: (address: UInt32, port: UInt16)
        var question: [UInt8]
        var answer: [UInt8]
    }

    private static let protocols = [
        Example(discovery: .ssdp, group: ssdp, question: search, answer: found),
        Example(
            discovery: .wsDiscovery, group: (0xEFFF_FFFA, 3702), question: soap("Probe"), answer: soap("ProbeMatches")),
        Example(discovery: .coap, group: (0xE000_01BB, 5683), question: coapRequest, answer: coapResponse),
        Example(discovery: .llmnr, group: (0xE000_00FC, 5355), question: query, answer: response),
        Example(discovery: .multicastDNS, group: (0xE000_00FB, 5353), question: query, answer: response),
        // Broadcast, of a protocol that nobody knows.
        Example(discovery: nil, group: (0xFFFF_FFFF, 9999), question: [1, 2, 3], answer: [4, 5, 6]),
    ]

    @Test(arguments: protocols) func whoAskedTheGroupBegan(_ example: Example) async throws {
        for workers in 1...3 {
            let report = try await report(
                example.question, to: example.group, example.answer, by: example.group.port, workers: workers)
            #expect(report.sessions.map(\.initiator.address) == ["10.0.0.1", "10.0.0.1"])
            #expect(report.sessions.map(\.responder.port) == [Int(example.group.port), Int(example.group.port)])
            #expect(report.sessions.map(\.forward.packets) == [1, 0] && report.sessions[1].backward.packets == 1)
            #expect(report.sessions.map(\.discovery) == [example.discovery, example.discovery])
            #expect(report.sessions[1].isBackground == (example.discovery != nil))
        }
    }

    @Test func answersComeFromAnyPort() async throws {
        let report = try await report([1], to: Self.ssdp, [2], by: 40000)
        #expect(report.sessions.map(\.initiator.port) == [50000, 50000])
    }

    @Test func whoAsksLaterAsksAnew() async throws {
        let report = try await report([1], to: Self.ssdp, [2], by: 1900, after: GroupQuestions.answerTime + 1)
        #expect(report.sessions.map(\.initiator.port) == [50000, 1900])
    }

    @Test func atAPortThatTheGroupUsesTooOnlyTheBytesShowAnAnswer() async throws {
        let announcement = Array("NOTIFY * HTTP/1.1\r\nNT: upnp:rootdevice\r\n\r\n".utf8)
        let asked = try await report(announcement, to: Self.ssdp, from: 1900, Self.search, by: 50000)
        #expect(asked.sessions.map(\.initiator.address) == ["10.0.0.1", "10.0.0.2"])
        let answered = try await report(Self.search, to: Self.ssdp, from: 1900, Self.found, by: 50000)
        #expect(answered.sessions.map(\.initiator.address) == ["10.0.0.1", "10.0.0.1"])
        let matched = try await report(
            Self.soap("Probe"), to: (0xEFFF_FFFA, 3702), from: 3702, Self.soap("ProbeMatches"), by: 3702)
        #expect(matched.sessions.map(\.initiator.address) == ["10.0.0.1", "10.0.0.1"])
        let found = try await report(
            Self.coapRequest, to: (0xE000_01BB, 5683), from: 5683, Self.coapResponse, by: 5683)
        #expect(found.sessions.map(\.initiator.address) == ["10.0.0.1", "10.0.0.1"])
    }

    /// What multicast DNS sends to one host is between hosts that all ask and answer.
    @Test func peersOfMulticastDNSAreInitiatorsAsTheySend() async throws {
        let report = try await report(
            Self.query, to: (0xE000_00FB, 5353), from: 5353, Self.response, by: 5353)
        #expect(report.sessions.map(\.initiator.address) == ["10.0.0.1", "10.0.0.2"])
    }

    @Test func twoHostsThatUseCoAPAreNotInTheBackground() async throws {
        let report = try await Trace.report { capture in
            for (isRequest, payload) in [(true, Self.coapRequest), (false, Self.coapResponse)] {
                try capture.append(
                    udpFrom: isRequest ? 50000 : 5683, to: isRequest ? 5683 : 50000, payload: payload,
                    from: isRequest ? Trace.anna : Trace.bert, to: isRequest ? Trace.bert : Trace.anna, at: Trace.second
                )
            }
        }
        #expect(report.sessions.map(\.discovery) == [nil] && report.sessions.map(\.evidence) == ["CoAP (RFC 7252)"])
        #expect(report.sessions.map(\.isBackground) == [false])
    }
}
