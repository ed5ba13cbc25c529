import ApplicationProtocols
import MultipeerWire
import Testing
import WireCoding

@testable import TraceAnalysis

@Suite struct MultipeerReaderTests {
    private static func types(_ pieces: [[UInt8]], hole: Int? = nil, isMidstream: Bool = false) -> [String?] {
        var reader = MultipeerReader(ReadingStart(isMidstream: isMidstream))
        var types: [String?] = []
        for (number, piece) in pieces.enumerated() {
            if number == hole {
                reader.skip(missing: piece.count) { message, _ in types.append(message.type) }
            } else {
                reader.read(piece.span) { message, _ in types.append(message.type) }
            }
        }
        return types
    }

    private static func stream() throws -> [[UInt8]] {
        [
            try MultipeerScene.hello(MultipeerScene.ada), try MultipeerScene.message(.helloAck),
            try MultipeerScene.invitation(context: [1, 2]), try MultipeerScene.message(.receipt, number: 2),
        ]
    }

    @Test func messagesDoNotDependOnPieces() throws {
        let stream = try Self.stream()
        let expected: [String?] = ["hello", "helloAck", "invite", "receipt"]
        #expect(Self.types(stream) == expected)
        #expect(Self.types([stream.flatMap(\.self)]) == expected)
        #expect(Self.types(stream.flatMap(\.self).map { [$0] }) == expected)
    }

    @Test func aHoleCostsOnlyTheMessageThatItIsIn() throws {
        let stream = try Self.stream()
        for hole in stream.indices {
            let types = Self.types(stream, hole: hole)
            #expect(types.count == stream.count - 1)
        }
    }

    @Test func bytesAreHeldUntilTheirMessageIsComplete() throws {
        var reader = MultipeerReader(ReadingStart())
        let invitation = try MultipeerScene.invitation()
        reader.read(invitation.span.extracting(0..<100)) { _, _ in }
        #expect(reader.heldBytes == 100)
        reader.evict()
        #expect(reader.heldBytes <= MultipeerMessageHeader.size)
        reader.read(invitation.span.extracting(100..<invitation.count)) { _, _ in Issue.record("given up") }
        var count = 0
        reader.read(invitation.span) { _, _ in count += 1 }
        #expect(count == 1 && reader.heldBytes == 0)
    }

    @Test func everyTruncationOfADatagramIsDamagedOrUnknown() throws {
        let datagram = try MultipeerScene.data(3, [1, 2, 3, 4])
        for count in 1..<datagram.count {
            var reader = MultipeerReader(ReadingStart(isDatagrams: true))
            reader.read(datagram.span.extracting(0..<count)) { _, _ in Issue.record("\(count)") }
            #expect(reader.summary.malformed == 1 && reader.hasFault && !reader.summary.isCertain)
        }
    }

    @Test func contextsOfOneDirectionAreKeptUpToALimit() throws {
        let context = [UInt8](repeating: 7, count: MultipeerStreamReader.maximumContext - 10)
        let invitation = try MultipeerScene.invitation(context: context)
        var reader = MultipeerReader(ReadingStart())
        var kept: [Int?] = []
        for _ in 0..<2 {
            reader.read(invitation.span) { message, _ in
                guard case .invitation(let one) = message.content?.value as? MultipeerStatement else { return }
                kept.append(one.context?.count)
                #expect(one.contextSize == context.count)
            }
        }
        #expect(kept == [context.count, 10])
    }
}
