import ArgumentParser
import PacketCapture
import ProtocolDescriptions
import TraceAnalysis
import TraceModel
import TraceReports
import WireCoding
import WireText

struct ProtocolInferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "infer",
        abstract: "Writes a first description of a session's protocol, from its bytes alone.",
        discussion: """
            Looks for where messages end, how their bodies are encoded, and which values are types, senders, numbers \
            and times. The description is valid as it stands and has only what could be proved; a comment says how \
            many messages bear it out. Give it a name, name the types, and check it with nearscope protocol check.

            The bytes are those that nearscope follow prints, up to 4 MiB in each direction and to the first gap; of an \
            opened QUIC connection those of the stream with the most bytes, or of its datagrams if they have more. The \
            files are read twice, so they cannot come from a pipe.

            EXAMPLES
              nearscope protocol infer trace.pcapng --session 4 > chess.yaml
              nearscope protocol infer trace.pcapng --session 4 --format json
            """
                + ExitStatus.help(
                    [0: "written", 1: "nothing could be proved", 64: "usage, or there is no such session"],
                    others: ExitStatus.ofCaptures))

    enum Format: String, ExpressibleByArgument, CaseIterable { case yaml, json }

    @OptionGroup var captures: CaptureFiles

    @Option(
        name: .customLong("session"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The session to look at. Required, once.", valueName: "number"),
        transform: SessionNumber.option)
    var sessions: [Int] = []

    @OptionGroup var reading: AnalysisOptions

    @Option(help: "yaml for the description, json for the description and what bears out each key.")
    var format = Format.yaml

    func validate() throws {
        if sessions.count != 1 {
            throw ValidationError(
                "infer looks at one session: give its number, such as --session 4; nearscope sessions lists them.")
        }
        if !reading.merge, captures.paths.count > 1 {
            throw ValidationError("infer takes several files only with --merge.")
        }
    }

    func run() async throws {
        if !reading.merge, CaptureInputs.kind(captures.paths[0]) == .folder {
            throw ExitStatus.wrongUsage("infer takes a directory only with --merge")
        }
        let analyzer = try reading.analyzer()
        let (files, worst) = try CaptureInputs.overviews(captures.paths, for: "infer reads its input twice")
        ReadingProgress.start(captures.paths, passes: 2)
        defer { ReadingProgress.stop() }
        let name = files.count == 1 ? files[0].path : "\(files.count) files"
        let stream = try await CaptureInput.reporting(name) { try await analyzer.stream(of: sessions[0], in: files) }
        try SessionSelection.check(sessions, in: stream.report)
        guard let session = stream.session else { return }
        if let seal = SessionTitle.encryption(of: session), !SessionTitle.isOpened(session) {
            StandardError.write("nearscope: session \(session.id) is encrypted (\(seal)); its messages cannot be seen")
            throw ExitCode(ExitStatus.findings.rawValue)
        }
        let observation = try CaptureInput.reporting(name) { try SessionObservation(of: session, stream) }
        for sentence in observation.remarks { StandardError.write("nearscope: \(sentence)") }
        let inference = ProtocolInference(observation.observed)
        guard let description = inference.description, let yaml = inference.yaml else {
            sayAttempts(inference, session.id)
            throw ExitCode(ExitStatus.findings.rawValue)
        }
        try print(description, yaml, inference.evidence)
        let status = CaptureInputs.worse(worst, ReportRun.faults(of: stream.report, name))
        if status != .success { throw status }
    }

    private func print(
        _ description: ProtocolDescription, _ yaml: String, _ evidence: [InferenceEvidence]
    ) throws {
        guard format == .json else { return try StandardOutput().write(yaml) }
        let proofs = evidence.map { proof in
            FieldValue.object([
                FrameField("key", .text(proof.key)), FrameField("count", .count(proof.count)),
                FrameField("of", .count(proof.of)),
            ])
        }
        var json = JSONText(pretty: true)
        json.value([
            "schema": .text("nearscope.protocol-inference/1"), "description": description.value,
            "evidence": .list(proofs),
        ])
        json.endLine()
        try StandardOutput().write(json.bytes)
    }

    /// Says how far each hypothesis went.
    private func sayAttempts(_ inference: ProtocolInference, _ number: Int) {
        var lines = ["nearscope: nothing shows where the messages of session \(number) end; what was tried:"]
        if inference.attempts.isEmpty { lines = ["nearscope: session \(number) has no bytes to look at"] }
        for attempt in inference.attempts.sorted(by: { $0.messages > $1.messages }) {
            lines.append("  \(attempt.hypothesis): \(Quantity.count(attempt.messages, "message")) in a row")
        }
        StandardError.write(lines.joined(separator: "\n"))
    }
}
