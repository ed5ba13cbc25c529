import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MutatorTests {
    /// What a mutator makes of a sample, for many seeds.
    private func results(_ name: String, of sample: [UInt8], count: Int = 200) throws -> [[UInt8]] {
        let mutator = try #require(Mutator.named(name))
        return (0..<count).map { number in
            var random = SeededGenerator(seed: 9, number: number)
            var bytes = sample
            mutator.mutate(&bytes, &random)
            return bytes
        }
    }

    private func errors(_ results: [[UInt8]]) -> [WireError] {
        results.compactMap { (bytes) -> WireError? in
            do {
                _ = try DNSMessage(parsing: bytes)
                return nil
            } catch {
                return error as? WireError
            }
        }
    }

    /// A question and three records.
    private func message() throws -> [UInt8] {
        let host = try #require(DNSName(presentation: "ipad.local."))
        let type = try #require(DNSName(presentation: "_http._tcp.local."))
        let instance = try #require(DNSName(presentation: "Living Room._http._tcp.local."))
        return try DNSMessage(
            flags: .multicastResponse, questions: [Question(name: type, type: .ptr)],
            answers: [
                ResourceRecord(name: type, type: .ptr, ttl: 4500, data: .pointer(instance)),
                ResourceRecord(
                    name: instance, type: .srv, ttl: 120, data: .service(ServiceLocation(port: 80, target: host))),
                ResourceRecord(name: host, type: .a, ttl: 120, data: .address(IPAddress(ipv4: 1))),
            ]
        ).bytes()
    }

    @Test(arguments: Mutator.all.map(\.name))
    func takesWhateverThereIs(name: String) throws {
        let mutator = try #require(Mutator.named(name))
        let samples: [[UInt8]] = [
            [], [0], [0xFF], [UInt8](repeating: 0xFF, count: 40), [UInt8](repeating: 0, count: 100),
        ]
        for sample in samples + Generator<[UInt8]>.extreme.values(seed: 2, count: 16) {
            for seed in 0..<3 as Range<UInt64> {
                var random = SeededGenerator(seed: seed)
                var bytes = sample
                mutator.mutate(&bytes, &random)
                #expect(bytes.count <= sample.count + 0x10000)
            }
        }
    }

    @Test func theSameSeedDoesTheSame() throws {
        for mutator in Mutator.all {
            let sample = try message()
            #expect(try results(mutator.name, of: sample, count: 20) == results(mutator.name, of: sample, count: 20))
        }
    }

    @Test func everyMutatorForBytesChangesThem() throws {
        let sample = try message()
        for mutator in Mutator.byteLevel {
            #expect(try results(mutator.name, of: sample).contains { $0 != sample }, "\(mutator.name)")
        }
    }

    @Test func pointersLoopAndLeadForward() throws {
        for name in ["dns-pointer-loop", "dns-pointer-forward"] {
            let errors = errors(try results(name, of: message()))
            let references = errors.filter { if case .badReference = $0.kind { true } else { false } }
            #expect(references.count > 20, "\(name)")
        }
    }

    @Test func pointerChainsAreAsLongAsTheLimitAndLonger() throws {
        let results = try results("dns-pointer-chain", of: message())
        let isRead = Set(results.map { ($0.count, (try? DNSMessage(parsing: $0)) != nil) }.map { "\($0.0) \($0.1)" })
        // Five lengths of chains; the limit of 127 pointers is between them.
        #expect(isRead.count == 5)
        #expect(isRead.contains { $0.hasSuffix("true") })
        let kinds = errors(results).map(\.kind)
        #expect(kinds.contains { if case .badReference = $0 { true } else { false } })
    }

    @Test func countsAndLengthsLie() throws {
        let counts = errors(try results("dns-count", of: message()))
        #expect(counts.contains { if case .truncated = $0.kind { true } else { false } })
        #expect(counts.contains { if case .trailingBytes = $0.kind { true } else { false } })
        #expect(errors(try results("dns-rdlength", of: message())).contains { $0.field == "RDATA" })
        #expect(errors(try results("dns-label-length", of: message())).contains { $0.field == "DNS label length" })
    }

    @Test func entriesAreDoubledSwappedAndLost() throws {
        let sample = try message()
        let original = try DNSMessage(parsing: sample)
        let doubled = try results("dns-entry-duplicate", of: sample).compactMap { try? DNSMessage(parsing: $0) }
        #expect(doubled.contains { $0.answers.count == 4 && Set($0.answers) == Set(original.answers) })
        // Without pointers, which would lead elsewhere afterward.
        let plain = try original.bytes(compression: .none)
        let swapped = try results("dns-entry-swap", of: plain).compactMap { try? DNSMessage(parsing: $0) }
        #expect(swapped.contains { $0 != original && Set($0.answers) == Set(original.answers) })
        #expect(try results("dns-entry-delete", of: sample).allSatisfy { $0.count < sample.count })
    }

    @Test func splicesPiecesOfOtherSamples() {
        let mutator = Mutator.splice(from: [[UInt8](repeating: 0xAA, count: 50)])
        var found = 0
        for number in 0..<50 {
            var random = SeededGenerator(seed: 9, number: number)
            var bytes = [UInt8](repeating: 0, count: 50)
            mutator.mutate(&bytes, &random)
            if bytes.contains(0xAA) { found += 1 }
        }
        #expect(found == 50)
    }
}
