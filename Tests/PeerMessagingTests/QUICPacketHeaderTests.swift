import PeerMessaging
import Testing
import WireCoding
import WireTesting

@Suite struct QUICPacketHeaderTests {
    private static func random(_ generator: inout SeededGenerator) -> (header: QUICPacketHeader, payload: Int) {
        let low = UInt8(truncatingIfNeeded: generator.number(in: 0...15))
        let destination = generator.bytes(generator.number(in: 0...20))
        let source = generator.bytes(generator.number(in: 0...20))
        let payload = generator.number(in: 0...63)
        let lengthWidth = generator.pick(QUICVariableInteger.Width.allCases)
        let length = QUICVariableInteger(UInt64(payload), width: lengthWidth)!
        let version = generator.pick([QUICVersion.v1, .v2, QUICVersion(rawValue: 0xFF00_001D)])
        // The codes of version 2 are one further on.
        let shift: UInt8 = version == .v2 ? 0x10 : 0
        func long(_ code: UInt8, _ version: QUICVersion, _ fields: QUICPacketHeader.Fields) -> QUICPacketHeader {
            let type = (code &+ (version == .v2 ? shift : 0)) & 0x30
            return QUICPacketHeader(
                firstByte: 0xC0 | type | low, version: version, destinationConnectionID: destination,
                sourceConnectionID: source, fields: fields)
        }
        switch generator.number(in: 0...6) {
        case 0:
            let fields = QUICPacketHeader.Fields.initial(
                token: generator.bytes(generator.number(in: 0...60)),
                tokenLengthWidth: generator.pick(QUICVariableInteger.Width.allCases), length: length)
            return (long(0, version, fields), payload)
        case 1: return (long(0x10, version, .protected(length: length)), payload)
        case 2: return (long(0x20, version, .protected(length: length)), payload)
        case 3:
            let token = generator.bytes(generator.number(in: 0...60))
            return (long(0x30, version, .retry(token: token, integrityTag: generator.bytes(16))), 0)
        case 4:
            let versions = (0...generator.number(in: 0...5)).map { _ in
                QUICVersion(rawValue: UInt32(truncatingIfNeeded: generator.next()))
            }
            return (long(0, .negotiation, .supportedVersions(versions)), 0)
        case 5: return (long(0, QUICVersion(rawValue: 0xFACE_B002), .unknown), payload)
        default:
            let header = QUICPacketHeader(
                firstByte: 0x40 | low, version: nil, destinationConnectionID: destination, fields: .short)
            return (header, payload)
        }
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<3000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let (header, payload) = Self.random(&generator)
            var writer = ByteWriter()
            try header.serialize(into: &writer)
            let size = writer.count
            writer.writeBytes(generator.bytes(payload))
            let bytes = writer.bytes
            var reader = ByteReader(bytes.span)
            let read = try QUICPacketHeader(
                parsing: &reader, connectionIDLength: header.destinationConnectionID.count)
            #expect(read == header, "seed \(seed)")
            #expect(reader.position == size, "seed \(seed)")
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
