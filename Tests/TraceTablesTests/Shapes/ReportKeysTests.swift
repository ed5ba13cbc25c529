import Foundation
import PacketCapture
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
    ])
    func allKeysAreThere(fixture: String) async throws {
        let file = try CaptureFile.open(path: Fixture.url(fixture).path)
        let report = try await TraceAnalyzer().analyze(file)
        let json = try JSONSerialization.jsonObject(with: Data(JSONReport.render(report)))
        #expect(try Set(differences(json, ValueShape(of: TraceReport.self), "")) == [])
    }
}
