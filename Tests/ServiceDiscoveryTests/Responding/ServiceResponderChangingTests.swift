import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ServiceResponderChangingTests {
    @Test func changedAttributesAreAnnouncedWithoutProbing() throws {
        var (host, service) = try DrivenResponder.settled()
        host.advance(to: ms(20_000))
        host.update(service, attributes: TXTRecord(observed: [3, 0x61, 0x3D, 0x32]))
        host.advance(to: ms(30_000))
        #expect(host.times(.announcement) == [20_000, 21_000])
        #expect(host.times(.probe).isEmpty)
        let text = ResourceRecord.text("Desk._ipp._tcp.local", [3, 0x61, 0x3D, 0x32])
        #expect(host.sendings(.announcement).allSatisfy { $0.message.message.answers.contains(text) })
        host.forget()
        host.receive(.question("Desk._ipp._tcp.local", .txt))
        #expect(host.sendings.first?.message.message.answers == [text])
        // The new data is what others have to respect.
        host.receive(.answer(text), at: ms(40_000))
        host.advance(to: ms(41_000))
        #expect(host.times(.probe).isEmpty)
    }

    @Test func rapidChangesAreASecondApart() throws {
        var (host, service) = try DrivenResponder.settled()
        for byte in UInt8(0x32)...0x35 {
            host.update(service, attributes: TXTRecord(observed: [3, 0x61, 0x3D, byte]))
        }
        host.advance(to: ms(20_000))
        #expect(host.times(.announcement) == [10_000, 11_000, 12_000])
        let last = try #require(host.sendings(.announcement).last).message.message
        #expect(last.answers.contains(.text("Desk._ipp._tcp.local", [3, 0x61, 0x3D, 0x35])))
    }

    @Test func changedAddressesAreAnnouncedAndMissingKindsTakenBack() throws {
        var host = try DrivenResponder()
        let v6 = try #require(IPAddress("fe80::1"))
        host.join(1, [DrivenResponder.address, v6])
        host.advance(to: ms(10_000))
        host.forget()
        host.join(1, [IPAddress(ipv4: 0x0A00_0002)])
        host.advance(to: ms(20_000))
        #expect(host.times(.probe).isEmpty)
        #expect(
            host.sendings(.goodbye).map { $0.message.message.answers } == [
                [.address("kitchen.local", "fe80::1", ttl: 0)]
            ])
        #expect(host.times(.announcement) == [10_000, 11_000])
        #expect(
            host.sendings(.announcement)[0].message.message.answers == [.address("kitchen.local", "10.0.0.2")])
    }

    @Test func goodbyeTakesAllRecordsOfAServiceBack() throws {
        var (host, service) = try DrivenResponder.settled()
        host.receive(.question("_ipp._tcp.local", .ptr), at: ms(20_000))
        host.withdraw(service)
        host.advance(to: ms(30_000))
        #expect(host.sendings.count == 1)
        let goodbye = try #require(host.sendings(.goodbye).first).message.message
        #expect(goodbye.answers.allSatisfy { $0.ttl == 0 })
        #expect(goodbye.answers.map(\.type) == [.ptr, .srv, .txt])
        #expect(host.responder.registrations.isEmpty)
        host.receive(.question("_ipp._tcp.local", .ptr))
        host.advance(to: ms(40_000))
        #expect(host.sendings.count == 1)
        // The host stays.
        host.receive(.question("kitchen.local", .a))
        #expect(host.times(.answer) == [40_000])
    }

    @Test func hostLeavesAfterItsServices() throws {
        var (host, _) = try DrivenResponder.settled()
        host.withdrawAll()
        #expect(host.sendings(.goodbye).map { $0.message.message.answers[0].type } == [.ptr, .a])
        #expect(host.wakeUp == nil)
        host.forget()
        host.join(1)
        host.advance(to: ms(12_000))
        #expect(host.times(.probe) == [10_000, 10_250, 10_500])
    }

    @Test func serviceThatWasNotAnnouncedHasNoGoodbye() throws {
        var host = try DrivenResponder()
        host.join(1)
        let service = try host.publish(.desk())
        host.advance(to: ms(800))
        host.withdraw(service)
        host.advance(to: ms(10_000))
        #expect(host.times(.goodbye).isEmpty)
        #expect(host.times(.announcement) == [750, 1750])
    }

    // MARK: - Several interfaces

    @Test func addressesDifferByInterface() throws {
        var host = try DrivenResponder()
        host.join(1)
        host.join(2, [IPAddress(ipv4: 0x0A01_0001)])
        try host.publish(.desk())
        host.advance(to: ms(10_000))
        #expect(host.times(.announcement, on: 1) == [750, 1500, 1750, 2500])
        #expect(host.times(.announcement, on: 2) == [750, 1500, 1750, 2500])
        host.forget()
        host.receive(.question("kitchen.local", .a), at: ms(20_000), on: 2)
        #expect(host.sendings[0].message.interface == 2)
        #expect(host.sendings[0].message.message.answers == [.address("kitchen.local", "10.1.0.1")])
    }

    @Test func nameLostOnOneInterfaceIsChangedOnAll() throws {
        var (host, service) = try DrivenResponder.settled(interfaces: [1, 2])
        let rival = DNSMessage.answer(.service("Desk._ipp._tcp.local", port: 9, on: "other.local"))
        host.receive(rival, at: ms(20_000), on: 1)
        host.receive(rival, at: ms(20_100), by: .unicast, on: 1)
        host.advance(to: ms(30_000))
        #expect(host.events.count { if case .renamed = $0 { true } else { false } } == 1)
        #expect(host.responder.registrations[service]?.name.instanceText == "Desk (2)")
        for interface in [InterfaceIndex(1), 2] {
            let answers = host.sendings(.announcement, on: interface).flatMap { $0.message.message.answers }
            #expect(answers.contains(.pointer("_ipp._tcp.local", to: "Desk (2)._ipp._tcp.local")))
        }
        // Where it was not lost, it is taken back.
        #expect(host.sendings(.goodbye).map(\.message.interface) == [2])
        #expect(host.sendings(.goodbye)[0].message.message.answers[0].data == .pointer(.of("Desk._ipp._tcp.local")))
    }

    @Test func hostRenameIsCarriedToAllInterfaces() throws {
        var (host, _) = try DrivenResponder.settled(interfaces: [1, 2])
        let rival = DNSMessage.answer(.address("kitchen.local", "10.0.0.7"))
        host.receive(rival, at: ms(20_000), on: 2)
        host.receive(rival, at: ms(20_100), by: .unicast, on: 2)
        host.advance(to: ms(30_000))
        #expect(host.responder.hostName == .of("kitchen-2.local"))
        for interface in [InterfaceIndex(1), 2] {
            host.forget()
            host.receive(.question("Desk._ipp._tcp.local", .srv), at: host.now + ms(2000), on: interface)
            #expect(
                host.sendings.first?.message.message.answers == [
                    .service("Desk._ipp._tcp.local", port: 631, on: "kitchen-2.local")
                ])
        }
    }

    /// Both interfaces are on one link: each hears what the other says, with other addresses.
    @Test func otherInterfaceOfTheSameHostIsNotARival() throws {
        var host = try DrivenResponder()
        host.join(1)
        host.join(2, [IPAddress(ipv4: 0x0A00_0002)])
        try host.publish(.desk())
        for time in stride(from: Int64(0), through: 5000, by: 10) {
            let count = host.sendings.count
            host.advance(to: ms(time))
            for sending in host.sendings.dropFirst(count) {
                for interface in [InterfaceIndex(1), 2] {
                    host.receive(sending.message.message, from: DrivenResponder.address, on: interface)
                }
            }
        }
        #expect(host.responder.hostName == .of("kitchen.local"))
        #expect(host.times(.announcement).count == 8)
    }

    @Test func interfaceThatIsLeftIsSilent() throws {
        var (host, _) = try DrivenResponder.settled(interfaces: [1, 2])
        host.responder.leave(2)
        host.receive(.question("kitchen.local", .a), at: ms(20_000), on: 2)
        host.receive(.question("kitchen.local", .a), at: ms(20_000), on: 1)
        #expect(host.sendings.map(\.message.interface) == [1])
        host.join(2)
        host.forget()
        host.advance(to: ms(30_000))
        #expect(host.times(.announcement, on: 2) == [20_750, 21_500, 21_750, 22_500])
    }
}
