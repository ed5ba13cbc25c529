import Testing

@testable import PacketCapture

@Suite struct FilterTokenTests {
    private func tokens(_ expression: String) -> [String] {
        let bytes = Array(expression.utf8)
        return FilterToken.tokens(of: expression).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    @Test func wordsNumbersAndSigns() {
        #expect(tokens("tcp[13]&0x12!=0") == ["tcp", "[", "13", "]", "&", "0x12", "!=", "0"])
        #expect(tokens(" not\t( udp||arp )\n") == ["not", "(", "udp", "||", "arp", ")"])
        #expect(tokens("ip proto \\icmp") == ["ip", "proto", "\\icmp"])
        #expect(tokens("tcp[tcpflags] & tcp-syn != 0") == ["tcp", "[", "tcpflags", "]", "&", "tcp-syn", "!=", "0"])
    }

    @Test func addressesStayWhole() {
        #expect(tokens("ether host 02:00:00:00:00:01") == ["ether", "host", "02:00:00:00:00:01"])
        #expect(tokens("host fe80::1 or host ::1") == ["host", "fe80::1", "or", "host", "::1"])
        #expect(tokens("net 10.0.0.0/8") == ["net", "10.0.0.0", "/", "8"])
        #expect(tokens("portrange 5000-5010") == ["portrange", "5000-5010"])
    }

    @Test func aColonInBracketsSeparates() {
        #expect(tokens("ether[0:4] = 1") == ["ether", "[", "0", ":", "4", "]", "=", "1"])
    }

    @Test func otherCharactersAreTokensOfTheirOwn() {
        #expect(tokens("tcp ÄÖ @") == ["tcp", "ÄÖ", "@"])
        #expect(tokens("") == [])
        #expect(tokens(" ") == [])
    }
}
