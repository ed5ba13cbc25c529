@testable import PacketCapture
import Testing

@testable import nearscope

@Suite struct ReadingProgressTests {
    private func line(_ bytes: Int, _ packets: Int, of total: Int?, after seconds: Double) -> String {
        ReadingProgress.line(ReadingMeter.Amount(bytes: bytes, packets: packets), of: total, after: seconds)
    }

    @Test func aFileHasAnEnd() {
        #expect(
            line(250_000_000, 1_200_000, of: 1_000_000_000, after: 2.5)
                == "250 MB of 1 GB (25 %), 1,200,000 packets, 8 s left")
        #expect(line(0, 0, of: 1_000_000, after: 1) == "0 B of 1 MB (0 %), 0 packets")
        #expect(line(1_000_000, 1, of: 1_000_000, after: 9) == "1 MB read, 1 packet; preparing the answer")
    }

    @Test func aPipeHasNone() {
        #expect(line(250_000_000, 1_200_000, of: nil, after: 2.5) == "250 MB, 1,200,000 packets, 3 s")
        // A file that grows.
        #expect(line(2000, 3, of: 1000, after: 2) == "2 kB, 3 packets, 2 s")
    }
}
