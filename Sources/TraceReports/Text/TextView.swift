import WireText

/// A view of a report for people: lines for a terminal, with nothing from captures in them that could steer it.
public protocol TextView: Sendable {
    /// The widths that the view can use; another one counts as the nearest of them.
    static var widths: ClosedRange<Int> { get }

    /// The terminal that the view is for.
    var page: TextPage { get }

    /// - Parameter page: With a width in `widths`.
    init(page: TextPage)
}

/// The terminal that a view is for, and how much it is to show.
public struct TextPage: Sendable {
    /// The width of the terminal in columns.
    public let width: Int
    /// Whether the text has colors.
    public let style: TextStyle
    /// Whether everything is shown, including what a first look can do without; some views always show everything.
    public let showsAll: Bool
}

extension TextView {
    /// 40 to 200 columns.
    public static var widths: ClosedRange<Int> { 40...200 }

    /// A view for a terminal, by default one of 80 columns without colors.
    ///
    /// - Parameters:
    ///   - width: Columns of the terminal. One outside ``widths`` counts as the nearest of them.
    ///   - style: Whether the text has colors.
    ///   - showsAll: Whether everything is shown (``TextPage/showsAll``).
    public init(width: Int = 80, style: TextStyle = TextStyle(colored: false), showsAll: Bool = false) {
        let width = max(Self.widths.lowerBound, min(width, Self.widths.upperBound))
        self.init(page: TextPage(width: width, style: style, showsAll: showsAll))
    }

    var width: Int { page.width }
    var style: TextStyle { page.style }
    var showsAll: Bool { page.showsAll }

    func heading(_ title: String, _ counts: String = "") -> String {
        let room = max(1, width - SafeText.width(title) - 3)
        return style.heading(title)
            + (counts.isEmpty ? "" : " " + style.dim("(" + SafeText.cut(counts, width: room) + ")"))
    }

    func table(_ columns: [TextTable.Column], _ rows: some Sequence<[String]>) -> [String] {
        var table = TextTable(columns)
        for row in rows { table.add(row) }
        return table.lines(width: width, style: style)
    }

    /// A host's name without the dot at its end.
    static func host(_ name: String) -> String {
        SafeText.escaped(name.hasSuffix(".") ? String(name.dropLast()) : name)
    }

    /// Lines that are broken between parts, as ``SafeText`` does it.
    ///
    /// - Parameters:
    ///   - first: What the first line has in place of the margin, and as wide; nil for the margin itself.
    ///   - emphasis: Applied to each line without its margin.
    func paragraph(
        _ parts: [String], first: String? = nil, margin: Int = 2, emphasis: (String) -> String = { $0 }
    ) -> [String] {
        let space = String(repeating: " ", count: margin)
        return SafeText.wrapped(parts, width: width - margin).enumerated().map { index, line in
            (index == 0 ? first ?? space : space) + emphasis(line)
        }
    }

    /// Lines that are broken between words.
    func paragraph(
        _ text: String, first: String? = nil, margin: Int = 2, emphasis: (String) -> String = { $0 }
    ) -> [String] {
        paragraph(text.split(separator: " ").map(String.init), first: first, margin: margin, emphasis: emphasis)
    }

    /// A label on the right of its column, and after it parts in lines under each other. Nothing without parts.
    func labeled(_ label: String, _ parts: [String]) -> [String] {
        let padding = String(repeating: " ", count: max(0, 9 - label.count))
        return paragraph(parts, first: label.isEmpty ? nil : "  " + padding + colored(label) + "  ", margin: 13)
    }

    func labeled(_ label: String, _ text: String) -> [String] {
        labeled(label, text.split(separator: " ").map(String.init))
    }

    private func colored(_ label: String) -> String {
        switch label {
        case "error": style.red(label)
        case "warning", "limits", "why": style.yellow(label)
        case "note": style.cyan(label)
        default: style.dim(label)
        }
    }
}
