import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ServiceResponderClaimingTests {
    @Test func hostIsClaimedFirst() throws {
        var host = try DrivenResponder()
        host.join(1)
        let service = try host.publish(.desk())
        host.advance(to: ms(10_000))
        #expect(host.times(.probe) == [0, 250, 500, 750, 1000, 1250])
        #expect(host.times(.announcement) == [750, 1500, 1750, 2500])
        let names = host.sendings(.probe).map { $0.message.message.questions[0].name }
        #expect(names[0...2].allSatisfy { $0 == .of("kitchen.local") })
        #expect(names[3...5].allSatisfy { $0 == .of("Desk._ipp._tcp.local") })
        #expect(
            host.events == [
                .hostEstablished(.of("kitchen.local"), on: 1),
                .established(service, .of("Desk._ipp._tcp.local"), on: 1),
            ])
        #expect(host.wakeUp == nil)
    }

    @Test func allProbesAskForUnicastAnswers() throws {
        var host = try DrivenResponder()
        host.join(1)
        host.advance(to: ms(600))
        #expect(host.sendings(.probe).allSatisfy { $0.message.message.questions[0].wantsUnicastResponse })
    }

    @Test func noProbeAsksForUnicastAnswersWhereThePortIsShared() throws {
        var host = try DrivenResponder(sharesPort: true)
        host.join(1)
        host.advance(to: ms(600))
        #expect(host.sendings(.probe).allSatisfy { !$0.message.message.questions[0].wantsUnicastResponse })
    }

    @Test func announcementHasAllRecords() throws {
        var host = try DrivenResponder()
        host.join(1)
        try host.publish(.desk(subtypes: ["_color"]))
        host.advance(to: ms(1500))
        let announcement = try #require(host.sendings(.announcement).last).message.message
        #expect(announcement.flags == .multicastResponse)
        #expect(
            announcement.answers == [
                .pointer("_services._dns-sd._udp.local", to: "_ipp._tcp.local"),
                .pointer("_ipp._tcp.local", to: "Desk._ipp._tcp.local"),
                .pointer("_color._sub._ipp._tcp.local", to: "Desk._ipp._tcp.local"),
                .service("Desk._ipp._tcp.local", port: 631, on: "kitchen.local"),
                .text("Desk._ipp._tcp.local", [3, 0x61, 0x3D, 0x31]),
            ])
    }

    @Test func conflictRenamesTheHostBeforeItsServicesAreAskedFor() throws {
        var host = try DrivenResponder()
        host.join(1)
        try host.publish(.desk())
        host.receive(.answer(.address("kitchen.local", "10.0.0.7")), at: ms(300))
        host.advance(to: ms(5000))
        guard case .hostRenamed(let rename) = try #require(host.events.first) else {
            Issue.record("no change of the name")
            return
        }
        #expect(rename.new == .of("kitchen-2.local"))
        #expect(host.responder.hostName == .of("kitchen-2.local"))
        for case .service(let location) in host.sendings.flatMap({ $0.message.message.answers }).map(\.data) {
            #expect(location.target == .of("kitchen-2.local"))
        }
        #expect(!host.times(.announcement).isEmpty)
    }

    /// The other host's record came late: the name is probed for again, is lost, and so are both links' names.
    @Test func lateLossOfTheHostNameUpdatesItsServicesWithoutProbing() throws {
        var (host, _) = try DrivenResponder.settled()
        let rival = DNSMessage.answer(.address("kitchen.local", "10.0.0.7"))
        host.receive(rival, at: ms(20_000))
        host.advance(to: ms(20_100))
        #expect(host.sendings(.probe).map { $0.message.message.questions[0].name } == [.of("kitchen.local")])
        // It defends its name against the probe.
        host.receive(rival, at: ms(20_200), by: .unicast)
        host.advance(to: ms(30_000))
        #expect(host.responder.hostName == .of("kitchen-2.local"))
        // At 20,200 ms the second name is probed for.
        let probed = host.sendings(.probe).map { $0.message.message.questions[0].name }
        #expect(probed == [.of("kitchen.local")] + [DNSName](repeating: .of("kitchen-2.local"), count: 3))
        let services = host.sendings(.announcement).filter {
            $0.message.message.answers.contains { $0.type == .srv }
        }
        #expect(services.map { $0.time / ms(1) } == [20_950, 21_950])
        for service in services {
            #expect(
                service.message.message.answers.contains(
                    .service("Desk._ipp._tcp.local", port: 631, on: "kitchen-2.local")))
        }
        #expect(!host.events.contains { if case .renamed = $0 { true } else { false } })
    }

    @Test func nothingIsAnsweredOfServicesWhileTheHostNameIsInDoubt() throws {
        var (host, _) = try DrivenResponder.settled()
        host.receive(.answer(.address("kitchen.local", "10.0.0.7")), at: ms(20_000))
        host.receive(.question("_ipp._tcp.local", .ptr), at: ms(20_100))
        host.advance(to: ms(20_700))
        #expect(host.sendings(.answer).isEmpty)
        // Nobody answered the probes: the name stays, and so do its records.
        host.receive(.question("_ipp._tcp.local", .ptr), at: ms(21_000))
        host.advance(to: ms(22_000))
        #expect(host.times(.answer) == [21_020])
    }

    @Test func conflictRenamesAService() throws {
        var (host, service) = try DrivenResponder.settled()
        let rival = DNSMessage.answer(.service("Desk._ipp._tcp.local", port: 9, on: "other.local"))
        host.receive(rival, at: ms(20_000))
        host.receive(rival, at: ms(20_100), by: .unicast)
        host.advance(to: ms(30_000))
        #expect(host.responder.registrations[service]?.name.instanceText == "Desk (2)")
        let announced = host.sendings(.announcement).flatMap { $0.message.message.answers }
        #expect(announced.contains(.pointer("_ipp._tcp.local", to: "Desk (2)._ipp._tcp.local")))
        #expect(!announced.contains(.pointer("_ipp._tcp.local", to: "Desk._ipp._tcp.local")))
    }

    @Test func probeOfAnotherHostIsAnsweredAtOnce() throws {
        var (host, _) = try DrivenResponder.settled()
        let probe = DNSMessage.probe(
            .service("Desk._ipp._tcp.local", port: 9, on: "other.local"), .text("Desk._ipp._tcp.local"))
        host.receive(probe, at: ms(20_000))
        let defense = try #require(host.sendings.first)
        #expect(host.sendings.count == 1)
        #expect(defense.time == ms(20_000))
        #expect(defense.message.destination == .unicast(DrivenResponder.asker, port: 5353))
        host.forget()
        let multicast = DNSMessage.probe(
            .service("Desk._ipp._tcp.local", port: 9, on: "other.local"), unicast: false)
        host.receive(multicast, at: ms(20_300))
        host.receive(multicast, at: ms(20_540))
        host.receive(multicast, at: ms(20_560))
        #expect(host.times(.defense) == [20_300, 20_560])
        #expect(host.sendings.allSatisfy { $0.message.destination == .multicast })
    }

    @Test func claimThatMayNotBeRenamedFails() throws {
        var host = try DrivenResponder()
        host.join(1)
        host.advance(to: ms(5000))
        let (service, actions) = try host.responder.publish(
            .desk(), renamesOnConflict: false, at: ms(5000), using: &host.generator)
        #expect(actions.last == .wait(until: ms(5000)))
        host.receive(.answer(.service("Desk._ipp._tcp.local", port: 9, on: "other.local")))
        guard case .failed(service, .taken)? = host.events.last else {
            Issue.record("the claim goes on")
            return
        }
    }

    @Test func ownMessagesThatComeBackAreKnown() throws {
        var host = try DrivenResponder()
        host.join(1)
        try host.publish(.desk())
        for time in stride(from: Int64(0), through: 3000, by: 10) {
            let count = host.sendings.count
            host.advance(to: ms(time))
            for sending in host.sendings.dropFirst(count) {
                host.receive(sending.message.message, from: DrivenResponder.address)
            }
        }
        #expect(host.responder.hostName == .of("kitchen.local"))
        #expect(host.times(.probe).count == 6)
        #expect(host.times(.announcement).count == 4)
        #expect(host.sendings.count == 10)
    }

    /// More messages than are remembered: what comes back of the others has the host's own data.
    @Test func manyServicesDoNotDisturbEachOther() throws {
        var host = try DrivenResponder()
        host.join(1)
        for number in 0..<100 { try host.publish(.desk("Desk \(number)")) }
        for time in stride(from: Int64(0), through: 5000, by: 10) {
            let count = host.sendings.count
            host.advance(to: ms(time))
            for sending in host.sendings.dropFirst(count) {
                host.receive(sending.message.message, from: DrivenResponder.address)
            }
        }
        #expect(host.sendings.count > 500)
        #expect(host.times(.probe).count == 303)
        #expect(Set(host.responder.registrations.values.map(\.name.instanceText)).count == 100)
        #expect(!host.events.contains { if case .renamed = $0 { true } else { false } })
    }

    /// What came back late of a change of its own is not another host's.
    @Test func ownFormerRecordsAreNotAConflict() throws {
        var (host, service) = try DrivenResponder.settled()
        host.update(service, attributes: TXTRecord(observed: [3, 0x61, 0x3D, 0x32]))
        let first = try #require(host.sendings.first?.message.message)
        host.advance(to: ms(12_000))
        host.update(service, attributes: TXTRecord(observed: [3, 0x61, 0x3D, 0x33]))
        host.receive(first)
        host.advance(to: ms(20_000))
        #expect(host.times(.probe).isEmpty)
    }
}
