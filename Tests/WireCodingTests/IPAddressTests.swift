import Testing
import WireCoding
import WireSimulation
import WireTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct IPAddressTests {
    private func address(_ hex: String) throws -> IPAddress {
        let bytes = try #require(Hex.decode(hex))
        return try #require(IPAddress(bytes: bytes))
    }

    @Test func ipv4IsDottedDecimal() throws {
        #expect(try address("c0a80102").description == "192.168.1.2")
        #expect(IPAddress(ipv4: 0).description == "0.0.0.0")
        #expect(IPAddress(ipv4: .max).description == "255.255.255.255")
    }

    @Test(
        arguments: [
            // §4.1: no leading zeros.
            ("20010db8000000000000000000000001", "2001:db8::1"),
            // §4.2.2: one group of zeros is not shortened.
            ("20010db8000000010001000100010001", "2001:db8:0:1:1:1:1:1"),
            // §4.2.3: the longest run, the first one of equals.
            ("20010000000000010000000000000001", "2001:0:0:1::1"),
            ("20010db8000000000001000000000001", "2001:db8::1:0:0:1"),
            // §4.3: lower case.
            ("20010db800000000000000000000aaaa", "2001:db8::aaaa"),
            // §5: the low part of an IPv4-mapped address is dotted.
            ("00000000000000000000ffffc0000201", "::ffff:192.0.2.1"),
            ("00000000000000000000000000000000", "::"),
            ("00000000000000000000000000000001", "::1"),
            ("fe800000000000000000000000000000", "fe80::"),
            ("00010002000300040005000600070008", "1:2:3:4:5:6:7:8"),
        ])
    func ipv6AsRFC5952WritesIt(hex: String, text: String) throws {
        #expect(try address(hex).description == text)
    }

    /// What the C library writes.
    private func libraryText(_ address: IPAddress) -> String {
        var bytes = address.bytes
        var text = [CChar](repeating: 0, count: 64)
        // Both buffers outlive the call, the input has the size that its family asks for, and 64 is room for any text.
        _ = unsafe inet_ntop(address.isIPv6 ? AF_INET6 : AF_INET, &bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    @Test(arguments: 0..<20)
    func agreesWithTheLibrary(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var groups = (0..<8).map { _ in generator.chance(1, in: 2) ? 0 : generator.number(in: 0...0xFFFF) }
            // Libraries write "IPv4-compatible" addresses, abandoned by RFC 4291 §2.5.5.1, in dotted form.
            if groups[..<6].allSatisfy({ $0 == 0 }) { groups[0] = 0xFE80 }
            let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            guard let six = IPAddress(bytes: bytes) else {
                Issue.record("no address of 16 bytes")
                return
            }
            #expect(six.description == libraryText(six))
            let four = IPAddress(ipv4: UInt32(truncatingIfNeeded: generator.next()))
            #expect(four.description == libraryText(four))
        }
    }

    @Test func bytesGoInAndComeOutOtherLengthsAreNotAddresses() throws {
        #expect(try address("c0a80102").bytes == [192, 168, 1, 2])
        let six = try address("fe80000000000000024d44fffe4e5301")
        #expect(Hex.encode(six.bytes) == "fe80000000000000024d44fffe4e5301")
        for count in [0, 3, 5, 15, 17] { #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil) }
    }

    @Test func kindsOfAddressesEndWhereTheirPrefixesDo() throws {
        #expect(try address("e00000fb").isMulticast)
        #expect(try address("efffffff").isMulticast)
        #expect(try !address("dfffffff").isMulticast && !address("f0000000").isMulticast)
        #expect(try address("ff0200000000000000000000000000fb").isMulticast)
        #expect(try address("a9fe0001").isLinkLocal)
        #expect(try !address("a9ff0001").isLinkLocal)
        #expect(try address("febf0000000000000000000000000001").isLinkLocal)
        #expect(try !address("fec00000000000000000000000000001").isLinkLocal)
        #expect(try address("ffffffff").isBroadcast)
        #expect(try !address("000000000000000000000000ffffffff").isBroadcast)
        #expect(IPAddress(ipv4: 0).isUnspecified && IPAddress(ipv6High: 0, low: 0).isUnspecified)
    }

    @Test func ipv4SortsBeforeIPv6ThenByValue() {
        let ordered = [
            IPAddress(ipv4: 1), IPAddress(ipv4: .max), IPAddress(ipv6High: 0, low: 1), IPAddress(ipv6High: 1, low: 0),
        ]
        #expect(ordered.reversed().sorted() == ordered)
        #expect(IPAddress(ipv4: 1) != IPAddress(ipv6High: 0, low: 1))
    }
}
