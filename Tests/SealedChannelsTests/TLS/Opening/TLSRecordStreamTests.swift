import Testing
import WireCoding
@testable import SealedChannels

/// Cutting a stream into records, whatever its pieces are.
@Suite struct TLSRecordStreamTests {
    private typealias Record = TLSRecordStream.Record

    /// A handshake record of three bytes, an empty one, data of six bytes, an alert.
    private static let bytes: [UInt8] =
        [22, 3, 1, 0, 3, 0xA, 0xB, 0xC] + [23, 3, 3, 0, 0] + [23, 3, 3, 0, 6, 1, 2, 3, 4, 5, 6] + [
            21, 3, 3, 0, 2, 1, 0,
        ]
    private static let fragments: [[UInt8]] = [[0xA, 0xB, 0xC], [], [1, 2, 3, 4, 5, 6], [1, 0]]
    private static let types: [TLSContentType] = [.handshake, .applicationData, .applicationData, .alert]

    private final class Cutting {
        var stream = TLSRecordStream(keepsBytes: true)
        var records: [Record] = []

        func append(_ bytes: some Sequence<UInt8>, at moment: Int = 0) {
            stream.append(Array(bytes).span, sent: .test(moment), arrived: .test(moment), into: &records)
        }
        func miss(_ count: Int64, at moment: Int = 0) { stream.miss(count, at: .test(moment), into: &records) }
        func finish(at moment: Int) { stream.finish(at: .test(moment), into: &records) }
        func candidate(isLast: Bool) -> Record? { stream.candidate(isLast: isLast) }
        func reject() throws { stream.reject(try #require(candidate(isLast: true))) }
        func accept(_ candidate: Record) { stream.accept(candidate, into: &records) }
    }

    private func expectAll(_ records: [Record], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(records.map(\.fragment) == Self.fragments, sourceLocation: sourceLocation)
        #expect(records.map(\.header.contentType) == Self.types, sourceLocation: sourceLocation)
        #expect(records.allSatisfy { $0.isWhole && $0.missingBefore == 0 }, sourceLocation: sourceLocation)
    }

    // MARK: - Pieces

    @Test func everyTwoCutsGiveTheSameRecords() {
        let bytes = Self.bytes
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let cutting = Cutting()
                for piece in [bytes[..<first], bytes[first..<second], bytes[second...]] { cutting.append(piece) }
                expectAll(cutting.records)
                #expect(cutting.stream.bufferedBytes == 0)
            }
        }
    }

    @Test func byteByByte() {
        let cutting = Cutting()
        for byte in Self.bytes { cutting.append([byte]) }
        expectAll(cutting.records)
    }

    @Test func aRecordBeginsWithItsFirstByteAndIsCompleteWithItsLast() {
        let cutting = Cutting()
        for (moment, byte) in Self.bytes.enumerated() { cutting.append([byte], at: moment) }
        #expect(cutting.records.map(\.begun.frame) == [0, 8, 13, 24])
        #expect(cutting.records.map(\.completed.frame) == [7, 12, 23, 30])
    }

    @Test func aPieceMayHaveBeenSeenBeforeItArrived() {
        var stream = TLSRecordStream(keepsBytes: true)
        var records: [Record] = []
        // The second one came first.
        stream.append(Array(Self.bytes[..<6]).span, sent: .test(2), arrived: .test(2), into: &records)
        stream.append(Array(Self.bytes[6...]).span, sent: .test(1), arrived: .test(2), into: &records)
        #expect(records.map(\.begun.frame) == [2, 1, 1, 1])
        #expect(records.map(\.completed.frame) == [2, 2, 2, 2])
    }

    @Test func bytesThatNobodyWantsAreNotKept() {
        var stream = TLSRecordStream(keepsBytes: false)
        var records: [Record] = []
        stream.append(Self.bytes.span, sent: .test(0), arrived: .test(0), into: &records)
        #expect(records.map(\.header.length) == [3, 0, 6, 2])
        #expect(records.allSatisfy { $0.fragment.isEmpty && $0.isWhole })
        // Behind a hole nothing is looked for.
        stream.miss(100, at: .test(0), into: &records)
        stream.append(Self.bytes.span, sent: .test(0), arrived: .test(0), into: &records)
        #expect(stream.isLost)
        #expect(stream.bufferedBytes == 0)
        let candidate = stream.candidate(isLast: true)
        #expect(candidate == nil)
    }

    @Test func theEndInsideARecordIsNotWhole() {
        let cutting = Cutting()
        cutting.append(Self.bytes.prefix(20), at: 1)
        cutting.finish(at: 2)
        #expect(cutting.records.count == 3)
        #expect(cutting.records.last?.isWhole == false)
        // As far as it came.
        #expect(cutting.records.last?.fragment == Array(Self.bytes[18..<20]))
        #expect(cutting.records.last?.completed.frame == 2)
    }

    @Test func theEndInsideAHeaderIsNoRecord() {
        let cutting = Cutting()
        cutting.append(Self.bytes.prefix(11))
        cutting.finish(at: 2)
        #expect(cutting.records.count == 1)
    }

    // MARK: - Other protocols

    @Test(arguments: [
        Array("GET / HTTP/1.1\r\n".utf8), [22, 2, 0, 0, 1, 0], [25, 3, 3, 0, 1, 0],
        // Longer than any record.
        [23, 3, 3, 0xFF, 0xFF, 0],
    ])
    func bytesOfAnotherProtocolEndTheCutting(bytes: [UInt8]) {
        let cutting = Cutting()
        cutting.append(Self.bytes + bytes)
        expectAll(cutting.records)
        #expect(cutting.stream.isForeign)
        cutting.append(Self.bytes)
        cutting.miss(10)
        #expect(cutting.records.count == 4)
        #expect(cutting.stream.isForeign)
        #expect(cutting.stream.bufferedBytes == 0)
    }

    // MARK: - Holes

    @Test func aHoleInsideARecordDamagesThatOne() {
        // Data begins at 18; two bytes of it are missing.
        for start in 18...22 {
            let cutting = Cutting()
            cutting.append(Self.bytes[..<start])
            cutting.miss(2)
            cutting.append(Self.bytes[(start + 2)...])
            #expect(cutting.records.map(\.isWhole) == [true, true, false, true])
            // Of the damaged one, what came before the hole.
            #expect(cutting.records.map(\.fragment) == [[0xA, 0xB, 0xC], [], Array(Self.bytes[18..<start]), [1, 0]])
            #expect(!cutting.stream.isLost)
        }
    }

    @Test func aHoleUpToTheEndOfARecordEndsIt() {
        let cutting = Cutting()
        cutting.append(Self.bytes[..<20], at: 1)
        cutting.miss(4, at: 7)
        #expect(cutting.records.count == 3)
        #expect(cutting.records.last?.completed.frame == 7)
        cutting.append(Self.bytes[24...])
        #expect(cutting.records.last?.fragment == [1, 0])
        #expect(cutting.records.last?.missingBefore == 0)
    }

    /// Whatever goes into the header, or beyond it, loses the place of the next record.
    @Test(arguments: [(8, 1), (10, 2), (13, 11), (0, 3)])
    func aHoleOverAHeaderLosesThePlace(start: Int, count: Int) throws {
        let cutting = Cutting()
        cutting.append(Self.bytes[..<start])
        cutting.miss(Int64(count))
        #expect(cutting.stream.isLost)
        cutting.append(Self.bytes[(start + count)...])
        let candidate = try #require(cutting.candidate(isLast: true))
        cutting.accept(candidate)
        #expect(!cutting.stream.isLost)
    }

    @Test func aCandidateIsAWholeRecordSomewhere() throws {
        let cutting = Cutting()
        cutting.miss(100)
        cutting.append([1, 2, 3], at: 1)
        cutting.append(Self.bytes[13..<20], at: 2)
        #expect(cutting.candidate(isLast: false) == nil)
        cutting.append(Self.bytes[20...], at: 3)
        let candidate = try #require(cutting.candidate(isLast: false))
        #expect(candidate.fragment == [1, 2, 3, 4, 5, 6])
        #expect(candidate.header.contentType == .applicationData)
        #expect([candidate.begun.frame, candidate.completed.frame] == [2, 3])
        #expect(candidate.missingBefore == 100)
        // As long as nobody says what it is, it is the same.
        #expect(cutting.candidate(isLast: false)?.fragment == candidate.fragment)
        cutting.accept(candidate)
        #expect(cutting.records.map(\.fragment) == [[1, 0]])
        #expect(cutting.records.map(\.begun.frame) == [3])
        #expect(cutting.candidate(isLast: true) == nil)
    }

    @Test func behindARejectedCandidateTheNextOneIsLookedFor() throws {
        let cutting = Cutting()
        cutting.miss(1)
        // What looks like a header that has a record inside.
        cutting.append([23, 3, 3, 0, 11] + Self.bytes[13..<24] + Self.bytes[24...])
        #expect(cutting.candidate(isLast: false)?.fragment == Array(Self.bytes[13..<24]))
        try cutting.reject()
        #expect(cutting.candidate(isLast: false)?.fragment == [1, 2, 3, 4, 5, 6])
        try cutting.reject()
        #expect(cutting.candidate(isLast: false)?.fragment == [1, 0])
        try cutting.reject()
        #expect(cutting.candidate(isLast: true) == nil)
        #expect(cutting.stream.isLost)
    }

    @Test func aCandidateThatIsTooLongWaitsUntilTheEnd() {
        let cutting = Cutting()
        cutting.miss(1)
        cutting.append([23, 3, 3, 0x40, 0] + Self.bytes[13...])
        #expect(cutting.candidate(isLast: false) == nil)
        #expect(cutting.candidate(isLast: true)?.fragment == [1, 2, 3, 4, 5, 6])
    }

    @Test func recordsBehindTheCandidateHaveTheMomentsOfTheirPieces() throws {
        let cutting = Cutting()
        cutting.stream.beginMidstream()
        for (moment, byte) in (Self.bytes[13...] + Self.bytes).enumerated() { cutting.append([byte], at: moment) }
        cutting.accept(try #require(cutting.candidate(isLast: true)))
        #expect(cutting.records.map(\.begun.frame) == [11, 18, 26, 31, 42])
        #expect(cutting.records.map(\.completed.frame) == [17, 25, 30, 41, 48])
    }

    /// A record that the second hole cuts is none.
    @Test func betweenTwoHolesWholeRecordsAreFound() throws {
        let cutting = Cutting()
        cutting.miss(10)
        cutting.append(Self.bytes[13...] + Self.bytes[13..<20], at: 1)
        cutting.miss(5, at: 2)
        cutting.append(Self.bytes[24...], at: 2)
        let first = try #require(cutting.candidate(isLast: false))
        #expect(first.fragment == [1, 2, 3, 4, 5, 6] && first.missingBefore == 10)
        cutting.accept(first)
        // What is behind the first one is cut again, with the hole in it.
        #expect(cutting.records.map(\.fragment) == [[1, 0], [1, 2]])
        #expect(cutting.records.map(\.isWhole) == [true, false])
        #expect(cutting.stream.isLost)
        let second = try #require(cutting.candidate(isLast: false))
        #expect(second.fragment == [1, 0] && second.begun.frame == 2)
        #expect(second.missingBefore == 5)
    }

    @Test func aRecordThatAHoleCutsIsPassedOver() throws {
        let cutting = Cutting()
        cutting.miss(10)
        cutting.append(Self.bytes[13..<20], at: 1)
        cutting.miss(5, at: 2)
        #expect(cutting.candidate(isLast: false) == nil)
        cutting.append(Self.bytes[24...], at: 2)
        let candidate = try #require(cutting.candidate(isLast: false))
        #expect(candidate.fragment == [1, 0])
        // The bytes that were there before it count with them.
        #expect(candidate.missingBefore >= 15)
    }

    // MARK: - Bounds

    @Test func whatWasLookedAtIsNotHeld() throws {
        let longest = 2 * (TLSRecordHeader.maximumLength + TLSRecordHeader.size)
        let cutting = Cutting()
        cutting.miss(1)
        for moment in 0..<100 {
            cutting.append([UInt8](repeating: UInt8(moment), count: 1460), at: moment)
            #expect(cutting.candidate(isLast: false) == nil)
            #expect(cutting.stream.bufferedBytes <= longest)
        }
        cutting.append(Self.bytes[13..<24], at: 100)
        let candidate = try #require(cutting.candidate(isLast: false))
        #expect(candidate.fragment == [1, 2, 3, 4, 5, 6])
        #expect(candidate.begun.frame == 100)
        // Of what came before it, most is not held any more, and counts as missing.
        #expect((140_000...146_001).contains(candidate.missingBefore))
    }

    /// What comes at once, when a hole will not be filled, is looked at as a whole.
    @Test func aRecordBeforeManyBytesIsFound() {
        let cutting = Cutting()
        cutting.miss(1)
        cutting.append(Self.bytes[13...])
        for _ in 0..<100 { cutting.append([UInt8](repeating: 0, count: 1460)) }
        #expect(cutting.candidate(isLast: false)?.fragment == [1, 2, 3, 4, 5, 6])
    }

    @Test func noMoreIsHeldThanAStreamPassesOnAtOnce() {
        let cutting = Cutting()
        cutting.miss(1)
        // Nobody looks at it, and each byte comes by itself.
        for _ in 0..<400_000 { cutting.append(CollectionOfOne(0)) }
        #expect(cutting.stream.bufferedBytes <= 1 << 23)
    }

    @Test func whatIsDroppedIsMissing() {
        let cutting = Cutting()
        cutting.append(Self.bytes[13..<20])
        cutting.stream.dropBytes()
        #expect(cutting.stream.bufferedBytes == 0)
        cutting.append(Self.bytes[20...])
        #expect(cutting.records.map(\.isWhole) == [false, true])
        cutting.miss(100)
        cutting.append(Self.bytes[13..<20])
        cutting.stream.dropBytes()
        #expect(cutting.stream.bufferedBytes == 0 && cutting.stream.unplacedBytes == 7)
    }

    /// The longest record is found even where it comes in small pieces behind other bytes.
    @Test func theLongestRecordIsFound() {
        let record =
            [23, 3, 3, UInt8(TLSRecordHeader.maximumLength >> 8), UInt8(TLSRecordHeader.maximumLength & 255)]
            + [UInt8](repeating: 9, count: TLSRecordHeader.maximumLength)
        let cutting = Cutting()
        cutting.miss(1)
        let bytes = [UInt8](repeating: 0, count: 50_000) + record
        for start in stride(from: 0, to: bytes.count, by: 700) {
            cutting.append(bytes[start..<min(start + 700, bytes.count)])
        }
        #expect(cutting.candidate(isLast: false)?.fragment.count == TLSRecordHeader.maximumLength)
    }

    /// Every fifth byte begins what looks like the header of a long record.
    @Test func aStreamOfHeadersIsGivenUp() {
        let cutting = Cutting()
        cutting.miss(1)
        var candidates = 0
        for _ in 0..<300 {
            cutting.append((0..<280).flatMap { _ in [23, 3, 3, 0x40, 0] as [UInt8] })
            while let candidate = cutting.candidate(isLast: false) {
                candidates += 1
                cutting.stream.reject(candidate)
            }
        }
        #expect(cutting.stream.isForeign)
        #expect(candidates == (1 << 26) / 0x4000 + 1)
        #expect(cutting.stream.bufferedBytes == 0)
    }
}

extension CaptureMoment {
    /// One of which only the order matters.
    fileprivate static func test(_ frame: Int) -> CaptureMoment { CaptureMoment(frame: frame, time: Int64(frame)) }
}
