import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICTransportParametersTests {
    /// Those of the client in RFC 9001 §A.2.
    private static let ofSpecification = hex(
        """
        0408ffffffffffffffff05048000ffff07048000ffff080110010480007530
        0901100f088394c8f03e51570806048000ffff
        """)
    /// Of a server of aioquic, in version 2, that was recorded for this project.
    private static let ofServer = hex(
        """
        0008e047c1e22be79a6e010480004e2002100808ee737fb0968619b2ae6a052cb6180404810000000504810000000604810000000704
        8100000008024080090240800a01030b01190e01080f08f9726924710f6996110c6b3343cf6b3343cf00000001
        """)
    /// Of a server of ngtcp2, with a bit of grease and the number that drafts had for versions.
    private static let ofGreasingServer = hex(
        """
        0012ad1906c16325ad56cfbfc6b54b004f3adc880210d16ad38451509b445759e0ccc8f39e5d0f12659c6725d968b07ef17ac0593047
        427f701d050480040000060480040000070480040000040480100000080240640901030104800075300e01076ab20080ff73db0800000001
        00000001
        """)

    private func parameters(_ bytes: [UInt8]) throws(WireError) -> QUICTransportParameters {
        var input = ByteReader(bytes.span)
        return try QUICTransportParameters(parsing: &input)
    }

    private func parameters(ofClient bytes: [UInt8]) throws(WireError) -> QUICTransportParameters {
        var input = ByteReader(bytes.span)
        return try QUICTransportParameters(parsingClients: &input)
    }

    @Test func readsThoseOfTheSpecification() throws {
        let parameters = try parameters(ofClient: Self.ofSpecification)
        #expect(parameters.parameters.map(\.id.rawValue) == [4, 5, 7, 8, 1, 9, 15, 6])
        #expect(parameters.initialMaxData == QUICVariableInteger.maximum)
        #expect(parameters.initialMaxStreamDataBidirectionalLocal == 65_535)
        #expect(parameters.initialMaxStreamsBidirectional == 16)
        #expect(parameters.maxIdleTimeout == 30_000)
        #expect(parameters.initialSourceConnectionID == QUICVectors.connectionID)
        // What is left out has the value of RFC 9000 §18.2.
        #expect(parameters.ackDelayExponent == 3)
        #expect(parameters.maxAckDelay == 25)
        #expect(parameters.activeConnectionIDLimit == 2)
        #expect(parameters.maxUDPPayloadSize == 65_527)
        #expect(parameters.maxDatagramFrameSize == 0)
        #expect(!parameters.disablesActiveMigration && !parameters.greasesQUICBit)
        #expect(parameters.statelessResetToken == nil && parameters.preferredAddress == nil)
        #expect(parameters.versionInformation == nil)
    }

    @Test func readsThoseOfCapturedServers() throws {
        let server = try parameters(Self.ofServer)
        #expect(server.originalDestinationConnectionID == hex("e047c1e22be79a6e"))
        #expect(server.statelessResetToken == hex("0808ee737fb0968619b2ae6a052cb618"))
        #expect(server.versionInformation == QUICVersionInformation(chosen: .v2, available: [.v2, .v1]))
        #expect(server.retrySourceConnectionID == nil)
        let greasing = try parameters(Self.ofGreasingServer)
        #expect(greasing.greasesQUICBit)
        #expect(greasing.activeConnectionIDLimit == 7)
        #expect(
            greasing[QUICTransportParameterID(rawValue: 0xFF73DB)] == .unknown([0, 0, 0, 1, 0, 0, 0, 1]))
    }

    @Test func readsThoseOfAHello() throws {
        let hello = QUICVectors.clientHello
        // Behind the header of the frame and that of the message.
        let message = Array(hello[8...])
        var input = ByteReader(message.span)
        let parameters = try ClientHello(parsing: &input).quicTransportParameters()
        #expect(try parameters == self.parameters(Self.ofSpecification))
        let without = ClientHello(random: [], cipherSuites: [], extensions: [])
        #expect(try without.quicTransportParameters() == nil)
        let wrong = TLSExtension(type: .quicTransportParameters, content: [1, 2, 0])
        #expect(throws: WireError.self) { try [wrong].quicTransportParameters(isClient: false) }
    }

    @Test func theyAreWrittenAsTheyWereRead() throws {
        for bytes in [Self.ofSpecification, Self.ofServer, Self.ofGreasingServer] {
            var output = ByteWriter()
            try parameters(bytes).serialize(into: &output)
            #expect(output.bytes == bytes)
        }
    }

    @Test func everyCutWithinAParameterIsAnErrorWithItsOffset() throws {
        let whole = Self.ofServer
        var ends: Set<Int> = [0]
        var input = ByteReader(whole.span)
        while !input.isAtEnd {
            _ = try QUICTransportParameter(parsing: &input)
            ends.insert(input.position)
        }
        for count in 0..<whole.count {
            let cut = Array(whole.prefix(count))
            do throws(WireError) {
                _ = try parameters(cut)
                #expect(ends.contains(count))
            } catch {
                #expect(!ends.contains(count))
                guard case .truncated(_, let available) = error.kind else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(error.offset + available == count)
            }
        }
    }

    @Test(
        arguments: [
            // A number that is there twice.
            ("010100" + "010100", .invalidValue(1), "QUIC transport parameter", 3, .input),
            // Numbers that their parameters do not allow.
            ("03024400", .invalidValue(1024), "QUIC transport parameter value", 2, "QUIC transport parameter length"),
            ("0808d000000000000001", .invalidValue(1 << 60 + 1), "QUIC transport parameter value", 2, nil),
            ("0a0115", .invalidValue(21), "QUIC transport parameter value", 2, nil),
            ("0b0480004000", .invalidValue(16_384), "QUIC transport parameter value", 2, nil),
            ("0e0101", .invalidValue(1), "QUIC transport parameter value", 2, nil),
            // Lengths that do not fit their values.
            ("01020000", .trailingBytes(count: 1), "QUIC transport parameter value", 3, nil),
            ("010140", .truncated(needed: 2, available: 1), "QUIC transport parameter value", 2, nil),
            ("0100", .truncated(needed: 1, available: 0), "QUIC transport parameter value", 2, nil),
            ("0c0100", .trailingBytes(count: 1), "QUIC transport parameter value", 2, nil),
            ("020100", .truncated(needed: 16, available: 1), "QUIC stateless reset token", 2, nil),
            (
                "0f15" + String(repeating: "00", count: 21), .tooLong(length: 21, maximum: 20), "QUIC connection ID", 2,
                nil
            ),
            ("1105" + "0000000100", .truncated(needed: 4, available: 1), "QUIC available version", 6, nil),
            ("1104" + "00000000", .invalidValue(0), "QUIC chosen version", 2, nil),
            ("1108" + "0000000100000000", .invalidValue(0), "QUIC available version", 6, nil),
            ("1100", .truncated(needed: 4, available: 0), "QUIC chosen version", 2, nil),
            ("0d19" + String(repeating: "00", count: 25), .invalidValue(0), "QUIC connection ID length", 26, nil),
            (
                "01ffffffffffffffff", .truncated(needed: 1 << 62 - 1, available: 0), "QUIC transport parameter value",
                9, .input
            ),
        ] as [(String, WireError.Kind, WireError.Field, Int, WireError.Field?)])
    func saysWhatIsWrongAndWhere(
        text: String, kind: WireError.Kind, field: WireError.Field, offset: Int, limit: WireError.Field?
    ) throws {
        let limit = limit ?? "QUIC transport parameter length"
        #expect(throws: WireError(kind, field: field, offset: offset, limit: limit)) { try parameters(hex(text)) }
    }

    @Test func whatOnlyServersMaySendIsAnErrorOfAClient() throws {
        let token = hex("0210") + [UInt8](repeating: 0, count: 16)
        for (bytes, id) in [(Self.ofServer, 0), (token, 2), (hex("1000"), 16)] as [([UInt8], UInt64)] {
            #expect(throws: WireError(.invalidValue(id), field: "QUIC transport parameter of a client", offset: 0)) {
                try parameters(ofClient: bytes)
            }
        }
    }

    @Test(arguments: [Generator<QUICTransportParameters>.plausible, .extreme])
    func parametersReadBackAsTheyWereWritten(generator: Generator<QUICTransportParameters>) throws {
        try expectRoundTrip(generator, seed: 18, count: 1000)
    }

    @Test func randomBytesNeverTrap() {
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<random.number(in: 0...60)).map { _ in random.next() & 0x1F }.map(UInt8.init)
            guard let parameters = try? parameters(bytes) else { continue }
            #expect(parameters.parameters.count <= bytes.count / 2)
        }
    }

    @Test func reservedNumbersAndNamesAreKnown() {
        #expect(QUICTransportParameterID(rawValue: 27).isReserved)
        #expect(QUICTransportParameterID(rawValue: 58).isReserved)
        #expect(!QUICTransportParameterID(rawValue: 26).isReserved)
        #expect(QUICTransportParameterID.maxIdleTimeout.description == "max_idle_timeout")
        #expect(QUICTransportParameterID(rawValue: 0xFF73DB).description == "0xff73db")
    }

    @Test func aNumberTakesAWidthThatItFits() throws {
        let id = QUICTransportParameterID(rawValue: 0x2AB2)
        #expect(QUICTransportParameter(id: id, value: .present).idWidth == .two)
        #expect(QUICTransportParameter(id: id, value: .present, idWidth: .eight).idWidth == .eight)
        var output = ByteWriter()
        let wrong = QUICTransportParameter(id: QUICTransportParameterID(rawValue: 1 << 62), value: .present)
        #expect(throws: WireError(.invalidValue(1 << 62), field: "QUIC transport parameter", offset: 0)) {
            try wrong.serialize(into: &output)
        }
    }
}
