import Testing

@testable import nearscope

@Suite struct FilePatternTests {
    @Test(arguments: [
        ("a.pcap", "a.pcap", true), ("a.pcap", "data/a.pcap", true), ("a.pcap", "b.pcap", false),
        ("*.pcap", "a.pcap", true), ("*.pcap", "a.pcapng", false), ("*-city-*", "txt-tcp-city-1.pcap", true),
        ("*-city-*", "city", false), ("a?c", "abc", true), ("a?c", "ac", false), ("*", "anything", true),
        ("day1/*.pcap", "data/day1/a.pcap", true), ("day1/*.pcap", "data/day2/a.pcap", false),
        ("day1/a.pcap", "a.pcap", false), ("*/a.pcap", "day1/a.pcap", true), ("*/a.pcap", "a.pcap", false),
        ("./a.pcap", "a.pcap", true), ("a.pcap", "./a.pcap", true), ("a**b", "ab", true), ("", "a", false),
        ("*a*b*c", "xxaxxbxxc", true), ("*a*b*c", "xxaxxbxx", false),
    ])
    func names(pattern: String, path: String, matches: Bool) {
        #expect(FilePattern(pattern).matches(path) == matches)
    }

    @Test func manyStarsTakeNoLongTime() {
        let pattern = FilePattern(String(repeating: "*a", count: 1000) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 3000)))
    }
}
