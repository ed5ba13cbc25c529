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
}
