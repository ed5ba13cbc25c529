import PacketCapture
import Testing
import TraceModel
import WireCoding
import WireTesting

@testable import TraceAnalysis

@Suite struct LinkLocalAddressRuleTests {
    private static let address = IPAddress(ipv4: 0xA9FE_0707)

    /// ARP announcements of hosts, each with its time in seconds (RFC 5227 §2.3).
    private func findings(
        _ announcements: [(host: Int, seconds: Int64)], of address: IPAddress = address
    ) async throws -> [Finding] {
        var capture = SyntheticCapture()
        for (host, seconds) in announcements {
            let link = Self.bytes(SyntheticHost(number: host).linkAddress.rawValue, 6)
            let target = Self.bytes(UInt64(address.low), 4)
            let frame =
                [UInt8](repeating: 0xFF, count: 6) + link + [8, 6, 0, 1, 8, 0, 6, 4, 0, 1] + link + target
                + [0, 0, 0, 0, 0, 0] + target
            try capture.append(frame, at: 1_700_000_000_000_000_000 + seconds * 1_000_000_000)
        }
        return try await TraceAnalyzer().analyze(CaptureFile.open(bytes: capture.bytes)).findings(
            "link-local-address-conflict")
    }

    private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    @Test func addressThatTwoHostsUseAtATimeIsAConflict() async throws {
        let findings = try await findings([(1, 0), (2, 5), (1, 9)])
        #expect(findings.count == 1 && findings.first?.severity == .error && findings.first?.frames == [1, 2])
        #expect(findings.first?.message.contains("both use the link-local address 169.254.7.7") == true)
    }

    @Test func addressThatWasLeftIsFree() async throws {
        #expect(try await findings([(1, 0), (1, 2), (2, 5)]).isEmpty)
        #expect(try await findings([(1, 0), (1, 9)]).isEmpty)
    }

    @Test func otherAddressesAreNoOnesOwnChoice() async throws {
        #expect(try await findings([(1, 0), (2, 5), (1, 9)], of: IPAddress(ipv4: 0x0A00_0007)).isEmpty)
    }
}
