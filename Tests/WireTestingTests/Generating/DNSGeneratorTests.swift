import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct DNSGeneratorTests {
    @Test func namesReadBack() throws {
        try expectRoundTrip(Generator<DNSName>.plausible, seed: 1035, count: 300)
        try expectRoundTrip(Generator<DNSName>.extreme, seed: 1035, count: 1000)
    }

    @Test func questionsAndRecordsReadBack() throws {
        try expectRoundTrip(Generator<Question>.plausible, seed: 1035, count: 300)
        try expectRoundTrip(Generator<Question>.extreme, seed: 1035, count: 300)
        try expectRoundTrip(Generator<ResourceRecord>.plausible, seed: 1035, count: 300)
        try expectRoundTrip(Generator<ResourceRecord>.extreme, seed: 1035, count: 1000)
    }

    @Test func bindingsAndOwnersReadBack() throws {
        try expectRoundTrip(Generator<ServiceBinding>.plausible, seed: 9460, count: 300)
        try expectRoundTrip(Generator<ServiceBinding>.extreme, seed: 9460, count: 300)
        try expectRoundTrip(Generator<OwnerOption>.plausible, seed: 6891, count: 300)
        try expectRoundTrip(Generator<OwnerOption>.extreme, seed: 6891, count: 300)
    }

    @Test func attributesReadBack() throws {
        try expectRoundTrip(Generator<TXTRecord>.plausible, seed: 6763, count: 300)
        try expectRoundTrip(Generator<TXTRecord>.extreme, seed: 6763, count: 300)
    }

    @Test(arguments: [NameCompression.Scope.none, .unicast, .multicast])
    func messagesReadBackInEveryScope(scope: NameCompression.Scope) throws {
        for generator in [Generator<DNSMessage>.plausible, .extreme] {
            try expectRoundTrip(
                generator, seed: 6762, count: 60, parse: { try DNSMessage(parsing: $0) },
                serialize: { try $0.bytes(compression: scope) })
        }
    }

    @Test func extremeNamesReachTheLimits() {
        let names = Generator<DNSName>.extreme.values(seed: 1, count: 300)
        #expect(names.contains { $0.isRoot })
        #expect(names.contains { $0.encodedSize == DNSName.maximumLength && $0.labelCount == 127 })
        #expect(names.contains { $0.encodedSize == DNSName.maximumLength && $0.labelCount == 4 })
    }

    @Test func extremeRecordsAreOfEveryKind() {
        let records = Generator<ResourceRecord>.extreme.values(seed: 1, count: 2000)
        let types: [RecordType] = [
            .a, .aaaa, .ptr, .cname, .ns, .srv, .txt, .nsec, .opt, .soa, .mx, .hinfo, .naptr, .svcb, .https,
        ]
        for type in types {
            let isRead = records.contains { record in
                if case .raw = record.data { false } else { record.type == type }
            }
            #expect(isRead, "\(type)")
        }
        #expect(records.contains { record in if case .malformed = record.data { true } else { false } })
        #expect(records.contains { $0.type.description.hasPrefix("TYPE") })
        #expect(records.contains { $0.recordClass == .chaos })
    }

    @Test func plausibleBindingsCanBeUsed() {
        let bindings = Generator<ServiceBinding>.plausible.values(seed: 1, count: 200)
        #expect(bindings.allSatisfy { $0.isSelfConsistent && $0.isAlias == $0.parameters.isEmpty })
        #expect(bindings.allSatisfy { $0.isAlias || $0.protocolIdentifiers?.contains(Array("h2".utf8)) == true })
        let aliases = bindings.filter(\.isAlias)
        #expect((30...70).contains(aliases.count))
        #expect(bindings.contains { $0.addressHints.count == 3 })
    }

    @Test func ownersHaveEveryForm() throws {
        let sizes = try Generator<OwnerOption>.extreme.values(seed: 1, count: 100).map { try $0.serialized().count }
        #expect(Set(sizes) == [8, 14, 18, 20])
        let owners = Generator<OwnerOption>.plausible.values(seed: 1, count: 100)
        #expect(owners.allSatisfy { $0.version == 0 && $0.password.isEmpty })
        #expect(Set(owners.map { $0.wakeupAddress == nil }).count == 2)
    }

    @Test func extremeMessagesFitTCP() throws {
        let sizes = try Generator<DNSMessage>.extreme.values(seed: 1, count: 100).map {
            try $0.bytes(compression: .none).count
        }
        #expect(sizes.allSatisfy { $0 <= 0xFFFF })
        #expect(sizes.contains { $0 > 20_000 } && sizes.contains { $0 < 600 })
    }

    @Test func plausibleMessagesAreWhatHostsSay() {
        let messages = Generator<DNSMessage>.plausible.values(seed: 1, count: 200)
        #expect(messages.contains { $0.flags.isResponse } && messages.contains { !$0.authorities.isEmpty })
        let records = messages.flatMap { $0.answers + $0.additionals }
        #expect(records.contains { $0.ttl == 0 })
        #expect(records.allSatisfy { $0.type == .opt || $0.recordClass == .internet })
    }
}
