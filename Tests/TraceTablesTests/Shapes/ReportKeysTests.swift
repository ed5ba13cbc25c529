import Foundation
import PacketCapture
import SealedChannels
import Testing
import TestSupport
import TraceAnalysis
import TraceModel
import TraceReports

@testable import TraceTables

/// Reports have the keys that their type has, all of them and no others, whatever the capture: columns and schemas count on it.
@Suite struct ReportKeysTests {
    /// Where a value has other keys than its shape, or is of another kind.
    private func differences(_ value: Any, _ shape: ValueShape, _ path: String) -> [String] {
        switch shape {
        case .object(let members):
            guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
            var found = Set(object.keys).symmetricDifference(members.map(\.key)).map { "\(path).\($0)" }
            for member in members {
                guard let inner = object[member.key] else { continue }
                if inner is NSNull {
                    if !member.isNullable { found.append("\(path).\(member.key) is null") }
                } else {
                    found += differences(inner, member.shape, "\(path).\(member.key)")
                }
            }
            return found
        case .list(let element):
            guard let list = value as? [Any] else { return ["\(path) is no list"] }
            return list.flatMap { differences($0, element, path + "[]") }
        case .text(let texts):
            guard let text = value as? String else { return ["\(path) is no text"] }
            return texts.map { $0.contains(text) } ?? true ? [] : ["\(path) is \(text)"]
        case .integer, .number: return value is NSNumber ? [] : ["\(path) is no number"]
        case .boolean: return value is Bool ? [] : ["\(path) is no boolean"]
        case .any: return []
        case .map: return value is [String: Any] ? [] : ["\(path) is no map"]
        case .either(let shapes):
            return shapes.contains { differences(value, $0, path).isEmpty } ? [] : ["\(path) is nothing that it can be"]
        }
    }

    @Test(arguments: [
        "mesh2-basic.alice.pcap", "mesh3-retry-backoff.rita.pcap", "mesh5-relay-partial.wire.pcap",
        "pigeon-relay.server.pcap",
        "bonjour/apple-threeway-rename.pcap", "wireless/owl-mixed-sequences.pcap", "wireless/nan-sdf-naf.pcap",
        "transfer/txt-tcp-underground-1000x128.phone.pcap",
        "sealed/quic-migration.silke.pcap", "sealed/quic-0rtt.ulla.pcap", "sealed/tls13-aes128.ada.pcap",
    ])
    func allKeysAreThere(fixture: String) async throws {
        #expect(try Set(differences(in: await report(of: fixture))) == [])
    }

    /// What only keys show has values that are null, or in lists that are empty, in all other captures.
    @Test(arguments: [
        ("sealed/quic-migration.silke.pcap", "sealed/quic-migration.keys.log"),
        ("sealed/quic-0rtt.ulla.pcap", "sealed/quic-0rtt.keys.log"),
        ("qlog/aioquic-drops.pcap", "qlog/aioquic-drops.keys.log"),
        ("sealed/tls13-aes128.ada.pcap", "sealed/tls13-aes128.keys.log"),
        ("sealed/dtls12-echo-cert.phone.pcap", "sealed/dtls12-echo-cert.keys.log"),
    ])
    func allKeysOfOpenedSessionsAreThere(fixture: String, keyLog: String) async throws {
        let report = try await report(of: fixture, SessionSecrets(fixture: keyLog))
        #expect(report.sessions.contains { $0.decrypted == true })
        #expect(try Set(differences(in: report)) == [])
    }

    private func report(of fixture: String, _ secrets: SessionSecrets = SessionSecrets()) async throws -> TraceReport {
        let file = try CaptureFile.open(path: Fixture.url(fixture).path)
        return try await TraceAnalyzer(secrets: secrets).analyze(file)
    }

    private func differences(in report: TraceReport) throws -> [String] {
        let json = try JSONSerialization.jsonObject(with: Data(JSONReport.render(report)))
        return try differences(json, ValueShape(of: TraceReport.self), "")
    }
}
