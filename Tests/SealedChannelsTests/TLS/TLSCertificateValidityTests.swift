import Testing
import WireCoding

@testable import SealedChannels

@Suite struct TLSCertificateValidityTests {
    private static func element(_ tag: UInt8, _ text: String) -> [UInt8] {
        [tag, UInt8(text.utf8.count)] + Array(text.utf8)
    }

    private static func validity(_ bytes: [UInt8]) throws(WireError) -> TLSCertificateValidity {
        var reader = ByteReader(bytes.span)
        return try TLSCertificateValidity(parsing: &reader)
    }

    @Test func readsThatOfACertificate() throws {
        let bytes = TLSFlights.certificate
        var reader = ByteReader(bytes.span)
        let names = try TLSCertificateNames(parsing: &reader)
        // 2026-01-01 to 2035-12-30.
        #expect(names.validity == TLSCertificateValidity(notBefore: 1_767_225_600, notAfter: 2_082_585_600))
    }

    @Test(
        arguments: [
            (0x17, "700101000000Z", 0), (0x17, "491231235959Z", 2_524_607_999), (0x17, "500101000000Z", -631_152_000),
            (0x18, "20500101000000Z", 2_524_608_000), (0x18, "99991231235959Z", 253_402_300_799),
        ] as [(UInt8, String, Int64)])
    func readsBothForms(tag: UInt8, text: String, seconds: Int64) throws {
        let time = Self.element(tag, text)
        #expect(try Self.validity(time + time) == TLSCertificateValidity(notBefore: seconds, notAfter: seconds))
    }

    @Test(
        arguments: [
            (0x17, "20260101000000Z"), (0x18, "260101000000Z"), (0x17, "2601010000Z"), (0x17, "261301000000Z"),
            (0x17, "260101000000+"), (0x18, "20260101000000.5Z"), (0x04, "20260101000000Z"), (0x17, ""),
        ] as [(UInt8, String)])
    func otherFormsAreErrors(tag: UInt8, text: String) {
        let time = Self.element(tag, text)
        #expect(throws: WireError(.invalidValue(UInt64(tag)), field: "DER time", offset: 0)) {
            try Self.validity(time + time)
        }
    }

    @Test func aMissingTimeIsAnError() {
        #expect(throws: WireError.self) { try Self.validity(Self.element(0x17, "260101000000Z")) }
    }
}
