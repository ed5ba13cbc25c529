import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct TXTRecordRemarkTests {
    private typealias Kind = TXTRecordRemark.Kind

    private func record(_ strings: [UInt8]...) -> TXTRecord {
        TXTRecord(observed: strings.flatMap { [UInt8($0.count)] + $0 })
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func aProperRecordHasNone() {
        #expect(record(text("path=/index.html"), text("flag"), text("empty=")).remarks.isEmpty)
        #expect(TXTRecord(observed: [0]).remarks.isEmpty)
    }

    /// Apple's and Avahi's responders send such entries as they get them.
    @Test func namesEntryPlaceAndRule() throws {
        let remarks = record(text("ok=1"), text("=bad"), text("a b=1"), text("a\tb=1"), text("OK")).remarks
        #expect(remarks.map(\.kind) == [.emptyKey, .invalidKeyCharacter(9, position: 1), .repeatedKey(first: 0)])
        #expect(remarks.map(\.entry) == [1, 3, 4])
        #expect(remarks.map(\.offset) == [5, 18, 22])
        #expect(remarks.map(\.severity) == [.must, .must, .should])
        #expect(remarks.map(\.reference) == ["RFC 6763 §6.4", "RFC 6763 §6.4", "RFC 6763 §6.4"])
        #expect(remarks[2].description == "the key was already given by entry 1; receivers ignore this entry")
    }

    @Test func dataWithoutAnyByteIsNotAllowed() {
        let remarks = TXTRecord(observed: []).remarks
        #expect(remarks.map(\.kind) == [.noData])
        #expect(remarks.map(\.severity) == [.must])
    }

    @Test func aCutStringIsToldAtItsLengthByte() {
        let remarks = TXTRecord(observed: [3, 0x61, 0x3D, 0x31, 5, 0x62, 0x3D]).remarks
        #expect(remarks.map(\.kind) == [.stringCutOff(needed: 5, available: 2)])
        #expect(remarks.first?.offset == 4 && remarks.first?.entry == nil)
        #expect(remarks.first?.severity == .must)
    }

    @Test func emptyStringsAmongOthersAreToldAndDoNotCountAsEntries() {
        let remarks = TXTRecord(observed: [0, 1, 0x61, 0, 2, 0x3D, 0x62]).remarks
        #expect(remarks.map(\.kind) == [.emptyString, .emptyString, .emptyKey])
        #expect(remarks.map(\.offset) == [0, 3, 4])
        #expect(remarks.map(\.entry) == [nil, nil, 1])
        #expect(remarks[0].severity == .information)
    }

    @Test func longKeysAndLongEntriesAreAdvisedAgainst() {
        #expect(record(text("ninechars=1")).remarks.isEmpty)
        let long = record(text("deviceName=x")).remarks
        #expect(long.map(\.kind) == [.longKey(length: 10)])
        #expect(long.map(\.severity) == [.recommendation])
        let value = [UInt8](repeating: 0x78, count: 252)
        #expect(record(text("k=") + value).remarks.map(\.kind) == [.size(length: 255, over: .typical)])
        #expect(
            record(text("k=") + value + [0x78]).remarks.map(\.kind)
                == [.size(length: 256, over: .typical), .entryBeyondAppleLimit(length: 255)])
    }

    @Test func bytesThatAreNoTextAreToldAsInformation() {
        let remarks = record(text("k=") + [0xFF, 0], text("é=") + text("é")).remarks
        #expect(remarks.map(\.kind) == [.binaryValue, .invalidKeyCharacter(0xC3, position: 0)])
        #expect(remarks[0].severity == .information)
    }

    @Test(arguments: [
        (200, nil), (201, TXTRecordRemark.SizeMark.typical), (400, .typical), (401, .smallMessage),
        (1300, .smallMessage), (1301, .frame), (8900, .frame), (8901, .message), (65_535, .message), (65_536, .record),
    ])
    func marksSizes(length: Int, mark: TXTRecordRemark.SizeMark?) {
        var bytes: [UInt8] = []
        while bytes.count < length {
            let room = min(256, length - bytes.count)
            bytes += [UInt8(room - 1)] + [UInt8](repeating: 0x61, count: room - 1)
        }
        let sizes = TXTRecord(observed: bytes).remarks.compactMap { remark in
            if case .size(let length, let mark) = remark.kind { Optional((length, mark)) } else { nil }
        }
        #expect(sizes.map(\.1) == (mark.map { [$0] } ?? []))
        #expect(sizes.allSatisfy { $0.0 == length })
    }

    @Test func sizesWeighMoreTheLargerTheyAre() {
        let severities = TXTRecordRemark.SizeMark.allCases.map {
            TXTRecord(observed: [UInt8](repeating: 0, count: $0.rawValue + 1)).remarks[0].severity
        }
        #expect(severities == [.information, .recommendation, .should, .must, .must])
    }

    @Test func remarksAreLimited() {
        let remarks = TXTRecord(observed: [UInt8](repeating: 0, count: 65_535)).remarks
        #expect(remarks.count == TXTRecord.maximumRemarks)
        let keyless = TXTRecord(observed: [[UInt8]](repeating: [1, 0x3D], count: 30_000).flatMap { $0 })
        #expect(keyless.remarks.count == TXTRecord.maximumRemarks)
    }

    @Test func validatingTakesWhatBreaksNoRule() throws {
        let advised = text("\u{C}deviceName=x\u{1}a\u{1}A")
        #expect(try TXTRecord(validating: advised).rdata == advised)
        let error = #expect(throws: TXTRecordRemark.self) { try TXTRecord(validating: [1, 0x61, 2, 0x3D, 0x62]) }
        #expect(error?.kind == .emptyKey && error?.offset == 2)
        #expect(throws: TXTRecordRemark.self) { try TXTRecord(validating: []) }
    }

    @Test func anyBytesHaveRemarksWithinThem() {
        var random = SeededGenerator(seed: 1806)
        for _ in 0..<500 {
            let bytes = random.bytes(random.number(in: 0...80)).map { $0 % 24 &* ($0 & 128 == 0 ? 1 : 5) }
            let record = TXTRecord(observed: bytes)
            let entries = record.entries
            for remark in record.remarks {
                #expect(remark.offset == 0 || bytes.indices.contains(remark.offset))
                if let entry = remark.entry { #expect(entries.indices.contains(entry)) }
            }
            #expect((record.fault != nil) == record.remarks.contains { $0.reference == "RFC 1035 §3.3.14" })
            #expect(
                entries.contains { $0.violation != nil }
                    == record.remarks.contains { $0.entry != nil && $0.severity == .must })
        }
    }
}
