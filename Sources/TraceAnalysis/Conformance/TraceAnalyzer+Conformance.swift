import DNSWire
import PacketCapture
import ServiceDiscovery
import TraceModel
import WireCoding

extension TraceAnalyzer {
    /// Judges every responder and querier of a capture by the rules of multicast DNS and DNS-SD.
    ///
    /// - Throws: `CaptureError` when nothing can be read at all; `CaptureFilterError` when the file has packets of a link type that
    ///   the filter cannot be compiled for.
    public func conformance(of file: CaptureFile) async throws -> ConformanceReport {
        try await conformance(of: file.path, in: TraceInput(file, filter: filter))
    }

    /// Judges several captures that are read as one, in time order.
    public func conformance(merging files: [CaptureOverview]) async throws -> ConformanceReport {
        let path = files.map(\.path).joined(separator: ",")
        return try await conformance(of: path, in: TraceInput(merging: files, filter: filter))
    }

    private func conformance(of path: String, in input: TraceInput) async throws -> ConformanceReport {
        var pass = ConformancePass()
        try pass.read(input)
        let judgement = await ConformanceJudgement(pass.log, workers: workers)
        return ConformanceReport(
            capture: .init(
                path: path, packets: pass.packets, complete: judgement.isComplete, gaps: judgement.gaps,
                omittedMessages: pass.log.omittedMessages,
                fileError: (input.outcome.error ?? input.outcome.failures.first?.error).map(
                    CaptureSummary.FileError.init)),
            hosts: judgement.hosts.map { .init($0, family: pass.family(of: $0)) })
    }
}

extension ConformanceReport.Host {
    init(_ host: ConformanceJudgement.Host, family: ResponderFamily?) {
        self.init(
            label: host.label, hostname: host.hostname?.presentation,
            linkAddresses: host.linkAddresses.map(\.description), addresses: host.addresses.map(\.description),
            family: family?.rawValue, relay: host.isRelay, rules: host.findings.map(ConformanceReport.Rule.init))
    }
}

extension ConformanceReport.Rule {
    init(_ finding: ConformanceJudgement.Finding) {
        let verdict: ConformanceReport.Verdict =
            switch finding.verdict {
            case .kept: .kept
            case .broken: .broken
            case .noOccasion: .noOccasion
            case .cannotSee: .cannotSee
            }
        self.init(
            id: finding.rule.id, section: finding.rule.section, level: finding.rule.level.rawValue,
            role: finding.rule.role.rawValue, verdict: verdict, occasions: finding.occasions, broken: finding.broken,
            frames: finding.frames, evidence: finding.evidence, title: finding.rule.title)
    }
}
