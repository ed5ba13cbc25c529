import PacketCapture
import Testing
import WireSimulation
import WireTesting
import TestSupport

@Suite struct ForeignFormatTests {
    /// The first bytes of such files.
    static let samples: [(ForeignFormat, [UInt8])] = [
        (.snoop, hex("736e6f6f70000000 00000002 00000004")),
        (.networkMonitor, hex("474d4255 0002 0100")),
        (.networkMonitor, hex("52545353 0001 0100")),
        (.sniffer, Array("TRSNIFF data    \u{1A}".utf8)),
        (.netXRay, hex("58435000 30303230")),
        (.iptrace, Array("iptrace 2.0".utf8)),
        (.nettl, hex("5452006400 000000")),
        (.visualNetworks, hex("05564e46 00000100")),
        (.fiveViews, hex("aaaaaaaa 00000001")),
        (.peekTagged, hex("7f766572 00000009")),
        // A PacketLogger record of 2024, big-endian, and an ERF record of 2019.
        (.packetLogger, hex("0000000d 65f15300 000f4000 02 01020304")),
        (.packetLogger, hex("0d000000 0053f165 00400f00 03 01020304")),
        (.erf, hex("00000080 00f2535d 02 04 0058 0000 0040")),
        (.btsnoop, hex("6274736e6f6f7000 00000001 000003ea")),
        (.k12, hex("0000020012050010")),
        (.k12Text, Array("+---------+---------------+----------+".utf8)),
        (.ixia, hex("ac01001c 0200 0400")),
        (.ixia, hex("1c0001ab 0002 0004")),
        (.blf, Array("LOGG".utf8) + [0x90, 0, 0, 0]),
        (.asc, Array("date Tue Mar 5 10:00:00 am 2024\r\nbase hex".utf8)),
        (.candump, Array("(1436509052.249713) vcan0 044#2A366C2BBA".utf8)),
        (.systemdJournal, Array("LPKSHHRH".utf8)),
        (.hexDump, Array("0000  45 00 00 54 00 00 40 00\n".utf8)),
        (.hexDump, Array("000000 45 00 00 54 00 00 40 00\n".utf8)),
        (.tcpdumpText, Array("12:34:56.789012 IP 10.0.0.1 > 10.0.0.2: ICMP".utf8)),
        (.tcpdumpText, Array("2024-03-05 12:34:56.789012 IP6 fe80::1".utf8)),
        (.lz4Legacy, hex("02214c18 37000000 86")),
        (.xz, hex("fd377a585a00 0004")),
        (.bzip2, Array("BZh91AY&SY".utf8)),
        (.compress, hex("1f9d90")),
        (.zip, hex("504b0304 1400")),
        (.sevenZip, hex("377abcaf271c 0004")),
        (.rar, hex("526172211a0700")),
        (.tar, Array("trace.pcap".utf8) + [UInt8](repeating: 0, count: 247) + Array("ustar\0".utf8)),
        (.keyLog, Array("CLIENT_RANDOM 0123456789abcdef".utf8)),
        (.json, Array("  \n{\"log\": {\"version\": \"1.2\"}}".utf8)),
        (.html, Array("<!DOCTYPE html>\n<html>".utf8)),
        (.xml, Array("<?xml version=\"1.0\"?><pdml>".utf8)),
        (.pdf, Array("%PDF-1.7".utf8)),
        (.sqlite, Array("SQLite format 3\0".utf8)),
        (.program, hex("7f454c46 02010100")),
        (.program, hex("cffaedfe 0c000001")),
        (.image, hex("89504e47 0d0a1a0a")),
        (.gitPointer, Array("version https://git-lfs.github.com/spec/v1\noid sha256:".utf8)),
    ]

    @Test(arguments: samples)
    func isNamedWithWhatConvertsIt(format: ForeignFormat, start: [UInt8]) {
        let error = CaptureError(.unsupported(.foreign(format)))
        #expect(throws: error) { try CaptureFile.open(bytes: start) }
        #expect(Pass(pieces: start.map { [$0] }).error == error)
        #expect(error.category == .notACapture)
        #expect(error.description.contains(format.rawValue))
        #expect(format.advice.map { error.description.hasSuffix($0) } ?? true)
    }

    @Test func everyFormatHasASample() {
        #expect(Set(Self.samples.map(\.0)) == Set(ForeignFormat.allCases))
    }

    @Test func sentences() {
        #expect(
            CaptureError(.unsupported(.foreign(.snoop))).description
                == "a snoop file; convert it with \"editcap -F pcapng IN OUT.pcapng\"")
        #expect(CaptureError(.unsupported(.foreign(.json))).description == "not a capture file but JSON text")
    }

    @Test(arguments: ["hello world", "12:34", "(maybe)", "0000", "0123 45"])
    func otherTextIsNoFormat(text: String) {
        #expect(throws: CaptureError(.notACapture)) { try CaptureFile.open(bytes: Array(text.utf8)) }
    }

    /// Guesses are made of files without a signature only, and of no others.
    @Test func noiseIsSeldomTakenForAFormat() {
        var generator = SeededGenerator(seed: 1)
        var named = 0
        for _ in 0..<10_000 {
            do throws(CaptureError) {
                _ = try CaptureFile.open(bytes: generator.bytes(64))
            } catch {
                if error.kind != .notACapture { named += 1 }
            }
        }
        #expect(named <= 20)
    }
}
