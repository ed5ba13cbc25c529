import PacketCapture
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
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

    // MARK: - While probing

    private static let code = "link-local-address-conflict"

    /// Bert wants Anna's address, and hears that she has it.
    private func taken() throws -> ARPScene {
        var scene = ARPScene()
        try scene.announce(ARPScene.address, of: .anna, at: 0)
        try scene.probe(ARPScene.address, of: .bert, at: 60)
        try scene.reply(ARPScene.address, of: .anna, to: .bert, at: 60.001)
        return scene
    }

    @Test func addressThatIsTakenStaysWithItsHolder() async throws {
        var scene = try taken()
        for time in [61.0, 62, 63] { try scene.probe(ARPScene.other, of: .bert, at: time) }
        try scene.announce(ARPScene.other, of: .bert, at: 65)
        let findings = try await scene.findings(Self.code)
        #expect(findings.count == 1 && findings[0].severity == .note && findings[0].frames == [2, 3])
        #expect(
            findings[0].message == "02:00:00:00:00:02 probed for the link-local address 169.254.7.7, but "
                + "02:00:00:00:00:01 had it and kept it. 02:00:00:00:00:02 took 169.254.8.8.")
        #expect(findings[0].facts["keptBy"] == .text("02:00:00:00:00:01"))
        #expect(findings[0].facts["movedTo"] == .list([.text("169.254.8.8")]))
    }

    @Test func hostThatTakesNoOtherAddressIsAWarning() async throws {
        var scene = try taken()
        #expect(try await scene.findings(Self.code).map(\.severity) == [.note])
        try scene.announce(ARPScene.address, of: .anna, at: 90)
        let finding = try #require(try await scene.findings(Self.code).first)
        #expect(
            finding.severity == .warning && finding.message.hasSuffix("02:00:00:00:00:02 asked for no other address."))
    }

    @Test func oneOfTwoThatProbeForAnAddressKeepsIt() async throws {
        var scene = ARPScene()
        try scene.probe(ARPScene.address, of: .anna, at: 0)
        try scene.probe(ARPScene.address, of: .bert, at: 0.5)
        try scene.probe(ARPScene.other, of: .anna, at: 1)
        try scene.announce(ARPScene.other, of: .anna, at: 5)
        try scene.announce(ARPScene.address, of: .bert, at: 5)
        let findings = try await scene.findings(Self.code)
        #expect(findings.count == 1 && findings[0].severity == .note && findings[0].frames == [1, 2])
        #expect(
            findings[0].message.contains(
                "02:00:00:00:00:02 probed for it at the same time, and 02:00:00:00:00:02 kept it"))
        #expect(findings[0].message.hasSuffix("02:00:00:00:00:01 took 169.254.8.8."))
    }

    @Test func bothOfTwoThatProbeForAnAddressMayLeaveIt() async throws {
        var scene = ARPScene()
        try scene.probe(ARPScene.address, of: .anna, at: 0)
        try scene.probe(ARPScene.address, of: .bert, at: 0.5)
        try scene.announce(ARPScene.other, of: .anna, at: 5)
        try scene.announce(ARPScene.third, of: .bert, at: 6)
        let finding = try #require(try await scene.findings(Self.code).first)
        #expect(
            finding.message.contains("at the same time, and neither kept it. 02:00:00:00:00:01 took 169.254.8.8, and "))
        #expect(finding.message.hasSuffix("02:00:00:00:00:02 took 169.254.9.9."))
    }

    @Test func addressThatWasLeftLongBeforeIsNoConflict() async throws {
        var scene = ARPScene()
        try scene.probe(ARPScene.address, of: .anna, at: 0)
        try scene.probe(ARPScene.address, of: .bert, at: 30)
        try scene.announce(ARPScene.address, of: .bert, at: 33)
        #expect(try await scene.report().findings.isEmpty)
    }

    @Test func eachLinkHasAddressesOfItsOwn() async throws {
        var (first, second) = (NamingScene(), NamingScene())
        try first.take(taken().capture, only: [1])
        try second.take(taken().capture, only: [2, 3])
        let kinds: [LinkScene] = [.interfaces, .virtualLANs, .cooked]
        for kind in kinds {
            let findings = try await kind.report([first, second]).findings(Self.code)
            // Frames 2 and 3 are on one link, and frame 1 on another one.
            #expect(findings.count == 1 && findings.first?.severity == .note, "\(kind)")
        }
        try first.take(taken().capture, only: [2])
        var third = NamingScene()
        try third.take(taken().capture, only: [3])
        for kind in kinds { #expect(try await kind.report([first, third]).findings.isEmpty, "\(kind)") }
    }

    @Test func claimsHaveALimit() {
        var claims = AddressClaims()
        func note(_ address: UInt32, _ host: UInt64) {
            let message = ByteWriter.bytes { output in
                output.writeBytes([0, 1, 8, 0, 6, 4, 0, 1])
                LinkAddress(rawValue: host).serialize(into: &output)
                output.writeUInt32(0xA9FE_0000 + address)
                output.writeBytes([UInt8](repeating: 0, count: 10))
            }
            guard let packet = ARPAddresses(message.span) else { return }
            claims.note(packet, on: NetworkLink(), at: PacketMoment(frame: 1, time: 0))
        }
        for number in 0..<UInt32(AddressClaims.maximumAddresses) + 10 { note(number + 1, UInt64(number % 200) + 2) }
        for number in 0..<UInt64(AddressClaims.maximumClaims) + 10 { note(1, 2 + 256 * number) }
        #expect(claims.places.count == AddressClaims.maximumAddresses)
        #expect(claims.claims.values.map(\.count).max() == AddressClaims.maximumClaims)
    }
}
