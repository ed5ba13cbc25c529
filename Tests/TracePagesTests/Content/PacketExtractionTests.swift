import Testing
import TraceModel

@testable import TracePages

@Suite struct PacketExtractionTests {
    private let session = Session(
        id: 3, transport: .udp, application: .unknown, ending: .idle, midstream: false,
        initiator: .init(peer: nil, address: "10.0.0.1", port: 5000),
        responder: .init(peer: nil, address: "10.0.0.2", port: 7000), service: nil, interface: 0, firstFrame: 1,
        start: 1.5, end: 4, duration: 2.5)

    private func capture(_ protocols: String...) -> CaptureSummary {
        var capture = CaptureSummary(path: "a.pcap", format: "pcap", compression: "none")
        capture.firstTime = "2025-11-06T08:00:00.000000000Z"
        for name in protocols { capture.protocols.add(1, of: name) }
        return capture
    }

    private func words(_ extraction: PacketExtraction, _ capture: CaptureSummary? = nil) -> [String]? {
        extraction.packets(of: session, in: capture ?? self.capture("ethernet", "ipv4", "udp"))?.words
    }

    @Test func aSessionIsMeantByItsNumberWhereExtractHasTheSame() {
        #expect(
            words(.init(["a.pcap"]))
                == ["nearscope", "extract", "a.pcap", "--session", "3", "-o", "session-3.pcapng"])
        #expect(
            words(.init(["a.pcap", "-b.pcap"], merged: true))?.prefix(5)
                == ["nearscope", "extract", "--merge", "a.pcap", "./-b.pcap"])
    }

    @Test func withAFilterASessionIsMeantByItsEndsAndTimes() {
        let ends =
            "udp and ((src host 10.0.0.1 and src port 5000 and dst host 10.0.0.2 and dst port 7000) or "
            + "(src host 10.0.0.2 and src port 7000 and dst host 10.0.0.1 and dst port 5000))"
        let times = ["--from", "2025-11-06T08:00:01.500000000Z", "--to", "2025-11-06T08:00:04.000000000Z"]
        let filtered = words(.init(["a.pcap"], filter: "udp or arp"))
        #expect(
            filtered == ["nearscope", "extract", "a.pcap", "--filter", "(udp or arp) and " + ends] + times
                + ["-o", "session-3.pcapng"])
        let divided = words(.init(["a.pcap"], dividesConversations: true))
        #expect(divided?.contains("--session") == false && divided?.contains(ends) == true)
    }

    @Test func whereNothingSelectsJustASessionThereIsNoCommand() {
        let filtered = PacketExtraction(["a.pcap"], filter: "udp")
        // No packet has stand-ins, and hosts within tunnels are not found.
        #expect(words(.init(["a.pcap"], filter: "udp", isRedacted: true)) == nil)
        #expect(words(filtered, capture("ethernet", "vlan", "ipv4", "udp")) == nil)
        #expect(words(.init(["a.pcap"]), capture("ethernet", "vlan", "ipv4", "udp")) != nil)
        var untimed = capture("udp")
        untimed.firstTime = nil
        #expect(words(filtered, untimed) == nil)
        var full = capture("udp")
        full.memory = .init(budget: 1)
        #expect(words(.init(["a.pcap"]), full) == nil)
    }

    @Test func thePacketsOfATimeAreThoseThatThePageShows() {
        let scale = Scale(from: 0, to: 5)
        #expect(
            PacketExtraction(["a.pcap"]).all(of: scale)?.words
                == ["nearscope", "extract", "a.pcap", "-o", "part.pcapng"])
        #expect(
            PacketExtraction(["a.pcap"], filter: "arp").all(of: scale)?.words
                == ["nearscope", "extract", "a.pcap", "--filter", "arp", "-o", "part.pcapng"])
        #expect(
            PacketExtraction(["a.pcap"], keys: ["--key-log", "k.log"]).all(of: scale)?.words
                == ["nearscope", "extract", "a.pcap", "--key-log", "k.log", "-o", "part.pcapng"])
        #expect(PacketExtraction(["a.pcap"], filter: "arp", isRedacted: true).all(of: scale) == nil)
    }
}
