import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct TLSCertificateNamesTests {
    private static func names(_ bytes: [UInt8]) throws(WireError) -> TLSCertificateNames {
        var reader = ByteReader(bytes.span)
        return try TLSCertificateNames(parsing: &reader)
    }

    /// An element with a length of up to 65,535 bytes.
    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count
        return
            (length < 128
            ? [tag, UInt8(length)] : [tag, 0x82, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    }

    private static func name(_ texts: [[UInt8]]) -> [UInt8] {
        element(0x30, texts.flatMap { element(0x31, element(0x30, [0x06, 3, 0x55, 0x04, 0x03] + $0)) })
    }

    private static func certificate(subject: [UInt8], extensions: [UInt8] = []) -> [UInt8] {
        let fields =
            element(0x02, [1]) + element(0x30, []) + name([]) + element(0x30, []) + subject + element(0x30, [])
            + extensions
        return element(0x30, element(0x30, fields))
    }

    @Test func readsACertificate() throws {
        let names = try Self.names(TLSFlights.certificate)
        #expect(names.subject == "Bruno's iPhone")
        #expect(names.issuer == "Lab Root ünï")
        // The address among them is no name.
        #expect(names.dnsNames == ["bruno.lab", "*.peers.lab"])
    }

    @Test func readsTheTypesOfText() throws {
        let texts: [([UInt8], String?)] = [
            (Self.element(0x0C, Array("é".utf8)), "é"), (Self.element(0x13, Array("a".utf8)), "a"),
            (Self.element(0x14, [0xE9]), "é"), (Self.element(0x1E, [0x00, 0xE9, 0x65, 0xE5]), "é日"),
            (Self.element(0x1E, [0x00, 0xE9, 0x65]), "é"), (Self.element(0x05, []), nil),
        ]
        for (text, expected) in texts {
            #expect(try Self.names(Self.certificate(subject: Self.name([text]))).subject == expected)
        }
    }

    @Test func theMostSpecificNameCounts() throws {
        let subject = Self.name([Self.element(0x0C, Array("group".utf8)), Self.element(0x0C, Array("peer".utf8))])
        #expect(try Self.names(Self.certificate(subject: subject)).subject == "peer")
    }

    @Test func namesHaveLimits() throws {
        let host = Self.element(0x82, Array("a.lab".utf8))
        let long = Self.element(0x82, [UInt8](repeating: 0x61, count: 257))
        let list = Self.element(0x30, long + (0..<100).flatMap { _ in host })
        let value = Self.element(0x30, [0x06, 3, 0x55, 0x1D, 0x11] + Self.element(0x04, list))
        let extensions = Self.element(0xA3, Self.element(0x30, value))
        let subject = Self.name([Self.element(0x0C, [UInt8](repeating: 0x61, count: 257))])
        let names = try Self.names(Self.certificate(subject: subject, extensions: extensions))
        #expect(names.dnsNames == [String](repeating: "a.lab", count: TLSCertificateNames.maximumDNSNames))
        #expect(names.subject == nil)
    }

    @Test func everyCutIsAnError() {
        for count in 0..<TLSFlights.certificate.count {
            #expect(throws: WireError.self) { try Self.names(Array(TLSFlights.certificate[..<count])) }
        }
    }

    @Test(
        arguments: [
            ([0x31, 0], WireError(.invalidValue(0x31), field: "DER tag", offset: 0)),
            ([0x3F, 0], WireError(.invalidValue(0x3F), field: "DER tag", offset: 0)),
            ([0x30, 0x80], WireError(.invalidValue(0x80), field: "DER length", offset: 1)),
            ([0x30, 0x85, 0, 0, 0, 0, 1], WireError(.invalidValue(0x85), field: "DER length", offset: 1)),
            (
                [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
                WireError(.truncated(needed: 0xFFFF_FFFF, available: 0), field: "DER content", offset: 6)
            ),
            (
                [0x30, 2, 0x30, 1],
                WireError(
                    .truncated(needed: 1, available: 0), field: "DER content", offset: 4, limit: "DER length")
            ),
        ] as [([UInt8], WireError)])
    func saysWhatIsWrongAndWhere(_ bytes: [UInt8], error: WireError) {
        #expect(throws: error) { try Self.names(bytes) }
    }

    @Test func damagedCertificatesNeverTrap() {
        for seed in 0..<5000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var bytes = TLSFlights.certificate
            for _ in 0...generator.number(in: 0...3) {
                bytes[generator.number(in: 0...bytes.count - 1)] = UInt8(truncatingIfNeeded: generator.next())
            }
            let names = try? Self.names(bytes)
            #expect((names?.dnsNames.count ?? 0) <= TLSCertificateNames.maximumDNSNames)
        }
    }
}
