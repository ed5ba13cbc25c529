import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import DNSWire

@Suite struct DNSNameTests {
    @Test func keepsLabelsInOneWireForm() throws {
        let name = try #require(DNSName(presentation: "iPad._http._tcp.local."))
        #expect(name.wireForm == Array("\u{4}iPad\u{5}_http\u{4}_tcp\u{5}local\u{0}".utf8))
        #expect(name.labels == ["iPad", "_http", "_tcp", "local"].map { Array($0.utf8) })
        #expect(name.labelCount == 4)
        #expect(!name.isRoot)
        #expect(DNSName.root.labels.isEmpty && DNSName.root.isRoot)
        #expect(try DNSName(labels: []) == .root)
    }

    @Test func labelsHaveOneTo63Bytes() throws {
        let longest = [UInt8](repeating: 0x61, count: 63)
        #expect(try DNSName(labels: [longest]).wireForm.count == 65)
        #expect(throws: WireError(.tooLong(length: 64, maximum: 63), field: "DNS label", offset: 2)) {
            try DNSName(labels: [[0x61], longest + [0x61]])
        }
        #expect(throws: WireError(.invalidValue(0), field: "DNS label length", offset: 2)) {
            try DNSName(labels: [[0x61], []])
        }
    }

    @Test func namesHaveAtMost255Bytes() throws {
        let label = [UInt8](repeating: 0x61, count: 63)
        let longest = try DNSName(labels: [label, label, label, label.dropLast(2)].map { Array($0) })
        #expect(longest.wireForm.count == 255)
        #expect(throws: WireError(.tooLong(length: 256, maximum: 255), field: "DNS name", offset: 192)) {
            try DNSName(labels: [label, label, label, Array(label.dropLast())])
        }
        #expect(try longest.appending(.root) == longest)
        #expect(throws: WireError.self) { try longest.appending(DNSName(labels: [[0x61]])) }
    }

    @Test(arguments: [
        ("Printer.LOCAL.", "pRINTER.local.", true),
        ("a.local.", "b.local.", false),
        // The neighbors of the letters, and letters beyond ASCII, are not folded.
        ("@.local.", "`.local.", false),
        ("[.local.", "{.local.", false),
        ("É.local.", "é.local.", false),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaa.local.", "AAAAAAAAAAAAAAAAAAAAAAAAAAAA.LOCAL.", true),
        ("ab.c.", "a.bc.", false),
    ])
    func comparesWithoutCaseOfASCIILetters(first: String, second: String, equal: Bool) throws {
        let left = try #require(DNSName(presentation: first))
        let right = try #require(DNSName(presentation: second))
        #expect((left == right) == equal)
        #expect((Set([left, right]).count == 1) == equal)
        #expect(left.presentation == first)
    }

    @Test func foldsEveryByteAsASCIIDoes() throws {
        for byte in UInt8.min...UInt8.max {
            let lower = (0x41...0x5A).contains(byte) ? byte + 32 : byte
            // Both within the first eight bytes and within the rest.
            for padding in [0, 7, 8, 11] {
                let pad = [UInt8](repeating: 0x2A, count: padding)
                let name = try DNSName(labels: [pad + [byte]])
                let folded = try DNSName(labels: [pad + [lower]])
                #expect(name == folded)
                #expect(name.hashValue == folded.hashValue)
                let other = try DNSName(labels: [pad + [byte ^ 0x20]])
                #expect((name == other) == (0x41...0x5A).contains(lower & ~0x20))
            }
        }
    }

    @Test func suffixesEndAtLabelBorders() throws {
        let name = try #require(DNSName(presentation: "iPad._http._tcp.local."))
        #expect(name.hasSuffix(try #require(DNSName(presentation: "_TCP.Local."))))
        #expect(name.hasSuffix(name))
        #expect(name.hasSuffix(.root))
        #expect(!name.hasSuffix(try #require(DNSName(presentation: "tcp.local."))))
        #expect(!name.hasSuffix(try #require(DNSName(presentation: "my.iPad._http._tcp.local."))))
        // The bytes of `\005local` within a label are no label.
        let disguised = try DNSName(labels: [Array("x\u{5}local".utf8)])
        #expect(!disguised.hasSuffix(try #require(DNSName(presentation: "local."))))
    }

    @Test func takesNamesApartAndTogether() throws {
        let name = try #require(DNSName(presentation: "iPad._http._tcp.local."))
        #expect(name.droppingFirst().presentation == "_http._tcp.local.")
        #expect(name.droppingFirst(3).presentation == "local.")
        #expect(name.droppingFirst(4).isRoot)
        #expect(name.droppingFirst(99).isRoot)
        #expect(name.droppingFirst(0).presentation == name.presentation)
        #expect(name.subname(1..<3).presentation == "_http._tcp.")
        #expect(name.subname(3..<9).presentation == "local.")
        #expect(try name.subname(0..<1).appending(name.droppingFirst()).wireForm == name.wireForm)
    }

    @Test func comparesAndHashesLikeALowercaseCopy() throws {
        var random = SeededGenerator(seed: 4343)
        for length in 1...40 {
            for _ in 0..<50 {
                let label = (0..<length).map { _ in random.pick(Array("aAzZ@[`{09".utf8)) }
                let lower = label.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                // The same name as a part of another one, so that it lies at another place in memory.
                let name = try DNSName(labels: [[0x78], label]).droppingFirst()
                let folded = try DNSName(labels: [lower])
                #expect(name == folded && name.hashValue == folded.hashValue)
                var other = lower
                other[random.number(in: 0...length - 1)] = 0x2A
                #expect(try DNSName(labels: [other]) != name)
            }
        }
    }

    @Test func compactedNamesKeepNothingElseInMemory() throws {
        let name = try #require(DNSName(presentation: "iPad._http._tcp.local."))
        let domain = name.droppingFirst(3)
        #expect(domain.wireForm == [5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0])
        #expect(domain.encodedSize == 7)
        #expect(domain.storage.count == name.encodedSize)
        #expect(domain.compacted().storage == domain.wireForm)
        #expect(domain.compacted() == domain)
        #expect(ServiceLocation(port: 1, target: domain).compacted().target.storage.count == 7)
    }

    @Test func theDomainOfMulticastDNSIsOneLabel() {
        #expect(DNSName.local == DNSName(presentation: "local.") && DNSName.local.presentation == "local.")
    }
}
