import Foundation
import PacketCapture
import Testing
import WireCoding
import WirelessFrames

/// What Wireshark makes of the frames that we write, where it is installed.
@Suite struct AWDLForeignToolTests {
    private static let tshark: String? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/tshark" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// The lines that it prints of those of a node's frames that the filter lets through.
    private func lines(_ filter: String, fields: String...) throws -> [String] {
        try lines(of: AWDLNodeTests.frames(includesFrameCheckSequence: true), filter, fields)
    }

    /// The lines that it prints of those of the frames that the filter lets through.
    private func lines(of frames: [[UInt8]], _ filter: String, _ fields: [String]) throws -> [String] {
        let file = PcapWriter(linkType: .ieee80211Radiotap)
        var output = ByteWriter()
        file.writeHeader(into: &output)
        for (index, frame) in frames.enumerated() {
            try file.writePacket(frame.span, time: Int64(index) * 1_000_000, into: &output)
        }
        let url = FileManager.default.temporaryDirectory.appending(path: "awdl-\(UUID().uuidString).pcap")
        try Data(output.bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.tshark))
        process.arguments =
            ["-r", url.path, "-o", "wlan.check_checksum:TRUE", "-Y", filter, "-T", "fields"]
            + fields.flatMap { ["-e", $0] }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    @Test(.enabled(if: tshark != nil)) func nothingIsToBeComplainedAbout() throws {
        #expect(try lines("frame", fields: "frame.number") == ["1", "2", "3"])
        #expect(try lines("_ws.malformed or _ws.expert", fields: "frame.number", "_ws.expert.message").isEmpty)
    }

    @Test(.enabled(if: tshark != nil)) func theFieldsAreThoseThatWereWritten() throws {
        let synchronization = try lines(
            "awdl.subtype", fields: "awdl.subtype", "awdl.syncparams.txcounter", "awdl.syncparams.awseqcounter",
            "awdl.electionparams2.mastermetric", "awdl.serviceparams.sui")
        #expect(synchronization == ["0\t48\t61\t500\t7", "3\t64\t64\t500\t7"])
        #expect(try lines("awdl.dns.port", fields: "awdl.dns.port") == ["8080"])
        #expect(try lines("awdl_data", fields: "awdl_data.seq", "udp.dstport") == ["0\t5353"])
        #expect(try lines("wlan.fcs.status == 1", fields: "frame.number").count == 3)
    }

    /// A frame with what other nodes say and ours do not.
    private func rareElements() throws -> [[UInt8]] {
        let address = AWDLNodeTests.address
        let other = LinkAddress(rawValue: 0x0200_0000_0002)
        // 151 below its 40 MHz partner, 6 alone, and nowhere.
        let slots: [UInt16] = (0..<16).map { $0 == 8 ? 0x2B06 : $0 > 11 ? 0 : 0x1D97 }
        let sequence = AWDLChannelSequence(encoding: .legacy, slots: slots)
        var state = AWDLDataPathState(flags: [
            .hasCountryCode, .hasSocialChannels, .hasInfrastructure, .hasInfrastructureAddress, .hasAWDLAddress,
            .hasUMI, .hasUnicastOptions, .hasExtendedFlags,
        ])
        state.countryCode = AWDLCountryCode("DE")
        state.socialChannels = AWDLSocialChannels(rawValue: 3)
        state.infrastructure = AWDLDataPathState.Infrastructure(bssid: other, channel: 36)
        state.infrastructureAddress = address
        state.awdlAddress = address
        state.umi = 5
        state.unicastOptions = AWDLUnicastOptions(rawValue: 0x20_0000)
        state.unicastOptionsLength = 8
        state.extendedFlags = [.hasLogTriggerID, .hasMasterCounter, .hasStatistics]
        state.logTriggerID = 7
        state.masterCounter = 10
        state.statistics = AWDLDataPathState.Statistics(clock: 1000, awCounter: 32, updateCounter: 5)
        let capabilities = InformationElement(
            id: .vhtCapabilities, body: Frames.bytes("b2018033 faff0000 faff0000"))
        let frame = AWDLActionFrame(
            header: AWDLActionHeader(subtype: .masterIndication, phyTxTime: 90, targetTxTime: 1),
            elements: [
                AWDLTLV(
                    AWDLSynchronizationParameters.with {
                        ($0.masterAddress, $0.masterChannel, $0.nextChannel) = (other, 149, 149)
                        ($0.txCounter, $0.awSequenceNumber, $0.channelSequence) = (12, 99, sequence)
                    }),
                AWDLTLV(sequence),
                AWDLTLV(
                    AWDLElectionParameters.with {
                        ($0.flags, $0.masterAddress, $0.distance) = (1, other, 1)
                        ($0.masterMetric, $0.selfMetric) = (527, 510)
                        $0.privateElection = .with {
                            ($0.masterAddress, $0.masterMetric, $0.id, $0.hopCount) = (address, 77, 9, 2)
                        }
                    }),
                AWDLTLV(AWDLElementContainer([capabilities])),
                AWDLTLV(AWDLSynchronizationTree([other, address])),
                AWDLTLV(state),
            ])
        try frame.validate()
        var writer = AWDLFrameWriter(source: address, includesFrameCheckSequence: true)
        return [writer.bytes(of: frame, tsft: 1)]
    }

    @Test(.enabled(if: tshark != nil)) func rareElementsAreNotToBeComplainedAboutEither() throws {
        let frames = try rareElements()
        #expect(try lines(of: frames, "awdl and wlan.fcs.status == 1", ["frame.number"]) == ["1"])
        let complaints = try lines(of: frames, "_ws.malformed or _ws.expert", ["frame.number", "_ws.expert.message"])
        #expect(complaints.isEmpty)
        // Both sequences: centers, and which half of them it is (1 the lower one, 3 all).
        let numbers = String(repeating: "151,", count: 8) + "6,151,151,151,0,0,0,0"
        let halves = String(repeating: "1,", count: 8) + "3,1,1,1,0,0,0,0"
        #expect(
            try lines(
                of: frames, "awdl", ["awdl.channelseq.channel.number", "awdl.channelseq.channel.control_channel"])
                == ["\(numbers),\(numbers)\t\(halves),\(halves)"])
        #expect(
            try lines(
                of: frames, "awdl",
                [
                    "awdl.electionparams.private.master", "awdl.electionparams.private.mastermetric",
                    "awdl.electionparams.private.id", "awdl.electionparams.private.phc",
                ]) == ["02:00:00:00:00:01\t77\t9\t2"])
        #expect(
            try lines(of: frames, "awdl", ["awdl.synctree.addr", "wlan.vht.capabilities"])
                == ["02:00:00:00:00:02,02:00:00:00:00:01\t0x338001b2"])
        #expect(
            try lines(
                of: frames, "awdl",
                [
                    "awdl.datastate.countrycode", "awdl.datastate.infra_channel", "awdl.datastate.umi",
                    "awdl.datastate.unicast_options_length", "awdl.datastate.extflags",
                ]) == ["DE\t36\t0x0005\t8\t0x0025"])
    }
}
