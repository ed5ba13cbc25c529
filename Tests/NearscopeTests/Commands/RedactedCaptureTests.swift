import Foundation
import PacketCapture
import Testing
import TraceModel
import TestSupport
import WireCoding

/// Captures that `extract --redact` wrote of the fixtures.
@Suite struct RedactedCaptureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let captures: [String] = {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: Fixture.url().path)) ?? []
        return names.filter { $0.contains(".pcap") && !$0.hasPrefix("damaged/") && !$0.hasPrefix("fuzz/") }.sorted()
    }()

    private func redacted(_ capture: String) throws -> String {
        let output = folder.url.appending(path: "out.pcapng").path
        let outcome = try BuiltTool.run("extract", BuiltTool.fixture(capture), "--redact", "--force", "-o", output)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return output
    }

    private func report(_ path: String) throws -> TraceReport {
        try JSONDecoder().decode(TraceReport.self, from: BuiltTool.run(path, "--format", "json").output)
    }

    /// Names, addresses and texts of a report that the redacted packets must not have, from four bytes on.
    private static func secrets(_ report: TraceReport) -> Set<String> {
        var secrets: Set<String> = []
        for service in report.services {
            secrets.insert(service.instance)
            secrets.formUnion(service.txt.compactMap(\.value))
        }
        for name in report.hosts.map(\.name) + report.peers.flatMap(\.hostnames) + report.services.compactMap(\.host) {
            secrets.insert(name.split(separator: ".").first.map(String.init) ?? name)
        }
        for peer in report.peers { secrets.formUnion(peer.displayNames + peer.peerIDs) }
        return secrets.filter { $0.utf8.count >= 4 }
    }

    private func packets(_ path: String) throws -> [(record: PacketRecord, bytes: [UInt8])] {
        var reader = try CaptureFile.open(path: path).makeReader()
        var packets: [(PacketRecord, [UInt8])] = []
        while let record = try reader.next() { packets.append((record, reader.bytes.copied())) }
        return packets
    }

    @Test(arguments: captures)
    func onlyWhatTellsWhoAndWhereIsReplaced(capture: String) throws {
        let original = BuiltTool.fixture(capture)
        let output = try redacted(capture)
        let (before, after) = (try report(original), try report(output))
        try expectNoNameOrAddress(of: before, in: output, after)
        expectEqualSessionsAndServices(before, after)
        try expectEqualLengthsAndTimes(packets(original), packets(output))
    }

    private func expectNoNameOrAddress(of before: TraceReport, in output: String, _ after: TraceReport) throws {
        let data = try Data(contentsOf: URL(filePath: output))
        #expect(Self.secrets(before).filter { data.range(of: Data($0.utf8)) != nil } == [])
        let addresses = { (report: TraceReport) in Set(report.peers.flatMap { $0.addresses + $0.linkAddresses }) }
        // Those of the loopback interface, which every host has.
        let isLoopback = { (address: String) in
            address.hasPrefix("127.") || ["::1", "00:00:00:00:00:00"].contains(address)
        }
        #expect(addresses(before).intersection(addresses(after)).filter { !isLoopback($0) } == [])
    }

    private func expectEqualLengthsAndTimes(
        _ before: [(record: PacketRecord, bytes: [UInt8])], _ after: [(record: PacketRecord, bytes: [UInt8])]
    ) {
        #expect(before.map(\.record.time) == after.map(\.record.time))
        #expect(before.map(\.record.originalLength) == after.map(\.record.originalLength))
        #expect(before.map(\.bytes.count) == after.map(\.bytes.count))
    }

    private func expectEqualSessionsAndServices(_ before: TraceReport, _ after: TraceReport) {
        #expect(before.sessions.map(\.duration) == after.sessions.map(\.duration))
        #expect(before.sessions.map(\.ending) == after.sessions.map(\.ending))
        #expect(before.sessions.map(\.forward.wireBytes) == after.sessions.map(\.forward.wireBytes))
        let streams = { (report: TraceReport) in report.sessions.filter { $0.transport == .tcp } }
        #expect(streams(before).map(\.forward.payloadBytes) == streams(after).map(\.forward.payloadBytes))
        #expect(streams(before).map(\.backward.transportRTT) == streams(after).map(\.backward.transportRTT))
        // Secrets in the capture are left out, and what they open stays sealed.
        let mesh = { (report: TraceReport) in
            report.sessions.filter { $0.application == .mesh && $0.tls == nil }.map {
                [$0.forward.messages, $0.backward.messages]
            }
        }
        #expect(mesh(before) == mesh(after))
        #expect(before.services.map(\.type).sorted() == after.services.map(\.type).sorted())
        // A name of the longest length loses its end to a number, and not at the same place where characters have several bytes.
        guard !before.services.contains(where: { $0.instance.utf8.count > 55 }) else { return }
        #expect(before.services.map(\.timeline.count).sorted() == after.services.map(\.timeline.count).sorted())
    }

    @Test func nothingIsSaidBesideThePackets() throws {
        let output = try redacted("mesh2-basic.bruno.pcapng")
        var reader = try CaptureFile.open(path: output).makeReader()
        while try reader.next() != nil {}
        let options = reader.sections.flatMap(\.options) + reader.interfaces.flatMap(\.options)
        let (names, secrets) = (reader.nameResolutions, reader.decryptionSecrets)
        #expect(Set(options.map(\.code)).isSubset(of: [2, 9, 13, 14]))
        #expect(names.isEmpty && secrets.isEmpty)
    }

    @Test func whatIsZerosIsTold() throws {
        let output = folder.url.appending(path: "out.pcapng").path
        let outcome = try BuiltTool.run(
            "extract", BuiltTool.fixture("pigeon-relay.bob.pcap"), "--redact", "--force", "-o", output)
        #expect(outcome.errors.contains("is zeros, because it could not be understood or not be replaced"))
    }
}
