import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// Messages that nobody sends in good faith: of any form, with any times to live, at any times.
@Suite struct HostileLinkTests {
    private static let names: [DNSName] = [
        .root, .local, .of("kitchen.local"), .of("_ipp._tcp.local"), .of("Desk._ipp._tcp.local"),
        .of("Hall._ipp._tcp.local"), .of("_color._sub._ipp._tcp.local"), .of("_services._dns-sd._udp.local"),
    ]
    private static let types: [RecordType] = [
        .a, .aaaa, .ptr, .srv, .txt, .nsec, .any, .opt, RecordType(rawValue: 999),
    ]

    private static func record(_ random: inout SplitMix64) -> ResourceRecord {
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        let data: RecordData = pick([
            .address(IPAddress(ipv4: UInt32(truncatingIfNeeded: random.next()))),
            .address(IPAddress(ipv6High: 0xFE80_0000_0000_0000, low: random.next())), .pointer(pick(names)),
            .service(ServiceLocation(port: UInt16(truncatingIfNeeded: random.next()), target: pick(names))),
            .text([3, 0x61, 0x3D, UInt8(truncatingIfNeeded: random.next())]), .text([]), .raw([1, 2, 3]),
            .nextSecure(NextSecure(nextDomainName: pick(names), types: TypeBitmap([.a, .srv]))),
        ])
        return ResourceRecord(
            name: pick(names), type: pick(types), rawClass: pick([1, 0x8001, 255, 0x80FF, 3]),
            ttl: pick([0, 1, 119, 4500, .max]), data: data)
    }

    private static func message(_ random: inout SplitMix64) -> DNSMessage {
        var message = DNSMessage(flags: DNSFlags(rawValue: UInt16(truncatingIfNeeded: random.next()) & 0x8600))
        for _ in 0..<random.next() % 4 {
            message.questions.append(
                Question(
                    name: names[Int(random.next() % 8)], type: types[Int(random.next() % 9)],
                    rawClass: random.next() % 2 == 0 ? 1 : 0x8001))
        }
        for _ in 0..<random.next() % 5 { message.answers.append(record(&random)) }
        for _ in 0..<random.next() % 3 { message.authorities.append(record(&random)) }
        for _ in 0..<random.next() % 5 { message.additionals.append(record(&random)) }
        return message
    }

    @Test(arguments: UInt64(0)..<20) func noMessageStopsAHost(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var responder = try DrivenResponder()
        responder.generator.random = SplitMix64(seed: seed)
        var browser = try DrivenBrowser()
        try browser.browse("_ipp._tcp", subtype: "_color")
        responder.join(1)
        let service = try responder.publish(.desk(subtypes: ["_color"]))
        for _ in 0..<400 {
            let message = Self.message(&random)
            let time = max(responder.now, browser.now) + Int64(random.next() % 800_000_000)
            let port: UInt16 = random.next() % 8 == 0 ? 40_000 : 5353
            let delivery: NameClaim.Delivery = random.next() % 4 == 0 ? .unicast : .multicast
            responder.receive(message, at: time, port: port, by: delivery)
            browser.receive(message, at: time, port: port, by: delivery)
            if random.next() % 50 == 0 { responder.update(service, port: UInt16(truncatingIfNeeded: random.next())) }
            if random.next() % 50 == 0 {
                responder.join(1, [IPAddress(ipv4: UInt32(truncatingIfNeeded: random.next()))])
            }
        }
        // What is sent can be written.
        for sending in responder.sendings { #expect(throws: Never.self) { try sending.message.bytes() } }
        for sending in browser.sendings { #expect(throws: Never.self) { try sending.message.bytes() } }
        // Left in peace, the host comes to names of its own, or was told that none is left.
        responder.advance(to: responder.now + ms(600_000))
        responder.forget()
        responder.receive(.question("_ipp._tcp.local", .ptr))
        responder.advance(to: responder.now + ms(2000))
        let name = try #require(responder.responder.registrations[service]).name.fullName
        #expect(
            responder.sendings(.answer).contains { $0.message.message.answers.contains { $0.data == .pointer(name) } })
    }
}
