import ArgumentParser
import Foundation
import TraceReports
import WireText

/// How wide text is.
struct WidthOption: ParsableArguments {
    /// With more columns no text is easier to read, and with fewer some tables are not.
    static let limits = 40...200
    /// Where nothing says how wide the text is to be: the content of files and pipes does not depend on a window.
    static let usual = 80

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Columns of the text, 40 to 200; tables of sessions, services and TXT entries have 60 at least. (default: the variable COLUMNS, else those of the terminal, else 80)",
            valueName: "columns"))
    var width: Int?

    func validate() throws {
        try LimitedOption.check("--width", width, Self.limits)
    }

    /// The columns that the user or the terminal wants, nil where neither says it.
    func wanted(on output: StandardOutput = StandardOutput()) -> Int? {
        let variable = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let columns = width ?? variable ?? output.terminalWidth
        return columns.map { max(Self.limits.lowerBound, min($0, Self.limits.upperBound)) }
    }

    /// The columns to use.
    var columns: Int { wanted() ?? Self.usual }
}

/// How text for people looks: its colors and its width.
struct PageOptions: ParsableArguments {
    enum Color: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

    @Option(help: "Whether to use colors. auto: on a terminal that has them, unless the variable NO_COLOR is set.")
    var color = Color.auto

    @Flag(help: "The same as --color never.")
    var noColor = false

    @Flag(help: "Draw no sparklines, whose characters not every font has.")
    var ascii = false

    @OptionGroup var width: WidthOption

    /// - Parameter isTerminal: Whether the text goes to a terminal.
    func style(isTerminal: Bool) -> TextStyle {
        guard !noColor else { return TextStyle(colored: false, ascii: ascii) }
        return switch color {
        case .always: TextStyle(colored: true, ascii: ascii)
        case .never: TextStyle(colored: false, ascii: ascii)
        case .auto: TextStyle(colored: isTerminal && Self.hasColors, ascii: ascii)
        }
    }

    /// Of standard output.
    var style: TextStyle { style(isTerminal: StandardOutput().isTerminal) }

    /// A view for standard output.
    func view<View: TextView>(_: View.Type, showsAll: Bool = false) -> View {
        View(width: width.columns, style: style, showsAll: showsAll)
    }

    /// Whether terminals are to have colors: https://no-color.org, and a terminal that has none.
    private static var hasColors: Bool {
        let environment = ProcessInfo.processInfo.environment
        return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
}
