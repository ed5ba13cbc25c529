import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct DiscoveryInfoTests {
    @Test func isARecordWithItsKeysInOrder() throws {
        let info = try DiscoveryInfo(["room": "Küche", "app": "txtchat", "v": ""])
        #expect(info.record.rdata == Array("\u{B}app=txtchat\u{B}room=Küche\u{2}v=".utf8))
        #expect(info.size == 21)
        #expect(info.description == #"["app": "txtchat", "room": "Küche", "v": ""]"#)
        let (read, losses) = DiscoveryInfo.read(info.record)
        #expect(read == info && losses.isEmpty)
    }

    @Test func anEmptyDictionaryIsAZeroByte() throws {
        #expect(try DiscoveryInfo([:]).record.rdata == [0])
        #expect(DiscoveryInfo.read(TXTRecord(observed: [0])).info.values.isEmpty)
    }

    @Test func tellsEveryPairThatCannotBeAdvertised() {
        let long = String(repeating: "é", count: 126)
        let values = ["": "x", "a=b": "x", "kkkk": long, "kkk": long, "ü": "x", "Room": "1", "room": "2"]
        #expect(
            DiscoveryInfo.violations(in: values) == [
                .pair(key: "", .emptyKey),
                .pair(key: "a=b", .invalidKeyCharacter(0x3D, position: 1)),
                .pair(key: "kkk", .entryTooLong(length: 256)),
                .pair(key: "kkkk", .entryTooLong(length: 257)),
                .sameKey("room", as: "Room"),
                .pair(key: "ü", .invalidKeyCharacter(0xC3, position: 0)),
            ])
        #expect(throws: DiscoveryInfoViolation.pair(key: "", .emptyKey)) { try DiscoveryInfo(values) }
        #expect(throws: Never.self) { try DiscoveryInfo(["kk": long]) }
    }

    @Test func allPairsHaveToFitARecord() throws {
        let value = String(repeating: "x", count: 250)
        let values = Dictionary(uniqueKeysWithValues: (1000..<1257).map { ("\($0)", value) })
        #expect(throws: DiscoveryInfoViolation.recordTooLong(length: 257 * 256)) { try DiscoveryInfo(values) }
    }

    @Test func tellsWhatADictionaryCannotHold() {
        let strings: [[UInt8]] = [
            Array("a=1".utf8), Array("flag".utf8), [0x62, 0x3D, 0xFF], Array("A=2".utf8), Array("=x".utf8),
            Array("é=1".utf8), Array("FLAG=1".utf8), Array("c==".utf8),
        ]
        let (info, losses) = DiscoveryInfo.read(TXTRecord(observed: strings.flatMap { [UInt8($0.count)] + $0 }))
        #expect(info.values == ["a": "1", "c": "="])
        #expect(losses.map(\.entry) == [1, 2, 3, 4, 5, 6])
        #expect(
            losses.map(\.reason) == [
                .noValue, .binaryValue, .repeatedKey, .invalidKey, .invalidKey, .repeatedKey,
            ])
        #expect(losses[1].key == [0x62])
    }

    @Test func comesBackFromItsRecord() throws {
        var random = SeededGenerator(seed: 400)
        for _ in 0..<300 {
            var values: [String: String] = [:]
            for _ in 0..<random.number(in: 0...8) {
                let text = random.bytes(random.number(in: 0...40)).map { Unicode.Scalar(UInt32($0) + 0x20) ?? " " }
                values["k\(random.number(in: 0...99))"] = String(String.UnicodeScalarView(text))
            }
            let info = try DiscoveryInfo(values)
            let (read, losses) = DiscoveryInfo.read(info.record)
            #expect(read == info && losses.isEmpty)
            #expect(info.record.remarks.allSatisfy { $0.severity < .should })
        }
    }
}
