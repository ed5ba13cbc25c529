import DNSWire
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import PacketCapture
@testable import TraceAnalysis

private typealias Trace = SyntheticTrace

@Suite struct TraceWorkerTests {
    private let payload = (0..<4000).map { UInt8(truncatingIfNeeded: $0) }

    /// Two datagrams in fragments of 1,480 bytes there, a small one back.
    private func fragmented(
        from source: SyntheticHost = Trace.anna, to destination: SyntheticHost = Trace.bert, order: [Int]? = nil
    ) throws -> SyntheticCapture {
        try Trace.capture { capture in
            for time in [0, 1_000_000_000] as [Int64] {
                try capture.append(
                    udpFrom: 5000, to: 6000, payload: payload, inFragmentsOf: 1480, order: order, from: source,
                    to: destination, at: time)
            }
            try capture.append(
                udpFrom: 6000, to: 5000, payload: [1, 2], from: destination, to: source, at: 2_000_000_000)
        }
    }

    @Test(arguments: [nil, [2, 0, 1], [1, 1, 0, 2]] as [[Int]?])
    func fragmentsArePacketsDatagramsArePayload(order: [Int]?) async throws {
        let sources = [(Trace.anna, Trace.bert), (Self.host(1), Self.host(2))]
        for (source, destination) in sources {
            let report = try await Trace.report(
                of: fragmented(from: source, to: destination, order: order).bytes, workers: 2)
            let session = try #require(report.sessions.first)
            #expect(report.sessions.count == 1)
            let frames = order?.count ?? 3
            #expect(session.firstFrame == 1 && session.start == 0 && session.end == 2)
            #expect(session.initiator.port == 5000)
            #expect(session.forward.packets == 2 * frames && session.forward.payloadBytes == 8000)
            #expect(session.backward.packets == 1 && session.backward.payloadBytes == 2)
            #expect(report.capture.protocols["fragment"] == 2 * frames)
            #expect(report.capture.undecoded.entries.isEmpty)
        }
    }

    private static func host(_ number: UInt64) -> SyntheticHost {
        SyntheticHost(
            linkAddress: LinkAddress(rawValue: 0x02_00_00_00_00_00 | number),
            address: IPAddress(ipv6High: 0xFE80 << 48, low: number))
    }

    @Test func datagramsOfWhichFragmentsAreMissingAreAHintAtWhatWasLost() async throws {
        let whole = try #require(try await Trace.report(of: fragmented().bytes).sessions.first)
        #expect(whole.forward.lostDatagrams == 0 && whole.backward.lostDatagrams == nil)
        let cut = try Trace.without(frames: 2...2, fragmented())
        #expect(try #require(try await Trace.report(of: cut).sessions.first).forward.lostDatagrams == 1)
    }

    @Test func aDatagramThatNeverBecomesWholeItsFramesCount() async throws {
        let report = try await Trace.report(of: fragmented(order: [0, 2]).bytes)
        let session = try #require(report.sessions.first)
        #expect(session.forward.packets == 4 && session.forward.payloadBytes == 0)
        #expect(report.capture.undecoded["fragments of incomplete datagrams"] == 4)
        let headless = try await Trace.report(of: fragmented(order: [1, 2]).bytes)
        #expect(headless.sessions.map(\.forward.packets) == [1])
    }

    @Test func aServiceAnnouncedInFragmentsIsAService() async throws {
        let message = try ServiceFixture.announcement(
            host: "bert.local.", address: Trace.bert.address, peerID: String(repeating: "P", count: 150))
        var output = ByteWriter()
        try message.serialize(into: &output)
        let bytes = output.bytes
        let report = try await Trace.report { capture in
            try capture.append(
                udpFrom: 5353, to: 5353, payload: bytes, inFragmentsOf: 64, from: Trace.bert, to: Trace.anna, at: 5)
        }
        #expect(report.services.map(\.state) == [.announced])
    }

    @Test func aPacketWithoutATimeHasThatOfTheOneBefore() async throws {
        let capture = try fragmented()
        for isUntimed in [{ $0 <= 2 }, { $0 == 2 }] as [(Int) -> Bool] {
            let report = try await Trace.report(of: try Trace.untimed(capture, isUntimed), workers: 2)
            let session = try #require(report.sessions.first)
            #expect(session.start == 0 && session.firstFrame == 1)
            #expect(report.capture.duration.map { $0 <= 2 && $0 > 1.9 } == true)
        }
        let stream = try Trace.untimed(capture) { $0 <= 2 }
        let file = try CaptureFile.open(ByteStream(pieces: [stream]), path: "")
        let streamed = try await TraceAnalyzer(workers: 2).analyze(file)
        #expect(streamed.sessions.first?.start == 0)
        let none = try await Trace.report(of: try Trace.untimed(capture) { _ in true })
        #expect(none.capture.firstTime == nil && none.capture.packets == 7)
        #expect(none.sessions.map(\.start) == [0])
    }

    @Test func headersAloneTheSameFlowsAndNothingOfWhatIsInThem() async throws {
        let capture = try Trace.capture { capture in
            try capture.announceBert(at: 0)
            var connection = Trace.connection()
            try connection.open(at: 1000, in: &capture)
            try connection.send(MeshBytes.direct, from: .initiator, at: 2000, in: &capture)
            try connection.acknowledge(from: .responder, at: 3000, in: &capture)
            try connection.close(at: 4000, in: &capture)
        }
        let file = try CaptureFile.open(bytes: capture.bytes)
        let whole = try await TraceAnalyzer().analyze(file)
        let flows = try await TraceAnalyzer(depth: .flows).analyze(file)
        #expect(whole.services.count == 1 && flows.services.isEmpty)
        #expect(whole.sessions.last?.forward.messages == 1)
        let session = try #require(flows.sessions.last)
        #expect(session.application == .unknown && session.forward.messages == nil)
        #expect(session.forward.payloadBytes == whole.sessions.last?.forward.payloadBytes)
        #expect(session.handshakeRTT == whole.sessions.last?.handshakeRTT)
        #expect(session.transportRTT.count == 0 && session.throughput.binWidth == nil)
        #expect(session.forward.peakThroughput == nil)
        #expect(session.forward.retransmittedPackets == 0)
        #expect(session.ending == .fin)
    }

    @Test func whatICMPSaysOfAPacketIsReportedOfItsSession() async throws {
        let report = try await Trace.report(workers: 3) { capture in
            try capture.append(
                udpFrom: 5000, to: 6000, payload: [1, 2, 3], from: Trace.anna, to: Trace.bert, at: 0)
            for time in [10, 20] as [Int64] {
                try capture.append(
                    portUnreachableFor: (5000, 6000), from: Trace.bert, to: Trace.anna, at: time)
            }
            try capture.append(portUnreachableFor: (1, 2), from: Trace.bert, to: Trace.anna, at: 30)
        }
        #expect(report.sessions.count == 1)
        let errors = try #require(report.sessions.first?.icmpErrors)
        #expect(errors.count == 1)
        #expect(errors[0].name == "port unreachable" && errors[0].count == 2 && errors[0].frame == 2)
        #expect(errors[0].source == Trace.bert.address.description)
    }

    @Test func aSYNsOptionsAreThoseOfItsSender() async throws {
        let report = try await Trace.report { capture in
            var connection = Trace.connection()
            try connection.open(at: 1000, in: &capture)
        }
        let session = try #require(report.sessions.first)
        let options = try #require(session.forward.tcpOptions)
        #expect(options.maximumSegmentSize != nil || !options.timestamps)
        #expect(session.backward.tcpOptions != nil)
        #expect(!options.multipath && !options.fastOpen)
    }

    @Test func theProcessThatAPacketsBlockNamesIsThatOfItsSession() async throws {
        let capture = try Trace.capture { capture in
            try capture.append(udpFrom: 5000, to: 6000, payload: [1], from: Trace.anna, to: Trace.bert, at: 0)
            try capture.append(udpFrom: 5000, to: 6001, payload: [1], from: Trace.anna, to: Trace.bert, at: 1)
        }
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .ethernet, into: &output)
        writer.writeProcess(CaptureProcess(processID: 312, name: "chatd"), into: &output)
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        while let record = try reader.next() {
            let options = record.frame == 1 ? [PcapngOption(code: 0x8001, value: [0, 0, 0, 0])] : []
            try writer.writePacket(
                reader.bytes, interface: interface, time: record.time, options: options, into: &output)
        }
        let report = try await Trace.report(of: output.bytes, workers: 2)
        #expect(report.sessions.map { $0.process?.name } == ["chatd", nil])
        #expect(report.sessions.first?.process?.processID == 312)
    }

    @Test func pktapNamesTheInterfaceAndTheProcessAndKeepsInterfacesApart() async throws {
        let capture = try Trace.capture { capture in
            for time in [0, 1, 2] as [Int64] {
                try capture.append(
                    udpFrom: 5000, to: 6000, payload: [1], from: Trace.anna, to: Trace.bert, at: time)
            }
        }
        let names = ["en0", "awdl0", "en0"]
        let writer = PcapWriter(linkType: .pktap)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        while let record = try reader.next() {
            var packet = ByteWriter()
            var tap = PKTAPHeader()
            (tap.dataLinkType, tap.processID, tap.processField) = (1, 99, Array("airchat".utf8))
            tap.interfaceField = Array(names[record.frame - 1].utf8)
            tap.serialize(into: &packet)
            packet.writeBytes(reader.bytes)
            let bytes = packet.bytes
            try writer.writePacket(bytes.span, time: record.time, into: &output)
        }
        let report = try await Trace.report(of: output.bytes, workers: 2)
        #expect(report.sessions.map(\.interfaceName) == ["en0", "awdl0"])
        #expect(report.sessions.map(\.forward.packets) == [2, 1])
        #expect(report.sessions.allSatisfy { $0.process?.name == "airchat" && $0.interface == 0 })
    }

    @Test(arguments: [1, 3])
    func checksumsAreVerifiedOnRequestTheSameWithAnyNumberOfWorkers(workers: Int) async throws {
        var bytes = try Trace.capture { capture in
            for port in 0..<20 as Range<UInt16> {
                try capture.append(
                    udpFrom: 5000 + port, to: 6000, payload: [1, 2], from: Trace.anna, to: Trace.bert, at: 0)
            }
        }.bytes
        // The last byte of the last packet.
        bytes[bytes.count - 1] ^= 1
        let file = try CaptureFile.open(bytes: bytes)
        let unasked = try await TraceAnalyzer(workers: workers).analyze(file)
        #expect(unasked.capture.checksums == nil && unasked.findings.isEmpty)
        let report = try await TraceAnalyzer(workers: workers, verifiesChecksums: true).analyze(file)
        let checksums = try #require(report.capture.checksums)
        #expect(checksums.ipv4Header.valid == 20 && checksums.ipv4Header.invalid == 0)
        #expect(checksums.transport.valid == 19 && checksums.transport.invalid == 1)
        let finding = try #require(report.findings.first { $0.code.rawValue == "checksum-invalid" })
        #expect(finding.frames == [20])
        #expect(finding.message.hasPrefix("1 checksum is wrong: "))
    }

    @Test func overlappingFragmentsAreAFinding() async throws {
        let capture = try fragmented(order: [0, 1, 2])
        let whole = try await Trace.report(of: capture.bytes)
        #expect(!whole.findings.contains { $0.code.rawValue == "fragment-overlap" })
        let twice = try Trace.capture { capture in
            for size in [1480, 1472] {
                try capture.append(
                    udpFrom: 5000, to: 6000, payload: payload, inFragmentsOf: size, order: [0, 1],
                    identification: 7, from: Trace.anna, to: Trace.bert, at: 0)
            }
        }
        let report = try await Trace.report(of: twice.bytes)
        #expect(report.findings.first { $0.code.rawValue == "fragment-overlap" }?.frames == [3])
    }
}
