import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireTesting
import Foundation

@Suite struct NameClaimReplayTests {
    @Test func explore() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/bonjour")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where file.hasSuffix(".pcap") {
            let capture: BonjourCapture
            do { capture = try BonjourCapture(String(file.dropLast(5))) } catch { print(file, error); continue }
            for action in capture.truth.actions {
                guard let claim = try capture.claim(action) else { continue }
                let expected = capture.renames(action)
                var seen: [[String]: Int] = [:]
                for seed in 1...20 {
                    let host = capture.replay(
                        claim, on: action.host!, from: capture.truth.time(action.time), seed: UInt64(seed))
                    seen[host.renames, default: 0] += 1
                }
                let mark = seen.count == 1 && seen.keys.first == expected ? "ok" : "DIFF"
                print(
                    "EXPLORE", mark, file, action.host!, action.name ?? "", action.type!, expected,
                    mark == "ok" ? "" : "\(seen)")
            }
        }
    }
}
