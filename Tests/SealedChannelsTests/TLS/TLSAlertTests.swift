import Testing
import WireCoding
@testable import SealedChannels

@Suite struct TLSAlertTests {
    @Test func readsBackWhatItWrites() throws {
        for level in 0...3 as ClosedRange<UInt8> {
            for code in 0...255 as ClosedRange<UInt8> {
                let alert = TLSAlert(level: level, code: TLSAlert.Code(rawValue: code))
                var writer = ByteWriter()
                alert.serialize(into: &writer)
                let bytes = writer.bytes
                var reader = ByteReader(bytes.span)
                #expect(try TLSAlert(parsing: &reader) == alert)
            }
        }
    }

    @Test func codesHaveTheirNames() {
        #expect(TLSAlert.Code(rawValue: 0).description == "closeNotify")
        #expect(TLSAlert.Code(rawValue: 120).description == "noApplicationProtocol")
        #expect(TLSAlert.Code(rawValue: 99).description == "99")
    }

    @Test func oneByteIsNoAlert() {
        #expect(throws: WireError(.truncated(needed: 2, available: 1), field: "TLS alert", offset: 0)) {
            var reader = ByteReader(([2] as [UInt8]).span)
            _ = try TLSAlert(parsing: &reader)
        }
    }

    @Test(
        arguments: [
            (48, "unknown_ca"), (20, "bad_record_mac"), (40, "handshake_failure"), (115, "unknown_psk_identity"),
            (113, "bad_certificate_status_response"), (120, "no_application_protocol"), (0, "close_notify"),
            (200, "200"),
        ] as [(UInt8, String)])
    func namesAreThoseOfTheRegistry(code: UInt8, name: String) {
        #expect(TLSAlert.Code(rawValue: code).registryName == name)
    }

    @Test func whatIsAboutCertificatesIsOfTheHandshake() {
        let codes = (0...UInt8.max).map(TLSAlert.Code.init(rawValue:))
        #expect(codes.filter(\.isAboutCertificate).map(\.rawValue) == [42, 43, 44, 45, 46, 48, 116])
        #expect(codes.allSatisfy { !$0.isAboutCertificate || $0.isOfHandshake })
        #expect(!TLSAlert.Code.badRecordMAC.isOfHandshake && !TLSAlert.Code.internalError.isOfHandshake)
    }
}
