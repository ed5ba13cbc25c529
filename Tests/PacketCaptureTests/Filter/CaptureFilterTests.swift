import Testing
import WireSimulation
import WireTesting

@testable import PacketCapture
import TestSupport

@Suite struct CaptureFilterTests {
    /// Ethernet, IPv4 10.0.0.1 → 10.0.0.2, UDP 5353 → 53, no payload.
    private static let datagram = hex(
        """
        02 00 00 00 00 02 02 00 00 00 00 01 08 00
        45 00 00 1c 00 01 00 00 40 11 66 ce 0a 00 00 01 0a 00 00 02
        14 e9 00 35 00 08 00 00
        """)

    private func matches(
        _ expression: String, _ bytes: [UInt8] = datagram, originalLength: Int? = nil, linkType: LinkType = .ethernet
    ) throws -> Bool {
        var matcher = try CaptureFilter(expression).makeMatcher()
        return try matcher.matches(bytes.span, originalLength: originalLength ?? bytes.count, linkType: linkType)
    }

    @Test(arguments: [
        "udp", "udp port 53", "host 10.0.0.1 and dst host 10.0.0.2", "ether src 02:00:00:00:00:01", "ip[9] = 17",
        "len <= 42", "not tcp", "",
    ])
    func takesPacketsThatMatch(_ expression: String) throws {
        #expect(try matches(expression))
    }

    @Test(arguments: ["tcp", "port 80", "src host 10.0.0.2", "ip6", "greater 43", "vlan", "udp[8] = 0"])
    func leavesPacketsThatDoNotMatch(_ expression: String) throws {
        #expect(try !matches(expression))
    }

    @Test func lengthsAreThoseOfTheWire() throws {
        #expect(try matches("greater 1000", originalLength: 1500))
        #expect(try matches("len = 4294967295", originalLength: .max))
    }

    @Test func aPacketWithoutBytesMatchesOnlyWhatNeedsNone() throws {
        #expect(try !matches("ip", [], originalLength: 60))
        #expect(try matches("less 60", [], originalLength: 60))
    }

    @Test func everyTruncationIsDecidedWithoutReadingBeyondIt() throws {
        for length in Self.datagram.indices {
            #expect(try matches("udp port 53", Array(Self.datagram[..<length])) == false || length >= 38)
        }
    }

    /// One file may have them all.
    @Test func theSameFilterServesSeveralLinkTypes() throws {
        var matcher = try CaptureFilter("udp port 53").makeMatcher()
        let packet = Array(Self.datagram[14...])
        let sll2 = hex("08 00 00 00 00 00 00 01 00 01 04 06 02 00 00 00 00 01 00 00") + packet
        for _ in 0..<2 {
            #expect(try matcher.matches(Self.datagram.span, originalLength: 42, linkType: .ethernet))
            #expect(try matcher.matches(packet.span, originalLength: 28, linkType: .raw))
            #expect(try matcher.matches(packet.span, originalLength: 28, linkType: .bsdRaw))
            #expect(try matcher.matches(packet.span, originalLength: 28, linkType: .ipv4))
            #expect(try matcher.matches(sll2.span, originalLength: 48, linkType: .linuxSLL2))
            #expect(try !matcher.matches(packet.span, originalLength: 28, linkType: .ethernet))
        }
    }

    @Test func anExpressionAboutAnotherLinkTypeIsSoundButNotForEthernet() throws {
        var matcher = try CaptureFilter("wlan type mgt subtype beacon").makeMatcher()
        let beacon = hex("00 00 08 00 00 00 00 00 80 00 00 00")
        #expect(try matcher.matches(beacon.span, originalLength: 12, linkType: .ieee80211Radiotap))
        #expect(throws: CaptureFilterError.self) {
            try matcher.matches(Self.datagram.span, originalLength: 42, linkType: .ethernet)
        }
    }

    @Test func whatNoPacketOfALinkTypeCanMatchIsNoMistakeThere() throws {
        var matcher = try CaptureFilter("ip6").makeMatcher()
        let packet = Array(Self.datagram[14...])
        #expect(try !matcher.matches(packet.span, originalLength: 28, linkType: .ipv4))
        #expect(try !matcher.matches(packet.span, originalLength: 28, linkType: .raw))
    }

    @Test func aLinkTypeThatLibpcapDoesNotKnowIsNamed() throws {
        var matcher = try CaptureFilter("tcp").makeMatcher()
        do {
            _ = try matcher.matches(Self.datagram.span, originalLength: 42, linkType: LinkType(rawValue: 60_000))
            Issue.record("compiled for an unknown link type")
        } catch {
            #expect(error.description.contains("LINKTYPE_60000"))
            guard case .linkType(LinkType(rawValue: 60_000), _) = error.kind else {
                Issue.record("\(error.kind)")
                return
            }
        }
    }

    /// Threads compile and match at the same time; every one gets the same answers.
    @Test func threadsShareAFilter() async throws {
        let filter = try CaptureFilter("udp port 53")
        let linkTypes: [LinkType] = [.ethernet, .raw, .linuxSLL2, .ieee80211Radiotap]
        let answers = try await withThrowingTaskGroup(of: [Bool].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var matcher = filter.makeMatcher()
                    return try (0..<200).map { number in
                        try matcher.matches(Self.datagram.span, originalLength: 42, linkType: linkTypes[number % 4])
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0 == (0..<200).map { $0 % 4 == 0 } })
    }

    @Test func hostileBytesNeverTrapTheMachine() throws {
        var generator = SeededGenerator(seed: 3)
        var matcher = try CaptureFilter("tcp[tcpflags] & tcp-syn != 0 or ip6 protochain 17 or port 53").makeMatcher()
        for _ in 0..<2000 {
            var bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if bytes.count > 20 { bytes.replaceSubrange(12..<15, with: [0x08, 0x00, 0x45]) }
            let length = Int.random(in: 0...Int.max, using: &generator)
            _ = try matcher.matches(bytes.span, originalLength: length, linkType: .ethernet)
        }
    }
}
