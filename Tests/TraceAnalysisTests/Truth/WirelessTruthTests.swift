import Foundation
import PacketCapture
import Testing

@testable import TraceAnalysis
import TestSupport
import TraceModel

/// What the fixtures' own descriptions say of nodes, against the report.
@Suite struct WirelessTruthTests {
    private static let folder = Fixture.url("wireless")

    private struct Truth: Decodable {
        struct Node: Decodable {
            let name: String
            let mac: String
            let selfMetric: Int
            let deviceClass: Int
        }
        struct Pair: Decodable {
            let a: String
            let b: String
            let slots: [Int]
            let fraction: Double
        }
        let nodes: [Node]
        let frameCount: Int
        /// By `MIF`, `PSF` and `DATA`.
        let frameCountsBySender: [String: [String: Int]]
        let pairwiseOverlapLastSequences: [Pair]
    }

    private func read(_ name: String, workers: Int = 1) async throws -> TraceReport {
        let path = Self.folder.appending(path: name + ".pcap").path
        return try await TraceAnalyzer(workers: workers).analyze(CaptureFile.open(path: path))
    }

    @Test func everyNodeAndPair() async throws {
        let name = "owl-mixed-sequences"
        let data = try Data(contentsOf: Self.folder.appending(path: name + ".expected.json"))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let truth = try decoder.decode(Truth.self, from: data)
        let report = try await read(name)
        let awdl = try #require(report.wireless?.awdl)
        #expect(report.capture.packets == truth.frameCount && awdl.nodes.count == truth.nodes.count)
        for expected in truth.nodes {
            let node = try #require(awdl.nodes.first { $0.address == expected.mac })
            let counts = try #require(truth.frameCountsBySender[expected.mac])
            #expect(node.hostname == expected.name + ".local." && node.deviceClass == expected.deviceClass)
            #expect(node.psf == counts["PSF"] && node.mif == counts["MIF"] && node.dataFrames == counts["DATA"] ?? 0)
            #expect(node.lastMetric == expected.selfMetric)
        }
        for expected in truth.pairwiseOverlapLastSequences {
            let pair = try #require(awdl.pairs.first { Set([$0.a, $0.b]) == Set([expected.a, expected.b]) })
            #expect(pair.windowOverlap == expected.fraction && pair.commonSlots == expected.slots)
        }
        // All follow the first one, by OWL's own clocks: less than the unit in which they tell the time.
        #expect(awdl.pairs.compactMap(\.syncError.max).allSatisfy { $0 < 0.001024 })
        #expect(report.sessions.contains { $0.transport == .tcp })
    }

    @Test(arguments: ["owl-mixed-sequences", "awdl-variants"]) func workersAgree(name: String) async throws {
        let report = try await read(name)
        for workers in [2, 4] { #expect(try await read(name, workers: workers) == report) }
    }

    @Test func variantsOfFrames() async throws {
        let wireless = try #require(try await read("awdl-variants").wireless)
        #expect(wireless.badFCS == 2 && wireless.protectedFrames == 1 && wireless.frames["1/13"] == 1)
        #expect(wireless.awdl?.nodes.count == 3)
        // Centers of 40 MHz in one element, control channels in the other: one schedule.
        #expect(wireless.awdl?.nodes[0].channelSequences.first?.channels[0] == 104)
    }
}
