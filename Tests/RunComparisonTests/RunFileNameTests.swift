import Testing

@testable import RunComparison

@Suite struct RunFileNameTests {
    @Test(arguments: [
        ("txt-tcp-city-100x4096.phone.pcap", "txt-city"),
        ("/data/day1/txt-udp-city-100x4096.tablet.pcapng", "txt-city"),
        ("txt-quic-underground-1000x128.phone.pcap.gz", "txt-underground"),
        ("city_TCP_5m_run3.pcap", "city-5m"),
        ("forest-2.pcap.zst", "forest"), ("forest-r12.pcap", "forest"),
        ("2.pcap", "2"), ("tcp.pcap", "tcp"), ("tcp-100x4096.a.pcap", "tcp-100x4096"),
        ("v1.2-park.pcap", "v1.2-park"), ("park", "park"), (".pcap", ".pcap"), ("-", "-"), ("", ""), ("///", "///"),
        ("x-99999999999999999999x1.pcap", "x-99999999999999999999x1"),
    ])
    func scenarioIsWhatIsLeft(path: String, scenario: String) {
        #expect(RunFileName(path: path).scenario == scenario)
    }

    @Test func countAndSizeAreTold() {
        let name = RunFileName(path: "txt-tcp-city-100x4096.phone.pcap")
        #expect(name.packetCount == 100 && name.packetSize == 4096)
        #expect(RunFileName(path: "city.pcap").packetCount == nil)
    }

    @Test func capturesOfOneRunHaveTheStemInCommon() {
        let stems = ["a/city-1.phone.pcap", "b/city-1.tablet.pcapng.gz", "city-2.phone.pcap"].map {
            RunFileName(path: $0).stem
        }
        #expect(stems == ["city-1", "city-1", "city-2"])
    }
}
