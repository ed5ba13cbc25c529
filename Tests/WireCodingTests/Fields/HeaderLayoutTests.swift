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

    /// A length that follows from the rest, an address among little-endian numbers, and parts that a header may lack.
    private struct Frame: LaidOutHeader, Hashable {
        var flags: UInt8 = 0
        var address = LinkAddress.zero
        var key: UInt16?
        var details: UInt8 = 0
        var content: [UInt8] = []

        static let layout = HeaderLayout<Self>(
            "frame", isLittleEndian: true, .part(\.flags, "flags"), .derived(bits: 16) { UInt64($0.content.count) },
            .part(\.address), .part(\.key, "key", if: { $0.flags & 1 == 1 }),
            .part(\.details, if: { ($0.key ?? 0) & 0x100 != 0 }))
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
            tag.namedFields == [
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
        #expect(radio.namedFields == [.number("rate", UInt16(0x010C)), .signed("signal", Int8(-55))])
    }

    @Test(arguments: [
        ("00 0300 020000000007", Frame(flags: 0, address: LinkAddress(rawValue: 0x0200_0000_0007))),
        ("01 0000 020000000007 0200", Frame(flags: 1, address: LinkAddress(rawValue: 0x0200_0000_0007), key: 2)),
        (
            "01 0000 020000000007 0201 09",
            Frame(flags: 1, address: LinkAddress(rawValue: 0x0200_0000_0007), key: 0x102, details: 9)
        ),
    ])
    private func partsThatMayBeMissing(hex: String, header: Frame) throws {
        let wire = try #require(Hex.decode(hex.filter { $0 != " " }))
        var input = ByteReader(wire.span)
        let read = try Frame(parsing: &input)
        let left = input.remaining
        #expect(read == header && left == 0)
        // The length is not kept: it follows from the content.
        #expect(bytes(read) == [wire[0], 0, 0] + wire[3...])
        for count in 0..<wire.count {
            var cut = ByteReader(wire.span.extracting(0..<count), baseOffset: 100)
            do throws(WireError) {
                _ = try Frame(parsing: &cut)
                Issue.record("no error")
            } catch {
                #expect(error.field == "frame" && error.offset == 100)
            }
        }
    }

    @Test func aHeaderIsMadeByItsProperties() {
        let frame = Frame.with { ($0.flags, $0.content) = (1, [7, 7]) }
        #expect(bytes(frame) == [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(frame.namedFields == [.number("flags", UInt8(1)), FrameField("key", .null)])
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
