import PacketCapture
import Testing
import WireCoding
@testable import WireText

@Suite struct AnnotationFieldsTests {
    private func views(_ options: [PcapngOption]) throws -> [FrameView] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .raw, into: &output)
        writer.writeProcess(CaptureProcess(processID: 312, name: "chatd"), into: &output)
        let bytes: [UInt8] = [0x45]
        try writer.writePacket(bytes.span, interface: interface, time: 5, options: options, into: &output)
        var reader = try CaptureFile.open(bytes: output.bytes).makeReader()
        var views: [FrameView] = []
        while let record = try reader.next() {
            views.append(
                FrameView(
                    record, bytes: reader.bytes, linkType: reader.linkType,
                    annotations: reader.hasPacketOptions ? reader.packetAnnotations : nil, elapsed: 0))
        }
        return views
    }

    @Test func aPacketWithoutOptionsHasNone() throws {
        let view = try #require(try views([]).first)
        #expect(view.annotations.isEmpty)
        #expect(!String(decoding: view.json, as: UTF8.self).contains("annotations"))
    }

    @Test func commentsDirectionAndProcessWhatIsHostileInThemIsEscaped() throws {
        let view = try #require(
            try views([
                .comment("look\u{1B}[2J"), PcapngOption(code: 2, value: [0x0A, 0, 0, 0]),
                PcapngOption(code: 4, value: [7, 0, 0, 0, 0, 0, 0, 0]),
                PcapngOption(code: 0x8001, value: [0, 0, 0, 0]),
            ]).first)
        let json = String(decoding: view.json, as: UTF8.self)
        #expect(
            json.hasSuffix(
                #""annotations":{"comments":["look\u001b[2J"],"flags":10,"direction":"outbound","#
                    + #""receptionType":"multicast","dropCount":7,"process":{"processID":312,"name":"chatd"}}}"#
                    + "\n"))
        #expect(view.line.contains(#"# comments=[look\u{1B}[2J] flags=10 direction=outbound"#))
        #expect(!view.line.contains("\u{1B}"))
    }
}
