import TraceModel
import Testing

@testable import TraceReports

@Suite struct StandInsTests {
    private let standIns = StandIns()

    private func names(_ texts: String..., kind: StandIns.Kind = .host) -> [String] {
        for text in texts { standIns.avoid(text) }
        return texts.map { standIns.standIn(for: $0, kind) }
    }

    @Test func equalTextsHaveEqualStandInsAndOthersOthers() {
        #expect(names("Ana", "Bo", "Ana", kind: .device) == ["Device 1", "Device 2", "Device 1"])
        #expect(names("Ana", "x-1", "x-2", kind: .peer) == ["Device 1", "peer-1", "peer-2"])
    }

    @Test func namesThatDifferOnlyInCaseDoSoStill() {
        let all = names("iPad", "IPAD", "ipad", kind: .device)
        #expect(all == ["Device 1", "device 1", "DEvice 1"])
        #expect(names("Mac.local.", "mac.local.") == ["host-1.local.", "Host-1.local."])
    }

    @Test func namesOfServicesKeepTypeAndDomain() {
        #expect(
            names(
                "Zoe\\.s iPad._chat._tcp.local.", "_chat._tcp.local.", "_services._dns-sd._udp.local.",
                "_printer._sub._ipp._tcp.local.")
                == [
                    "Device 1._chat._tcp.local.", "_chat._tcp.local.", "_services._dns-sd._udp.local.",
                    "_printer._sub._ipp._tcp.local.",
                ])
        #expect(standIns.standIn(for: "Zoe.s iPad", .device) == "Device 1")
        #expect(names("_I87E1B004E235A130._sub._matter._tcp.local.") == ["_sub-1._sub._matter._tcp.local."])
        #expect(names("Desk._ipp._tcp.office.example.com.") == ["Device 2._ipp._tcp.domain-1.example."])
    }

    @Test func namesOfHostsKeepLocalAndLoseOtherDomains() {
        #expect(
            names("Mac.local.", "Mac.local", "Mac", "www.example.com.", "local.")
                == ["host-1.local.", "host-1.local", "host-1", "host-2.example.", "local."])
    }

    @Test func numberedNameOfAKnownHostKeepsItsNumber() {
        standIns.hostStems = ["mac"]
        #expect(
            names("Mac-2.local.", "Mac.local.", "Mini-2.local.") == [
                "host-1-2.local.", "host-1.local.", "host-2.local.",
            ])
    }

    @Test(arguments: [
        ("iPad (2)", "iPad", " (2)"), ("iPad #12", "iPad", " #12"), ("mac-3", "mac", "-3"),
        ("iPad (2) (3)", "iPad (2)", " (3)"),
    ])
    func numberedNameHasTwoParts(name: String, stem: String, suffix: String) throws {
        let parts = try #require(StandIns.numberedName(name))
        #expect(parts.stem == stem)
        #expect(parts.suffix == suffix)
    }

    @Test(arguments: ["iPad", "iPad (two)", "-2", " (2)", "2", "", "mac-1234567"])
    func otherNamesHaveNoNumber(name: String) { #expect(StandIns.numberedName(name) == nil) }

    @Test func reverseNameIsThatOfTheStandIn() {
        #expect(standIns.standIn(for: "192.168.7.9", .host) == "10.0.0.1")
        #expect(names("9.7.168.192.in-addr.arpa.") == ["1.0.0.10.in-addr.arpa."])
        let zeros = String(repeating: "0.", count: 23)
        #expect(names("5.\(zeros)8.b.d.0.1.0.0.2.ip6.arpa.") == ["1.\(zeros)0.0.0.0.0.0.d.f.ip6.arpa."])
        #expect(
            names("3.0.254.169.in-addr.arpa.", "1.0.254.169.in-addr.arpa.").contains("1.0.254.169.in-addr.arpa.")
                == false)
        #expect(names("251.0.0.224.in-addr.arpa.") == ["251.0.0.224.in-addr.arpa."])
    }

    @Test func accountKeepsItsParts() {
        #expect(
            names("ann@pigeon.lab", "ann@pigeon.lab/phone", "bob@pigeon.lab/phone", kind: .peer)
                == ["user-1@host-1.example", "user-1@host-1.example/text-1", "user-2@host-1.example/text-1"])
    }

    @Test func addressesKeepTheirKind() {
        #expect(
            names(
                "192.168.1.7", "192.168.1.255", "169.254.9.9", "fe80::1:2", "2001:db8::1", "239.1.2.3", "127.0.0.1",
                "::1", "ff02::1:ff12:3456")
                == [
                    "10.0.0.1", "10.0.0.255", "169.254.0.1", "fe80::1", "fd00::1", "239.192.0.1", "127.0.0.2", "::1",
                    "ff02::1:ff00:1",
                ])
        #expect(
            names("192.168.1.7:7001", "192.168.1.7/24", "fe80::1:2%en0", "::ffff:192.168.1.7")
                == ["10.0.0.1:7001", "10.0.0.1/24", "fe80::1", "::ffff:10.0.0.1"])
        #expect(
            names("f0:de:f1:00:00:aa", "F0-DE-F1-00-00-AA", "50:6f:9a:01:ab:cd", "33:33:00:00:00:fb")
                == ["02:00:00:00:00:01", "02-00-00-00-00-01", "50:6f:9a:01:00:01", "33:33:00:00:00:fb"])
    }

    @Test func standInHoldsNoTextOfTheReports() {
        #expect(names("Device 1", "Device 2", "Ana", kind: .device) == ["Device 3", "Device 4", "Device 5"])
        #expect(names("10.0.0.1", "10.0.0.2", "10.1.0.1") == ["10.2.0.1", "10.2.0.2", "10.2.0.3"])
        #expect(names("fe80::1", "fe80::2") == ["fe80::3", "fe80::4"])
        #expect(names("peer-", "Zoe", kind: .peer) == ["item-1", "item-2"])
        #expect(names("host-1.local.", "Zoe.local.") == ["host-2.local.", "host-3.local."])
    }

    @Test func manyAddressesHaveManyStandIns() {
        var seen: Set<String> = []
        for number in 0..<70_000 {
            seen.insert(standIns.standIn(for: "172.\(16 + number >> 16).\(number >> 8 & 255).\(number & 255)", .host))
        }
        #expect(seen.count == 70_000)
        #expect(seen.count { $0.hasSuffix(".255") } == 273)
    }

    @Test func longDigitsKeepTheirLength() {
        #expect(standIns.digits(for: "8bada74c35681f65") == "ff00000000000001")
        #expect(standIns.digits(for: "00") == "ff00000002")
        #expect(standIns.digits(for: "8bada74c35681f65") == "ff00000000000001")
    }
}
