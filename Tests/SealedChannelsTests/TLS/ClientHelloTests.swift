import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct ClientHelloTests {
    /// The body of the captured hello, behind the headers of record and message.
    private static let captured = Array(TLSFlights.client12[9..<171])

    private static func parse(_ bytes: [UInt8], isDatagram: Bool = false) throws(WireError) -> ClientHello {
        var reader = ByteReader(bytes.span)
        return try ClientHello(parsing: &reader, isDatagram: isDatagram)
    }

    private static func bytes(_ hello: ClientHello) throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        try hello.serialize(into: &writer)
        return writer.bytes
    }

    private static func random(_ generator: inout SeededGenerator) -> ClientHello {
        let suites = (0..<generator.number(in: 0...20)).map { _ in
            TLSCipherSuite(rawValue: UInt16(generator.number(in: 0...65_535)))
        }
        let extensions = (0..<generator.number(in: 0...8)).map { _ in
            TLSExtension(
                type: .init(rawValue: UInt16(generator.number(in: 0...65_535))),
                content: generator.bytes(generator.number(in: 0...40)))
        }
        return ClientHello(
            legacyVersion: generator.pick([.tls10, .tls12, .dtls12]), random: generator.bytes(32),
            sessionID: generator.bytes(generator.pick([0, 1, 32])),
            cookie: generator.chance(1, in: 2) ? generator.bytes(generator.number(in: 0...255)) : nil,
            cipherSuites: suites, compressionMethods: generator.bytes(generator.number(in: 0...3)),
            extensions: generator.chance(1, in: 6) ? nil : extensions)
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<1000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let hello = Self.random(&generator)
            #expect(try Self.parse(Self.bytes(hello), isDatagram: hello.cookie != nil) == hello, "seed \(seed)")
        }
    }

    @Test func writesTheCapturedBytes() throws {
        #expect(try Self.bytes(Self.parse(Self.captured)) == Self.captured)
    }

    @Test func everyCutIsAnErrorButTheOneWithoutExtensions() throws {
        let readable = (0..<Self.captured.count).filter { (try? Self.parse(Array(Self.captured[..<$0]))) != nil }
        #expect(readable.count == 1)
        let cut = Array(Self.captured[..<(readable.first ?? 0)])
        #expect(try Self.parse(cut).extensions == nil)
    }

    @Test func saysWhatIsWrongAndWhere() throws {
        var longSession = Self.captured
        longSession[34] = 33
        #expect(throws: WireError(.tooLong(length: 33, maximum: 32), field: "TLS session ID length", offset: 34)) {
            try Self.parse(longSession)
        }
        #expect(throws: WireError(.trailingBytes(count: 1), field: "ClientHello", offset: Self.captured.count)) {
            try Self.parse(Self.captured + [0])
        }
        let odd: [UInt8] = [3, 3] + [UInt8](repeating: 0, count: 33) + [0, 3, 0, 0, 0, 1, 0]
        #expect(throws: WireError(.invalidValue(3), field: "TLS cipher suites length", offset: 35)) {
            try Self.parse(odd)
        }
        let beyond: [UInt8] = [3, 3] + [UInt8](repeating: 0, count: 33) + [0, 0, 1, 0, 0, 5, 0, 0, 0, 9, 0]
        let expected = WireError(
            .truncated(needed: 9, available: 1), field: "TLS extension", offset: 45, limit: "TLS extensions length")
        #expect(throws: expected) { try Self.parse(beyond) }
    }

    @Test func valuesForToleranceDoNotCount() {
        let hello = ClientHello(
            random: [UInt8](repeating: 0, count: 32),
            cipherSuites: [TLSCipherSuite(rawValue: 0x3A3A), TLSCipherSuite(rawValue: 0x1301)],
            extensions: [
                TLSExtension(type: .supportedVersions, content: [4, 0x7A, 0x7A, 3, 4]),
                TLSExtension(
                    type: .applicationLayerProtocolNegotiation, content: [0, 6, 2, 0x0A, 0x0A, 2, 0x68, 0x33]),
            ])
        #expect(hello.supportedVersions == [.tls13])
        #expect(hello.applicationProtocols == ["h3"])
        #expect(hello.cipherSuites.filter { !$0.isReserved }.count == 1)
        // Both bytes must be alike.
        #expect(!TLSCipherSuite(rawValue: 0x1A0A).isReserved)
    }

    @Test func malformedExtensionsSayNothing() {
        let hello = ClientHello(
            random: [UInt8](repeating: 0, count: 32), cipherSuites: [],
            extensions: [
                TLSExtension(type: .serverName, content: [0, 9, 0]),
                TLSExtension(type: .supportedVersions, content: [3, 3]),
                TLSExtension(type: .applicationLayerProtocolNegotiation, content: []),
            ])
        #expect(hello.serverName == nil)
        #expect(hello.supportedVersions.isEmpty)
        #expect(hello.applicationProtocols.isEmpty)
    }

    @Test func resumptionShowsInTwoExtensions() {
        func offers(_ type: TLSExtension.ExtensionType, _ content: [UInt8]) -> Bool {
            ClientHello(
                random: [UInt8](repeating: 0, count: 32), cipherSuites: [],
                extensions: [TLSExtension(type: type, content: content)]
            ).offersResumption
        }
        #expect(offers(.preSharedKey, [1]))
        #expect(offers(.sessionTicket, [1]))
        // An empty ticket asks for one.
        #expect(!offers(.sessionTicket, []))
    }

    @Test func refusesToWriteWhatNoLengthCanSay() {
        let hello = ClientHello(
            random: [UInt8](repeating: 0, count: 32), cipherSuites: [],
            extensions: [TLSExtension(type: .earlyData, content: [UInt8](repeating: 0, count: 65_534))])
        #expect(throws: WireError.self) { try Self.bytes(hello) }
    }
}
