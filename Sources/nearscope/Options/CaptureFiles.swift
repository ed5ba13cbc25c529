import ArgumentParser

/// The captures that a command reads.
struct CaptureFiles: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Capture files, directories of capture files, or - for standard input.", valueName: "file"),
        completion: .file())
    var arguments: [String] = []

    @Option(
        name: .customShort("r"),
        help: ArgumentHelp("The same as the file alone, for those used to tcpdump.", valueName: "file"),
        completion: .file())
    var read: [String] = []

    static let missing = "Give a capture file, a directory of capture files, or - for standard input."

    func validate() throws {
        if paths.isEmpty { throw ValidationError(Self.missing) }
    }

    var paths: [String] { read + ArgumentRuns.split(arguments) }
}
