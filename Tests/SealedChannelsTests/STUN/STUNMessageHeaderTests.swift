import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct STUNMessageHeaderTests {
    /// The sample request of RFC 5769 §2.1, its attributes as zeros.
    private static let request: [UInt8] =
        [
            0x00, 0x01, 0x00, 0x58, 0x21, 0x12, 0xA4, 0x42, 0xB7, 0xE7, 0xA7, 0x01, 0xBC, 0x34, 0xD6, 0x86, 0xFA, 0x87,
            0xDF, 0xAE,
        ] + [UInt8](repeating: 0, count: 88)

    private static func parse(_ bytes: [UInt8]) throws(WireError) -> STUNMessageHeader {
        var reader = ByteReader(bytes.span)
        return try STUNMessageHeader(parsing: &reader)
    }

    private static func looksLikeSTUN(_ datagram: [UInt8]) -> Bool { STUNMessageHeader.looksLikeSTUN(datagram.span) }

    @Test func readsTheSampleRequest() throws {
        let header = try Self.parse(Self.request)
        #expect(header.messageClass == .request)
        #expect(header.method == .binding)
        #expect(header.length == 88)
        #expect(header.transactionHigh == 0xB7E7_A701_BC34_D686)
        #expect(header.transactionLow == 0xFA87_DFAE)
    }

    @Test func classAndMethodAreInterleaved() {
        // RFC 5769 §2.2: a success response to Binding; and an error response to Allocate (RFC 8656).
        #expect(
            STUNMessageHeader(.successResponse, .binding, length: 0, transactionHigh: 0, transactionLow: 0).messageType
                == 0x0101)
        #expect(
            STUNMessageHeader(
                .errorResponse, .init(rawValue: 3), length: 0, transactionHigh: 0, transactionLow: 0
            ).messageType == 0x0113)
        for messageClass in STUNMessageHeader.MessageClass.allCases {
            for method in 0...0xFFF as ClosedRange<UInt16> {
                let header = STUNMessageHeader(
                    messageClass, .init(rawValue: method), length: 0, transactionHigh: 0, transactionLow: 0)
                #expect(header.messageClass == messageClass && header.method.rawValue == method)
                #expect(header.messageType & 0xC000 == 0)
            }
        }
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let header = STUNMessageHeader(
                messageType: UInt16(generator.number(in: 0...0x3FFF)),
                length: UInt16(generator.number(in: 0...16_383) * 4), transactionHigh: generator.next(),
                transactionLow: UInt32(truncatingIfNeeded: generator.next()))
            var writer = ByteWriter()
            header.serialize(into: &writer)
            #expect(try Self.parse(writer.bytes) == header)
        }
    }

    @Test func saysWhatIsWrongAndWhere() {
        let errors: [(Int, UInt8, WireError)] = [
            (0, 0x40, WireError(.invalidValue(0x4001), field: "STUN message type", offset: 0)),
            (3, 0x59, WireError(.invalidValue(0x59), field: "STUN length", offset: 2)),
            (7, 0x43, WireError(.invalidValue(0x2112_A443), field: "STUN magic cookie", offset: 4)),
        ]
        for (place, value, error) in errors {
            var bytes = Self.request
            bytes[place] = value
            #expect(throws: error) { try Self.parse(bytes) }
            #expect(!Self.looksLikeSTUN(bytes))
        }
        for count in 0..<20 {
            let expected = WireError(.truncated(needed: 20, available: count), field: "STUN header", offset: 0)
            #expect(throws: expected) { try Self.parse(Array(Self.request[..<count])) }
        }
    }

    @Test func aMessageFillsItsDatagram() {
        #expect(Self.looksLikeSTUN(Self.request))
        #expect(!Self.looksLikeSTUN(Array(Self.request.dropLast())))
        #expect(!Self.looksLikeSTUN(Self.request + [0, 0, 0, 0]))
        #expect(!Self.looksLikeSTUN([]))
    }
}
