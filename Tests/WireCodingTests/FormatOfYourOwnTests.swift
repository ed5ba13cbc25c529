import TestSupport
import Testing
import WireCoding

// The code of the article, word for word.

/// What a weather station sends in a datagram.
struct WeatherReport: Equatable, Sendable {
    var header = WeatherHeader()
    var station: String
    /// In hundredths of a degree Celsius.
    var temperatures: [Int16]
}

extension WeatherReport {
    init(parsing input: inout ByteReader) throws(WireError) {
        header = try WeatherHeader(parsing: &input)
        var name = try input.readLengthPrefixed(.uint8, "station name", length: "station name length")
        station = String(decoding: name.readRemainingBytes(), as: UTF8.self)
        temperatures = []
        while !input.isAtEnd { temperatures.append(try input.readInt16("temperature")) }
    }

    func serialize(into output: inout ByteWriter) throws(WireError) {
        header.serialize(into: &output)
        try output.writeLengthPrefixed(.uint8, "station name") { $0.writeBytes(station.utf8) }
        for temperature in temperatures { output.writeInt16(temperature) }
    }
}

/// Four bits of version, one that says that the battery is low, three that are reserved, and a number.
struct WeatherHeader: LaidOutHeader, Equatable {
    var version: UInt8 = 1
    var isBatteryLow = false
    var reserved: UInt8 = 0
    var sequenceNumber: UInt16 = 0

    static let layout = HeaderLayout<Self>(
        "weather header", .part(\.version, "version", bits: 4), .part(\.isBatteryLow, "isBatteryLow"),
        .part(\.reserved, bits: 3), .part(\.sequenceNumber, "sequenceNumber"))
}

@Suite struct FormatOfYourOwnTests {
    private let report = WeatherReport(
        header: .with { ($0.isBatteryLow, $0.sequenceNumber) = (true, 7) }, station: "Roof",
        temperatures: [2150, -40])
    private let bytes: [UInt8] = [0x18, 0, 7, 4, 0x52, 0x6F, 0x6F, 0x66, 0x08, 0x66, 0xFF, 0xD8]

    @Test func whatIsWrittenIsRead() throws {
        var output = ByteWriter()
        try report.serialize(into: &output)
        #expect(output.bytes == bytes)
        var input = ByteReader(bytes.span)
        #expect(try WeatherReport(parsing: &input) == report)
    }

    @Test func anErrorNamesTheFieldAndTheLength() {
        let cut = Array(bytes.prefix(6))
        let error = #expect(throws: WireError.self) {
            var input = ByteReader(cut.span)
            _ = try WeatherReport(parsing: &input)
        }
        #expect(error?.description == "station name at offset 4 needs 4 bytes, 2 are there")
    }

    @Test func fieldsHaveNames() {
        #expect(
            report.header.namedFields == [
                .number("version", UInt8(1)), .flag("isBatteryLow", true), .number("sequenceNumber", UInt16(7)),
            ])
    }

    @Test func theArticleShowsWhatIsTestedHere() throws {
        let article = try Article("Parse-and-write-a-format-of-your-own", of: "WireCoding")
        #expect(article.code.count == 3)
        #expect(try article.code(missingFrom: #filePath).isEmpty)
    }
}
