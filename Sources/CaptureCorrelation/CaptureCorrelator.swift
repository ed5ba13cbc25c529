import PacketCapture
import SealedChannels
import TraceAnalysis
import TraceModel
import WireCoding

/// Compares two captures of the same traffic from two points: loss, duplication and delay between them.
///
/// ```swift
/// let report = try await CaptureCorrelator().correlate(
///     CaptureFile.open(path: "phone.pcap"), CaptureFile.open(path: "tablet.pcapng"))
/// ```
/// Packets are identified by what a path does not change: addresses, ports, TCP fields and options, and as much of the
/// payload as both files have. Formats, link types, snap lengths and clocks may differ; address translation between the
/// two points is not followed. With its keys, a QUIC connection that goes on from other addresses is one session.
/// Memory is that of the packets' marks (`PacketTrail`), not of the files.
public struct CaptureCorrelator: Sendable {
    /// Packets that do not match are as if they were in neither file.
    public var filter: CaptureFilter?
    /// Whether both files are read at the same time. The report is the same.
    public var isConcurrent: Bool
    /// How much memory the two captures may fill. Packets that there is no room for are not compared, and counted in
    /// `CorrelationReport.Capture.uncomparedPackets`.
    public var memory = MemoryBudget.unlimited
    /// What opens QUIC connections, beside the secrets of the captures themselves.
    public var secrets = SessionSecrets()
    /// Packets of each file that are compared.
    var packetLimit = PacketTrail.maximumPackets

    /// - Parameters:
    ///   - filter: The packets of both captures that are compared; nil for all.
    ///   - isConcurrent: Whether both captures are read at the same time.
    public init(filter: CaptureFilter? = nil, isConcurrent: Bool = true) {
        self.filter = filter
        self.isConcurrent = isConcurrent
    }

    /// One file after it was read.
    private struct Reading: Sendable {
        let path: String
        var trail: PacketTrail
        let error: CaptureError?
    }

    /// Compares two captures.
    ///
    /// - Returns: The report; where a file is damaged or cut off, of everything before.
    /// - Throws: ``CorrelationError``.
    public func correlate(_ first: CaptureFile, _ second: CaptureFile) async throws -> CorrelationReport {
        try await correlation(of: first, second).report
    }

    /// Compares two captures, and keeps what plots show beside the report.
    ///
    /// - Throws: ``CorrelationError``.
    package func correlation(of first: CaptureFile, _ second: CaptureFile) async throws -> CorrelatedCaptures {
        guard isConcurrent else { return try correlation(read(first), read(second)) }
        async let one = read(first)
        async let other = read(second)
        return try await correlation(one, other)
    }

    private func read(_ file: CaptureFile) throws(CorrelationError) -> Reading {
        let input: TraceInput
        do throws(CaptureError) {
            input = try TraceInput(file, filter: filter)
        } catch {
            throw .unreadable(path: file.path, error)
        }
        var trail = PacketTrail(packetLimit: packetLimit, memory: memory.bytes / 2, secrets: secrets)
        trail.read(input)
        if let error = input.outcome.filterError { throw .filter(path: file.path, error) }
        return Reading(path: file.path, trail: trail, error: input.outcome.error)
    }

    private func correlation(
        _ first: Reading, _ second: Reading
    ) throws(CorrelationError) -> CorrelatedCaptures {
        var (first, second) = (first, second)
        // One of the captures may lack the beginning of a connection, or the secrets.
        let origins = first.trail.origins.merging(second.trail.origins) { own, _ in own }
        first.trail.sort(joining: origins)
        second.trail.sort(joining: origins)
        let matches = SessionMatch.all(in: first.trail, second.trail)
        guard !matches.isEmpty, let reference = first.trail.firstTime else {
            throw .nothingInCommon(sessions: [first, second].map(\.trail.connections.count))
        }
        let hosts = matches.map { match in
            let key = first.trail.connections[match.first].key
            return (first: key.first.address, second: key.second.address)
        }
        let orientation = PathOrientation(matches, hosts: hosts, reference: reference)
        let building = SessionBuilding(
            matches, first.trail, second.trail, orientation, hasError: (first.error != nil, second.error != nil))
        let clock = orientation.clock
        let report = CorrelationReport(
            captures: [capture(.first, first), capture(.second, second)],
            clock: CorrelationReport.Clock(
                offset: clock.samples > 0 ? clock.offset : nil,
                drift: clock.isDriftSignificant ? Self.partsPerMillion(clock.drift) : nil,
                driftUncertainty: clock.driftUncertainty.map(Self.partsPerMillion),
                uncertainty: clock.samples > 0 ? clock.uncertainty.roundedToNanoseconds : nil,
                matchedPackets: clock.samples, isTwoWay: clock.isTwoWay),
            sessions: building.sessions())
        return CorrelatedCaptures(report: report, sessions: building, clock: clock)
    }

    /// With three decimals.
    private static func partsPerMillion(_ rate: Double) -> Double { (rate * 1e9).rounded() / 1e3 }

    private func capture(_ point: CorrelationReport.Point, _ reading: Reading) -> CorrelationReport.Capture {
        CorrelationReport.Capture(
            point: point, path: reading.path, packets: reading.trail.packets,
            firstTime: reading.trail.firstTime.map(RFC3339.text),
            lastTime: reading.trail.lastTime.map(RFC3339.text), sessions: reading.trail.connections.count,
            uncomparedPackets: reading.trail.unmarkedPackets,
            fileError: reading.error.map(CaptureSummary.FileError.init))
    }
}

/// A comparison of two captures, with its packets.
package struct CorrelatedCaptures: Sendable {
    package let report: CorrelationReport
    fileprivate let sessions: SessionBuilding
    fileprivate let clock: ClockEstimate

    /// The one-way delays over time of the sessions with most packets in common, the largest first.
    ///
    /// - Parameters:
    ///   - sessions: How many sessions.
    ///   - points: The most points of each direction.
    package func series(sessions count: Int, points: Int) -> [TransitSeries] {
        sessions.series(sessions: count, points: points)
    }

    /// The same in bins of time, for plots.
    package func delays(sessions count: Int, bins: Int) -> [DelaySeries] {
        sessions.delays(sessions: count, bins: bins)
    }

    /// Makes times of capture B those of A's clock: nanoseconds since 1970, without offset and drift.
    package var correction: @Sendable (Int64) -> Int64 {
        // Only the clock is kept.
        { [clock] in clock.firstTime(ofSecond: $0) }
    }
}

/// Why two captures cannot be compared.
@nonexhaustive
public enum CorrelationError: Error, Sendable {
    /// One of them cannot be read at all.
    case unreadable(path: String, CaptureError)
    /// One of them has packets of a link type that the filter cannot be compiled for.
    case filter(path: String, CaptureFilterError)
    /// No packet is in both; how many sessions each of them has.
    case nothingInCommon(sessions: [Int])
}

extension CorrelationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(_, let error): error.description
        case .filter(_, let error): error.description
        case .nothingInCommon(let sessions) where sessions.contains(0):
            "no packet is in both captures: \(sessions[0] == 0 ? "A" : "B") has no TCP or UDP packets to compare"
        case .nothingInCommon:
            "no packet is in both captures: the traffic or the time differs, or an address is translated"
                + " between them"
        }
    }
}
