import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ResponderLinkTests {
    private static let hour = ms(3_600_000)

    private func registration(port: UInt16 = 631) throws -> ServiceRegistration {
        try ServiceRegistration(
            name: ServiceInstanceName(instance: "Desk", type: ServiceType(validating: "_ipp._tcp")), port: port,
            host: .local, attributes: TXTRecord(observed: [3, 0x61, 0x3D, 0x31]))
    }

    /// A hundred hosts want one name for themselves and one for their services, all at once, on a link that loses a
    /// twentieth of the messages.
    @Test func hundredHostsThatWantOneNameEndWithNamesOfTheirOwn() throws {
        let type = try ServiceType(validating: "_ipp._tcp")
        var link = ResponderLink(seed: 7)
        (link.losses, link.copies, link.delay) = (50, 50, ms(1)...ms(40))
        for _ in 0..<100 { link.add(try ServiceResponder(host: "printer"), isBrowsing: false) }
        for _ in 0..<4 { link.add() }
        for host in link.hosts.indices {
            try link.start(host, registration(port: UInt16(1000 + host)), browsing: type)
            try link.run(until: link.now + ms(100))
        }
        // Whatever two hosts have in common after the first rush is found out when records are asked for again.
        try link.run(until: Self.hour / 4)
        var hostNames: Set<DNSName> = []
        var services: [DNSName: DNSName] = [:]
        for host in link.hosts {
            guard let responder = host.responder else { continue }
            #expect(hostNames.insert(responder.hostName).inserted, "\(responder.hostName.presentation) is there twice")
            let registration = try #require(responder.registrations.values.first)
            #expect(services[registration.name.fullName] == nil, "\(registration.name) is there twice")
            services[registration.name.fullName] = responder.hostName
            #expect(registration.host == responder.hostName)
        }
        #expect(services.count == 100)
        for host in link.hosts {
            guard let browser = host.browser else { continue }
            var found: [DNSName: DNSName] = [:]
            for service in browser.services {
                found[service.name.fullName] = service.host
                #expect(service.isResolved, "\(service.name)")
            }
            #expect(found == services)
        }
    }

    /// Nobody else asks, so that all records are asked for again by the one browser, over and over.
    @Test func browserThatIsAloneBreaksNoRule() throws {
        let type = try ServiceType(validating: "_ipp._tcp")
        var link = ResponderLink(seed: 4)
        link.add(try ServiceResponder(host: "printer"), isBrowsing: false)
        link.add()
        try link.start(0, registration(), browsing: type)
        try link.start(1, browsing: type)
        try link.run(until: Self.hour)
        #expect(link.hosts[1].browser?.services.first?.isResolved == true)
        expectNoBrokenRule(ConformanceJudgement(link.log))
    }

    private func expectNoBrokenRule(_ judgement: ConformanceJudgement) {
        for host in judgement.hosts {
            for finding in host.findings where finding.verdict == .broken {
                Issue.record("\(host.label): \(finding.rule.id): \(finding.evidence) \(finding.frames.prefix(6))")
            }
        }
    }

    /// Hosts come, change, are asked and go for an hour, and break no rule that can be judged.
    @Test(arguments: [UInt64(1), 2, 3]) func anHourBreaksNoRule(seed: UInt64) throws {
        let type = try ServiceType(validating: "_ipp._tcp")
        var link = ResponderLink(seed: seed)
        link.delay = ms(1)...ms(3)
        for number in 0..<8 {
            link.add(number < 5 ? try ServiceResponder(host: number < 2 ? "printer" : "host-\(number)") : nil)
        }
        for host in link.hosts.indices {
            try link.start(host, host < 5 ? registration(port: UInt16(1000 + host)) : nil, browsing: type)
            try link.run(until: link.now + ms(host < 3 ? 100 : 60_000))
        }
        for byte in UInt8(0x32)...0x39 {
            try link.run(until: link.now + ms(240_000))
            try link.change(Int(byte) % 5) { responder, time, generator in
                guard let service = responder.registrations.keys.first else { return [] }
                return responder.update(
                    service, attributes: TXTRecord(observed: [3, 0x61, 0x3D, byte]), at: time, using: &generator)
            }
        }
        try link.run(until: link.now + ms(300_000))
        try link.change(0) { $0.withdrawAll(at: $1, using: &$2) }
        try link.run(until: Self.hour)
        for host in link.hosts {
            let found = Set(host.browser?.services.map(\.name.fullName) ?? [])
            let there = link.hosts.dropFirst().compactMap(\.responder).flatMap(\.registrations.values)
            #expect(found == Set(there.map(\.name.fullName)))
        }
        let judgement = ConformanceJudgement(link.log)
        #expect(judgement.hosts.count == 8)
        expectNoBrokenRule(judgement)
        let kept = Set(
            judgement.hosts.flatMap(\.findings).filter { $0.verdict == .kept }.map(\.rule.id))
        #expect(
            kept.isSuperset(of: [
                "6762-5.2-first-interval", "6762-7.1-known-answers", "6762-6-one-second", "6762-8.1-probe-qu",
                "6762-8.3-two-announcements", "6762-8.4-update-announced", "6762-10.1-goodbye",
                "6762-10.2-flush-on-unique",
            ]))
    }
}
