import Testing
import WireCoding

@testable import SealedChannels

/// Which hosts a certificate is for (RFC 9525 §6.3).
@Suite struct TLSCertificateMatchingTests {
    /// A certificate of Bruno's with other names.
    private static func names(_ dnsNames: [String]) throws -> TLSCertificateNames {
        let bytes = TLSFlights.certificate
        var reader = ByteReader(bytes.span)
        var names = try TLSCertificateNames(parsing: &reader)
        names.dnsNames = dnsNames
        return names
    }

    @Test(
        arguments: [
            ("bruno.lab", true), ("BRUNO.Lab", true), ("bruno.lab.", true), ("anna.lab", false),
            ("x.peers.lab", true), ("peers.lab", false), ("a.b.peers.lab", false), (".peers.lab", false),
            ("lab", false), ("*.peers.lab", true), ("xbruno.lab", false),
        ])
    func comparesNames(host: String, isFor: Bool) throws {
        #expect(try Self.names(["bruno.lab", "*.peers.lab"]).isFor(host: host) == isFor)
    }

    @Test func onlyAWholeFirstLabelIsAWildcard() throws {
        let names = try Self.names(["b*.lab", "x.*.lab", "*"])
        for host in ["bruno.lab", "x.y.lab", "lab"] { #expect(names.isFor(host: host) == false) }
    }

    @Test(arguments: ["192.0.2.1", "fe80::1", "", "."]) func addressesAreNotCompared(host: String) throws {
        #expect(try Self.names(["bruno.lab"]).isFor(host: host) == nil)
    }

    @Test func theCommonNameDoesNotCount() throws {
        #expect(try Self.names([]).isFor(host: "Bruno's iPhone") == false)
    }

    @Test func namesThatWereLeftOutMayBeTheOne() throws {
        var names = try Self.names(["bruno.lab"])
        names.hasMoreNames = true
        #expect(names.isFor(host: "anna.lab") == nil && names.isFor(host: "bruno.lab") == true)
    }
}
