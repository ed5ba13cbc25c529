/// The manual page of a command, made of its help.
struct ManualPage {
    private let command: CommandDescription
    private let tool: CommandDescription
    private let version: String
    private let date: String

    /// - Parameters:
    ///   - command: One of the family of `tool`.
    ///   - tool: The command that has all others.
    ///   - date: In the form `2026-11-25`.
    init(_ command: CommandDescription, of tool: CommandDescription, version: String, date: String) {
        (self.command, self.tool, self.version, self.date) = (command, tool, version, date)
    }

    /// `nearscope-name-next`: man finds it as `man nearscope-name-next` and, on most systems, as `man nearscope name next`.
    var name: String { Self.name(command) }

    var fileName: String { name + "." + Self.section }

    /// The page in the language of man(7).
    var text: String {
        let help = HelpSections(command.discussion ?? "")
        var page = Roff()
        page.comment("Made by nearscope manual; changes belong in the help of the command.")
        page.request(".TH", name.uppercased(), Self.section, date, "\(tool.commandName) \(version)", "Nearscope")
        page.request(".SH", "NAME")
        page.fill(name + " - " + Self.clause(command.abstract ?? ""))
        addSynopsis(to: &page)
        addDescription(help, to: &page)
        addCommands(to: &page)
        addOptions(to: &page)
        addExamples(help.examples, to: &page)
        addStatuses(help.statuses, to: &page)
        addRelatives(to: &page)
        return page.text
    }

    private static let section = "1"

    private static func name(_ command: CommandDescription) -> String { command.words.joined(separator: "-") }

    /// A sentence as part of another: `shows a DNS message`.
    private static func clause(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        // Not the beginning of `DNS` or `TXT`.
        guard text.dropFirst().first?.isUppercase == false else { return String(text) }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private func addSynopsis(to page: inout Roff) {
        page.request(".SH", "SYNOPSIS")
        var forms = [synopsis(command)]
        if let name = command.defaultSubcommand, let main = command.command([name]) {
            forms.insert(Roff.bold(command.words.joined(separator: " ")) + " " + arguments(of: main), at: 0)
        }
        for (index, form) in forms.enumerated() {
            if index > 0 { page.request(".br") }
            page.add(form)
        }
    }

    private func synopsis(_ command: CommandDescription) -> String {
        let name = Roff.bold(command.words.joined(separator: " "))
        guard command.children.isEmpty else { return name + " " + Roff.italic("command") + " [...]" }
        return name + " " + arguments(of: command)
    }

    private func arguments(of command: CommandDescription) -> String {
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        // What must be given, and that there may be more.
        let needed = arguments.filter { $0.kind == .option && !$0.isOptional }.map {
            Self.spelling($0, $0.names?.last.map { [$0] } ?? [])
        }
        let positional = arguments.filter { $0.kind == .positional }.map { argument in
            let value = Roff.italic(argument.valueName ?? "value") + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(value)]" : value
        }
        return (needed + ["[" + Roff.italic("options") + "]"] + positional).joined(separator: " ")
    }

    private func addDescription(_ help: HelpSections, to page: inout Roff) {
        page.request(".SH", "DESCRIPTION")
        page.fill(command.abstract ?? "")
        for part in help.parts {
            page.request(".PP")
            switch part {
            case .paragraph(let text): page.fill(text)
            case .literal(let lines):
                page.request(".RS")
                page.literal(lines)
                page.request(".RE")
            }
        }
        if let name = command.defaultSubcommand {
            page.request(".PP")
            page.add("Without a command, it is " + Roff.bold(name) + ".")
        }
    }

    private func addCommands(to page: inout Roff) {
        guard !command.children.isEmpty else { return }
        page.request(".SH", "COMMANDS")
        for child in command.children {
            page.request(".TP")
            page.add(Roff.bold(child.commandName))
            page.fill(child.abstract ?? "")
        }
    }

    private func addOptions(to page: inout Roff) {
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        for (title, kinds) in [
            ("ARGUMENTS", [CommandDescription.Argument.Kind.positional]), ("OPTIONS", [.option, .flag]),
        ] {
            let shown = arguments.filter { kinds.contains($0.kind) }
            if !shown.isEmpty { page.request(".SH", title) }
            for argument in shown {
                page.request(".TP")
                page.add(Self.spelling(argument, argument.names ?? []))
                page.fill(Self.sentences(argument))
            }
        }
    }

    /// `-o, --output file`
    private static func spelling(
        _ argument: CommandDescription.Argument, _ names: [CommandDescription.Argument.Name]
    ) -> String {
        let value = Roff.italic(argument.valueName ?? "value")
        guard argument.kind != .positional else { return value }
        let all = names.map { Roff.bold($0.spelling) }.joined(separator: ", ")
        return argument.kind == .flag ? all : all + " " + value
    }

    private static func sentences(_ argument: CommandDescription.Argument) -> String {
        var text = [argument.abstract, argument.discussion].compactMap(\.self)
        if let values = argument.allValues, !values.isEmpty {
            text.append("Values: \(values.joined(separator: ", ")).")
        }
        if let value = argument.defaultValue { text.append("Default: \(value).") }
        return text.joined(separator: " ")
    }

    private func addExamples(_ examples: [HelpSections.Example], to page: inout Roff) {
        guard !examples.isEmpty else { return }
        page.request(".SH", "EXAMPLES")
        for (index, example) in examples.enumerated() {
            if index > 0 { page.request(".PP") }
            page.literal(example.lines, isBold: true)
            guard let comment = example.comment else { continue }
            page.request(".RS")
            page.fill(comment)
            page.request(".RE")
        }
    }

    private func addStatuses(_ statuses: [(number: String, meaning: String)], to page: inout Roff) {
        guard !statuses.isEmpty else { return }
        page.request(".SH", "EXIT STATUS")
        for (number, meaning) in statuses {
            page.request(".TP")
            page.add(Roff.bold(number))
            page.fill(meaning)
        }
    }

    /// The commands above and below.
    private func addRelatives(to page: inout Roff) {
        let above = tool.family.filter { $0.words.count < command.words.count && command.words.starts(with: $0.words) }
        let names = (above + command.children).map { Roff.bold(Self.name($0)) + "(\(Self.section))" }
        guard !names.isEmpty else { return }
        page.request(".SH", "SEE ALSO")
        for (index, name) in names.enumerated() { page.add(name + (index < names.count - 1 ? "," : "")) }
    }
}
