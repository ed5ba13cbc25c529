import ArgumentParser
import Foundation
import PacketCapture
import SealedChannels
import TraceAnalysis
import TraceModel
import TraceReports
import WireText

struct ExtractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Copies the packets of sessions, services or peers to a file of their own.",
        discussion: """
            Packets are copied unchanged, with all that the capture records about them: interfaces, exact \
            timestamps, comments, names of addresses. Sessions, services and peers are those that analyze \
            shows for the same files. A packet is copied if it belongs to any of them. --filter, --from and --to \
            narrow this selection or, if nothing is selected, all packets.

            Keys stay behind, also those that the capture has itself. With --with-keys the copy has the logged keys of the \
            sessions in it, and of no others: whoever opens it needs no key log. It is a pcapng file then.

            With --redact, packets keep their lengths and times, and names, addresses, texts and all that is not \
            understood are replaced in them; nothing is said beside them. It takes one more reading, or two.

            With --merge, several files or a directory of files are read as one, in time order. The files are read \
            more than once, so standard input must be saved to a file first.

            EXAMPLES
              nearscope extract trace.pcapng --session 3 -o session.pcapng
              nearscope extract trace.pcapng --service "Bruno's iPhone" -o bruno.pcapng
              nearscope extract trace.pcapng --peer 10.0.0.7 --from 12.5 --to 20 -o a.pcap
              nearscope extract trace.pcapng --frames 7-12,30 -o frames.pcap
              nearscope extract --merge rotated/ --filter 'udp port 5353' -o mdns.pcapng
              nearscope extract trace.pcapng --session 3 -o - | nearscope -
              nearscope extract a.pcap --session 3 --key-log k.log --with-keys -o b.pcapng
              nearscope extract trace.pcapng --redact -o to-give-away.pcapng
            """ + ExitStatus.ofExtracting)

    enum Format: String, ExpressibleByArgument, CaseIterable { case pcapng, pcap }

    @OptionGroup var captures: CaptureFiles

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var existing: ForceOption

    @Option(
        name: [.customLong("session"), .customLong("sessions")], parsing: .unconditionalSingleValue,
        help: ArgumentHelp("All packets of this session, and ICMP errors about it.", valueName: "number"),
        transform: SessionNumber.option)
    var sessions: [Int] = []

    @Option(
        name: [.customLong("service"), .customLong("services")],
        help: ArgumentHelp(
            "The sessions of this service, and the mDNS messages that name it.", valueName: "id-or-name"))
    var services: [String] = []

    @Option(
        name: [.customLong("peer"), .customLong("peers")],
        help: ArgumentHelp(
            "All packets from or to this peer: an ID, label, host name, address or link address.",
            valueName: "id-or-name"))
    var peers: [String] = []

    @Option(
        name: [.customLong("frame"), .customLong("frames")],
        help: ArgumentHelp("These frames: 7, 7-12, 7-, or several separated by commas.", valueName: "frames"),
        transform: FrameSelection.option)
    var frames: [FrameSelection] = []

    @OptionGroup var filter: FilterOptions

    @OptionGroup var protocols: ProtocolOptions

    @OptionGroup var keys: KeyOptions

    @Flag(help: "Give the copy the keys of its sessions, from key logs and from the capture itself.")
    var withKeys = false

    @OptionGroup var memory: MemoryOption

    @OptionGroup var range: TimeRange

    @OptionGroup var redaction: RedactOption

    @Flag(help: "Read all files as one capture, in time order.")
    var merge = false

    @Option(help: "Format of the output. pcap allows only one link type. (default: from the file name, else pcapng)")
    var format: Format?

    func validate() throws {
        if !merge, files.count > 1 { throw ValidationError("extract takes several files only with --merge.") }
        if withKeys, redaction.isOn {
            throw ValidationError("--redact and --with-keys exclude each other: keys would open what is redacted.")
        }
        if withKeys, isPcap {
            throw ValidationError("--with-keys needs pcapng, because pcap has no room for keys; use --format pcapng.")
        }
    }

    private var files: [String] { captures.paths }

    func run() async throws {
        let filter = try filter.compiled()
        let applications = try protocols.applications()
        let secrets = try keys.secrets()
        if output == "-", StandardOutput().isTerminal {
            throw ExitStatus.wrongUsage(
                "-o - writes binary packets, not text for a terminal; redirect it to a file or a program")
        }
        if !merge, CaptureInputs.kind(files[0]) == .folder {
            throw ExitStatus.wrongUsage("extract takes a directory only with --merge")
        }
        let (captures, worst) = try CaptureInputs.overviews(files, for: "extract reads its input more than once")
        try CaptureInputs.refuse([output], among: captures.map(\.path))
        // The file that comes out last is to fail first.
        if !existing.force, CaptureInputs.kind(output) == .file { throw OutputFile.existing(output) }
        let passes = (depth == nil ? 2 : 3) + (redaction.isOn ? 1 : 0) + (withKeys ? 1 : 0)
        ReadingProgress.start(files, passes: passes)
        defer { ReadingProgress.stop() }
        let start = captures.compactMap(\.firstTime).min() ?? 0
        let selector = FrameSelector(
            captures, depth: depth, memory: memory.budget, applications: applications, secrets: secrets)
        let criteria = try self.criteria(selector.report)
        let name = captures.count == 1 ? captures[0].path : "\(captures.count) files"
        let (frames, total, unread) = try CaptureInput.reporting(name) {
            try selector.frames(
                of: criteria, filter: filter, from: range.from?.time(inCaptureFrom: start),
                to: range.to?.time(inCaptureFrom: start))
        }
        let status = selector.report.map { ReportRun.wantOfMemory(in: $0, name) } ?? .success
        if frames.isEmpty, output != "-" {
            // What could not be read may be why.
            try CaptureInputs.finish(unread, worst: .success, adding: "; nothing was written")
            throw nothingSelected(of: total, in: captures, worst: CaptureInputs.worse(worst, status))
        }
        let blocks = withKeys ? keys.blocks(of: selector.keys(of: frames)) : []
        let (copied, failures) = try copy(frames, try outputFormat(selector, frames), selector.files, blocks)
        guard let copied else {
            try CaptureInputs.finish(failures, worst: worst, adding: output == "-" ? "" : "; nothing was written")
            return
        }
        let target = output == "-" ? "standard output" : SafeText.escaped(output)
        StandardError.write("\(copied) of \(total) packets written to \(target)")
        try CaptureInputs.finish(
            failures, worst: CaptureInputs.worse(worst, status), adding: "; the packets before it were written")
        if copied == 0 { throw nothingSelected(of: total, in: captures, worst: worst) }
    }

    /// Prints that no packet is selected and why that may be, and gives the error that ends the program.
    private func nothingSelected(of total: Int, in captures: [CaptureOverview], worst: ExitCode) -> ExitCode {
        guard total > 0 else {
            StandardError.write("nearscope: the input has no packets, so none was written")
            return CaptureInputs.worse(ExitCode(ExitStatus.findings.rawValue), worst)
        }
        let narrowing = (filter.expression == nil ? [] : ["--filter"]) + range.names
        if narrowing.isEmpty, let first = frames.map(\.first).min(), first > total {
            return ExitStatus.wrongUsage("there is no frame \(first); the input has \(Quantity.count(total, "frame"))")
        }
        let what = narrowing.isEmpty ? "what is selected" : narrowing.joined(separator: ", ")
        StandardError.write(
            "nearscope: none of the \(Quantity.count(total, "packet")) is selected, so none was written; check \(what)"
                + range.hint(about: captures))
        return CaptureInputs.worse(ExitCode(ExitStatus.findings.rawValue), worst)
    }

    /// The depth of analysis that the selection needs.
    private var depth: CaptureSummary.Depth? {
        if !services.isEmpty || !peers.isEmpty { return .messages }
        return sessions.isEmpty ? nil : .flows
    }

    /// - Returns: The number of packets written, nil if the files changed meanwhile; and what could not be read.
    private func copy(
        _ frames: FrameSet, _ format: CaptureCopy.Format, _ files: [CaptureOverview], _ secrets: [DecryptionSecrets]
    ) throws -> (copied: Int?, failures: [(path: String, error: CaptureError)]) {
        let redactor = redaction.isOn ? learnedRedactor(files) : nil
        let merge = CaptureMerge(files)
        do throws(CaptureRecorderError) {
            PartialFiles.removeOnSignals()
            let copy = try CaptureCopy(
                path: output, format: format, files: files.count, replaces: existing.force,
                isAnonymous: redaction.isOn, secrets: secrets)
            while try merge.next(
                { (packet, reader) throws(CaptureRecorderError) in
                    let isWanted = frames.contains(packet.record.frame)
                    guard let redactor else {
                        if isWanted { try copy.write(packet, of: reader) }
                        return
                    }
                    // Where a stream is, the packets before show that are not wanted.
                    let bytes = redactor.redacted(
                        reader.bytes, linkType: reader.linkType, record: packet.record, isWanted: isWanted)
                    if isWanted { try copy.write(packet, bytes.span, of: reader) }
                },
                atEnd: { (file, reader) throws(CaptureRecorderError) in
                    try copy.endFile(file, of: reader)
                })
            {}
            let failures = merge.failures.map { (path: merge.files[$0.file].path, error: $0.error) }
            // Frames were chosen in another file than these come from: without its name the file goes away.
            let isOther = failures.contains {
                [.cannotOpen, .notACapture].contains($0.error.category) || $0.error.isOfAnotherFile
            }
            guard !isOther else { return (nil, failures) }
            try copy.finish(merge)
            if let redactor { tellBlanked(redactor) }
            return (copy.packets, failures)
        } catch {
            throw OutputFile.failure(error, isKept: output == "-")
        }
    }
}

// MARK: - Redaction

extension ExtractCommand {
    /// What replaces names and addresses, after a reading of all packets.
    private func learnedRedactor(_ files: [CaptureOverview]) -> PacketRedactor {
        let redactor = PacketRedactor()
        let merge = CaptureMerge(files)
        while merge.next({ record, bytes, linkType in redactor.learn(bytes, linkType: linkType, record: record) }) {}
        redactor.finishLearning()
        return redactor
    }

    private func tellBlanked(_ redactor: PacketRedactor) {
        guard redactor.blankedPackets > 0 else { return }
        let packets = Quantity.count(redactor.blankedPackets, "packet")
        StandardError.write(
            "nearscope: note: the content of \(packets) is zeros, because it could not be understood or not be replaced"
        )
    }
}

// MARK: - Format

extension ExtractCommand {
    private var isPcap: Bool { format.map { $0 == .pcap } ?? output.lowercased().hasSuffix(".pcap") }

    /// - Throws: A usage error where the format cannot hold the packets.
    private func outputFormat(_ selector: FrameSelector, _ frames: FrameSet) throws -> CaptureCopy.Format {
        guard isPcap else { return .pcapng }
        let interfaces = selector.interfaces(of: frames)
        let linkTypes = Set(interfaces.map(\.linkType))
        guard linkTypes.count < 2 else {
            let names = linkTypes.map(\.name).sorted().joined(separator: ", ")
            throw ExitStatus.wrongUsage(
                "a pcap file can have only one link type, and these packets have \(names); use pcapng")
        }
        let lengths = Set(interfaces.map(\.frameCheckSequenceLength))
        return .pcap(
            PcapWriter(
                linkType: linkTypes.first ?? .ethernet,
                snapLength: interfaces.map { UInt32(clamping: $0.snapLength ?? 262_144) }.max() ?? 262_144,
                precision: interfaces.allSatisfy { $0.resolution.rawValue <= 6 } ? .microseconds : .nanoseconds,
                frameCheckSequenceLength: lengths.count == 1 ? lengths.first ?? nil : nil))
    }
}

// MARK: - Criteria

extension ExtractCommand {
    /// More candidates than these are not listed.
    private static let candidateCount = 12

    /// The selection that the options name.
    ///
    /// - Throws: A usage error for what is not there or is several, with what there is.
    private func criteria(_ report: TraceReport?) throws -> [FrameSelector.Criterion] {
        var criteria = frames.flatMap(\.ranges).map(FrameSelector.Criterion.frames)
        guard let report else { return criteria }
        for session in sessions {
            guard (1...max(1, report.sessions.count)).contains(session), !report.sessions.isEmpty else {
                let known =
                    report.sessions.isEmpty ? "there are none" : "the sessions are 1 to \(report.sessions.count)"
                throw ExitStatus.wrongUsage("there is no session \(session); \(known)")
            }
            criteria.append(.session(session))
        }
        for text in services {
            let found = report.services(named: text)
            criteria.append(.service(try Self.only(found, "service", text, \.id, \.fullName, of: report.services)))
        }
        for text in peers {
            let found = report.peers(named: text)
            criteria.append(.peer(try Self.only(found, "peer", text, \.id, \.label, of: report.peers)))
        }
        return criteria
    }

    /// The ID of the only one that was found.
    private static func only<Named>(
        _ found: [Named], _ kind: String, _ text: String, _ id: KeyPath<Named, String>, _ name: KeyPath<Named, String>,
        of all: [Named]
    ) throws -> String {
        if found.count == 1, let first = found.first { return first[keyPath: id] }
        let candidates = found.isEmpty ? all : found
        var names = candidates.prefix(candidateCount).map { "\($0[keyPath: id]) (\($0[keyPath: name]))" }
        if candidates.count > candidateCount { names.append("and \(candidates.count - candidateCount) more") }
        let list = names.joined(separator: ", ")
        let near = CommandSpelling.suggestion(for: text, among: all.map { $0[keyPath: name] })
        let hint = near.map { "; did you mean “\($0)”?" } ?? ""
        let known = names.isEmpty ? "there are none" : "the \(kind)s are \(list)"
        throw ExitStatus.wrongUsage(
            found.isEmpty
                ? "there is no \(kind) “\(text)”; \(known)\(hint)"
                : "“\(text)” matches several \(kind)s: \(list); give an ID")
    }
}
