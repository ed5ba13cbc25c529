import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerDatagramViewTests {
    private func view(_ bytes: [UInt8]) throws(WireError) -> MultipeerDatagramView {
        try MultipeerDatagramView(bytes.span)
    }

    private func recognizes(_ bytes: [UInt8]) -> Bool { MultipeerDatagramView.recognizes(bytes.span) }

    @Test(
        arguments: [
            (Published.check, .stunRequest, 20..<80), (Captured.checkResponse, .stunResponse, 20..<116),
            (Captured.clientHello, .dtlsHandshake, 1..<106), (Captured.sealedData, .dtlsData, 1..<98),
            (Published.sessionHello, .sessionHello, 16..<34), (Published.linkState, .linkState, 16..<45),
            (Published.data, .data, 36..<41), (Published.dataAck, .dataAck, 16..<44),
            (Published.heartbeat, .heartbeat, 16..<20),
        ] as [([UInt8], MultipeerDatagramKind, Range<Int>)])
    func tellsDatagramsApart(_ bytes: [UInt8], kind: MultipeerDatagramKind, payload: Range<Int>) throws {
        let view = try view(bytes)
        #expect(view.kind == kind && view.payload == payload && view.hasRightDeliveryChecksum)
        let datagram = try MultipeerDatagram.parsed(bytes)
        #expect(datagram.kind == kind)
        #expect(try datagram.serialized() == bytes)
        #expect(recognizes(bytes))
        #expect(kind.isPlainPacket == (view.sender != nil))
    }

    @Test func hasTheNumbersOfPackets() throws {
        let data = try view(Captured.data)
        #expect(data.number == 1 && data.sender?.description == "4E9B6F08" && data.receiver?.description == "291FE203")
        #expect(String(decoding: Captured.data[data.payload].prefix(6), as: UTF8.self) == "anna 1")
        #expect(try view(Published.heartbeat).number == 1)
        #expect(try view(Published.linkStateAck).number == 0)
        #expect(try view(Published.sessionHello).number == nil)
        let sealed = try view(Captured.sealedData)
        #expect(sealed.number == nil && sealed.sender == nil)
    }

    @Test func readsTheRecordOfASealedDatagram() throws {
        let record = try MultipeerSealedRecord.parsed(Captured.clientHello)
        #expect(record.contentType == .handshake && record.version == 0xFEFF && record.epoch == 0)
        #expect(record.sequenceNumber == 0 && record.fragment.count == 92)
        #expect(try MultipeerSealedRecord.parsed(Captured.sealedData).epoch == 1)
        #expect(throws: WireError(.invalidValue(0xD1), field: "sealed record marker", offset: 0)) {
            try MultipeerSealedRecord.parsed([0xD1] + Captured.clientHello.dropFirst())
        }
        #expect(throws: WireError(.truncated(needed: 92, available: 91), field: "DTLS fragment", offset: 14)) {
            try MultipeerSealedRecord.parsed(Array(Captured.clientHello.dropLast()))
        }
    }

    @Test func aDatagramHoldsOneOfThem() {
        let trailing: [([UInt8], Int)] = [(Published.check, 80), (Captured.clientHello, 106), (Published.data, 41)]
        for (bytes, end) in trailing {
            let longer = #expect(throws: WireError.self) { try self.view(bytes + [0]) }
            #expect(longer?.kind == .trailingBytes(count: 1) && longer?.offset == end)
            #expect(throws: WireError.self) { try MultipeerDatagram.parsed(bytes + [0]) }
            for count in bytes.indices { #expect(throws: WireError.self) { try self.view(Array(bytes[..<count])) } }
        }
        #expect(throws: WireError(.invalidValue(0x80), field: "datagram", offset: 0)) { try view([0x80, 1]) }
    }

    @Test func othersAreNotRecognized() {
        var wrongVersion = Captured.clientHello
        wrongVersion[3] = 0x03
        var wrongUser = Published.check
        wrongUser[33] = 2
        let others = [
            [], Captured.brokenData, wrongVersion, wrongUser,
            // A QUIC Initial, DTLS without the marker, RTP, STUN of others, DNS.
            hex("c1000000010800112233445566770000449e") + [UInt8](repeating: 0, count: 1200),
            Array(Captured.clientHello.dropFirst()), hex("8060001e00000001aabbccdd0102"),
            hex("0001 0000 2112a442 b7e7a701bc34d686fa87dfae"),
            hex("0001 0008 2112a442 b7e7a701bc34d686fa87dfae 0006 0003 61626300"),
            hex("000101000001000000000000"), hex("d01900000000"),
        ]
        for bytes in others { #expect(!recognizes(bytes)) }
        for seed in 0..<2000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            #expect(!recognizes([random.pick([0xC1, 0xD0, 0, 1])] + random.bytes(random.number(in: 0...80))))
        }
    }

    /// The view in place and the owned form take the same datagrams, and say the same of them.
    @Test func viewsAgreeWithValues() {
        let inputs = MutatedInputs(
            samples: Generator<MultipeerDatagram>.plausible.wireForms, mutators: Mutator.byteLevel, seed: 4)
        for number in 0..<3000 {
            var bytes = inputs.input(number, of: 3000)
            if number % 2 == 0, bytes.count >= 16, bytes[0] == 0xC1 {
                let checksum = MultipeerPacketHeader.checksum(of: bytes.span)
                (bytes[6], bytes[7]) = (UInt8(checksum >> 8), UInt8(truncatingIfNeeded: checksum))
            }
            let owned = try? MultipeerDatagram.parsed(bytes)
            let view = try? self.view(bytes)
            // Attributes of a check are not read by the view.
            if owned != nil || bytes.first.map({ $0 > 0x3F }) == true {
                #expect((view == nil) == (owned == nil) && view?.kind == owned?.kind, "input \(number)")
            }
        }
    }
}
