import ArgumentParser
import Foundation
import PacketCapture
import ServiceDiscovery
import TraceAnalysis
import TraceModel
import TraceReports
import WireCoding
import WireText

/// One test of a host from its start to its end: sends what the tester says, and hears what comes.
final class ConformRun {
    /// The longest time without a look at clock and signals, in milliseconds.
    private static let tick = 50
    /// Packets taken before clock and signals are looked at, however many there are.
    private static let batch = 256
    private let command: ConformCommand
    private let link: TestLink
    private let recorder: CaptureRecorder?
    private let signals: StopSignals
    private var tester: ConformanceTester
    private var conformance = LiveConformance()
    private var packets = 0
    /// When the test began, by both clocks: that of the machine may be set while it runs.
    private let start = (wall: wallClock, instant: ContinuousClock.now)
    private var shown: (scenario: Int, restart: Bool) = (-1, false)

    /// Opens the interface and the file.
    ///
    /// - Throws: ``LiveCaptureError``, `CaptureRecorderError`, or the exit status for what else is in the way.
    init(_ command: ConformCommand, on interface: String, _ name: ConformanceTester.TargetName) throws {
        self.command = command
        link = try TestLink(interface, isAllowed: command.yesOnThisNetwork, usesIPv6: command.usesIPv6)
        if !link.canForge, let scenario = command.scenarios.first(where: \.forgesAddresses), !command.scenario.isEmpty {
            throw ExitStatus.wrongUsage(
                "scenario \(scenario.id) sends from off the link, which loopback does not let anybody do")
        }
        recorder = try command.path.map { [link] in try Self.recorder(of: link, $0, replaces: command.existing.force) }
        try CapturePrivileges(user: command.user, interfaces: [interface]).giveUp(recorder)
        // From here on there are other threads, which have no more rights than this one.
        signals = StopSignals()
        let canForge = link.canForge
        let scenarios = command.scenarios.filter { canForge || !$0.forgesAddresses }
        tester = ConformanceTester(
            name, as: link.identity, scenarios: scenarios, isHostOnly: command.hostOnly, at: start.wall)
    }

    private static func recorder(of link: TestLink, _ path: String, replaces: Bool) throws -> CaptureRecorder {
        let capture = link.capture
        var interface = CaptureInterface(0, capture)
        interface.filter = .expression(TestLink.filter)
        return try CaptureRecorder(
            path: path, interfaces: [interface], application: "nearscope " + TraceReport.Generator.currentVersion,
            operatingSystem: ProcessInfo.processInfo.operatingSystemVersionString, replaces: replaces, mode: 0o600,
            now: wallClock
        ) { [capture.statistics] }
    }

    /// Tests until all is played, or the user ends it, and prints the card.
    func run() async throws {
        var failure: (any Error)?
        showStart()
        do {
            try play()
        } catch {
            failure = error
            takeBack()
        }
        do {
            try recorder?.finish(at: Self.wallClock)
        } catch {
            failure = failure ?? error
        }
        conformance.dropped = UInt64(clamping: link.capture.statistics.lost)
        guard tester.target == nil else {
            let report = conformance.report(
                path: command.path ?? link.capture.interface, interface: link.capture.interface, of: tester)
            try print(report)
            if let failure { throw failure }
            if tester.results.last?.end == .interrupted { throw ExitCode(ExitStatus.damaged.rawValue) }
            if command.failOn?.isReached(by: report) == true { throw ExitCode(ExitStatus.findings.rawValue) }
            return
        }
        if let failure { throw failure }
        if tester.phase == .interrupted { throw ExitCode(ExitStatus.damaged.rawValue) }
        let kind = tester.targetName.isInstance ? "service instance" : "host"
        throw ExitStatus.wrongUsage(
            "no \(kind) “\(tester.targetName)” answered on \(link.capture.interface) with its records and addresses over \(link.identity.address.isIPv6 ? "IPv6" : "IPv4; --ipv6 tries the other family")"
        )
    }

    private func play() throws {
        var flushed = now
        while !tester.isFinished {
            if now - flushed > 1_000_000_000 {
                try recorder?.flush()
                flushed = now
            }
            let wait = (tester.due - now) / 1_000_000
            LiveCapture.wait(
                for: [link.capture], wake: signals.isRaised ? nil : signals.descriptor,
                milliseconds: max(0, min(Self.tick, Int(clamping: wait))))
            if signals.isRaised { tester.stop(at: now) }
            if let address = tester.target?.address, !link.isOnSubnet(address) {
                throw ExitStatus.notUnderstood.failure(
                    link.capture.interface,
                    "\(tester.targetName) is at \(address), outside of the network of \(link.identity.address), and could not answer it alone; give the interface an address of the same network"
                )
            }
            try link.capture.read(limit: Self.batch) { packet, bytes in try take(packet, bytes) }
            for datagram in tester.timer(at: now) { try link.send(datagram, to: tester.target?.linkAddress) }
            showProgress()
        }
    }

    /// Takes false claims back after a failure, as far as that is possible.
    private func takeBack() {
        tester.stop(at: now)
        // A dozen goodbyes at most, a quarter of a second apart.
        for _ in 0..<16 where !tester.isFinished {
            for datagram in tester.timer(at: max(now, tester.due)) {
                try? link.send(datagram, to: tester.target?.linkAddress)
            }
        }
    }

    private func take(_ packet: LiveCapture.Packet, _ bytes: Span<UInt8>) throws {
        packets += 1
        try recorder?.write(bytes, interface: 0, time: packet.time, originalLength: packet.originalLength)
        let record = PacketRecord(
            frame: packets, time: packet.time, interface: 0, originalLength: packet.originalLength,
            capturedLength: bytes.count)
        for heard in conformance.add(record, bytes: bytes, linkType: link.capture.linkType) {
            tester.receive(heard.message, of: heard.datagram)
        }
    }

    /// Nanoseconds since 1970, as the clock went when the test began.
    private var now: Int64 { start.wall + Int64((ContinuousClock.now - start.instant) / .nanoseconds(1)) }

    private static var wallClock: Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }
}

// MARK: - Messages to the user

extension ConformRun {
    private func showStart() {
        guard !command.quiet else { return }
        let minutes = tester.scenarios.reduce(Duration.zero) { $0 + $1.duration }.components.seconds / 60 + 1
        StandardError.write(
            "nearscope: testing \(tester.targetName) on \(link.capture.interface) from \(link.identity.address): \(Quantity.count(tester.scenarios.count, "scenario")), \(minutes) min at most; \(ConformanceTester.packetsPerSecond) packets a second and \(Quantity.grouped(ConformanceTester.maximumPackets)) in all at most"
        )
        let renaming = tester.scenarios.count { $0.effects.contains(.renames) }
        if renaming > 0 {
            StandardError.write(
                "nearscope: \(Quantity.count(renaming, "scenario")) will make the target take another name; --keep-name leaves such out"
            )
        }
    }

    private func showProgress() {
        guard !command.quiet, case .testing(let number) = tester.phase, let scenario = tester.current else { return }
        if shown.scenario != number {
            StandardError.write("[\(number + 1)/\(tester.scenarios.count)] \(scenario.id): \(scenario.title)")
            shown = (number, false)
        }
        if tester.awaitsRestart, !shown.restart {
            StandardError.write("Restart the target's service now; the scenario goes on when it probes for its name.")
            shown.restart = true
        }
    }

    private func print(_ report: ConformanceReport) throws {
        switch command.output.format {
        case .text, .json:
            let text = command.page.view(ConformanceCards.self, showsAll: command.verbose).render(report)
            try command.output.print(report, text: text)
        default: try command.output.print(report.rows, .conformance, hasPrinted: false)
        }
    }
}
