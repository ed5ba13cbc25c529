import DNSWire
import Testing
import WireCoding

/// Reading and writing the data of one record.
enum RecordBytes {
    /// What the data of a record is, as a message of class Internet holds it.
    static func read(_ hex: String, as type: RecordType) throws -> RecordData {
        let bytes = try #require(Hex.decode(hex))
        var reader = ByteReader(bytes.span)
        let data = try RecordData(parsing: &reader, as: type)
        try reader.expectEnd("RDATA")
        return data
    }

    static func write(_ data: RecordData) -> String {
        var writer = ByteWriter()
        data.serialize(into: &writer)
        return Hex.encode(writer.bytes)
    }

    /// What stops the reading of data, its last byte missing one after the other.
    static func truncations(_ hex: String, as type: RecordType) throws -> [WireError] {
        let bytes = try #require(Hex.decode(hex))
        var errors: [WireError] = []
        for length in 0..<bytes.count {
            let cut = Array(bytes[..<length])
            var reader = ByteReader(cut.span)
            do {
                _ = try RecordData(parsing: &reader, as: type)
            } catch {
                #expect(error.offset <= length)
                errors.append(error)
            }
        }
        return errors
    }
}
