import ApplicationProtocols
import ArgumentParser
import PacketCapture
import ProtocolDescriptions
import TraceAnalysis
import TraceModel
import TraceReports
import WireText

struct ProtocolCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a description, and how well it fits captures.",
        discussion: """
            Every mistake is reported as FILE:LINE:COLUMN: sentence on standard error. With captures, the sessions \
            are listed that are of this application: why, how many messages each side sent, and where the first one \
            could not be read.

            EXAMPLES
              nearscope protocol check chess.yaml
              nearscope protocol check chess.yaml trace.pcapng
              nearscope protocol check chess.yaml runs/ --format json
            """
                + ExitStatus.help(
                    [
                        0: "sound; all messages could be read",
                        1: "a message is malformed, or the description does not fit",
                        64: "usage, or the description is refused",
                    ], others: ExitStatus.ofCaptures))

    @Argument(
        help: ArgumentHelp("The description, or - for standard input.", valueName: "description"),
        completion: .file(extensions: ["yaml", "yml"]))
    var description: String

    @Argument(
        help: ArgumentHelp("Capture files, or directories of capture files.", valueName: "file"), completion: .file())
    var captures: [String] = []

    @OptionGroup var reading: AnalysisOptions

    @OptionGroup var output: FormatOption<SingleDocument>

    @OptionGroup var page: PageOptions

    private var files: [String] { ArgumentRuns.split(captures) }

    func validate() throws {
        if description == "-", captures.contains("-") {
            throw ValidationError("Only one of the description and the captures can be standard input.")
        }
    }

    func run() async throws {
        let bytes = try DescriptionFile.read(description)
        let problems = DescriptionFile.problems(bytes, description)
        guard problems.isEmpty else {
            // Nothing on standard output unless a program asked for it.
            if output.format != .text { try output.print(ProtocolCheck(problems: problems), text: "") }
            DescriptionFile.report(problems, description)
            throw ExitCode(ExitCode.validationFailure.rawValue)
        }
        let file = try DescriptionFile(path: description, bytes: bytes)
        var check = ProtocolCheck(name: file.name)
        let status = captures.isEmpty ? .success : try await read(file, &check)
        try output.print(check, text: check.text(page, path: description, hasCaptures: !captures.isEmpty))
        if status != .success { throw status }
        if check.isBroken { throw ExitCode(ExitStatus.findings.rawValue) }
    }

    /// Analyzes the captures with this application before all others.
    ///
    /// - Returns: The worst of what was wrong with the captures.
    private func read(_ file: DescriptionFile, _ check: inout ProtocolCheck) async throws -> ExitCode {
        var analyzer = try reading.analyzer()
        if let other = analyzer.applications.first(where: { $0.name == file.name }) {
            throw ProtocolOptions.sameName(file.name, description, other.source ?? "another one")
        }
        analyzer.applications.insert(file.application, at: 0)
        ReadingProgress.start(files)
        defer { ReadingProgress.stop() }
        if reading.merge {
            let (captures, worst) = try CaptureInputs.overviews(files, for: "--merge opens each file before it reads")
            let name = captures.count == 1 ? captures[0].path : "\(captures.count) files"
            let report = try await CaptureInput.reporting(name) { try await analyzer.analyze(merging: captures) }
            check.add(report, capture: name)
            return CaptureInputs.worse(worst, ReportRun.faults(of: report, name))
        }
        var (paths, worst) = CaptureInputs.paths(files)
        for path in paths {
            do {
                let report = try await CaptureInput.reporting(path) {
                    try await analyzer.analyze(CaptureInputs.open(path))
                }
                check.add(report, capture: path)
                worst = CaptureInputs.worse(worst, ReportRun.faults(of: report, path))
            } catch let status as ExitCode {
                worst = CaptureInputs.worse(worst, status)
            }
        }
        return worst
    }
}
