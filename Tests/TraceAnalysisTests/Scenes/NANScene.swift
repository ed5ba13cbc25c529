import PacketCapture
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

/// What tests of Wi-Fi Aware make frames with.
protocol NANScene {}

extension NANScene {
    static var cluster: LinkAddress { LinkAddress(rawValue: 0x506F_9A01_ABCD) }
    static var photos: NANServiceID { NANServiceID(name: "org.example.photos") }

    /// A public action frame of Wi-Fi Aware; with a subtype where it is no service discovery.
    func frame(
        from source: LinkAddress, to destination: LinkAddress = LinkAddress(rawValue: 0x516F_9A01_0000),
        in cluster: LinkAddress? = nil, subtype: UInt8? = nil, _ attributes: [[UInt8]]
    ) -> [UInt8] {
        let header = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .management, subtype: 13), address1: destination,
            address2: source, address3: cluster ?? Self.cluster)
        let kind: [UInt8] = subtype.map { [0x18, $0] } ?? [0x13]
        return SyntheticRadioFrame.bytes(header, body: [4, 9, 0x50, 0x6F, 0x9A] + kind + attributes.joined())
    }

    func attribute(_ id: UInt8, _ body: [UInt8]) -> [UInt8] {
        [id, UInt8(body.count), 0] + body
    }

    func descriptor(_ control: UInt8, _ service: NANServiceID? = nil) -> [UInt8] {
        var writer = ByteWriter()
        (service ?? Self.photos).serialize(into: &writer)
        return attribute(3, writer.bytes + [1, 0, control])
    }

    func dataPath(
        _ type: NANDataPathHeader.MessageType, _ status: NANDataPathHeader.Status, reason: UInt8 = 0,
        responder: LinkAddress? = nil, dialog: UInt8 = 7, id: UInt8 = 16,
        number: UInt8 = 5, initiator: LinkAddress = RadioScene.anna
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.writeBytes([dialog, type.rawValue | status.rawValue << 4, reason])
        initiator.serialize(into: &writer)
        writer.writeBytes([number, responder == nil ? 0 : 0x10])
        responder?.serialize(into: &writer)
        return attribute(id, writer.bytes)
    }

    func report(
        _ frames: [[UInt8]], at times: [Double]? = nil, names: [String] = [], workers: Int = 1
    ) async throws -> NANReport {
        var capture = SyntheticCapture.ofRadio
        for (number, frame) in frames.enumerated() {
            try capture.append(frame, at: Int64((times?[number] ?? Double(number)) * 1e9))
        }
        var analyzer = TraceAnalyzer(workers: workers)
        analyzer.wireless.serviceNames = names
        let report = try await analyzer.analyze(.open(bytes: capture.bytes))
        #expect(report.wireless?.awdl == nil)
        return try #require(report.wireless?.nan)
    }
}
