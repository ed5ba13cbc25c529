import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICPacketHeaderTests {
    @Test func readsBackWhatItWrites() throws {
        let headers = Generator<QUICPacketHeader>.oneOf([.plausible, .extreme])
        for (number, header) in headers.values(seed: 9000, count: 1000).enumerated() {
            var writer = ByteWriter()
            try header.serialize(into: &writer)
            let size = writer.count
            writer.writeBytes([UInt8](repeating: 0xAA, count: header.announcedLength))
            let bytes = writer.bytes
            var reader = ByteReader(bytes.span)
            let read = try QUICPacketHeader(
                parsing: &reader, connectionIDLength: header.destinationConnectionID.count)
            #expect(read == header, "header \(number)")
            #expect(reader.position == size, "header \(number)")
        }
    }

    @Test func writesTheSameBytes() throws {
        for (datagram, size) in [
            (QUICDatagrams.clientInitial, 18), (QUICDatagrams.retry, 36), (QUICDatagrams.paddedInitial, 26),
        ] {
            var reader = ByteReader(datagram.span)
            let header = try QUICPacketHeader(parsing: &reader, connectionIDLength: 0)
            var writer = ByteWriter()
            try header.serialize(into: &writer)
            #expect(writer.bytes == Array(datagram[..<size]))
        }
    }

    @Test func refusesToWriteAConnectionIDThatNoLengthCanSay() {
        let header = QUICPacketHeader(
            firstByte: 0xC0, version: QUICVersion(rawValue: 9),
            destinationConnectionID: [UInt8](repeating: 0, count: 256), fields: .unknown)
        #expect(throws: WireError(.tooLong(length: 256, maximum: 255), field: "QUIC connection ID", offset: 0)) {
            var writer = ByteWriter()
            try header.serialize(into: &writer)
        }
    }

    @Test func typesDependOnTheVersion() {
        let header = QUICPacketHeader(
            firstByte: 0xF0, version: .v2, destinationConnectionID: [], fields: .unknown)
        #expect(header.type == .handshake)
        #expect(QUICVersion.v1.description == "1")
        #expect(QUICVersion(rawValue: 0xFF00_001D).description == "draft-29")
        #expect(QUICVersion(rawValue: 0xFACE_B002).description == "0xfaceb002")
    }
}
