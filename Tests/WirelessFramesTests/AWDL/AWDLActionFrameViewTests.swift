import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct AWDLActionFrameViewTests {
    @Test(arguments: CapturedAWDLFrames.captures)
    func theViewSeesWhatTheFrameHas(capture: String) throws {
        for (number, body) in try CapturedAWDLFrames.actionFrames(of: capture) {
            let frame = try CapturedAWDLFrames.parsed(body)
            let view = try AWDLActionFrameView(body.span)
            #expect(view.header == frame.header)
            var elements = view.elements
            var seen: [AWDLTLV] = []
            while let (type, value) = elements.next() {
                var input = view.reader(of: value)
                seen.append(AWDLTLV(type: type, parsing: &input))
            }
            #expect(seen == frame.elements, "frame \(number)")
            #expect(elements.fault == nil && elements.position == body.count)
        }
    }

    @Test func theWalkEndsWhereElementsDo() throws {
        var random = SeededGenerator(seed: 24)
        for _ in 0..<500 {
            var output = ByteWriter()
            Generator<AWDLActionFrame>.extreme.next(&random).serialize(into: &output)
            let cut = AWDLActionHeader.size + random.number(in: 0...output.count - AWDLActionHeader.size)
            let body = Array(output.bytes.prefix(cut))
            let frame = try CapturedAWDLFrames.parsed(body)
            let view = try AWDLActionFrameView(body.span, baseOffset: 40)
            var elements = view.elements
            var count = 0
            while elements.next() != nil { count += 1 }
            #expect(count == frame.elements.count)
            #expect(body.count - elements.position == frame.rest.count)
            #expect(elements.fault == frame.fault(baseOffset: 40))
            #expect(elements.next() == nil)
        }
    }

    @Test func theMasterIsTheFirstOfTheTree() throws {
        let body = try #require(
            try CapturedAWDLFrames.actionFrames(of: "awdl-variants.pcap").first { $0.frame == 7 }?.body)
        let view = try AWDLActionFrameView(body.span)
        var elements = view.elements
        var root: LinkAddress?
        while let (type, value) = elements.next() {
            if type == .synchronizationTree { root = AWDLSynchronizationTree.root(of: view.reader(of: value)) }
        }
        #expect(root?.description == "1e:22:33:44:55:66")
    }
}
