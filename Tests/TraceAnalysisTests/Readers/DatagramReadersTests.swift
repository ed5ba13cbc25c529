import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// Lists of readers of datagrams, with those of two applications that nobody has.
@Suite struct DatagramReadersTests {
    private typealias Readers = DatagramReaders<Guess<One>, DatagramReaders<Guess<Two>, NoDatagramReaders>>

    private func begin(_ texts: [String]) -> Readers {
        var readers = Readers()
        for text in texts {
            let bytes = Array(text.utf8)
            let isNew = readers.begin(bytes.span, length: bytes.count, fromInitiator: true)
            if isNew, readers.isProven { readers.leaveUnproven() }
        }
        return readers
    }

    @Test func unprovenReaderIsLeftOnceAnotherIsProven() {
        let guess = begin(["1?"])
        #expect(guess.transport == .udp && !guess.isProven && guess.reader(Guess<One>.self) == nil)
        let proven = begin(["1?", "2!"])
        #expect(proven.isProven && proven.reader(Guess<Two>.self) != nil)
        #expect(proven.copies(fromInitiator: true)?.name == "Two")
    }

    @Test func datagramOfNobodyBeginsNothing() {
        var readers = begin(["3!", ""])
        let held = readers.bufferedBytes
        #expect(readers.transport == nil && held == nil)
    }

    @Test func firstEvidenceCounts() {
        #expect(Readers.evidence(of: Array("2".utf8).span) == "Two" && Readers.evidence(of: [UInt8]().span) == nil)
    }
}

private protocol Digit: Sendable { static var digit: Character { get } }
private enum One: Digit { static let digit: Character = "1" }
private enum Two: Digit { static let digit: Character = "2" }

/// Begins with its digit, and is proven by a mark after it.
private struct Guess<Kind: Digit>: DatagramReader {
    let isProven: Bool

    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        guard payload.count > 1, payload[0] == Kind.digit.asciiValue else { return nil }
        isProven = payload[1] == UInt8(ascii: "!")
    }
    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {}
    mutating func flip() {}
    mutating func finish() {}
    func copies(fromInitiator: Bool) -> DatagramCopies? {
        DatagramCopies(messages: 1, repeated: 0, moments: [], name: "\(Kind.self)")
    }
    static func evidence(of payload: Span<UInt8>) -> String? {
        payload.count > 0 && payload[0] == Kind.digit.asciiValue ? "\(Kind.self)" : nil
    }
}
