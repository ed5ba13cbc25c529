import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct RecordDataPresentationTests {
    @Test(
        arguments: [
            (RecordType.a, "0a4d000b", "10.77.0.11"),
            (.aaaa, "fe800000000000000000000000000001", "fe80::1"),
            (.ptr, "03612e6200", "a\\.b."),
            (.srv, "000000001f90016100", "0 0 8080 a."),
            (.txt, "03613d62" + "00" + "04225cff41", #""a=b" "" "\"\\\255A""#),
            (.txt, "03c3a90a" + "03e280ae", #""é\010" "\226\128\174""#),
            (.txt, "0561", "\\# 2 0561"),
            (.txt, "", "\\# 0"),
            (.nsec, "01610000050000000040", "a. SRV"),
            (.soa, "0161000162000000000100000002000000030000000400000005", "a. b. 1 2 3 4 5"),
            (.mx, "000a016100", "10 a."),
            (.hinfo, "03782079024f53", #""x y" "OS""#),
            (.naptr, "0001000201550353495004215c2121016100", #"1 2 "U" "SIP" "!\\!!" a."#),
            (.caa, "00056973737565", #"0 issue """#), (.caa, "80036162637aff", #"128 abc "z\255""#),
            (.svcb, "0001 00 0001000702683203612c62 00030002 20fb", #"1 . alpn="h2,a\\,b" port=8443"#),
            (.https, "0001 00 00000002 0004 00040004c0000201", #"1 . mandatory=ipv4hint ipv4hint=192.0.2.1"#),
            (
                .svcb, "0001 00 00060010 20010db8000000000000000000000001 0029000161",
                #"1 . ipv6hint=2001:db8::1 key41="a""#
            ),
            (.opt, "0004 0002 0102 000c 0000", "4:0102 12:"),
            (RecordType(rawValue: 65280), "c0a801", "\\# 3 c0a801"),
        ])
    func showsWhatZoneFilesShow(type: RecordType, hex: String, text: String) throws {
        #expect(try RecordBytes.read(hex, as: type).presentation == text)
    }

    @Test func genericFormReadsBack() {
        var random = SeededGenerator(seed: 3597)
        for length in 0...40 {
            let bytes = random.bytes(length)
            let text = RecordData.genericPresentation(of: bytes)
            #expect(RecordData.bytes(genericPresentation: text) == bytes)
        }
        #expect(RecordData.bytes(genericPresentation: "\\# 4 0A00 0001") == [10, 0, 0, 1])
    }

    @Test(arguments: ["", "\\#", "# 1 00", "\\# 2 00", "\\# 1 0", "\\# x 00", "\\# -1 00", "\\# 1 zz"])
    func otherTextIsRefused(text: String) { #expect(RecordData.bytes(genericPresentation: text) == nil) }
}
