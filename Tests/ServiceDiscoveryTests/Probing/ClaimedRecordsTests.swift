import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ClaimedRecordsTests {
    private func kitchen(_ instance: String = "Kitchen") throws -> ServiceRegistration {
        try ServiceRegistration(
            name: ServiceInstanceName(instance: instance, type: ServiceType(validating: "_http._tcp")),
            subtypes: ["_printer"], port: 8080, host: try #require(DNSName(presentation: "Kitchen-iPad.local.")),
            addresses: [try #require(IPAddress("10.77.0.11")), try #require(IPAddress("fe80::1"))],
            attributes: TXTRecord([TXTRecord.Entry(key: "path", value: "/")]), hostTimeToLive: 60, timeToLive: 900)
    }

    @Test func bothNamesOfARegistrationTogetherAnnounceWhatItDoes() throws {
        let registration = try kitchen()
        let instance = try ClaimedRecords(registration)
        let host = try ClaimedRecords(hostOf: registration)
        let all = try registration.announcement()
        #expect(all.count == 1)
        #expect(instance.announcement.answers + host.announcement.answers == all[0].answers)
        #expect(instance.announcement.additionals + host.announcement.additionals == all[0].additionals)
        #expect(instance.name == registration.name.fullName && instance.subject == .service)
        #expect(host.name == registration.host && host.subject == .host)
        #expect(host.pointers.isEmpty && host.typeEnumerationPointer == nil)
    }

    @Test func claimOfARegistrationGoesAllTheWay() throws {
        var host = ClaimingHost(NameClaim(try ClaimedRecords(kitchen()), profile: .rfc6762))
        host.start()
        host.advance(to: 300 * millisecond)
        #expect(host.messages(.probe)[0].authorities == (try kitchen().instanceRecords))
        host.receive(host.rivalAnswer(), at: host.now + 1)
        host.settle()
        #expect(host.renames == ["Kitchen (2)"])
        let renamed = try kitchen().renamed(to: host.claim.records.label)
        #expect(try ClaimedRecords(renamed) == host.claim.records)
        let answers = host.messages(.announcement)[0].answers
        #expect(answers == renamed.sharedRecords + renamed.instanceRecords.map { $0.with(cacheFlush: true) })
        #expect(host.messages(.announcement)[0].additionals == [renamed.instanceDenial.with(cacheFlush: true)])
        // The type among the types may belong to others too.
        host.withdraw(at: 60 * second)
        #expect(host.messages(.goodbye)[0] == (try renamed.goodbye()[0]))
    }

    @Test func registrationUnderAnotherNameIsTheSameOtherwise() throws {
        let renamed = try kitchen().renamed(to: Array("Kitchen (2)".utf8))
        #expect(renamed == (try kitchen("Kitchen (2)")))
        #expect(renamed.subtypeNames == (try kitchen().subtypeNames))
        #expect(throws: InstanceNameViolation.emptyInstance) { try kitchen().renamed(to: []) }
        #expect(throws: InstanceNameViolation.instanceTooLong(length: 64)) {
            try kitchen().renamed(to: [UInt8](repeating: 0x61, count: 64))
        }
    }

    /// python-zeroconf may have split a name; what is claimed is one label.
    @Test func instancesOfSeveralLabelsBecomeOne() throws {
        let name = try #require(DNSName(presentation: "v1.2._http._tcp.local."))
        let split = try #require(ServiceInstanceName(name))
        let host = try #require(DNSName(presentation: "a.local."))
        let records = try ClaimedRecords(ServiceRegistration(name: split, port: 1, host: host))
        #expect(records.name.presentation == #"v1\.2._http._tcp.local."#)
        #expect(throws: WireError.self) {
            try ClaimedRecords(hostOf: ServiceRegistration(name: split, port: 1, host: .root))
        }
    }

    @Test func namesAreLocalByDefault() throws {
        let type = try ServiceType(validating: "_http._tcp")
        let location = ServiceLocation(port: 80, target: .root)
        let label = Array("Jürgen".utf8)
        #expect(
            try ClaimedRecords(instance: label, type: type, location: location)
                == ClaimedRecords(instance: label, type: type, domain: .local, location: location))
        #expect(
            try ClaimedRecords(host: Array("studio".utf8), addresses: []).name.presentation == "studio.local.")
    }
}
