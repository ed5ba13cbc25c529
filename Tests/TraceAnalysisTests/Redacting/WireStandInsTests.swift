import Testing
import WireCoding

@testable import TraceAnalysis

@Suite final class WireStandInsTests {
    private var standIns = WireStandIns()

    private func name(_ labels: String...) -> [String] {
        standIns.labels(labels.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func typesAndDomainsStay() {
        #expect(name("Zoe", "_chat", "_tcp", "local") == ["xx1", "_chat", "_tcp", "local"])
        #expect(name("_services", "_dns-sd", "_udp", "local") == ["_services", "_dns-sd", "_udp", "local"])
        #expect(name("_color", "_sub", "_ipp", "_tcp", "local") == ["_color", "_sub", "_ipp", "_tcp", "local"])
        #expect(name("zoes-mac", "local") == ["i1111111", "local"])
    }

    @Test func nameThatLooksLikeATypeIsReplaced() {
        #expect(name("_zoe", "_chat", "_tcp", "local")[0] == "xxx1")
        #expect(name("local", "example", "com") == ["xxxx1", "i111111", "xx1"])
    }

    @Test func reverseNamesAreThoseOfTheStandIns() throws {
        let address = standIns.addresses.standIn(for: try #require(IPAddress("192.168.178.20")))
        let labels = address.description.split(separator: ".").reversed().map(String.init)
        #expect(name("20", "178", "168", "192", "in-addr", "arpa") == labels + ["in-addr", "arpa"])
        let long = try #require(IPAddress("fe80::3e07:54ff:fe12:3456"))
        let digits = { (address: IPAddress) in Hex.encode(address.bytes).reversed().map { [UInt8($0.asciiValue ?? 0)] }
        }
        let suffix = ["ip6", "arpa"].map { Array($0.utf8) }
        #expect(standIns.labels(digits(long) + suffix) == digits(standIns.addresses.standIn(for: long)) + suffix)
    }

    @Test func attributesKeepTheirKeys() {
        #expect(String(decoding: standIns.attribute("name=Zoe".utf8), as: UTF8.self) == "name=xx1")
        #expect(String(decoding: standIns.attribute("Zoe und Tom".utf8), as: UTF8.self) == "i1111111111")
        #expect(String(decoding: standIns.attribute("zoe und=1".utf8), as: UTF8.self) == "i11111111")
        #expect(String(decoding: standIns.attribute("empty=".utf8), as: UTF8.self) == "empty=")
    }
}
