import PacketCapture
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

@Suite struct PacketMarkTests {
    /// The mark of one segment, of which the file has so many bytes.
    private func mark(
        _ payload: [UInt8], flags: TCPFlags = [.ack], captured: Int = 2000
    ) throws -> PacketMark {
        var capture = SyntheticCapture()
        let header = TCPHeader(
            sourcePort: 1, destinationPort: 2, sequenceNumber: 7, acknowledgmentNumber: 8, flags: flags)
        try capture.append(header, payload: payload, from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: 5)
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        let record = try #require(try reader.next())
        let bytes = reader.bytes.extracting(first: captured)
        let packet = PacketDissector.dissect(bytes, linkType: .ethernet, originalLength: record.originalLength)
        return PacketMark(packet, bytes: bytes, identification: 9, frame: 1, start: 5, end: 6)
    }

    private func comparison(_ extent: PacketMark.Extent) -> PacketMark.Comparison { .init(extent: extent) }

    @Test func itIsAsSmallAsItIsSaidToBe() {
        #expect(MemoryLayout<PacketMark>.stride == 64)
    }

    @Test func asMuchIsComparedAsBothHave() throws {
        let payload = (0..<200).map { UInt8(truncatingIfNeeded: $0) }
        let whole = try mark(payload)
        #expect(whole.extent == .whole && whole.length == 200)
        // Ethernet, IPv4 and TCP have 54 bytes.
        for (captured, extent) in [
            (54, PacketMark.Extent.header), (69, .header), (70, .short), (118, .long), (253, .long),
        ] {
            let cut = try mark(payload, captured: captured)
            #expect(cut.extent == extent && cut.length == 200)
            var common = PacketMark.Comparison()
            common.limit(to: whole)
            common.limit(to: cut)
            #expect(cut.key(common) == whole.key(common))
        }
    }

    @Test func everyByteAndFieldCounts() throws {
        let payload = [UInt8](repeating: 1, count: 100)
        let key = try mark(payload).key(comparison(.whole))
        for index in [0, 7, 8, 15, 16, 63, 64, 95, 96, 99] {
            var changed = payload
            changed[index] = 2
            let other = try mark(changed)
            #expect(other.key(comparison(.whole)) != key)
            #expect((other.key(comparison(.short)) == (try mark(payload)).key(comparison(.short))) == (index >= 16))
            #expect((other.key(comparison(.long)) == (try mark(payload)).key(comparison(.long))) == (index >= 64))
        }
        #expect(try mark(payload, flags: [.ack, .psh]).key(comparison(.whole)) != key)
        #expect(try mark(payload + [1]).key(comparison(.header)) != mark(payload).key(comparison(.header)))
    }

    @Test func sequenceNumbersAreTakenBySynAndFinToo() throws {
        #expect(try mark([], flags: [.syn]).sequenceLength == 1)
        #expect(try mark([1, 2], flags: [.fin, .ack]).sequenceLength == 3)
        #expect(try mark([1, 2]).sequenceLength == 2)
    }
}
