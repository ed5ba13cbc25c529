import struct Foundation.URL
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceReports

@Suite struct WirelessStoryTests {
    /// What nodes with so many services each tell people.
    private func text(nodes: Int, services: Int) async throws -> String {
        var capture = SyntheticCapture.ofRadio
        for number in 0..<nodes {
            let address = LinkAddress(rawValue: 0x0200_0000_0000 + UInt64(number))
            var node = AWDLNode(
                address: address, name: AWDLName(items: [.label(Array("node\(number)".utf8)), .code(.local)]),
                channelSequence: AWDLChannelSequence(
                    encoding: .simple, slots: [UInt16](repeating: 44, count: 16)))
            node.services = (0..<services).map { service in
                let instance = AWDLName(items: [.label(Array("s\(service)".utf8)), .code(.null)])
                return AWDLServiceResponse(
                    name: AWDLName(items: [.label(Array("_x".utf8))]), data: .pointer(instance))
            }
            var writer = AWDLFrameWriter(source: address)
            try capture.append(
                writer.bytes(of: node.masterIndicationFrame(at: 0), tsft: UInt64(number)), at: Int64(number) * 1000)
        }
        return WirelessStory().render(try await TraceAnalyzer().analyze(.open(bytes: capture.bytes)))
    }

    @Test func rareFramesHaveNamesAndAKindIsNoRetry() async throws {
        var capture = SyntheticCapture.ofRadio
        let kinds: [(IEEE80211FrameType, UInt8, UInt8)] = [
            (.management, 2, 0), (.management, 3, 0), (.control, 6, 0x0F), (.control, 7, 0),
        ]
        for (index, (type, subtype, flags)) in kinds.enumerated() {
            let header = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: type, subtype: subtype, flags: flags),
                address1: LinkAddress(rawValue: 0x0200_0000_0001))
            try capture.append(
                SyntheticRadioFrame.bytes(header, body: [UInt8](repeating: 0, count: 10)), at: Int64(index))
        }
        let report = try await TraceAnalyzer().analyze(.open(bytes: capture.bytes))
        let text = WirelessStory(width: 200).render(report)
        for name in [
            "reassociation requests 1", "reassociation responses 1", "control frame extensions 1", "control wrappers 1",
        ] {
            #expect(text.contains(name), "\(text)")
        }
        #expect(report.wireless?.retries == 0 && !text.contains("retries "))
    }

    @Test func aNarrowLineHasBothKindsOfActionFramesOrNeither() async throws {
        var capture = SyntheticCapture.ofRadio
        let name = AWDLName(items: [.label(Array("a-laptop-in-the-lab".utf8)), .code(.local)])
        let node = AWDLNode(
            address: LinkAddress(rawValue: 0x0200_0000_0001), name: name,
            channelSequence: AWDLChannelSequence(encoding: .simple, slots: [UInt16](repeating: 44, count: 16)))
        var writer = AWDLFrameWriter(source: node.address)
        for turn in 0..<240 as Range<UInt64> {
            let time = turn * 65_536
            let isMIF = turn % 3 == 0
            let frame = isMIF ? node.masterIndicationFrame(at: time) : node.periodicSynchronizationFrame(at: time)
            try capture.append(writer.bytes(of: frame, tsft: time), at: Int64(time) * 1000)
        }
        let report = try await TraceAnalyzer().analyze(.open(bytes: capture.bytes))
        for width in 50...140 {
            let lines = WirelessStory(width: width).render(report).split(separator: "\n")
            let heading = try #require(lines.first { $0.contains("  signal") })
            let row = try #require(lines.first { $0.contains(" dBm") })
            #expect(heading.contains("PSF") == heading.contains("MIF"), "\(width)")
            #expect(heading.contains("PSF/MIF") == row.contains("160/80"), "\(width)")
            // A rate without what it is of says nothing.
            if heading.contains("per s") { #expect(heading.contains("PSF/MIF"), "\(width)") }
            if width >= 80 { #expect(heading.contains("PSF/MIF"), "\(width)") }
        }
    }

    @Test func rowsAreAsManyAsAPersonReads() async throws {
        let few = try await text(nodes: 64, services: 16)
        #expect(!few.contains("more node") && !few.contains(" more\n"))
        let many = try await text(nodes: 300, services: 40)
        #expect(many.contains("AWDL nodes (300)"))
        // Of the table and of the chart.
        #expect(many.split(separator: "\n").count { $0 == "  … and 236 more nodes" } == 2)
        #expect(many.contains("24 more\n"))
        #expect(many.utf8.count < few.utf8.count * 3 / 2)
    }

    /// The chart of two nodes, of which the second one's clock is behind by some slots.
    ///
    /// - Parameters:
    ///   - periodic: Whether the second one tells its windows.
    ///   - settles: Whether the second one is on one channel in the end.
    private func chart(behind slots: UInt64, periodic: Bool = true, settles: Bool = false) async throws -> [String] {
        var capture = SyntheticCapture.ofRadio
        for number in 0..<2 as Range<UInt64> {
            let address = LinkAddress(rawValue: 0x0200_0000_0000 + number)
            var node = AWDLNode(
                address: address, name: AWDLName(items: [.label(Array("node\(number)".utf8)), .code(.local)]),
                channelSequence: AWDLChannelSequence(
                    encoding: .simple, slots: [44, 6] + [UInt16](repeating: 0, count: 14)))
            node.election.selfMetric = 60
            var writer = AWDLFrameWriter(source: address)
            for turn in 0..<12 as Range<UInt64> {
                let time = 10_000_000 + turn * 100_000 + number * 100
                if settles, number == 1, turn == 6 {
                    node.channelSequence = AWDLChannelSequence(
                        encoding: .simple, slots: [UInt16](repeating: 44, count: 16))
                }
                var action = node.masterIndicationFrame(at: time - number * slots * 65_536)
                // Without its windows nobody can tell how a node's clock stands.
                if !periodic, number == 1 { action.elements.removeFirst() }
                try capture.append(writer.bytes(of: action, tsft: time), at: Int64(time) * 1000)
            }
        }
        let text = WirelessStory().render(try await TraceAnalyzer().analyze(.open(bytes: capture.bytes)))
        let lines = text.split(separator: "\n").map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("Slots") }) else { return [] }
        return Array(lines[start...].dropFirst().prefix(5))
    }

    @Test func theChartIsInOneTime() async throws {
        let chart = try await chart(behind: 3)
        #expect(chart[0] == "  in the time of node0")
        #expect(chart[2].hasPrefix("  node0           44   6   ·   ·   ·   ·"))
        #expect(chart[3].hasPrefix("  node1            ·   ·   ·  44   6   ·"))
    }

    @Test func whatHeldBeforeOneChannelIsInTheSameTime() async throws {
        let chart = try await chart(behind: 3, settles: true)
        #expect(chart[0] == "  in the time of node0")
        #expect(chart[3].hasPrefix("  node1           44  44  44  44  44  44"))
        #expect(chart[4].hasPrefix("   until 0.600 s   ·   ·   ·  44   6   ·"))
        let unknown = try await self.chart(behind: 3, periodic: false, settles: true)
        #expect(unknown[3].hasPrefix("  ? node1         44  44  44  44  44  44"))
    }

    @Test func whoseClockIsNotKnownIsMarked() async throws {
        let chart = try await chart(behind: 3, periodic: false)
        #expect(chart[0] == "  in the time of node0, ? in a time of its own")
        #expect(chart[3].hasPrefix("  ? node1         44   6   ·   ·   ·   ·"))
    }

    @Test func aDataPathThatNobodyAnswersNamesItsNodes() async throws {
        let (asking, asked) = (LinkAddress(rawValue: 0x0200_0000_0001), LinkAddress(rawValue: 0x0200_0000_0002))
        var body = ByteWriter()
        // A Wi-Fi Aware action frame: a data path request, dialog 7, from an interface of its own, number 5.
        body.writeBytes([4, 9, 0x50, 0x6F, 0x9A, 0x18, 5, 16, 11, 0, 7, 0, 0])
        LinkAddress(rawValue: 0x0600_0000_0001).serialize(into: &body)
        body.writeBytes([5, 0])
        let header = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .management, subtype: 13), address1: asked, address2: asking,
            address3: LinkAddress(rawValue: 0x506F_9A01_ABCD))
        var capture = SyntheticCapture.ofRadio
        try capture.append(SyntheticRadioFrame.bytes(header, body: body.bytes), at: 0)
        let report = try await TraceAnalyzer().analyze(.open(bytes: capture.bytes))
        let text = WirelessStory(width: 200).render(report)
        #expect(
            text.contains(
                "5: 06:00:00:00:00:01 to ?, requested, between the nodes \(asking) and \(asked), requested at"))
    }

    /// The slots of the nodes' own access points can be compared with theirs.
    @Test func theChartHasTheChannelsOfAccessPoints() async throws {
        let path = Fixture.url("wireless/owl-mixed-sequences.pcap").path()
        var report = try await TraceAnalyzer().analyze(.open(path: path))
        let nodes = try #require(report.wireless?.awdl?.nodes)
        try #require(nodes.count == 3)
        for (index, channel) in [6, 44, 6].enumerated() {
            report.wireless?.awdl?.nodes[index].infrastructureChannel = channel
        }
        let lines = WirelessStory(width: 100).render(report).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("  AP of ") } == 2, "nodes at one channel share a row")
        #expect(
            lines.contains { $0.hasPrefix("  AP of 2 nodes") && $0.split(separator: " ").count { $0 == "6" } == 16 })
        #expect(lines.contains { $0.hasPrefix("  node") && $0.contains("AP") })
    }
}
