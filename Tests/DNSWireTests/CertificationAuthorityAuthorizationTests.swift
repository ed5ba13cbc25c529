import DNSWire
import Testing
import WireCoding

@Suite struct CertificationAuthorityAuthorizationTests {
    /// RFC 8659 §4.2: 128 issue "ca1.example.net; a=b"
    private let hex = "80" + "056973737565" + "6361312e6578616d706c652e6e65743b20613d62"

    @Test func readsAndWritesAProperty() throws {
        let data = try RecordBytes.read(hex, as: .caa)
        let expected = try CertificationAuthorityAuthorization(
            flags: 128, tag: "issue", value: Array("ca1.example.net; a=b".utf8))
        #expect(data == .certificationAuthority(expected) && expected.isCritical)
        #expect(data.presentation == #"128 issue "ca1.example.net; a=b""#)
        #expect(RecordBytes.write(data) == hex && data.encodedSize == hex.count / 2)
        // A value may end anywhere, and be empty.
        #expect(try RecordBytes.truncations(hex, as: .caa).count == 7)
    }

    @Test(arguments: [
        ("0000", WireError.Kind.invalidValue(0), 1), ("00036973", .truncated(needed: 3, available: 2), 2),
        ("000269 2d 61", .invalidValue(0x2D), 3), ("0001ff", .invalidValue(0xFF), 2),
    ])
    func aTagHasLettersAndDigits(hex: String, kind: WireError.Kind, offset: Int) {
        let error = #expect(throws: WireError.self) { try RecordBytes.read(hex, as: .caa) }
        #expect(error?.kind == kind && error?.offset == offset)
    }

    @Test func theEndOfTheRecordIsNamedInErrors() throws {
        let bytes = try #require(Hex.decode("00 0101 0001 00000000 0004 00 01 2d 61"))
        var reader = ByteReader(bytes.span)
        let fault = try ResourceRecord(parsing: &reader).data.fault
        #expect(fault == WireError(.invalidValue(0x2D), field: "CAA tag", offset: 13, limit: "RDLENGTH"))
    }

    @Test func tagsThatNoRecordHoldsAreRefused() {
        for tag in ["", "is-sue", "é", String(repeating: "a", count: 256)] {
            #expect(throws: WireError.self) { try CertificationAuthorityAuthorization(tag: tag, value: []) }
        }
    }
}
