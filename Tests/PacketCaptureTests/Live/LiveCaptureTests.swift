import Testing
import WireCoding
import TestSupport

@testable import PacketCapture

/// Captures of the loopback interface, where this process may do that.
@Suite struct LiveCaptureTests {
    #if canImport(Darwin)
        static let loopback = "lo0"
    #else
        static let loopback = "lo"
    #endif

    static let isPermitted = (try? LiveCapture(interface: loopback, options: .init(isPromiscuous: false))) != nil

    /// Reads until so many packets came, or long enough in vain.
    private func read(_ count: Int, from capture: LiveCapture) throws -> [[UInt8]] {
        var packets: [[UInt8]] = []
        for _ in 0..<100 where packets.count < count {
            LiveCapture.wait(for: [capture], milliseconds: 100)
            try capture.read(limit: count - packets.count) { packet, bytes in
                #expect(packet.originalLength >= bytes.count && packet.time > 0)
                packets.append(bytes.copied())
            }
        }
        return packets
    }

    @Test(.enabled(if: isPermitted)) func datagramsAreCapturedWholeAndInOrder() throws {
        let receiver = try LoopbackSocket()
        let capture = try LiveCapture(
            interface: Self.loopback, options: .init(filter: "udp dst port \(receiver.port)"))
        for number in 0..<20 { try receiver.sendToItself([UInt8](repeating: UInt8(number), count: 100 + number)) }
        let packets = try read(20, from: capture)
        #expect(packets.count == 20)
        for (number, packet) in packets.enumerated() {
            #expect(Array(packet.suffix(100 + number)) == [UInt8](repeating: UInt8(number), count: 100 + number))
        }
        #expect(capture.statistics.received >= 20 && capture.statistics.lost == 0)
    }

    #if !canImport(Darwin)
        @Test(.enabled(if: isPermitted)) func whatOneSendsAnotherCaptures() throws {
            let capture = try LiveCapture(
                interface: Self.loopback,
                options: .init(isPromiscuous: false, isImmediate: true, filter: "ether src 02:4e:53:00:00:07"))
            let sender = try LiveCapture(interface: Self.loopback, options: .init(isPromiscuous: false))
            // An EtherType for experiments (IEEE 802), which no program listens to.
            let frame: [UInt8] =
                [0, 0, 0, 0, 0, 0, 2, 0x4E, 0x53, 0, 0, 7, 0x88, 0xB5] + [UInt8](repeating: 9, count: 50)
            try sender.send(frame)
            #expect(try read(1, from: capture) == [frame])
        }

        @Test(.enabled(if: isPermitted)) func whatIsNoFrameCannotBeSent() throws {
            let sender = try LiveCapture(interface: Self.loopback, options: .init(isPromiscuous: false))
            #expect(throws: LiveCaptureError.self) { try sender.send([1, 2, 3]) }
        }
    #endif

    @Test(.enabled(if: isPermitted)) func theSnapLengthCutsPackets() throws {
        let receiver = try LoopbackSocket()
        let capture = try LiveCapture(
            interface: Self.loopback, options: .init(snapLength: 64, filter: "udp dst port \(receiver.port)"))
        #expect(capture.snapLength == 64)
        try receiver.sendToItself([UInt8](repeating: 1, count: 500))
        var lengths: [Int] = []
        for _ in 0..<100 where lengths.isEmpty {
            LiveCapture.wait(for: [capture], milliseconds: 100)
            try capture.read { packet, bytes in
                #expect(bytes.count == 64)
                lengths.append(packet.originalLength)
            }
        }
        #expect(lengths.first ?? 0 > 500)
    }

    @Test(.enabled(if: isPermitted)) func readingDoesNotWait() throws {
        let capture = try LiveCapture(interface: Self.loopback, options: .init(filter: "udp dst port 1"))
        #expect(try capture.read { _, _ in } == 0)
    }

    @Test(.enabled(if: isPermitted)) func somethingElseEndsTheWaiting() throws {
        let capture = try LiveCapture(interface: Self.loopback, options: .init(filter: "udp dst port 1"))
        let wake = try LoopbackSocket()
        try wake.sendToItself([1])
        // Returns, though nothing is captured; a test that fails here does so by its time limit.
        LiveCapture.wait(for: [capture], wake: wake.descriptor, milliseconds: 600_000)
    }

    @Test(.enabled(if: isPermitted)) func aFilterForAnotherLinkTypeIsTold() throws {
        do {
            _ = try LiveCapture(interface: Self.loopback, options: .init(filter: "wlan type mgt"))
            Issue.record("compiled")
        } catch {
            guard case .filter(let fault) = error.kind, case .linkType = fault.kind else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test(.enabled(if: isPermitted)) func aBrokenFilterIsToldWithItsPlace() throws {
        #expect(
            throws: LiveCaptureError(
                .filter(CaptureFilterError(.syntax, expression: "udp prot 9", range: 4..<8)), interface: Self.loopback)
        ) {
            try LiveCapture(interface: Self.loopback, options: .init(filter: "udp prot 9"))
        }
    }

    @Test(.enabled(if: isPermitted)) func loopbackHasNoMonitorMode() throws {
        #expect(throws: LiveCaptureError(.monitorModeUnsupported, interface: Self.loopback)) {
            try LiveCapture(interface: Self.loopback, options: .init(isMonitor: true))
        }
    }

    @Test(.enabled(if: isPermitted)) func linkTypesCanBeAskedFor() throws {
        #expect(try !LiveCapture.linkTypes(of: Self.loopback).isEmpty)
    }

    @Test(arguments: ["nosuch0", "", "a\0b"]) func anInterfaceThatIsNotThereIsTold(_ name: String) throws {
        do {
            _ = try LiveCapture(interface: name)
            Issue.record("opened “\(name)”")
        } catch {
            // Without permission some systems do not even say that.
            #expect(error.kind == .noSuchInterface || error.kind == .permissionDenied)
        }
    }

    @Test func theRemedyForWantOfPermissionIsTold() {
        let text = LiveCaptureError(.permissionDenied, interface: "en0").description
        #if canImport(Darwin)
            #expect(text.contains("access_bpf"))
        #else
            #expect(text.contains("setcap cap_net_raw,cap_net_admin=eip"))
        #endif
    }

    @Test func loopbackIsAmongTheInterfaces() throws {
        let device = try #require(CaptureDevice.all().first { $0.name == Self.loopback })
        #expect(device.flags.isSuperset(of: [.loopback, .up]))
        #expect(device.addresses.contains { $0.description == "127.0.0.1" })
        #expect(device.flags.names.contains("loopback"))
    }
}
