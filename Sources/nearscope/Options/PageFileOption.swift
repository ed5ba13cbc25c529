import ArgumentParser
import TracePages
import TraceReports

/// Where a page of HTML goes.
struct PageFileOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "With --format html, the page to write, or - for standard output. (default: -)", valueName: "file"),
        completion: .file())
    var output: String?

    /// - Throws: A usage error for a file without a page.
    func check(_ format: OutputFormat) throws {
        if output != nil, format != .html { throw ValidationError("-o is for --format html.") }
    }

    /// - Throws: The exit status for a page that could not be written.
    func write(_ page: [UInt8]) throws {
        if let output, output != "-" {
            try OutputFile.write(page, to: output, replaces: true)
        } else {
            try StandardOutput().write(page)
        }
    }
}

/// How a page is made again.
enum PageCommand {
    static func text(_ command: String, _ words: [String]) -> String {
        (["nearscope", command] + words.map(ShellWord.quoted)).joined(separator: " ")
    }
}
