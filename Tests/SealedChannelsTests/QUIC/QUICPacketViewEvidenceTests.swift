import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICPacketViewEvidenceTests {
    private func looksLikeInitial(_ datagram: [UInt8]) -> Bool { QUICPacketView.looksLikeInitial(datagram.span) }

    @Test func aClientsFirstDatagramIsKnown() {
        #expect(looksLikeInitial(QUICDatagrams.clientInitial))
        #expect(looksLikeInitial(QUICDatagrams.paddedInitial))
    }

    @Test func aReservedVersionIsAsGood() {
        var datagram = QUICDatagrams.clientInitial
        datagram.replaceSubrange(1..<5, with: [0x1A, 0x2A, 0x3A, 0x4A])
        #expect(looksLikeInitial(datagram))
    }

    @Test func eachSignCounts() {
        #expect(!looksLikeInitial(Array(QUICDatagrams.clientInitial.dropLast())), "too short")
        let changes: [(Int, UInt8, Comment)] = [
            (0, 0x40, "short header"), (0, 0x80, "no fixed bit"), (0, 0xE0, "a Handshake"), (4, 9, "unknown version"),
            (5, 7, "connection ID too short"), (5, 21, "connection ID too long"), (16, 0x44, "length does not fit"),
        ]
        for (place, value, comment) in changes {
            var datagram = QUICDatagrams.clientInitial
            datagram[place] = value
            if place == 16 { datagram[17] = 0xFF }
            #expect(!looksLikeInitial(datagram), comment)
        }
    }

    @Test func randomDatagramsHardlyEverLookSo() {
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            #expect(!looksLikeInitial(generator.bytes(1200)))
        }
    }
}
