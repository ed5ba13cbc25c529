import Foundation
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

@Suite struct SessionEndpointTests {
    private static func endpoint(_ address: String, _ port: UInt16) throws -> Session.Endpoint {
        Session.Endpoint((try #require(IPAddress(address)), port), peer: "p1")
    }

    @Test(arguments: [
        ("192.168.1.7", 7000, Session.Endpoint.Reach.host), ("10.0.0.254", 7000, .host), ("223.255.0.1", 7000, .host),
        ("240.0.0.1", 7000, .host), ("224.0.0.1", 7000, .group), ("239.255.255.250", 1900, .group),
        ("192.168.1.255", 137, .group), ("255.255.255.255", 67, .group), ("fe80::ff02", 7000, .host),
        ("ff::1", 7000, .host), ("fe80::255", 7000, .host), ("::ffff:10.0.0.255", 7000, .host),
        ("ff02::1", 7000, .group),
        ("ff02::fb", 5353, .multicastDNS), ("192.168.1.7", 5353, .multicastDNS),
    ])
    func endpointReachesAHostOrAGroup(_ address: String, _ port: UInt16, _ reach: Session.Endpoint.Reach) throws {
        let endpoint = try Self.endpoint(address, port)
        #expect(endpoint.reach == reach)
        // A reader of the report has the text alone.
        let read = try JSONDecoder().decode(Session.Endpoint.self, from: JSONEncoder().encode(endpoint))
        #expect(read == endpoint && read.reach == reach)
    }

    @Test func reachIsNotInTheJSON() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(Self.endpoint("224.0.0.251", 5353))
        #expect(String(decoding: json, as: UTF8.self) == #"{"address":"224.0.0.251","peer":"p1","port":5353}"#)
    }

    /// Multicast DNS is background even between two hosts; what is sent from an address of a group is not.
    @Test func backgroundIsWhatGroupsReceive() throws {
        let host = try Self.endpoint("10.0.0.1", 7000)
        let group = try Self.endpoint("239.1.2.3", 7000)
        let resolver = try Self.endpoint("10.0.0.2", 5353)
        #expect(Session.isBackground(from: host, to: group) && Session.isBackground(from: resolver, to: host))
        #expect(!Session.isBackground(from: host, to: host) && !Session.isBackground(from: group, to: host))
    }
}
