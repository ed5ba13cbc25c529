import DNSWire
import ServiceDiscovery
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// Two hosts on a link, and the records with which they announce a chat service.
enum ServiceFixture {
    static let first = ServiceSender(
        linkAddress: LinkAddress(rawValue: 0x02_0000_0000_01), address: IPAddress(ipv4: 0x0A00_0001))
    static let firstOverIPv6 = ServiceSender(
        linkAddress: first.linkAddress, address: IPAddress(ipv6High: 0xFE80 << 48, low: 1))
    static let second = ServiceSender(
        linkAddress: LinkAddress(rawValue: 0x02_0000_0000_02), address: IPAddress(ipv4: 0x0A00_0002))

    static func name(_ text: String) throws -> DNSName { try #require(DNSName(presentation: text)) }
    static let typeText = "_chat._tcp.local."
    static let instanceText = "Anna._chat._tcp.local."

    static func pointer(ttl: UInt32 = 4500, to instance: String = instanceText) throws -> ResourceRecord {
        ResourceRecord(name: try name(typeText), type: .ptr, ttl: ttl, data: .pointer(try name(instance)))
    }

    static func location(port: UInt16 = 7000, host: String = "anna.local.", ttl: UInt32 = 120) throws
        -> ResourceRecord
    {
        ResourceRecord(
            name: try name(instanceText), type: .srv, cacheFlush: true, ttl: ttl,
            data: .service(ServiceLocation(port: port, target: try name(host))))
    }

    static func text(_ value: String) throws -> ResourceRecord {
        let record = try TXTRecord([TXTRecord.Entry(key: "peerID", value: value)])
        return ResourceRecord(
            name: try name(instanceText), type: .txt, cacheFlush: true, ttl: 4500, data: .text(record.rdata))
    }

    static func address(_ address: IPAddress, host: String = "anna.local.") throws -> ResourceRecord {
        ResourceRecord(
            name: try name(host), type: address.isIPv6 ? .aaaa : .a, cacheFlush: true, ttl: 120,
            data: .address(address))
    }

    static func announcement(
        port: UInt16 = 7000, host: String = "anna.local.", address: IPAddress = first.address, peerID: String = "P-1"
    ) throws -> DNSMessage {
        DNSMessage(
            flags: .multicastResponse,
            answers: [
                try pointer(), try location(port: port, host: host), try text(peerID),
                try self.address(address, host: host),
            ])
    }

    /// What a browser is told: the pointer is the answer, the rest additional (RFC 6763 §12.1).
    static func answer() throws -> DNSMessage {
        DNSMessage(
            flags: .multicastResponse, answers: [try pointer()],
            additionals: [try location(), try text("P-1"), try address(first.address)])
    }
}

extension ServiceTracker {
    /// Takes a message as it is on the wire.
    mutating func take(
        _ message: DNSMessage, from sender: ServiceSender, frame: Int, milliseconds: Int64
    ) throws {
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        let moment = PacketMoment(frame: frame, time: milliseconds * 1_000_000)
        receive(writer.bytes.span, in: MessageContext(sender: sender, moment: moment))
    }
}

@Suite struct ServiceTrackerTests {
    private typealias Fixture = ServiceFixture

    @Test func anAnnouncementMakesAServiceWithItsHostPortTextAndAddresses() throws {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        #expect(tracker.messages == 1 && tracker.malformedMessages == 0)
        #expect(tracker.services.count == 1)
        let service = try #require(tracker.services.first)
        #expect(service.name.fullName.presentation == Fixture.instanceText)
        #expect(service.location?.port == 7000)
        #expect(service.text?.value(forKey: "peerID") == Array("P-1".utf8))
        #expect(service.state == .announced)
        #expect(service.log.events.map(\.kind) == [.announce])
        #expect(tracker.addresses(of: service) == [Fixture.first.address])
    }

    @Test func aGoodbyeEndsItANewAnnouncementBringsItBack() throws {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        let goodbye = DNSMessage(flags: .multicastResponse, answers: [try Fixture.pointer(ttl: 0)])
        try tracker.take(goodbye, from: Fixture.first, frame: 2, milliseconds: 5000)
        #expect(tracker.services[0].state == .gone)
        #expect(tracker.services[0].log.events.map(\.kind) == [.announce, .goodbye])
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 3, milliseconds: 9000)
        #expect(tracker.services[0].state == .announced)
        #expect(tracker.services.count == 1)
    }

    @Test func goodbyeOfTheSecond() throws {
        var tracker = ServiceTracker()
        let goodbye = DNSMessage(flags: .multicastResponse, answers: [try Fixture.pointer(ttl: 0)])
        try tracker.take(Fixture.announcement(port: 7000), from: Fixture.first, frame: 1, milliseconds: 0)
        try tracker.take(goodbye, from: Fixture.first, frame: 2, milliseconds: 5000)
        try tracker.take(Fixture.announcement(port: 7001), from: Fixture.first, frame: 3, milliseconds: 9000)
        #expect(tracker.services.map(\.state) == [.gone, .announced])
        try tracker.take(goodbye, from: Fixture.first, frame: 4, milliseconds: 12_000)
        #expect(tracker.services.map(\.state) == [.gone, .gone])
        #expect(tracker.services.map { $0.lastGoodbye?.frame } == [2, 4])
        // Said twice, as responders do.
        try tracker.take(goodbye, from: Fixture.first, frame: 5, milliseconds: 13_000)
        #expect(tracker.services.map { $0.lastGoodbye?.frame } == [2, 5])
    }

    @Test func aSubtypeThatIsGivenUpDoesNotEndTheService() throws {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        let subtype = try Fixture.name("_games._sub." + Fixture.typeText)
        for (frame, ttl) in [(2, 4500), (3, 0)] as [(Int, UInt32)] {
            let record = ResourceRecord(
                name: subtype, type: .ptr, ttl: ttl, data: .pointer(try Fixture.name(Fixture.instanceText)))
            let message = DNSMessage(flags: .multicastResponse, answers: [record])
            try tracker.take(message, from: Fixture.first, frame: frame, milliseconds: Int64(frame) * 1000)
        }
        #expect(tracker.services.map(\.state) == [.announced])
        #expect(tracker.services[0].subtypes == [subtype])
        #expect(tracker.services[0].lastGoodbye == nil)
    }

    @Test func aGoodbyeForWhatNobodyAnnouncedIsOfAServiceThatWasThereBefore() throws {
        var tracker = ServiceTracker()
        let goodbye = DNSMessage(flags: .multicastResponse, answers: [try Fixture.pointer(ttl: 0)])
        try tracker.take(goodbye, from: Fixture.first, frame: 1, milliseconds: 0)
        #expect(tracker.services.map(\.state) == [.gone] && tracker.services[0].location == nil)
    }

    @Test func aChangedTXTRecordIsAnUpdateARepeatedOneIsNot() throws {
        var tracker = ServiceTracker()
        for (index, peerID) in ["P-1", "P-1", "P-2"].enumerated() {
            let message = try Fixture.announcement(peerID: peerID)
            try tracker.take(message, from: Fixture.first, frame: index + 1, milliseconds: Int64(index) * 1000)
        }
        let updates = tracker.services[0].log.events.filter { $0.kind == .update }
        #expect(updates.map(\.moment.frame) == [3])
        #expect(tracker.services[0].text?.value(forKey: "peerID") == Array("P-2".utf8))
    }

    @Test func silenceOfACenturyAsAForgedClockMakesItIsSilence() throws {
        var tracker = ServiceTracker()
        // Records with a usual TTL would have run out in between, and the silence would not be measured.
        let forever = try Fixture.location(ttl: .max)
        // Three times the second interval is more than 64 bits of nanoseconds hold.
        for (frame, seconds) in [0, 4_200_000_000, 4_290_000_000].enumerated() {
            let message = DNSMessage(flags: .multicastResponse, answers: [forever])
            let milliseconds = Int64(seconds) * 1000
            try tracker.take(message, from: Fixture.first, frame: frame + 1, milliseconds: milliseconds)
        }
        #expect(tracker.services[0].log.events.map(\.kind) == [.announce, .reannounce, .announce])
    }

    @Test func probesWhoseFirstRecordsAreAllTheSameAreComparedOnce() throws {
        var tracker = ServiceTracker()
        let wanted = try (1...40).map { try Fixture.location(port: UInt16($0)) }
        let question = Question(name: try Fixture.name(Fixture.instanceText), type: .any)
        let probe = DNSMessage(questions: [question], authorities: wanted)
        try tracker.take(probe, from: Fixture.first, frame: 1, milliseconds: 0)
        #expect(tracker.services.count == 40)
        let last = tracker.services[39]
        #expect((0..<16).allSatisfy { last.comparisons.isDone(with: $0, at: 0) })
        #expect(last.log.events.map(\.kind) == [.probe])
    }

    @Test func theSameAnnouncementOverIPv4AndIPv6IsOneEventOfOneService() throws {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        try tracker.take(Fixture.announcement(), from: Fixture.firstOverIPv6, frame: 2, milliseconds: 1)
        #expect(tracker.services.count == 1)
        #expect(tracker.services[0].log.events.count == 1)
        #expect(tracker.services[0].senders == [Fixture.first, Fixture.firstOverIPv6])
    }

    @Test func twoHoldersOfOneNameAreTwoServices() throws {
        var tracker = ServiceTracker()
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        let other = try Fixture.announcement(
            port: 8000, host: "bert.local.", address: Fixture.second.address, peerID: "P-2")
        try tracker.take(other, from: Fixture.second, frame: 2, milliseconds: 100)
        #expect(tracker.services.map { $0.location?.port } == [7000, 8000])
        #expect(
            tracker.services.map { tracker.addresses(of: $0) } == [[Fixture.first.address], [Fixture.second.address]])
        let goodbye = DNSMessage(flags: .multicastResponse, answers: [try Fixture.pointer(ttl: 0)])
        try tracker.take(goodbye, from: Fixture.second, frame: 3, milliseconds: 200)
        #expect(tracker.services.map(\.state) == [.announced, .gone])
    }

    @Test func knownAnswersInAQueryClaimNothing() throws {
        var tracker = ServiceTracker()
        let query = DNSMessage(
            questions: [Question(name: try Fixture.name(Fixture.typeText), type: .ptr)],
            answers: [try Fixture.pointer(), try Fixture.location(), try Fixture.address(Fixture.first.address)])
        try tracker.take(query, from: Fixture.second, frame: 1, milliseconds: 0)
        #expect(tracker.services.isEmpty && tracker.hosts.isEmpty)
    }

    @Test func aProbeWithTheWantedSRVRecordIsAClaimThatIsNotAnnouncedYet() throws {
        var tracker = ServiceTracker()
        let probe = DNSMessage(
            questions: [Question(name: try Fixture.name(Fixture.instanceText), type: .any)],
            authorities: [try Fixture.location()])
        try tracker.take(probe, from: Fixture.first, frame: 1, milliseconds: 0)
        #expect(tracker.services.map(\.state) == [.probing])
        #expect(tracker.services[0].location?.port == 7000)
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 2, milliseconds: 750)
        #expect(tracker.services.map(\.state) == [.announced])
        #expect(tracker.services[0].log.events.map(\.kind) == [.probe, .announce])
    }

    @Test func aProbeWithAPTRRecordAsPythonZeroconfSendsIt() throws {
        var tracker = ServiceTracker()
        let probe = DNSMessage(
            questions: [Question(name: try Fixture.name(Fixture.typeText), type: .ptr)],
            authorities: [try Fixture.pointer()])
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        try tracker.take(probe, from: Fixture.first, frame: 2, milliseconds: 5000)
        try tracker.take(probe, from: Fixture.second, frame: 3, milliseconds: 6000)
        #expect(tracker.services.count == 2)
        #expect(tracker.services[0].log.events.filter { $0.kind == .probe }.map(\.moment.frame) == [2])
        #expect(tracker.services[1].state == .probing && tracker.services[1].location == nil)
        #expect(tracker.services[1].log.events.map(\.moment.frame) == [3])
    }

    @Test func pointerProbeBeforeAnnouncement() throws {
        var tracker = ServiceTracker()
        let probe = DNSMessage(
            questions: [Question(name: try Fixture.name(Fixture.typeText), type: .ptr)],
            authorities: [try Fixture.pointer()])
        try tracker.take(probe, from: Fixture.first, frame: 1, milliseconds: 0)
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 2, milliseconds: 1500)
        #expect(tracker.services.count == 1)
        #expect(tracker.services[0].log.events.map(\.kind) == [.probe, .announce])
        #expect(tracker.services[0].state == .announced)
    }

    @Test func anotherHostsQuestionIsAnsweredByTheNextResponse() throws {
        var tracker = ServiceTracker()
        let browse = DNSMessage(questions: [Question(name: try Fixture.name(Fixture.typeText), type: .ptr)])
        try tracker.take(browse, from: Fixture.first, frame: 1, milliseconds: 0)
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 2, milliseconds: 10)
        #expect(tracker.services[0].queriers.isEmpty)
        try tracker.take(browse, from: Fixture.second, frame: 3, milliseconds: 2000)
        try tracker.take(Fixture.answer(), from: Fixture.first, frame: 4, milliseconds: 2050)
        let browsed = try #require(tracker.services[0].queriers.first?.browsed)
        #expect(browsed.query.frame == 3 && browsed.answer.frame == 4)
        #expect(tracker.services[0].log.events.map(\.kind) == [.announce, .answer])
        #expect(tracker.services[0].timing.answerDelays.distribution.median == 0.05)
    }

    @Test func anAnnouncementThatHappensToFollowAQuestionForTheTypeIsNotAnAnswer() throws {
        var tracker = ServiceTracker()
        let browse = DNSMessage(questions: [Question(name: try Fixture.name(Fixture.typeText), type: .ptr)])
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 1, milliseconds: 0)
        try tracker.take(browse, from: Fixture.second, frame: 2, milliseconds: 900)
        try tracker.take(Fixture.announcement(), from: Fixture.first, frame: 3, milliseconds: 1000)
        #expect(tracker.services[0].log.events.map(\.kind) == [.announce, .announce])
        #expect(tracker.services[0].timing.answerDelays.count == 0)
    }

    @Test func aDamagedMessageCountsAsSuchAndWhatCameBeforeTheDamageIsUsed() throws {
        var writer = ByteWriter()
        try Fixture.announcement().serialize(into: &writer)
        var tracker = ServiceTracker()
        let cut = Array(writer.bytes.dropLast(3))
        tracker.receive(
            cut.span, in: MessageContext(sender: Fixture.first, moment: PacketMoment(frame: 1, time: 0)))
        #expect(tracker.messages == 0 && tracker.malformedMessages == 1)
        #expect(tracker.services.count == 1 && tracker.hosts.isEmpty)
        let empty: [UInt8] = []
        tracker.receive(
            empty.span, in: MessageContext(sender: Fixture.first, moment: PacketMoment(frame: 2, time: 0)))
        #expect(tracker.malformedMessages == 2)
    }

    @Test func aMessageThatTheSnapLengthCutIsNotCalledBroken() throws {
        var writer = ByteWriter()
        try Fixture.announcement().serialize(into: &writer)
        var tracker = ServiceTracker()
        let beginning = Array(writer.bytes.dropLast(3))
        tracker.receive(
            beginning.span, isCut: true,
            in: MessageContext(sender: Fixture.first, moment: PacketMoment(frame: 1, time: 0)))
        #expect(tracker.messages == 0 && tracker.malformedMessages == 0 && tracker.cutMessages == 1)
        #expect(tracker.services.count == 1)
    }

    @Test func aNameHasNoMoreHoldersThanTheLimit() throws {
        var tracker = ServiceTracker()
        for index in 0..<ServiceTracker.maximumHoldersPerName + 10 {
            let sender = ServiceSender(address: IPAddress(ipv4: UInt32(index + 1)))
            let message = try Fixture.announcement(port: UInt16(index + 1), host: "h\(index).local.")
            try tracker.take(message, from: sender, frame: index + 1, milliseconds: Int64(index))
        }
        #expect(tracker.services.count == ServiceTracker.maximumHoldersPerName)
        #expect(tracker.untrackedRecords > 0)
    }

    /// Messages of a thousand records each, about names that are all different.
    ///
    /// - Parameter isOneHost: Whether one host sends them, else each is another one's.
    private func flood(
        _ count: Int, isOneHost: Bool = false, _ message: (Range<Int>) throws -> DNSMessage
    ) throws -> ServiceTracker {
        var tracker = ServiceTracker()
        for start in stride(from: 0, to: count, by: 1000) {
            let sender = isOneHost ? Fixture.first : ServiceSender(address: IPAddress(ipv4: UInt32(start + 1)))
            try tracker.take(
                message(start..<min(count, start + 1000)), from: sender, frame: 1, milliseconds: Int64(start))
        }
        return tracker
    }

    /// An announcement of services with those numbers.
    private func services(_ numbers: Range<Int>) throws -> DNSMessage {
        let target = try Fixture.name("h.local.")
        return DNSMessage(
            flags: .multicastResponse,
            answers: try numbers.map {
                ResourceRecord(
                    name: try Fixture.name("n\($0)." + Fixture.typeText), type: .srv, cacheFlush: true, ttl: 120,
                    data: .service(ServiceLocation(port: 1, target: target)))
            })
    }

    private func hosts(_ numbers: Range<Int>) throws -> DNSMessage {
        DNSMessage(
            flags: .multicastResponse,
            answers: try numbers.map { try Fixture.address(Fixture.first.address, host: "h\($0).local.") })
    }

    @Test func oneHostClaimsNoMoreNamesThanItsLimit() throws {
        let limit = ServiceTracker.maximumNamesPerHost
        let tracker = try flood(limit + 10, isOneHost: true, services)
        #expect(tracker.services.count == limit && tracker.untrackedRecords == 10)
        let named = try flood(limit + 10, isOneHost: true, hosts)
        #expect(named.hosts.count == limit && named.untrackedRecords == 10)
    }

    /// By its link address, whatever it speaks over; another host has its own limit.
    @Test func theLimitIsThatOfAHostAndNotOfAnAddress() throws {
        let limit = ServiceTracker.maximumNamesPerHost
        var tracker = try flood(limit, isOneHost: true, services)
        let message = try services(limit..<limit + 1)
        try tracker.take(message, from: Fixture.firstOverIPv6, frame: 2, milliseconds: 0)
        #expect(tracker.services.count == limit && tracker.untrackedRecords == 1)
        try tracker.take(message, from: Fixture.second, frame: 3, milliseconds: 0)
        #expect(tracker.services.count == limit + 1 && tracker.untrackedRecords == 1)
    }

    @Test func namesOfServicesHaveALimitAndThoseBeyondItAreCounted() throws {
        let tracker = try flood(ServiceTracker.maximumServices + 10, services)
        #expect(tracker.services.count == ServiceTracker.maximumServices && tracker.untrackedRecords == 10)
        #expect(tracker.services.map(\.state).allSatisfy { $0 == .announced })
    }

    @Test func namesOfHostsHaveALimitAndThoseBeyondItAreCounted() throws {
        let tracker = try flood(ServiceTracker.maximumHosts + 10, hosts)
        #expect(tracker.hosts.count == ServiceTracker.maximumHosts && tracker.untrackedRecords == 10)
    }

    @Test func messagesThatTheBudgetHasNoRoomForAreCountedAndNotRead() throws {
        var tracker = ServiceTracker(memory: MemoryBudget(bytes: 2_000_000))
        for number in 0..<2000 {
            let answers = [try Fixture.address(Fixture.first.address, host: "h\(number).local.")]
            try tracker.take(
                DNSMessage(flags: .multicastResponse, answers: answers), from: Fixture.first, frame: number,
                milliseconds: Int64(number))
        }
        // A quarter of it is for services, and a host takes 1,280 bytes with an event of 512.
        #expect((200...400).contains(tracker.hosts.count))
        #expect(tracker.messagesBeyondMemory == 2000 - tracker.hosts.count)
    }

    @Test func namesThatAreAskedForHaveALimit() throws {
        let tracker = try flood(QuestionLog.maximumNames + 10) { numbers in
            DNSMessage(
                questions: try numbers.map { Question(name: try Fixture.name("q\($0).local."), type: .a) })
        }
        #expect(tracker.questions.askers.count == QuestionLog.maximumNames)
    }

    @Test func aServiceHasNoMoreAddressesThanOneHostMayHave() throws {
        var tracker = ServiceTracker()
        let holder = DNSMessage(flags: .multicastResponse, answers: [try Fixture.location()])
        try tracker.take(holder, from: Fixture.first, frame: 1, milliseconds: 0)
        for host in 0..<10 as Range<UInt32> {
            let sender = ServiceSender(linkAddress: nil, address: IPAddress(ipv4: 0x0B00_0000 + host))
            let records = try (0..<50 as Range<UInt32>).map {
                try Fixture.address(IPAddress(ipv4: 0x0C00_0000 + host * 100 + $0))
            }
            try tracker.take(
                DNSMessage(flags: .multicastResponse, answers: records), from: sender, frame: 2, milliseconds: 1)
        }
        #expect(tracker.addresses(of: tracker.services[0]).count == HostClaim.maximumAddresses)
    }
}
