import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerChannelDecoderTests {
    /// A message with its body, wherever that was, or a fault.
    enum Decoded: Equatable {
        case message(Int, MultipeerMessageKind, [UInt8])
        case fault(Int, MultipeerChannelDecoder.Fault.Kind)
    }

    private func decode(_ pieces: [[UInt8]], _ decoder: inout MultipeerChannelDecoder) -> [Decoded] {
        var decoded: [Decoded] = []
        for piece in pieces {
            var position = 0
            while let output = decoder.next(in: piece.span, at: &position) {
                switch output {
                case .message(let message):
                    let body =
                        switch message.body {
                        case .inline(let range): Array(piece[range])
                        case .assembled: decoder.assembledBody.copied()
                        }
                    let kind = MultipeerMessageKind(message.header, body: body.span)
                    decoded.append(.message(message.streamOffset, kind, body))
                case .fault(let fault): decoded.append(.fault(fault.streamOffset, fault.kind))
                }
            }
            #expect(position == piece.count)
        }
        return decoded
    }

    private func kinds(_ decoded: [Decoded]) -> [MultipeerMessageKind?] {
        decoded.map { if case .message(_, let kind, _) = $0 { kind } else { nil } }
    }

    /// All of what a browser says.
    private static let stream =
        Published.hello + Published.helloAck + Published.invitation + Published.secondConnectionAccept
        + Published.secondReceipt

    @Test func findsMessagesWithTheirOffsets() {
        var decoder = MultipeerChannelDecoder()
        let decoded = decode([Self.stream], &decoder)
        #expect(kinds(decoded) == [.hello, .helloAck, .invite, .connectionAccept, .receipt])
        let offsets = decoded.map { if case .message(let offset, _, _) = $0 { offset } else { -1 } }
        #expect(offsets == [0, 40, 56, 325, 341])
        #expect(decoder.isAtMessageBoundary && decoder.streamOffset == 357 && decoder.bufferedBytes == 0)
    }

    @Test func doesNotDependOnHowTheStreamIsCut() {
        var whole = MultipeerChannelDecoder()
        let expected = decode([Self.stream], &whole)
        for size in [1, 2, 3, 15, 16, 17, 100] {
            let pieces = stride(from: 0, to: Self.stream.count, by: size).map {
                Array(Self.stream[$0..<min($0 + size, Self.stream.count)])
            }
            var decoder = MultipeerChannelDecoder()
            #expect(decode(pieces, &decoder) == expected, "pieces of \(size)")
        }
    }

    @Test func readsBothMessagesOfASegment() {
        var decoder = MultipeerChannelDecoder(startingAt: 67)
        let decoded = decode([Captured.foreignInvitation], &decoder)
        #expect(kinds(decoded) == [.connectionAccept, .invite])
        #expect(decoder.streamOffset == 424)
    }

    @Test func messagesCanBeKept() throws {
        var decoder = MultipeerChannelDecoder()
        var messages: [MultipeerMessage] = []
        for piece in [Array(Self.stream[..<200]), Array(Self.stream[200...])] {
            var position = 0
            while case .message(let message)? = decoder.next(in: piece.span, at: &position) {
                messages.append(decoder.owned(message, in: piece.span))
            }
        }
        #expect(Array(try messages.map { try $0.serialized() }.joined()) == Self.stream)
    }

    @Test func aWrongChecksumIsAFaultAndReadingGoesOnAfterIt() throws {
        var decoder = MultipeerChannelDecoder(startingAt: 64)
        let decoded = decode([Captured.brokenInvitation + Published.secondConnectionAccept], &decoder)
        #expect(kinds(decoded) == [nil, .connectionAccept])
        guard case .fault(64, .wrongChecksum) = decoded[0] else { throw CancellationError() }
        #expect(decoder.streamOffset == 64 + 240 + 16)
        var position = 0
        var other = MultipeerChannelDecoder(startingAt: 64)
        let segment = Captured.brokenInvitation
        guard case .fault(let fault)? = other.next(in: segment.span, at: &position) else { throw CancellationError() }
        #expect(fault.error.offset == 72 && fault.error.field == "message checksum")
    }

    @Test func aBodyThatIsTooLongIsAFaultAndASearchFollows() {
        let liar = hex("0834 0000 7fffffff 00000000 00000001")
        var decoder = MultipeerChannelDecoder(startingAt: 5)
        let stream = liar + [1, 2, 3] + Published.thirdReceipt
        let decoded = decode([Array(stream[..<17]), Array(stream[17...])], &decoder)
        #expect(decoded.first == .fault(5, .bodyTooLong(maximum: 1 << 20)))
        #expect(decoded.last == .message(5 + 19, .receipt, []))
        #expect(decoder.skippedBytes == 19 && decoder.bufferedBytes == 0 && !decoder.isSearching)
    }

    @Test func aBodyAtTheMaximumIsRead() throws {
        let body = [UInt8](repeating: 7, count: 300)
        let message = try MultipeerMessage(.init(rawValue: 9), number: 1, body: body).serialized()
        var decoder = MultipeerChannelDecoder(maximumBodyLength: 300)
        #expect(decode([message], &decoder) == [.message(0, .unknown, body)])
        var smaller = MultipeerChannelDecoder(maximumBodyLength: 299)
        #expect(decode([message], &smaller) == [.fault(0, .bodyTooLong(maximum: 299))])
    }

    @Test func memoryFollowsTheBytesThatCame() {
        var decoder = MultipeerChannelDecoder()
        let header = hex("0834 0000 00100000 00000000 00000001")
        #expect(decode([header], &decoder).isEmpty && decoder.bufferedBytes == 0)
        #expect(
            decoder.pendingMessage?.streamOffset == 0 && decoder.pendingMessage?.header?.length == 1 << 20
                && decoder.pendingMessage?.pendingBytes == 16)
        #expect(decode([[1], [2, 3]], &decoder).isEmpty && decoder.bufferedBytes == 3)
        decoder.dropBody()
        #expect(decoder.bufferedBytes == 0 && decoder.damagedMessages == 1)
        let rest = [UInt8](repeating: 0, count: 1 << 20 - 3)
        #expect(kinds(decode([rest + Published.firstReceipt], &decoder)) == [.receipt])
        #expect(decoder.damagedMessages == 1)
    }

    @Test func findsTheFirstMessageOfAStreamThatIsJoined() {
        // From the middle of an invitation, which has the beginning of a header in it.
        let stream = Array(Published.invitation[100...]) + [0x08, 0x34] + Self.stream
        for size in [1, 7, 1000] {
            let pieces = stride(from: 0, to: stream.count, by: size).map {
                Array(stream[$0..<min($0 + size, stream.count)])
            }
            var decoder = MultipeerChannelDecoder(startingAt: 100, joinsStream: true)
            #expect(decoder.isSearching)
            let decoded = decode(pieces, &decoder)
            #expect(kinds(decoded) == [.hello, .helloAck, .invite, .connectionAccept, .receipt])
            #expect(decoded.first == .message(271, .hello, Array(Published.hello[16...])))
            #expect(decoder.skippedBytes == 171)
        }
    }

    @Test func aGuessWithAWrongChecksumIsPassedOver() {
        let guess = hex("0898 0000 00000000 12345678 00000000")
        var decoder = MultipeerChannelDecoder(joinsStream: true)
        let decoded = decode([guess + Published.firstReceipt], &decoder)
        #expect(decoded == [.message(16, .receipt, [])])
        #expect(decoder.skippedBytes == 16)
    }

    @Test func missingBytesOfABodyCostThatMessage() {
        var decoder = MultipeerChannelDecoder()
        #expect(decode([Array(Published.invitation[..<100])], &decoder).isEmpty)
        decoder.skip(missing: 50)
        let rest = Array(Published.invitation[150...]) + Published.secondReceipt
        #expect(decode([rest], &decoder) == [.message(269, .receipt, [])])
        #expect(decoder.damagedMessages == 1 && decoder.skippedBytes == 0)
    }

    @Test func missingBytesOfAHeaderStartASearch() {
        var decoder = MultipeerChannelDecoder()
        #expect(decode([Array(Published.invitation[..<100])], &decoder).isEmpty)
        // The rest of the invitation, and of a receipt all but the last two bytes.
        decoder.skip(missing: 169 + 14)
        #expect(decoder.isSearching && decoder.damagedMessages == 1)
        let decoded = decode([Array(Published.firstReceipt[14...]) + Published.secondReceipt], &decoder)
        #expect(decoded == [.message(285, .receipt, [])])
        decoder.skip(missing: .max)
        #expect(decoder.streamOffset == .max)
        decoder.restart(at: 7)
        #expect(decode([Published.firstReceipt], &decoder) == [.message(7, .receipt, [])])
    }

    @Test func anyBytesInAnyPieces() throws {
        let samples = Generator.multipeerChannel(of: Generator<MultipeerMessage>.plausible.list(count: 1...6))
        let inputs = MutatedInputs(samples: samples, mutators: Mutator.byteLevel, seed: 11)
        for number in 0..<400 {
            let bytes = inputs.input(number, of: 400)
            var random = SeededGenerator(seed: 5, number: number)
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                pieces.append(Array(rest.prefix(random.number(in: 1...40))))
                rest = rest.dropFirst(pieces[pieces.count - 1].count)
            }
            for joins in [false, true] {
                var whole = MultipeerChannelDecoder(joinsStream: joins)
                var cut = MultipeerChannelDecoder(joinsStream: joins)
                #expect(decode([bytes], &whole) == decode(pieces, &cut))
                #expect(whole.skippedBytes == cut.skippedBytes && whole.pendingMessage == cut.pendingMessage)
                #expect(cut.streamOffset == bytes.count && cut.bufferedBytes <= bytes.count)
            }
        }
    }
}
