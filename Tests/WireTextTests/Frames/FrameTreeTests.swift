import Foundation
import PacketCapture
import PacketDissection
import TestSupport
import Testing
import WireCoding

@testable import WireText

@Suite struct FrameTreeTests {
    /// A frame of a fixture.
    private func view(_ number: Int, of name: String) throws -> FrameView {
        var reader = try CaptureFile.open(path: Fixture.url(name).path).makeReader()
        while let record = try reader.next() {
            guard record.frame == number else { continue }
            return FrameView(record, bytes: reader.bytes, linkType: reader.linkType, elapsed: 0)
        }
        throw CancellationError()
    }

    private func tree(_ layers: [FrameLayer], width: Int = 80) throws -> [String] {
        var view = try view(1, of: "mesh2-basic.alice.pcap")
        view.description.layers = layers
        return FrameTree(width: width).text(view).split(separator: "\n").dropFirst().map(String.init)
    }

    @Test func numbersHaveUnitsAndNames() throws {
        let fields: [FrameField] = [
            .number("awPeriod", 16 as UInt16, .unit(.timeUnits)), .number("type", 4 as UInt8, .names("a", "b")),
            .number("subtype", 1 as UInt8, .names("a", "b")), .number("flags", 5 as UInt8, .bits("x", "y", "z")),
            FrameField("times", .list([.integer(1), .integer(2)]), .unit(.microseconds)), .flag("isSet", true),
            FrameField("nothing", .null), FrameField("empty", .list([])), .hex("bytes", []),
            .number("etherType", 0x86DD as UInt16, .hexadecimal(digits: 4) { $0 == 0x86DD ? "IPv6" : nil }),
            .number("checksum", 0xAB as UInt16, .hexadecimal(digits: 4)), .number("length", 1 as UInt8, .unit(.bytes)),
        ]
        #expect(
            try tree([FrameLayer(name: "layer", offset: 4, length: 2, fields: fields)]) == [
                "layer  bytes 4–5", "  awPeriod   16 TU", "  type       4", "  subtype    1 (b)",
                "  flags      5 (x, z)", "  times      1, 2 µs", "  isSet      true", "  nothing    –",
                "  empty      none", "  bytes      none", "  etherType  0x86DD (IPv6)", "  checksum   0x00AB",
                "  length     1 byte",
            ])
    }

    @Test func elementsHaveTheNameOfTheirTypeAndItIsNotRepeated() throws {
        let element: [FrameField] = [
            .number("type", 1 as UInt8, .names("zero", "one")), .text("typeName", "one"),
            .signed("length", 3, .unit(.bytes)), .hex("value", [1, 2, 3]),
        ]
        let fields = [FrameField("tlvs", .list([.object(element), .object([.flag("other", false)])]))]
        #expect(
            try tree([FrameLayer(name: "layer", offset: 0, length: 0, fields: fields)]) == [
                "layer  byte 0", "  tlvs", "    one (1), 3 bytes", "      value  010203", "    [1]",
                "      other  false",
            ])
    }

    @Test(arguments: [40, 60, 100])
    func noLineIsWiderThanThePage(width: Int) throws {
        let long = String(repeating: "word ", count: 60) + String(repeating: "x", count: 300)
        let deep = (0..<20).reduce(FieldValue.hex([UInt8](repeating: 7, count: 600))) { value, _ in
            .object([FrameField("name", value)])
        }
        let fields = [
            FrameField.text("text", long), FrameField(String(repeating: "n", count: 200), .text(long)),
            FrameField("deep", deep), .hex("short", [UInt8](repeating: 255, count: 16)),
        ]
        let lines = try tree([FrameLayer(name: "layer", offset: 0, length: 1, fields: fields)], width: width)
        #expect(lines.allSatisfy { SafeText.width($0) <= width })
        #expect(lines.contains { $0.hasSuffix("… 344 more bytes") })
    }

    @Test func nothingCanSteerATerminal() throws {
        let fields = [FrameField.text("text", "\u{1B}[2J\u{202E}"), FrameField("\u{1B}]0;x", .boolean(true))]
        let lines = try tree([FrameLayer(name: "layer", offset: 0, length: 1, fields: fields)])
        #expect(!lines.joined().unicodeScalars.contains { SafeText.isUnsafe($0) })
    }

    @Test func furtherLinesAreCounted() throws {
        let fields = (0..<3000).map { FrameField("f\($0)", .integer(1)) }
        let lines = try tree([FrameLayer(name: "layer", offset: 0, length: 1, fields: fields)])
        #expect(lines.count == FrameTree.maximumLines && lines.last == "… 1,002 more lines")
    }

    @Test func aFrameOfAWDLHasTheNamesOfItsElements() throws {
        let text = FrameTree().text(try view(1, of: "wireless/owl-mixed-sequences.pcap"))
        #expect(text.contains("\n    synchronization parameters (4), 73 bytes\n"))
        #expect(text.contains("(action)\n") && text.contains("  16 TU\n"))
    }
}
