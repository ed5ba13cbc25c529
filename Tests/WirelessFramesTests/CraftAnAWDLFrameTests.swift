import Foundation
import TestSupport
import Testing
import WireCoding
import WirelessFrames

// The code of the article, word for word.

func craftedFrames() -> [[UInt8]] {
    guard let host = AWDLName("laptop.local"), let type = AWDLName("_http._tcp.local"),
        let instance = AWDLName("Laptop._http._tcp.local"), let label = AWDLName("Laptop")
    else { return [] }
    // A channel and its operating class (IEEE 802.11 annex E) in each slot.
    let slots: [UInt16] = (0..<16).map { $0 == 8 ? 0x0651 : 0x2C80 }
    var node = AWDLNode(
        address: LinkAddress(rawValue: 0x0200_0000_0001), name: host,
        channelSequence: AWDLChannelSequence(encoding: .operatingClass, slots: slots))
    node.services = [
        AWDLServiceResponse(name: type, data: .pointer(label)),
        AWDLServiceResponse(name: instance, data: .service(priority: 0, weight: 0, port: 8080, target: host)),
        AWDLServiceResponse(name: instance, data: .text([Array("path=/".utf8)])),
    ]
    var writer = AWDLFrameWriter(source: node.address, channelFrequency: 5220, includesFrameCheckSequence: true)
    // A slot of 64 time units, 65.536 ms.
    return (0..<16 as Range<UInt64>).map { slot in
        writer.bytes(of: node.masterIndicationFrame(at: slot * 65_536), tsft: slot * 65_536)
    }
}

func ports(in packet: [UInt8]) throws(WireError) -> [UInt16] {
    var input = ByteReader(packet.span)
    let radio = try RadiotapHeader(parsing: &input)
    var flags: RadiotapFlags = []
    for case .flags(let value) in radio.groups().groups.joined() { flags = value }
    let frame = try IEEE80211Frame(parsing: &input, flags: flags)
    guard case .action = frame.body else { return [] }
    let body = ByteWriter.bytes(frame.body.serialize(into:))
    var content = ByteReader(body.span)
    return try AWDLActionFrame(parsing: &content).serviceResponses.compactMap { response in
        if case .service(_, _, let port, _) = response.data { port } else { nil }
    }
}

func brokenFrame(of node: AWDLNode) -> AWDLActionFrame {
    var frame = node.masterIndicationFrame(at: 0)
    frame.elements.append(AWDLTLV(type: .version, raw: [0x34]))
    return frame
}

@Suite struct CraftAnAWDLFrameTests {
    @Test func thereIsAFrameForEachSlot() throws {
        let frames = craftedFrames()
        #expect(frames.count == 16)
        for (slot, packet) in frames.enumerated() {
            let view = RadiotapView(packet.span)
            let radio = try #require(view)
            #expect(radio.tsft == UInt64(slot) * 65_536 && radio.channelFrequency == 5220)
            let frame = Array(packet[radio.length...])
            let isWhole = FrameCheckSequence.isValid(frame.span)
            #expect(isWhole)
            #expect(try ports(in: packet) == [8080])
        }
    }

    /// A record that ends before the cut is still whole.
    @Test func aTruncationHasNoOtherService() throws {
        let packet = try #require(craftedFrames().first)
        for length in 0..<packet.count {
            let ports = (try? ports(in: Array(packet[..<length]))) ?? []
            #expect(ports == [] || ports == [8080], "\(length)")
        }
    }

    @Test func theBrokenElementKeepsItsBytesAndSaysWhy() throws {
        let node = AWDLNode(
            address: LinkAddress(rawValue: 1), name: AWDLName(items: []),
            channelSequence: AWDLChannelSequence(encoding: .simple, slots: [6]))
        let bytes = ByteWriter.bytes(brokenFrame(of: node).serialize(into:))
        var input = ByteReader(bytes.span)
        let frame = try AWDLActionFrame(parsing: &input)
        let broken = try #require(frame.elements.last)
        #expect(broken.value == .raw([0x34]) && broken.error?.kind == .truncated(needed: 2, available: 1))
        #expect(frame.elements.dropLast().allSatisfy { $0.error == nil })
    }

    @Test func aLabelThatIsTooLongIsFoundBeforeItIsSent() {
        let name = AWDLName(items: [.label([UInt8](repeating: 0x61, count: 64)), .code(.local)])
        let node = AWDLNode(
            address: LinkAddress(rawValue: 1), name: name,
            channelSequence: AWDLChannelSequence(encoding: .simple, slots: [6]))
        #expect(throws: WireError.self) { try node.masterIndicationFrame(at: 0).validate() }
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/WirelessFrames/WirelessFrames.docc/Craft-an-AWDL-frame.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 3)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
