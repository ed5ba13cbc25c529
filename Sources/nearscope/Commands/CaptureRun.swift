import ApplicationProtocols
import ArgumentParser
import Foundation
import PacketCapture
import SealedChannels
import TraceAnalysis
import TraceModel
import TraceReports
import WireText

/// One capture from its start to its end: reads packets, writes them down, looks at them, shows what there is.
///
/// Packets are read, written and followed on one thread, and views are made on another. The system buffers packets meanwhile, up
/// to `LiveCapture.Options.bufferSize`, and counts those that it had to drop.
final class CaptureRun {
    /// Packets taken from one interface before the next one has its turn.
    private static let batch = 4096
    /// The longest time without a look at clock and signals, in milliseconds.
    private static let tick = 100
    /// Packets reach a program up to this long after the system got them, in nanoseconds: its timeout, and some time to
    /// do it.
    private static let delay: Int64 = 250_000_000

    private let command: CaptureCommand
    private let captures: [LiveCapture]
    private let recorder: CaptureRecorder?
    private let signals: StopSignals
    private let output = StandardOutput()
    private let view: TerminalView?
    /// Reads key logs on; nil without any.
    private let keys: KeyLogFollower?
    private var analyzer: LiveAnalyzer?
    private var packets = 0
    private var bytes = 0
    private var packetsOf: [Int]

    /// Opens interfaces and file.
    init(
        _ command: CaptureCommand, _ applications: [any ApplicationProtocol], _ secrets: SessionSecrets,
        _ keys: KeyLogFollower?
    ) throws {
        self.command = command
        self.keys = keys
        let expression = command.filter.expression
        captures = try command.interfaces.map {
            try LiveCapture(
                interface: $0,
                options: LiveCapture.Options(
                    snapLength: command.snapLength.bytes, isPromiscuous: !command.noPromiscuous,
                    isMonitor: command.monitor,
                    filter: expression))
        }
        packetsOf = captures.map { _ in 0 }
        let descriptions = Dictionary(
            ((try? CaptureDevice.all()) ?? []).map { ($0.name, $0.deviceDescription) }, uniquingKeysWith: { $1 })
        let captures = captures
        recorder = try command.path.map { path in
            try CaptureRecorder(
                path: path,
                interfaces: captures.enumerated().map { number, capture in
                    var interface = CaptureInterface(number, capture)
                    interface.interfaceDescription = descriptions[capture.interface] ?? nil
                    interface.filter = expression.map(InterfaceFilter.expression)
                    return interface
                },
                application: "nearscope " + TraceReport.Generator.currentVersion,
                operatingSystem: ProcessInfo.processInfo.operatingSystemVersionString, rotation: command.rotation,
                replaces: command.existing.force, mode: command.mode.bits, now: Self.now
            ) { captures.map(\.statistics) }
        }
        try CapturePrivileges(command).giveUp(recorder)
        // From here on there are other threads, which have no more rights than this one.
        signals = StopSignals()
        view = command.quiet ? nil : TerminalView(style: command.page.style(isTerminal: true))
        // With the packets on standard output, only a view needs an analysis.
        if !command.quiet, command.path != "-" || view != nil {
            analyzer = LiveAnalyzer(
                path: command.path ?? command.interfaces.joined(separator: ", "), filter: expression,
                memory: command.memory.budget, applications: applications, secrets: secrets)
        }
    }

    /// Captures until the user or a limit ends it.
    func capture() async throws {
        announce()
        var failure: (any Error)?
        do {
            try captureUntilStopped()
        } catch {
            // An error of the interface: the packets before it are written and reported. An error of the file: it is
            // reported.
            failure = error
        }
        view?.clear()
        readKeys(isLast: true)
        do {
            try recorder?.finish(at: Self.now)
        } catch {
            failure = failure ?? error
        }
        tellCounts()
        if command.path != "-", let report { try await print(report) }
        if let failure { throw failure }
    }

    private func captureUntilStopped() throws {
        let start = ContinuousClock.now
        let deadline = command.duration.map { start + .nanoseconds($0.nanoseconds) }
        var rates = RateMeter()
        while !signals.isRaised, !isComplete {
            var wait = Self.tick
            if let deadline {
                let left = deadline - .now
                guard left > .zero else { break }
                wait = min(wait, Int(left / .milliseconds(1)) + 1)
            }
            LiveCapture.wait(for: captures, wake: signals.descriptor, milliseconds: wait)
            readKeys()
            // Whoever reads the file or pipe meanwhile sees all packets up to the last pause.
            if try !readAll() { try recorder?.flush() }
            try recorder?.advance(to: Self.now)
            let elapsed = ContinuousClock.now - start
            rates.update(packets: packets, bytes: bytes, at: elapsed)
            view?.drawIfDue {
                // Copies: what is known now, while reading goes on.
                let (analyzer, interfaces) = (analyzer, interfaces)
                return (progress(elapsed, rates), { analyzer?.report(interfaces: interfaces) })
            }
        }
        try drain()
    }

    /// Gives the analysis what key logs got: before the packets that follow, since a program writes a key before it uses it.
    private func readKeys(isLast: Bool = false) {
        guard let keys, analyzer != nil else { return }
        keys.update(&analyzer!.secrets, isLast: isLast)
    }

    private var isComplete: Bool { command.packets.map { packets >= $0 } ?? false }

    /// Takes what is there, a batch from each interface.
    ///
    /// - Returns: Whether there may be more.
    private func readAll(until end: Int64 = .max) throws -> Bool {
        var hasMore = false
        for (number, capture) in captures.enumerated() {
            let limit = min(Self.batch, (command.packets ?? .max) - packets)
            guard limit > 0 else { break }
            let count = try capture.read(limit: limit) { packet, bytes in
                if packet.time <= end { try take(packet, bytes, from: number) }
            }
            hasMore = hasMore || count == limit
        }
        return hasMore
    }

    /// Packets from before the end may still be on their way from the system.
    private func drain() throws {
        let end = Self.now
        while !isComplete, Self.now - end < Self.delay {
            if try readAll(until: end) { continue }
            LiveCapture.wait(for: captures, milliseconds: Self.tick / 4)
        }
    }

    private func take(_ packet: LiveCapture.Packet, _ span: Span<UInt8>, from interface: Int) throws {
        packets += 1
        bytes += packet.originalLength
        packetsOf[interface] += 1
        try recorder?.write(
            span, interface: interface, time: packet.time, originalLength: packet.originalLength)
        let record = PacketRecord(
            frame: packets, time: packet.time, interface: interface, originalLength: packet.originalLength,
            capturedLength: span.count)
        analyzer?.add(record, bytes: span, linkType: captures[interface].linkType)
    }

    /// Nanoseconds since 1970.
    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }
}

// MARK: - Messages to the user

extension CaptureRun {
    private var statistics: LiveCaptureStatistics {
        captures.map(\.statistics).reduce(into: LiveCaptureStatistics()) { sum, counts in
            sum.received += counts.received
            sum.dropped += counts.dropped
            sum.droppedByInterface += counts.droppedByInterface
        }
    }

    private var report: TraceReport? { analyzer?.report(interfaces: interfaces) }

    /// The interfaces with their counts so far.
    private var interfaces: [CaptureInterface] {
        captures.enumerated().map { number, capture in
            var interface = CaptureInterface(number, capture)
            interface.packets = packetsOf[number]
            interface.statistics = InterfaceStatistics(time: Self.now, dropped: capture.statistics.lost)
            return interface
        }
    }

    private func announce() {
        for capture in captures {
            if let warning = capture.warning {
                StandardError.write("nearscope: \(SafeText.escaped(capture.interface)): \(SafeText.escaped(warning))")
            }
        }
        guard view == nil else { return }
        let names = captures.map { "\(SafeText.escaped($0.interface)) (\($0.linkType.name))" }
        StandardError.write("nearscope: capturing on \(names.joined(separator: ", "))")
    }

    private func progress(_ elapsed: Duration, _ rates: RateMeter) -> LiveView.Progress {
        var title = "Capturing on " + command.interfaces.joined(separator: ", ")
        if let path = recorder?.currentPath, path != "-" { title += " → " + path }
        return LiveView.Progress(
            title: title, elapsed: elapsed / .seconds(1), packets: packets, bytes: bytes,
            packetRate: rates.packetsPerSecond, bitRate: rates.bitsPerSecond, dropped: Int(clamping: statistics.lost))
    }

    private func tellCounts() {
        let counts = statistics
        var line = "\(packets) packet\(packets == 1 ? "" : "s") captured, \(counts.received) received by filter, "
        line += "\(counts.dropped) dropped by kernel"
        if counts.droppedByInterface > 0 { line += ", \(counts.droppedByInterface) dropped by interface" }
        StandardError.write(line)
    }

    private func print(_ report: TraceReport) async throws {
        guard command.output.format == .text else { return try await command.output.print(report) }
        try output.write(command.page.view(TextSummary.self).render(report))
    }
}

/// Packets and bits in a second, over the last one or two seconds.
struct RateMeter {
    private typealias Mark = (packets: Int, bytes: Int, time: Duration)

    private var older: Mark = (0, 0, .zero)
    private var newer: Mark = (0, 0, .zero)
    private(set) var packetsPerSecond = 0.0
    private(set) var bitsPerSecond = 0.0

    mutating func update(packets: Int, bytes: Int, at time: Duration) {
        if time - newer.time >= .seconds(1) {
            older = newer
            newer = (packets, bytes, time)
        }
        let seconds = (time - older.time) / .seconds(1)
        guard seconds > 0 else { return }
        packetsPerSecond = Double(packets - older.packets) / seconds
        bitsPerSecond = Double(bytes - older.bytes) * 8 / seconds
    }
}

extension CaptureInterface {
    /// The interface of a capture, as files and reports describe it.
    init(_ number: Int, _ capture: LiveCapture) {
        self.init(id: number, linkType: capture.linkType, resolution: capture.resolution)
        name = capture.interface
        snapLength = capture.snapLength
    }
}
