import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct AddressTextTests {
    @Test(arguments: [
        ("10.0.0.1", "10.0.0.1"), ("255.255.255.255", "255.255.255.255"), ("::", "::"), ("::1", "::1"),
        ("FE80::1", "fe80::1"), ("fe80:0:0:0:0:0:0:1", "fe80::1"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
        ("1::", "1::"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::ffff:10.0.0.1", "::ffff:10.0.0.1"),
        ("64:ff9b::1.2.3.4", "64:ff9b::102:304"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
    ])
    func readsTheFormsOfAddresses(text: String, canonical: String) {
        #expect(IPAddress(text)?.description == canonical)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "a.b.c.d", ":", ":::", "1:", ":1", "1::2::3",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::1:2:3:4:5:6:7:8", "12345::", "g::", "fe80::1%en0", "1.2.3.4::",
        "::1.2.3", "1:2:3:4:5:6:7:1.2.3.4", "anna.local",
    ])
    func othersAreNone(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func whatIsWrittenIsReadAgain() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let mask = generator.pick([UInt64.max, 0xFFFF, 0xFFFF_0000_0000_FFFF, 0])
            let address = IPAddress(ipv6High: generator.next() & mask, low: generator.next() & ~mask)
            #expect(IPAddress(address.description) == address)
            let short = IPAddress(ipv4: UInt32(truncatingIfNeeded: generator.next()))
            #expect(IPAddress(short.description) == short)
            let link = LinkAddress(rawValue: generator.next())
            #expect(LinkAddress(link.description) == link)
        }
    }

    @Test func linkAddressesHaveSixBytes() {
        #expect(LinkAddress("02:4D:44:4e:53:01") == LinkAddress(rawValue: 0x024D_444E_5301))
        #expect(LinkAddress("02-4d-44-4e-53-01") == LinkAddress(rawValue: 0x024D_444E_5301))
        for text in [
            "", "02:4d:44:4e:53", "02:4d:44:4e:53:0", "02:4d:44:4e:53:01:", "024d.444e.5301xxx", "0::4d:44:4e:53:01",
        ] {
            #expect(LinkAddress(text) == nil)
        }
    }
}
