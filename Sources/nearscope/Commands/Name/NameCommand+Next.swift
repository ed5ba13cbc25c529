import ArgumentParser
import ServiceDiscovery
import TraceReports
import WireCoding
import WireText

extension NameCommand {
    struct Next: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what a name becomes when another host already has it.",
            discussion: """
                From 10 on, Apple's responder adds a random number from 1 to 100; systemd-resolved always adds one \
                from 1 to 10. The possible results are shown as a range, or with --seed as one choice.

                EXAMPLES
                  nearscope name next iPad
                  nearscope name next 'Storm (8)' --count 4
                  nearscope name next 'iPad (10)' --responder apple --seed 7
                  nearscope name next MacBook-Pro-14.local --host --format json
                """ + ExitStatus.help([0: "there is a next name", 1: "no responder has one"]))

        @Argument(
            help: ArgumentHelp(
                "An instance label as users see it, or its full name. A host with --host.", valueName: "name"))
        var name: String

        @Option(help: "Only the rule of this responder: apple, avahi, zeroconf, resolved or jmdns. (default: all)")
        var responder: ResponderFamily?

        @Flag(help: "The name is a host name.")
        var host = false

        @Option(help: "Number of conflicts in a row, up to \(Self.maximumCount).")
        var count = 1

        @Option(help: "Draw random numbers from this seed instead of showing ranges.")
        var seed: UInt64?

        @OptionGroup var output: FormatOption<SingleDocument>

        @OptionGroup var width: WidthOption

        /// The most rows that are still an answer.
        static let maximumCount = 10_000

        func validate() throws {
            try LimitedOption.check("--count", count, 1...Self.maximumCount)
        }

        func run() throws {
            let subject: RenameRule.Subject = host ? .host : .service
            let label = NameArgument(name, subject).label
            // A responder that was asked for by name is shown even if it has no rule: python-zeroconf for hosts.
            let rules =
                responder.map { [RenameRule($0, subject)] } ?? RenameRule.all.filter { $0.subject == subject }
            let chains = rules.map { RenameChain($0, from: label, count: count, seed: seed) }
            try output.print(Self.answer(label, subject, chains), text: text(label, chains))
            if chains.allSatisfy(\.steps.isEmpty) { throw ExitCode(ExitStatus.findings.rawValue) }
        }

        private func text(_ label: [UInt8], _ chains: [RenameChain]) -> String {
            let columns = width.columns
            var text = NameText.paragraph(
                "\(NameText.quoted(label))\(length(label)) after \(count == 1 ? "a conflict" : "conflicts"):\n\n",
                width: columns)
            if count == 1 {
                text += NameText.columns(chains.map { [$0.rule.family.title, cell($0, 0)] }, width: columns)
            } else {
                let rows = (0..<(chains.map(\.steps.count).max() ?? 0)).map { row in
                    ["\(row + 1)"] + chains.map { row < $0.steps.count ? cell($0, row) : "" }
                }
                text += NameText.columns([["conflict"] + chains.map(\.rule.family.title)] + rows, width: columns)
            }
            let notes = notes(chains)
            return notes.isEmpty
                ? text : text + "\n" + NameText.paragraph(notes.map { $0 + "\n" }.joined(), width: columns)
        }

        private func notes(_ chains: [RenameChain]) -> [String] {
            var notes: [String] = []
            for chain in chains {
                let isRandom = chain.steps.contains { if case .between = $0 { true } else { false } }
                if isRandom {
                    let (start, most) = chain.rule.family == .apple ? ("from 10 on, ", 100) : ("", 10)
                    notes.append(
                        "\(chain.rule.family.title): \(start)a random number from 1 to \(most) is added.")
                }
                guard let end = chain.end else { continue }
                let which = chain.steps.isEmpty ? "no other name" : "no further name"
                notes.append("\(chain.rule.family.title): \(which), \(end).")
            }
            if !host, name.lowercased().hasSuffix(".local"), !name.contains("._") {
                notes.append("If this is a host name, use --host.")
            }
            return notes
        }

        private func cell(_ chain: RenameChain, _ index: Int) -> String {
            guard index < chain.steps.count else { return "-" }
            switch chain.steps[index] {
            case .exact(let label): return NameText.distinct(label) + length(label)
            case .between(let first, let last, _):
                // The name is shown once if both have it complete.
                let opening = Array((chain.rule.subject == .service ? " (" : "-").utf8)
                let start =
                    chain.rule.family == .resolved
                    ? (last.lastIndex { !(0x30...0x39).contains($0) } ?? -1) + 1
                    : last.indices.last { last[$0...].starts(with: opening) } ?? last.startIndex
                let isSame = last[..<start].elementsEqual(first.prefix(start))
                let end = isSame ? Array(last[start...].drop { $0 == 0x20 }) : last
                return "\(NameText.shown(first))…\(NameText.shown(end))\(length(last))"
            }
        }

        /// The length, where it comes near the limit, so that the name may have been cut.
        private func length(_ label: [UInt8]) -> String { label.count > 55 ? " [\(label.count) bytes]" : "" }
    }
}

extension NameCommand.Next {
    private static func answer(
        _ label: [UInt8], _ subject: RenameRule.Subject, _ chains: [RenameChain]
    ) -> FieldValue {
        let rules = chains.map { chain -> FieldValue in
            [
                "responder": .text(chain.rule.family.rawValue),
                "steps": .list(chain.steps.enumerated().map { step($0.offset + 1, $0.element) }),
                // Why there are not as many steps as asked for.
                "end": .optional(chain.end?.description),
            ]
        }
        return ["name": .label(label), "subject": .text(subject.rawValue), "rules": .list(rules)]
    }

    /// One label, or the first and last of as many as `choices` says.
    private static func step(_ conflict: Int, _ step: RenameChain.Step) -> FieldValue {
        switch step {
        case .exact(let label):
            [
                "conflict": .count(conflict), "label": .label(label), "bytes": .count(label.count), "first": .null,
                "last": .null, "choices": .count(1),
            ]
        case .between(let first, let last, let count):
            [
                "conflict": .count(conflict), "label": .null, "bytes": .null, "first": .label(first),
                "last": .label(last), "choices": .count(count),
            ]
        }
    }
}
