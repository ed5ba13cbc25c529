import ArgumentParser
import ServiceDiscovery
import TraceReports
import WireCoding
import WireText

extension NameCommand {
    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows whose rule turned one name into another, and after how many conflicts.",
            discussion: """
                If no rule leads from the first name to the second, a user or an app chose the second. If no rule for \
                services leads there, the rules for hosts are tried too.

                EXAMPLES
                  nearscope name explain iPad 'iPad (3)'
                  nearscope name explain MacBook-Pro.local MacBook-Pro-2.local --host
                  nearscope name explain 'Alice._http._tcp.local' \\
                      'Alice #2._http._tcp.local' --format json
                """ + ExitStatus.help([0: "a rule leads there", 1: "no rule does"]))

        @Argument(help: "The name before: the label that users see, or the full name.")
        var from: String

        @Argument(help: "The name after.")
        var to: String

        @Flag(help: "The names are host names.")
        var host = false

        @OptionGroup var output: FormatOption<SingleDocument>

        @OptionGroup var width: WidthOption

        private var subject: RenameRule.Subject { host ? .host : .service }

        func run() throws {
            let asked = Change(from, to, subject)
            let change = asked.ways.isEmpty ? asked.asHosts ?? asked : asked
            try output.print(Self.answer(change), text: text(change, isGuess: change.subject != subject))
            if change.ways.isEmpty { throw ExitCode(ExitStatus.findings.rawValue) }
        }

        /// Two names of the same kind, and how one can have become the other.
        struct Change {
            let old: NameArgument
            let new: NameArgument
            let subject: RenameRule.Subject
            private(set) var ways: [Way] = []
            private let texts: (from: String, to: String)

            init(_ from: String, _ to: String, _ subject: RenameRule.Subject) {
                old = NameArgument(from, subject)
                new = NameArgument(to, subject)
                self.subject = subject
                texts = (from, to)
                if isOneNameSpace { ways = Explain.ways(old.label, new.label, subject) }
            }

            /// The same names taken for those of hosts, where that explains what they are not as those of services.
            var asHosts: Change? {
                guard subject == .service, old.service == nil, new.service == nil else { return nil }
                let hosts = Change(texts.from, texts.to, .host)
                return hosts.ways.isEmpty ? nil : hosts
            }

            /// Instances of different types or domains never conflict.
            var isOneNameSpace: Bool {
                guard let first = old.service, let second = new.service else { return true }
                return first.type == second.type && first.domain == second.domain
            }
        }

        struct Way {
            let rule: RenameRule
            let conflicts: Int
            /// The labels in between, if there is only one path and it is short.
            let labels: [[UInt8]]
        }

        static func ways(_ old: [UInt8], _ new: [UInt8], _ subject: RenameRule.Subject) -> [Way] {
            RenameRule.all.filter { $0.subject == subject }.compactMap { rule in
                guard let conflicts = rule.conflicts(from: old, to: new, limit: .max), conflicts > 0 else { return nil }
                return Way(rule: rule, conflicts: conflicts, labels: labels(rule, old, new, conflicts))
            }
        }

        /// The most labels between that are shown.
        private static let maximumLabels = 12

        private static func labels(
            _ rule: RenameRule, _ old: [UInt8], _ new: [UInt8], _ conflicts: Int
        ) -> [[UInt8]] {
            guard conflicts <= maximumLabels else { return [] }
            // python-zeroconf may be in the middle of a chain, whose beginning the number then shows.
            let original = rule.origin(of: old).map(\.label) ?? old
            for start in [old, original] {
                let chain = RenameChain(rule, from: old, original: start, count: conflicts)
                let labels = chain.steps.compactMap { if case .exact(let label) = $0 { label } else { nil } }
                if labels.count == conflicts,
                    labels.last.map({ rule.conflicts(from: $0, to: new, limit: 0) == 0 }) == true
                {
                    return labels
                }
            }
            return []
        }

        /// - Parameter isGuess: Whether it is only assumed that the names are host names.
        private func text(_ change: Change, isGuess: Bool) -> String {
            let (old, new) = (change.old, change.new)
            let from = NameText.quoted(old.label)
            let to = NameText.quoted(new.label)
            let columns = width.columns
            guard let first = change.ways.first else {
                return NameText.paragraph("\(from) to \(to): \(reason(change))\n", width: columns)
            }
            let head =
                (isGuess ? "If these are host names, " : "")
                + (change.ways.count == 1
                    ? "\(from) became \(to) by the rule of \(first.rule.family.title):"
                    : "\(from) became \(to) by one of these rules:")
            let rows = change.ways.map { way in
                let isRandom = [.apple, .resolved].contains(way.rule.family) && way.labels.isEmpty
                let count = (isRandom ? "at least " : "") + NameText.count(way.conflicts, "conflict")
                return [way.rule.family.title, count, Self.path(old.label, way, new.label)]
            }
            return NameText.paragraph(head + "\n\n", width: columns) + NameText.columns(rows, width: columns)
                + NameText.paragraph(
                    "\nA conflict means that another host on the link already had the name.\n", width: columns)
        }

        private static func path(_ old: [UInt8], _ way: Way, _ new: [UInt8]) -> String {
            let labels = way.labels.isEmpty ? [] : [old] + way.labels
            return labels.isEmpty
                ? "\(NameText.shown(old)) → … → \(NameText.shown(new))"
                : labels.map(NameText.shown).joined(separator: " → ")
        }

        /// Why no rule explains it.
        private func reason(_ change: Change) -> String {
            let (old, new) = (change.old, change.new)
            if RenameRule.all.contains(where: { $0.conflicts(from: old.label, to: new.label, limit: 0) == 0 }) {
                return "the same name; upper and lower case of ASCII letters do not differ."
            }
            guard change.isOneNameSpace else {
                return "not a rename: the names have different types or domains, and so never conflict."
            }
            // An explanation as host names replaces this one; one as service names was not asked for.
            let asService = host ? Self.ways(old.label, new.label, .service).first : nil
            var text = "no responder turns one into the other" + (host ? " as host names." : ".")
            if asService == nil { text += " Somebody chose the name: the user or the app." }
            if let way = Self.ways(new.label, old.label, subject).first {
                text += "\nIn the other direction it takes \(NameText.count(way.conflicts, "conflict")) by the rule of "
                text += "\(way.rule.family.title): perhaps the old name became free again."
            }
            if let asService {
                text +=
                    "\nAs service names it takes \(NameText.count(asService.conflicts, "conflict")) by the rule of "
                text += "\(asService.rule.family.title) (without --host)."
            }
            return text
        }
    }
}

extension NameCommand.Explain {
    private static func answer(_ change: Change) -> FieldValue {
        let rules = change.ways.map { way -> FieldValue in
            [
                "responder": .text(way.rule.family.rawValue), "conflicts": .count(way.conflicts),
                // Empty where they are not certain.
                "labels": .list(way.labels.map { .label($0) }),
            ]
        }
        return [
            "from": .label(change.old.label), "to": .label(change.new.label),
            // Host also if only the rules for hosts lead there, though they were not asked for.
            "subject": .text(change.subject.rawValue), "rules": .list(rules),
        ]
    }
}
