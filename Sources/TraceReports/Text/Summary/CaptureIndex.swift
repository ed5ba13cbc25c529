import TraceModel
import WireText

/// A line for each of several captures, before what there is to say of each: where to look first.
///
/// Lines are made one by one, so that they can be shown while further captures are read, and none is kept.
public struct CaptureIndex: TextView {
    public let page: TextPage
    private var lines: TableLayout.Lines?
    private var counts: [Finding.Severity: Int] = [:]
    private var captures = 0
    private var unreadable = 0
    private var faults: [Fault: Int] = [:]

    /// Why a capture without findings is not sound.
    private enum Fault: String, CaseIterable {
        case damage = "cut off or damaged"
        case memory = "not all analyzed"
        case emptiness = "no packets"
        case strangeness = "nothing decoded"

        /// After a number of captures.
        var predicate: String {
            switch self {
            case .damage, .memory: rawValue
            case .emptiness: "without packets"
            case .strangeness: "not decoded"
            }
        }

        /// nil for a sound one.
        init?(of report: TraceReport) {
            let capture = report.capture
            if capture.fileError != nil {
                self = .damage
            } else if capture.memory != nil {
                self = .memory
            } else if capture.packets == 0 {
                self = .emptiness
            } else if capture.undecodedPackets + capture.malformedPackets >= capture.packets, report.sessions.isEmpty {
                self = .strangeness
            } else {
                return nil
            }
        }
    }

    public init(page: TextPage) { self.page = page }

    /// Columns without the one of files, with the gaps before them.
    private static let others = 59

    /// - Parameter paths: All captures that there will be lines for, which is known before the first is read.
    public mutating func begin(_ paths: [String]) -> String {
        var layout = TableLayout([
            .init("file", limit: max(16, width - Self.others), minimum: 16),
            .init("packets", .right, dispensable: 1), .init("duration", .right, dispensable: 2),
            .init("sessions", .right), .init("worst finding", limit: 28, minimum: 13),
        ])
        for path in paths { layout.measure([Self.name(path), "", "", "", ""]) }
        // As wide as most cells of these columns are.
        layout.measure(["", "999,999", "59 min 9 s", "9,999", "warning: connection-refused"])
        let lines = layout.fitted(into: width, indent: 0)
        self.lines = lines
        return heading("Captures", "\(paths.count)") + "\n" + style.dim(lines.heading) + "\n"
    }

    /// The line of a capture.
    public mutating func line(_ report: TraceReport) -> String {
        captures += 1
        let worst = report.findingGroups.flatMap { [$0] + $0.consequences }.max { $0.severity < $1.severity }
        let fault = Fault(of: report)
        if let worst, worst.severity != .note || fault == nil {
            counts[worst.severity, default: 0] += 1
        } else if let fault {
            faults[fault, default: 0] += 1
        }
        let capture = report.capture
        let sessions = report.sessions.count { !$0.isBackground }
        return line([
            Self.name(capture.path), Quantity.grouped(capture.packets),
            capture.duration.map(Self.duration) ?? "",
            Quantity.grouped(sessions), Self.state(worst, fault),
        ])
    }

    /// The line of a capture that could not be read; the reason is on standard error.
    public mutating func line(unreadable path: String) -> String {
        unreadable += 1
        return line([Self.name(path), "", "", "", "cannot be read"])
    }

    /// What all lines together say.
    public func end() -> String {
        let kinds = Finding.Severity.allCases.reversed().compactMap { severity in
            counts[severity].map {
                "\(Quantity.grouped($0)) with \(severity == .error ? "errors" : "\(severity.rawValue)s") at worst"
            }
        }
        let clean = captures - counts.values.reduce(0, +) - faults.values.reduce(0, +)
        let parts =
            ["\(Quantity.grouped(clean)) without findings"] + kinds
            + Fault.allCases.compactMap { fault in faults[fault].map { "\(Quantity.grouped($0)) \(fault.predicate)" } }
            + (unreadable > 0 ? ["\(Quantity.grouped(unreadable)) cannot be read"] : [])
        let title = Quantity.count(captures + unreadable, "capture") + ":"
        return paragraph([title] + TextSummary.list(parts), margin: 0).joined(separator: "\n") + "\n"
    }

    private func line(_ cells: [String]) -> String { (lines?.line(cells) ?? "") + "\n" }

    /// Of days, hours are too much for a column.
    private static func duration(_ seconds: Double) -> String {
        let text = Quantity.duration(seconds)
        return text.firstRange(of: " days").map { String(text[..<$0.upperBound]) } ?? text
    }

    private static func name(_ path: String) -> String {
        path == "-" ? "standard input" : SafeText.escaped(path.split(separator: "/").last.map(String.init) ?? path)
    }

    /// `warning: name-conflict`, `nothing wrong`
    private static func state(_ worst: FindingGroup?, _ fault: Fault?) -> String {
        guard let worst, worst.severity != .note || fault == nil else { return fault?.rawValue ?? "nothing wrong" }
        return "\(worst.severity.rawValue): \(SafeText.escaped(worst.code.rawValue))"
    }
}
