import PacketCapture
import Testing

@testable import nearscope

@Suite struct DisplayFilterHintTests {
    @Test(arguments: [
        ("ip.addr == 10.0.0.1", "host 10.0.0.1"), ("tcp.port==80", "tcp port 80"), ("mdns", "udp port 5353"),
        ("http", "tcp port 80"), ("ip.src==10.0.0.1 && !(udp.port eq 53)", "src host 10.0.0.1 && not (udp port 53)"),
        ("ipv6.addr == fe80::1 or icmpv6", "ip6 host fe80::1 or icmp6"), ("ip.addr == 10.0.0.0/8", "host 10.0.0.0/8"),
        ("tcp.flags.syn == 1", "tcp[tcpflags] & tcp-syn != 0"), ("tcp.flags.reset", "tcp[tcpflags] & tcp-rst != 0"),
        ("eth.addr == 02:00:00:00:00:01", "ether host 02:00:00:00:00:01"),
        ("dns and ip.addr != 10.0.0.1", "port 53 and not host 10.0.0.1"),
        ("dhcp || arp", "(udp port 67 or udp port 68) || arp"),
    ])
    func theSameInTheLanguageOfCaptures(filter: String, equivalent: String) throws {
        #expect(DisplayFilterHint(filter)?.equivalent == equivalent)
        // That is what libpcap takes, unlike the filter itself. A network is not a host.
        if !filter.contains("/8") { _ = try CaptureFilter(equivalent) }
        #expect(throws: CaptureFilterError.self) { try CaptureFilter(filter) }
    }

    @Test func otherFieldsHaveAnOptionOrAnExample() throws {
        #expect(DisplayFilterHint("frame.number == 5")?.option?.contains("--frame 7-12") == true)
        #expect(DisplayFilterHint("frame.time_relative > 5 && tcp")?.option?.contains("--from") == true)
        #expect(DisplayFilterHint("tcp.stream eq 3")?.option?.contains("--session 4") == true)
        let hint = try #require(DisplayFilterHint("tcp contains GET"))
        #expect(
            hint.equivalent == nil && "\(hint)".hasSuffix("such as 'host 10.0.0.1 and tcp port 80'; see pcap-filter(7)")
        )
    }

    @Test(arguments: ["tcp and hots 10.0.0.1", "tcp prot 80", "", "host a and (port 1 or port 2)", "tcp[13] & 2 != 0"])
    func filtersOfCapturesNeedNone(filter: String) {
        #expect(DisplayFilterHint(filter) == nil)
    }

    @Test func theHintComesAfterTheMark() throws {
        let outcome = try BuiltTool.run(BuiltTool.fixture("mesh2-basic.alice.pcap"), "--filter", "ip.addr == 10.0.0.1")
        #expect(outcome.status == 64)
        #expect(
            outcome.errors.hasSuffix(
                """
                  ^^^^^^^
                  help: this looks like Wireshark's display language; --filter takes tcpdump's: 'host 10.0.0.1'

                """))
    }
}
