import DNSWire
import PacketCapture
import PacketDissection
import Testing
import TraceAnalysis
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

private typealias Trace = SyntheticTrace

@Suite struct FrameSelectorTests {
    private let folder: CaptureFolder
    private let third = SyntheticHost(number: 3)

    init() throws {
        folder = try CaptureFolder()
    }

    private func selector(
        _ bytes: [UInt8], depth: CaptureSummary.Depth? = .messages
    ) throws -> FrameSelector {
        FrameSelector([try folder.add(bytes, as: "trace.pcap")], depth: depth)
    }

    private func frames(
        _ selector: FrameSelector, _ criteria: FrameSelector.Criterion..., filter: String? = nil,
        from start: FrameSelector.Time? = nil, to end: FrameSelector.Time? = nil
    ) throws -> [Int] {
        let (frames, total, _) = try selector.frames(
            of: criteria, filter: try filter.map { try CaptureFilter($0) }, from: start, to: end)
        return (1...total).filter(frames.contains)
    }

    /// Two connections side by side, an announcement before and after; 10 frames.
    private func conversations() throws -> SyntheticCapture {
        try Trace.capture { capture in
            try capture.announceBert(at: 0)
            var first = Trace.connection(port: 50000)
            var second = Trace.connection(from: third, port: 50000, port: 7001)
            try first.open(at: Trace.second, in: &capture)
            try second.open(at: 2 * Trace.second, in: &capture)
            try first.send([1], from: .initiator, at: 3 * Trace.second, in: &capture)
            try second.send([1], from: .responder, at: 4 * Trace.second, in: &capture)
            try capture.announceBert(at: 5 * Trace.second)
        }
    }

    /// The capture with one more frame at its end.
    private func adding(_ frame: [UInt8], at time: Int64, to capture: SyntheticCapture) throws -> [UInt8] {
        var record = ByteWriter()
        try PcapWriter(linkType: .ethernet).writePacket(frame.span, time: time, into: &record)
        return capture.bytes + record.bytes
    }

    @Test func aSessionHasItsFramesAndNoOthers() throws {
        let selector = try selector(conversations().bytes, depth: .flows)
        let sessions = try #require(selector.report?.sessions)
        #expect(sessions.map(\.firstFrame) == [1, 2, 5])
        #expect(try frames(selector, .session(1)) == [1, 10])
        #expect(try frames(selector, .session(2)) == [2, 3, 4, 8])
        #expect(try frames(selector, .session(3), .frames(1...1)) == [1, 5, 6, 7, 9])
    }

    @Test func sessionsBetweenTheSamePortsAreToldApart() throws {
        let capture = try Trace.capture { capture in
            for number in 0..<3 {
                var connection = Trace.connection(initialSequence: UInt32(1000 + 100_000 * number))
                try connection.open(at: Trace.second * Int64(number), in: &capture)
            }
        }
        let selector = try selector(capture.bytes)
        #expect(try frames(selector, .session(2)) == [4, 5, 6])
    }

    @Test func fragmentsAreOfTheSessionInWhateverOrder() throws {
        let capture = try Trace.capture { capture in
            for (port, order) in [(6000, [2, 0, 1]), (6001, [0, 1, 2])] as [(UInt16, [Int])] {
                try capture.append(
                    udpFrom: 5000, to: port, payload: [UInt8](repeating: 7, count: 4000), inFragmentsOf: 1480,
                    order: order, from: Trace.anna, to: Trace.bert, at: Int64(port) * Trace.second)
            }
        }
        let selector = try selector(capture.bytes)
        #expect(try frames(selector, .session(1)) == [1, 2, 3])
        #expect(try frames(selector, .session(2)) == [4, 5, 6])
    }

    @Test func errorsAboutASessionAreOfIt() throws {
        let capture = try conversations()
        var frame = ByteWriter()
        EthernetHeader(
            destination: Trace.anna.linkAddress, source: Trace.bert.linkAddress, etherType: .ipv4
        ).serialize(into: &frame)
        IPv4Header(
            source: Trace.bert.address, destination: Trace.anna.address, payloadProtocol: .icmp, totalLength: 56,
            identification: 1, flags: [], fragmentOffset: 0
        ).serialize(into: &frame)
        // Host unreachable, and what it is about: 20 bytes of IP, 8 of TCP.
        frame.writeBytes([3, 1, 0, 0, 0, 0, 0, 0] as [UInt8])
        IPv4Header(
            source: Trace.anna.address, destination: Trace.bert.address, payloadProtocol: .tcp, totalLength: 40,
            identification: 1, flags: [], fragmentOffset: 0
        ).serialize(into: &frame)
        frame.writeUInt16(50000)
        frame.writeUInt16(7000)
        frame.writeUInt32(1000)
        let selector = try selector(adding(frame.bytes, at: 6 * Trace.second, to: capture))
        #expect(try frames(selector, .session(2)) == [2, 3, 4, 8, 11])
        #expect(try frames(selector, .session(3)) == [5, 6, 7, 9])
    }

    @Test func aServiceHasItsSessionsAndTheMessagesThatNameIt() throws {
        let selector = try selector(conversations().bytes)
        let service = try #require(selector.report?.services.first)
        #expect(try frames(selector, .service(service.id)) == [1, 2, 3, 4, 8, 10])
    }

    @Test func aPeerHasAllFramesOfItsAddressesAndARP() throws {
        let capture = try conversations()
        var frame = ByteWriter()
        EthernetHeader(
            destination: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF), source: Trace.bert.linkAddress, etherType: .arp
        ).serialize(into: &frame)
        ARPPacket.with {
            ($0.senderLinkAddress, $0.senderAddress) = ([2, 0, 0, 0, 0, 2], [10, 0, 0, 2])
            ($0.targetLinkAddress, $0.targetAddress) = ([0, 0, 0, 0, 0, 0], [10, 0, 0, 3])
        }.serialize(into: &frame)
        let selector = try selector(adding(frame.bytes, at: 6 * Trace.second, to: capture))
        let report = try #require(selector.report)
        let peer = try #require(report.peers(named: "10.0.0.3").first)
        #expect(report.peers(named: "10.0.0.3").count == 1)
        #expect(try frames(selector, .peer(peer.id)) == [5, 6, 7, 9, 11])
        let bert = try #require(report.peers(named: "BERT.local").first)
        #expect(try frames(selector, .peer(bert.id)).count == 11)
    }

    @Test func everySubframeOnTheAirIsLookedAt() throws {
        let wired = try Trace.capture { capture in
            try capture.append(udpFrom: 1, to: 2, payload: [1], from: Trace.anna, to: third, at: Trace.second)
            try capture.announceBert(at: Trace.second)
            try capture.append(udpFrom: 3, to: 4, payload: [1], from: Trace.anna, to: third, at: Trace.second)
        }
        let packets = try AggregateFrame.packets(of: wired.bytes).map(\.bytes)
        let sources = [Trace.anna, Trace.bert, Trace.anna].map(\.linkAddress)
        let all = AggregateFrame.bytes(AggregateFrame.body(packets, sources: sources))
        let first = AggregateFrame.bytes(AggregateFrame.body([packets[0]], sources: sources), number: 2)
        var air = SyntheticCapture.ofRadio
        for frame in [all, SyntheticRadioFrame.retransmitted(all), first] {
            try air.append(frame, at: Trace.second * Int64(2 + air.frames))
        }
        let selector = try selector(air.bytes)
        let report = try #require(selector.report)
        let last = try #require(report.sessions.first { $0.responder.port == 4 })
        #expect(try frames(selector, .session(last.id)) == [1])
        let service = try #require(report.services.first)
        #expect(try frames(selector, .service(service.id)) == [1])
        // A peer has its frames however often they were sent.
        let bert = try #require(report.peers(named: "BERT.local").first)
        #expect(try frames(selector, .peer(bert.id)) == [1, 2])
    }

    @Test func timesAndFilterNarrowWhatIsChosen() throws {
        let capture = try conversations().bytes
        let selector = try selector(capture, depth: .flows)
        #expect(try frames(selector, filter: "tcp port 7001") == [5, 6, 7, 9])
        #expect(try frames(selector, .session(2), filter: "tcp port 7001") == [])
        #expect(try frames(selector, .session(2), filter: "tcp[tcpflags] & tcp-push != 0") == [8])
        #expect(try frames(selector, from: .sinceFirstPacket(3 * Trace.second)) == [8, 9, 10])
        #expect(
            try frames(selector, from: .absolute(2 * Trace.second), to: .sinceFirstPacket(3 * Trace.second))
                == [5, 6, 7, 8])
        #expect(try frames(selector, to: .absolute(.min)) == [])
        #expect(try frames(selector, from: .sinceFirstPacket(.max)) == [])
    }

    @Test func severalFilesAreOneTrace() throws {
        let files = try folder.rotate(conversations().bytes, every: 3)
        let selector = FrameSelector(files)
        #expect(try frames(selector, .session(2)) == [2, 3, 4, 8])
        let all = try selector.frames().frames
        #expect(selector.interfaces(of: all).map(\.linkType) == [.ethernet])
        #expect(selector.interfaces(of: FrameSet()).isEmpty)
    }

    @Test func whatIsNotThereIsAnError() throws {
        let selector = try selector(conversations().bytes)
        for criterion in [.session(4), .session(0), .service("s9"), .peer("p9")] as [FrameSelector.Criterion] {
            #expect(throws: FrameSelector.SelectionError.unknown(criterion)) {
                try selector.frames(of: [criterion])
            }
        }
        let blind = try self.selector(conversations().bytes, depth: nil)
        #expect(throws: FrameSelector.SelectionError.needsReport(.session(1))) {
            try blind.frames(of: [.session(1)])
        }
        #expect(try frames(blind, .frames(2...3)) == [2, 3])
    }

    @Test func servicesAreFoundByTheirNames() throws {
        let report = try #require(try selector(conversations().bytes).report)
        let service = try #require(report.services.first)
        for text in [service.id, service.instance, service.instance.uppercased(), service.fullName] {
            #expect(report.services(named: text).map(\.id) == [service.id], "\(text)")
        }
        #expect(report.services(named: String(service.fullName.dropLast())).count == 1)
        #expect(report.services(named: "nobody").isEmpty)
    }
}
