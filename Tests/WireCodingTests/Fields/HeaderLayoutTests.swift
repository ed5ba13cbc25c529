import Testing
import WireCoding

@Suite struct HeaderLayoutTests {
    /// Parts that are no whole bytes, a number that is not shown, and an address.
    private struct Tag: LaidOutHeader, Hashable {
        var priority: UInt8 = 0
        var isLast = false
        var identifier: UInt16 = 0
        var reserved: UInt32 = 0
        var address = LinkAddress(rawValue: 0)

        static let layout = HeaderLayout<Self>(
            "tag", .part(\.priority, "priority", bits: 3), .part(\.isLast, "last"),
            .part(\.identifier, "identifier", bits: 12), .part(\.reserved, bits: 24), .part(\.address, "address"))
    }

    private struct Radio: LaidOutHeader, Hashable {
        var time: UInt64 = 0
        var rate: UInt16 = 0
        var signal: Int8 = 0

        static let layout = HeaderLayout<Self>(
            "radio", isLittleEndian: true, .part(\.time), .part(\.rate, "rate"), .part(\.signal, "signal"))
    }

    private func bytes(_ header: some LaidOutHeader) -> [UInt8] {
        var output = ByteWriter()
        header.serialize(into: &output)
        return output.bytes
    }

    @Test func partsFollowEachOtherBitByBit() throws {
        let wire: [UInt8] = [0xB1, 0x23, 0x0A, 0x0B, 0x0C, 2, 0, 0, 0, 0, 7]
        var input = ByteReader(wire.span)
        let tag = try Tag(parsing: &input)
        let left = input.remaining
        #expect(left == 0)
        #expect(
            tag
                == Tag(
                    priority: 5, isLast: true, identifier: 0x123, reserved: 0x0A0B0C,
                    address: LinkAddress(rawValue: 0x0200_0000_0007)))
        #expect(bytes(tag) == wire)
        #expect(
            tag.shownFields == [
                .number("priority", UInt8(5)), .flag("last", true), .number("identifier", UInt16(0x123)),
                FrameField("address", .text("02:00:00:00:00:07")),
            ])
    }

    @Test func ofANumberThatIsTooLargeTheLowestBitsAreWritten() {
        #expect(
            bytes(Tag(priority: 0xFF, identifier: 0xF123, reserved: .max)) == [0xE1, 0x23, 255, 255, 255] + [
                0, 0, 0, 0, 0, 0,
            ])
    }

    @Test func numbersMayHaveTheirLowestByteFirst() throws {
        let wire: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 0x0C, 0x01, 0xC9]
        var input = ByteReader(wire.span)
        let radio = try Radio(parsing: &input)
        #expect(radio == Radio(time: 0x0807_0605_0403_0201, rate: 0x010C, signal: -55))
        #expect(bytes(radio) == wire)
        #expect(radio.shownFields == [.number("rate", UInt16(0x010C)), .signed("signal", Int8(-55))])
    }

    @Test func everyTruncationIsAnErrorOfTheWhole() {
        let wire = [UInt8](repeating: 0, count: 11)
        for count in 0..<wire.count {
            var input = ByteReader(wire.span.extracting(0..<count), baseOffset: 100)
            do throws(WireError) {
                _ = try Tag(parsing: &input)
                Issue.record("no error")
            } catch {
                #expect(error == WireError(.truncated(needed: 11, available: count), field: "tag", offset: 100))
            }
        }
    }
}
