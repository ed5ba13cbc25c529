import Foundation
import Testing
import TestSupport
import WireCoding

@testable import PacketCapture

@Suite struct DecryptionSecretsTests {
    private static let log = Array("CLIENT_RANDOM 00 11\n".utf8)

    /// A section header, an interface and, if wanted, a packet.
    private static let little = hex("0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000")
    private static let big = hex("0a0d0d0a 0000001c 1a2b3c4d 0001 0000 ffffffffffffffff 0000001c")

    /// A block with the log, its lengths and kind in the order of its section.
    private func block(
        kind: [UInt8] = [0x54, 0x4C, 0x53, 0x4B], length: UInt8 = UInt8(log.count), isBigEndian: Bool
    ) -> [UInt8] {
        let number = { (value: UInt8) -> [UInt8] in isBigEndian ? [0, 0, 0, value] : [value, 0, 0, 0] }
        let total = UInt8(20 + Self.log.count)
        return number(10) + number(total) + (isBigEndian ? kind : kind.reversed()) + number(length) + Self.log
            + number(total)
    }

    @Test func areReadInBothByteOrdersAndInAnySection() {
        let expected = DecryptionSecrets(.tlsKeyLog, bytes: Self.log)
        let (little, big) = (Self.little + block(isBigEndian: false), Self.big + block(isBigEndian: true))
        #expect(Pass(little).secrets == [expected])
        #expect(Pass(big).secrets == [expected])
        #expect(Pass(little + big).secrets == [expected, expected])
        #expect(Pass(little).metadataDamage == nil && Pass(big).metadataDamage == nil)
    }

    @Test func kindsThatNobodyKnowsAreKeptAsTheyAre() {
        let pass = Pass(Self.big + block(kind: [1, 2, 3, 4], isBigEndian: true))
        #expect(pass.secrets == [DecryptionSecrets(.init(rawValue: 0x0102_0304), bytes: Self.log)])
    }

    @Test(arguments: [false, true]) func aLengthThatLiesSaysWhere(isBigEndian: Bool) {
        let section = isBigEndian ? Self.big : Self.little
        let pass = Pass(section + block(length: UInt8(Self.log.count + 1), isBigEndian: isBigEndian))
        let damage = CaptureError.Damage.recordLength(UInt32(Self.log.count + 1), available: Self.log.count)
        #expect(pass.secrets.isEmpty && pass.error == nil)
        #expect(pass.metadataDamage == CaptureError(.damaged(damage), offset: section.count + 12))
        // The block's own length ends the reading, as that of any block.
        var short = section + block(isBigEndian: isBigEndian)
        short[section.count + (isBigEndian ? 7 : 4)] -= 4
        #expect(Pass(short).error?.offset == section.count)
    }

    @Test func everyTruncationIsAnErrorOrNothing() {
        let file = Self.little + block(isBigEndian: false)
        for end in Self.little.count + 1..<file.count {
            let pass = Pass(Array(file[..<end]))
            #expect(pass.secrets.isEmpty && pass.error?.offset == Self.little.count)
        }
    }

    @Test func neitherDescriptionNorDumpHasThem() {
        let secrets = DecryptionSecrets(.tlsKeyLog, bytes: Array("4d2c1f".utf8))
        var dumped = ""
        dump(secrets, to: &dumped)
        for text in ["\(secrets)", String(reflecting: secrets), dumped, "\([secrets])"] {
            #expect(!text.contains("4d2c1f") && !text.contains("52, 100"))
            #expect(text.contains("6"))
        }
    }

    @Test func thoseBeforeTheFirstPacketAreKnownBeforeItIsRead() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let interface = hex("01000000 14000000 6500 0000 00000000 14000000")
        let packet = hex("06000000 24000000 00000000 00000000 01000000 01000000 01000000 07000000 24000000")
        let secrets = DecryptionSecrets(.tlsKeyLog, bytes: Self.log)
        let file = Self.little + interface + block(isBigEndian: false) + packet + block(isBigEndian: false)
        let path = folder.appending(path: "a.pcapng").path
        try Data(file).write(to: URL(filePath: path))
        let overview = try CaptureOverview(path: path)
        #expect(overview.hasSecrets && overview.leadingSecrets() == [secrets])
        #expect(try CaptureFile.open(path: path).leadingSecrets() == [secrets])
        #expect(try CaptureFile.open(bytes: file).leadingSecrets() == [secrets])
        // Another file by now has others.
        try Data(Self.little + interface + packet).write(to: URL(filePath: path))
        #expect(overview.leadingSecrets().isEmpty)
        #expect(try !CaptureOverview(path: path).hasSecrets)
        // Nothing of a stream may be read before its packets.
        let stream = try CaptureFile.open(ByteStream(pieces: [file]), path: "-")
        #expect(stream.leadingSecrets().isEmpty)
        var reader = try stream.makeReader()
        #expect(try reader.next() != nil && reader.decryptionSecrets == [secrets])
    }
}
