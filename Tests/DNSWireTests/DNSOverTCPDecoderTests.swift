import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct DNSOverTCPDecoderTests {
    /// All messages in these pieces of a stream, and what was wrong with it.
    private func messages(_ pieces: [[UInt8]]) -> (bodies: [[UInt8]], errors: [WireError]) {
        var decoder = DNSOverTCPDecoder()
        var bodies: [[UInt8]] = []
        var errors: [WireError] = []
        for piece in pieces {
            var position = 0
            while position < piece.count {
                do {
                    guard let frame = try decoder.next(in: piece.span, at: &position) else { continue }
                    var copy = ByteWriter()
                    switch frame.body {
                    case .inline(let range): copy.writeBytes(piece[range])
                    case .assembled: copy.writeBytes(decoder.assembledBody)
                    }
                    #expect(copy.count == frame.length)
                    bodies.append(copy.bytes)
                } catch {
                    errors.append(error)
                }
            }
        }
        do {
            try decoder.finish()
        } catch {
            errors.append(error)
        }
        return (bodies, errors)
    }

    private func stream(_ messages: [[UInt8]]) throws -> [UInt8] {
        var output = ByteWriter()
        for message in messages { try DNSOverTCPEncoder.encode(message.span, into: &output) }
        return output.bytes
    }

    @Test func messagesComeOutOfPiecesOfAnySize() throws {
        let all = CapturedMessages.all
        let stream = try stream(all)
        #expect(stream[0] == UInt8(all[0].count >> 8) && stream[1] == UInt8(all[0].count & 255))
        for size in [1, 2, 3, 7, 100, 300, stream.count] {
            let pieces = stride(from: 0, to: stream.count, by: size).map {
                Array(stream[$0..<min(stream.count, $0 + size)])
            }
            let (bodies, errors) = messages(pieces)
            #expect(bodies == all)
            #expect(errors.isEmpty)
        }
    }

    @Test func framesSayWhereTheyBegin() throws {
        let stream = try stream([CapturedMessages.appleProbe, CapturedMessages.zeroconfProbe])
        var decoder = DNSOverTCPDecoder(streamOffset: 1000)
        var position = 0
        let first = try decoder.next(in: stream.span, at: &position)
        let second = try decoder.next(in: stream.span, at: &position)
        let length = CapturedMessages.appleProbe.count
        #expect(first?.streamOffset == 1000 && first?.length == length && first?.body == .inline(2..<2 + length))
        #expect(second?.streamOffset == 1002 + length)
        #expect(try decoder.next(in: stream.span, at: &position) == nil)
        #expect(decoder.streamOffset == 1000 + stream.count)
    }

    @Test(arguments: [1, 5, 1000])
    func aWrongLengthLosesNoOtherMessage(size: Int) throws {
        let probe = CapturedMessages.appleProbe
        let bytes =
            [0, 0] + (try stream([probe])) + [0, 11] + [UInt8](repeating: 0xFF, count: 11) + (try stream([probe]))
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
            Array(bytes[$0..<min(bytes.count, $0 + size)])
        }
        let (bodies, errors) = messages(pieces)
        #expect(bodies == [probe, probe])
        #expect(
            errors == [
                WireError(.invalidValue(0), field: "DNS message length", offset: 0),
                WireError(
                    .truncated(needed: 12, available: 11), field: "DNS header", offset: 6 + probe.count,
                    limit: "DNS message length"),
            ])
    }

    @Test func theEndWithinAMessageIsNoticed() throws {
        let (none, cut) = messages([[0, 20, 1, 2, 3]])
        #expect(none.isEmpty)
        #expect(cut == [WireError(.truncated(needed: 20, available: 3), field: "DNS message", offset: 2)])
        let half = WireError(.truncated(needed: 2, available: 1), field: "DNS message length", offset: 0)
        #expect(messages([[0]]).errors == [half])
    }

    @Test func memoryFollowsWhatCameAndNotWhatIsClaimed() throws {
        var decoder = DNSOverTCPDecoder()
        var position = 0
        #expect(try decoder.next(in: [0xFF, 0xFF, 1].span, at: &position) == nil)
        #expect(decoder.assembledBody.count == 1)
    }

    @Test func whatHasNoRoomIsNotWritten() throws {
        var output = ByteWriter()
        let name = try #require(DNSName(presentation: "a."))
        let record = ResourceRecord(name: name, type: .txt, ttl: 0, data: .text([UInt8](repeating: 0, count: 40_000)))
        let error = WireError(.tooLong(length: 80_037, maximum: 65_535), field: "DNS message", offset: 0)
        #expect(throws: error) {
            try DNSOverTCPEncoder.encode(DNSMessage(answers: [record, record]), into: &output)
        }
        #expect(throws: WireError(.truncated(needed: 12, available: 3), field: "DNS header", offset: 0)) {
            try DNSOverTCPEncoder.encode([1, 2, 3].span, into: &output)
        }
        #expect(output.count == 0)
        try DNSOverTCPEncoder.encode(DNSMessage(), into: &output)
        #expect(output.bytes == [0, 12] + [UInt8](repeating: 0, count: 12))
    }

    @Test func anyStreamIsReadToItsEnd() {
        var random = SeededGenerator(seed: 7766)
        for _ in 0..<200 {
            let bytes = random.bytes(random.number(in: 0...300)).map { random.chance(1, in: 2) ? 0 : $0 }
            _ = messages([bytes])
        }
    }
}
