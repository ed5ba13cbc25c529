import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct TypeBitmapTests {
    @Test func writesTheExampleOfTheSpecification() {
        // RFC 4034 §4.3: A, MX, RRSIG, NSEC and TYPE1234.
        let bitmap = TypeBitmap([RecordType(rawValue: 1234), .a, .mx, .rrsig, .nsec, .a])
        let expected = "0006 400100000003 041b 00000000000000000000000000000000000000000000000000 0020"
        #expect(bitmap.windowBlocks == Hex.decode(expected))
        #expect(bitmap.types == [.a, .mx, .rrsig, .nsec, RecordType(rawValue: 1234)])
        #expect(bitmap.contains(.mx))
        #expect(!bitmap.contains(.aaaa))
    }

    @Test func zeroBytesAtTheEndOfABlockAreKept() throws {
        let bytes: [UInt8] = [0, 5, 0x40, 0, 0, 0, 0]
        var reader = ByteReader(bytes.span)
        let bitmap = try TypeBitmap(parsing: &reader)
        #expect(bitmap.types == [.a])
        #expect(bitmap.windowBlocks == bytes)
    }

    @Test func setsOfTypesReadBack() throws {
        var random = SeededGenerator(seed: 4034)
        for _ in 0..<300 {
            let numbers = (0..<random.number(in: 0...12)).map { _ in UInt16(truncatingIfNeeded: random.next()) }
            let bitmap = TypeBitmap(numbers.map { RecordType(rawValue: $0) })
            #expect(bitmap.types.map(\.rawValue) == Set(numbers).sorted())
            var reader = ByteReader(bitmap.windowBlocks.span)
            #expect(try TypeBitmap(parsing: &reader) == bitmap)
        }
    }

    @Test func bitmapsOfEveryLengthAreKept() throws {
        for length in 1...12 {
            let bytes = [0, UInt8(length)] + (0..<length).map { UInt8($0 + 1) }
            var reader = ByteReader(bytes.span)
            let bitmap = try TypeBitmap(parsing: &reader)
            #expect(bitmap.windowBlocks == bytes)
            var writer = ByteWriter()
            bitmap.serialize(into: &writer)
            #expect(writer.bytes == bytes)
        }
        let nothing: [UInt8] = []
        var reader = ByteReader(nothing.span)
        #expect(try TypeBitmap(parsing: &reader).types == [])
    }
}
