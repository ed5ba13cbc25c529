import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct AWDLNodeTests {
    static let address = LinkAddress(rawValue: 0x0200_0000_0001)

    /// Sixteen slots on channel 44 but for the ninth, which is on 6, and the last four, which are nowhere.
    static func node() throws -> AWDLNode {
        let slots: [UInt16] = (0..<16).map { $0 == 8 ? 0x0651 : $0 > 11 ? 0 : 0x2C80 }
        var node = AWDLNode(
            address: address, name: try #require(AWDLName("lab-1.local")),
            channelSequence: AWDLChannelSequence(encoding: .operatingClass, slots: slots), metric: 500)
        let service = try #require(AWDLName("lab-1._http._tcp.local"))
        node.serviceParameters = AWDLServiceParameters(serviceUpdateIndicator: 7, values: [49, 158])
        node.services = [
            AWDLServiceResponse(
                name: try #require(AWDLName("_http._tcp.local")), data: .pointer(try #require(AWDLName("lab-1")))),
            AWDLServiceResponse(
                name: service, data: .service(priority: 0, weight: 0, port: 8080, target: node.hostName)),
            AWDLServiceResponse(name: service, data: .text([Array("path=/".utf8)])),
        ]
        return node
    }

    /// A node's frames behind each other: PSF, MIF and a data frame with an empty UDP datagram.
    static func frames(includesFrameCheckSequence: Bool) throws -> [[UInt8]] {
        let node = try node()
        var writer = AWDLFrameWriter(source: address, includesFrameCheckSequence: includesFrameCheckSequence)
        writer.sequenceNumber = 4094
        let datagram = Frames.bytes(
            """
            60000000 0008 11ff fe80000000000000000000fffe000001 ff0200000000000000000000000000fb 14e914e90008d88c
            """)
        return [
            writer.bytes(of: node.periodicSynchronizationFrame(at: 1_000_000), tsft: 1_000_000),
            writer.bytes(of: node.masterIndicationFrame(at: 1_048_576), tsft: 1_048_576),
            writer.bytes(ofPacket: datagram, to: LinkAddress(rawValue: 0x3333_0000_00FB), tsft: 1_100_000),
        ]
    }

    @Test func aFrameTellsTheTimeOfItsSlot() throws {
        // 1,000,000 µs are 976 whole time units: 61 windows of 16, or 15 slots of 64 and 16 units more.
        let parameters = try Self.node().synchronizationParameters(at: 1_000_000)
        #expect(parameters.awSequenceNumber == 61 && parameters.txCounter == 48)
        #expect(parameters.remainingAWLength == 0 && parameters.nextChannel == 44)
        let atStart = try Self.node().synchronizationParameters(at: 8 * 65536)
        #expect(atStart.awSequenceNumber == 32 && atStart.txCounter == 64 && atStart.remainingAWLength == 16)
        #expect(try Self.node().slot(at: 8 * 65536) == 8)
    }

    @Test func framesHaveWhatTheirKindTells() throws {
        let node = try Self.node()
        let types = { (frame: AWDLActionFrame) in frame.elements.map(\.type.rawValue) }
        #expect(types(node.periodicSynchronizationFrame(at: 0)) == [4, 5, 18, 24, 6, 12, 21])
        #expect(types(node.masterIndicationFrame(at: 0)) == [4, 5, 18, 24, 6, 7, 16, 12, 21, 2, 2, 2])
    }

    @Test(arguments: [false, true])
    func framesAreThoseOfMonitorMode(includesFrameCheckSequence: Bool) throws {
        for (index, frame) in try Self.frames(includesFrameCheckSequence: includesFrameCheckSequence).enumerated() {
            let view = RadiotapView(frame.span)
            let radiotap = try #require(view)
            #expect(radiotap.channelFrequency == 5220 && radiotap.signal == -50)
            #expect(radiotap.flags.contains(.frameCheckSequence) == includesFrameCheckSequence)
            let rest = Array(frame[radiotap.length...])
            #expect(FrameCheckSequence.isValid(rest.span) == includesFrameCheckSequence)
            var input = ByteReader(rest.span)
            let header = try IEEE80211Header(parsing: &input)
            #expect(header.address2 == Self.address && header.address3?.description == "00:25:00:ff:94:73")
            #expect(header.sequenceNumber == [4094, 4095, 0][index])
            guard header.frameControl.isAction else { continue }
            let end = rest.count - (includesFrameCheckSequence ? 4 : 0)
            let action = try CapturedAWDLFrames.parsed(Array(rest[input.position..<end]))
            #expect(action.elements.allSatisfy { $0.error == nil } && action.rest.isEmpty)
        }
    }
}
