import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ServiceBrowserFindingTests {
    @Test func servicesAreFoundAndResolved() throws {
        var host = try DrivenBrowser()
        host.receive(.desk, at: ms(100))
        #expect(host.events == ["100 + Desk"])
        let service = try #require(host.browser.services.first)
        #expect(service.isResolved)
        #expect(service.host == .of("printer.local"))
        #expect(service.port == 631)
        #expect(service.attributes?.rdata == [3, 0x61, 0x3D, 0x31])
        #expect(service.addresses == [DrivenBrowser.responder])
        #expect(service.interfaces == [1])
        host.receive(.desk, at: ms(5000))
        #expect(host.events == ["100 + Desk"])
    }

    @Test func whatComesLaterIsAnUpdate() throws {
        var host = try DrivenBrowser()
        host.receive(.answer(Printer.pointer), at: ms(100))
        host.receive(.answer(Printer.service), at: ms(200))
        host.receive(.answer(Printer.text), at: ms(300))
        host.receive(.answer(Printer.address), at: ms(400))
        #expect(host.events == ["100 + Desk", "200 Desk 2", "300 Desk 4", "400 Desk 8"])
    }

    @Test func changedAttributesAreAnUpdate() throws {
        var host = try DrivenBrowser.resolved()
        host.receive(.answer(.text("Desk._ipp._tcp.local", [3, 0x61, 0x3D, 0x32])), at: ms(10_000))
        #expect(host.events == ["10000 Desk 4"])
        #expect(host.browser.services.first?.attributes?.rdata == [3, 0x61, 0x3D, 0x32])
        host.advance(to: ms(20_000))
        #expect(host.events == ["10000 Desk 4"])
    }

    /// What was heard within a second before is of the same announcement.
    @Test func cacheFlushEndsOlderRecordsAfterASecond() throws {
        var host = try DrivenBrowser.resolved()
        host.receive(.answer(.address("printer.local", "10.0.0.2")), at: ms(10_000))
        host.receive(.answer(.address("printer.local", "10.0.0.3")), at: ms(10_500))
        #expect(host.browser.services.first?.addresses.count == 3)
        host.advance(to: ms(10_999))
        #expect(host.browser.services.first?.addresses.count == 3)
        host.advance(to: ms(11_000))
        #expect(host.browser.services.first?.addresses.map(\.description) == ["10.0.0.2", "10.0.0.3"])
    }

    @Test func goodbyeTakesAServiceAwayAfterASecond() throws {
        var host = try DrivenBrowser.resolved()
        host.receive(.goodbye("Desk"), at: ms(10_000))
        host.advance(to: ms(10_999))
        #expect(host.browser.services.count == 1)
        host.advance(to: ms(11_000))
        #expect(host.browser.services.isEmpty)
        host.advance(to: ms(20_000))
        // Held back for another name that might take its place.
        #expect(host.events == ["13000 - Desk goodbye"])
    }

    @Test func serviceThatIsConfirmedWithinTheSecondStays() throws {
        var host = try DrivenBrowser.resolved()
        host.receive(.goodbye("Desk"), at: ms(10_000))
        host.receive(.desk, at: ms(10_500))
        host.advance(to: ms(20_000))
        #expect(host.events == [])
    }

    @Test func serviceThatComesBackWasNotGone() throws {
        var host = try DrivenBrowser.resolved()
        host.receive(.goodbye("Desk"), at: ms(10_000))
        host.receive(.desk, at: ms(12_000))
        host.advance(to: ms(20_000))
        #expect(host.events == [])
    }

    @Test func serviceThatNobodyConfirmsExpires() throws {
        var host = try DrivenBrowser.resolved()
        host.advance(to: ms(4_510_000))
        #expect(host.events.last == "4500100 - Desk expired" || host.events.last == "4502100 - Desk expired")
        #expect(host.browser.services.isEmpty)
    }

    // MARK: - Renaming

    @Test func goodbyeAndAnotherNameAreARename() throws {
        var host = try DrivenBrowser.resolved()
        host.receive(.goodbye("Desk"), at: ms(10_000))
        host.receive(.printer("Desk (2)"), at: ms(12_500))
        host.advance(to: ms(30_000))
        #expect(host.events == ["12500 Desk > Desk (2)"])
    }

    @Test func anotherNameAndThenAGoodbyeAreARename() throws {
        var host = try DrivenBrowser.resolved()
        host.receive(.printer("Desk (2)"), at: ms(10_000))
        host.receive(.goodbye("Desk"), at: ms(10_500))
        host.advance(to: ms(30_000))
        #expect(host.events == ["10000 + Desk (2)", "11500 Desk > Desk (2)"])
    }

    @Test func nameThatIsResolvedLaterIsARename() throws {
        var host = try DrivenBrowser.resolved()
        host.receive(.goodbye("Desk"), at: ms(10_000))
        host.receive(.answer(.pointer("_ipp._tcp.local", to: "Hall._ipp._tcp.local")), at: ms(11_500))
        host.receive(.answer(.service("Hall._ipp._tcp.local", port: 631, on: "printer.local")), at: ms(11_600))
        host.advance(to: ms(30_000))
        #expect(host.events.prefix(2) == ["11500 + Hall", "11600 Desk > Hall"])
    }

    @Test func whatIsNotARename() throws {
        // Too late, another port, another host, and a service that was there before.
        for (time, other) in [
            (ms(13_001), DNSMessage.printer("Hall")), (ms(12_000), .printer("Hall", port: 632)),
            (ms(12_000), .printer("Hall", on: "other.local")),
        ] {
            var host = try DrivenBrowser.resolved()
            host.receive(.goodbye("Desk"), at: ms(10_000))
            host.receive(other, at: time)
            host.advance(to: ms(30_000))
            #expect(
                Set(host.events.map { $0.split(separator: " ").dropFirst().joined(separator: " ") })
                    .isSuperset(of: ["- Desk goodbye", "+ Hall"]))
        }
        var host = try DrivenBrowser.resolved()
        host.receive(.printer("Hall"), at: ms(5000))
        host.receive(.goodbye("Desk"), at: ms(10_000))
        host.advance(to: ms(30_000))
        #expect(host.events == ["5000 + Hall", "13000 - Desk goodbye"])
    }

    // MARK: - Interfaces

    @Test func serviceOnTwoInterfacesIsReportedOnce() throws {
        var host = try DrivenBrowser(interfaces: [1, 2])
        host.receive(.desk, at: ms(100), on: 1)
        host.receive(.desk, at: ms(200), on: 2)
        #expect(host.events == ["100 + Desk", "200 Desk 1"])
        #expect(host.browser.services.map(\.interfaces) == [[1, 2]])
        // A goodbye holds for its own interface.
        host.receive(.goodbye("Desk"), at: ms(10_000), on: 1)
        host.advance(to: ms(20_000))
        #expect(host.events.last == "11000 Desk 1")
        host.leave(2)
        host.advance(to: ms(30_000))
        #expect(host.events.last == "22000 - Desk interfaceLeft")
        #expect(host.browser.services.isEmpty)
    }

    @Test func whatIsNotBrowsedIsNotKept() throws {
        var host = try DrivenBrowser()
        host.receive(.answer(.pointer("_http._tcp.local", to: "Web._http._tcp.local")))
        host.receive(.answer(.pointer("_ipp._tcp.local", to: "Web._http._tcp.local")))
        host.receive(.desk, port: 40_000)
        host.receive(.desk, on: 7)
        host.advance(to: ms(500))
        #expect(host.events == [])
        host.receive(.desk)
        try host.stop()
        #expect(host.browser.services.isEmpty)
        #expect(host.wakeUp == nil)
    }

    // MARK: - Limits

    @Test func servicesHaveALimit() throws {
        var host = try DrivenBrowser()
        let maximum = ServiceBrowser.maximumServices
        for number in 0..<maximum + 5 {
            host.receive(.answer(.pointer("_ipp._tcp.local", to: "\(number)._ipp._tcp.local")))
        }
        #expect(host.browser.services.count == maximum)
        #expect(host.browser.omittedRecords == 5)
        host.advance(to: ms(200))
        // Not all are asked for at once.
        let asked = host.sendings.reduce(0) { $0 + $1.message.questions.count }
        #expect(asked == ServiceBrowser.maximumQuestions + 1)
    }

    @Test func recordsOfANameHaveALimit() throws {
        var host = try DrivenBrowser.resolved()
        for number in UInt32(0)..<100 {
            let address = IPAddress(ipv4: 0x0A02_0000 + number)
            host.receive(.answer(ResourceRecord.address("printer.local", address.description)), at: ms(200))
        }
        #expect(host.browser.services.first?.addresses.count == 64)
        #expect(host.browser.omittedRecords == 37)
    }

    @Test func recordsHaveALimit() throws {
        var host = try DrivenBrowser()
        for number in 0..<200 {
            let name = "\(number)._ipp._tcp.local"
            var records = [ResourceRecord.pointer("_ipp._tcp.local", to: name)]
            for other in UInt8(0)..<64 { records.append(.text(name, [1, other])) }
            host.receive(DNSMessage(flags: .multicastResponse, answers: records), at: ms(200))
        }
        // 126 services with all of their records, one with two, and none of the other pointers.
        #expect(ServiceBrowser.maximumRecords == 126 * 65 + 2)
        #expect(host.browser.omittedRecords == 63 + 73)
        // There is room again when what was kept has expired.
        host.advance(to: ms(4_600_000))
        host.forget()
        host.receive(.desk)
        #expect(host.events == ["4600000 + Desk"])
    }

    @Test func timesToLiveOfAnyLengthAreTaken() throws {
        var host = try DrivenBrowser(interfaces: [])
        host.advance(to: .max - 10)
        host.join(1)
        host.receive(.answer(Printer.pointer.living(.max), Printer.service.living(.max)))
        #expect(host.browser.services.count == 1)
    }
}
