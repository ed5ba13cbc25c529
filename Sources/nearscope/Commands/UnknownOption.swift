/// An option that a command does not have, where the parser of arguments complains about something else first.
enum UnknownOption {
    /// A message of the parser, or where it complains about something else: the same about an option that its command does not have.
    ///
    /// - Parameters:
    ///   - message: The whole message.
    ///   - complaint: What it is changed for, if it is about that.
    ///   - arguments: Those of the program, without its name.
    static func named(in message: String, instead complaint: String, _ arguments: [String]) -> String {
        let start = "Error: "
        guard message.hasPrefix(start + complaint), let tool = try? CommandDescription(of: NearscopeCommand.self) else {
            return message
        }
        let command = arguments.first.flatMap { tool.command([$0]) } ?? tool.command(["analyze"])
        let known = command?.arguments ?? []
        guard let unknown = first(in: arguments, unknownTo: known) else { return message }
        let names = known.filter(\.shouldDisplay).flatMap { $0.names ?? [] }.filter { $0.kind == .long }.map(\.name)
        let word = String(unknown.trimmingPrefix { $0 == "-" })
        let advice = CommandSpelling.nearest(to: word, among: names).map { ". Did you mean '--\($0)'?" } ?? ""
        return "\(start)Unknown option '\(unknown)'\(advice)" + message.dropFirst(start.count + complaint.count)
    }

    private static func first(in arguments: [String], unknownTo known: [CommandDescription.Argument]) -> String? {
        var isValue = false
        for argument in arguments.prefix(while: { $0 != "--" }) {
            defer { isValue = false }
            // A value of an option that is not known may be a negative number.
            guard !isValue, argument.first == "-", argument != "-", argument.dropFirst().first?.isNumber == false else {
                continue
            }
            let name = String(argument.prefix { $0 != "=" })
            guard let found = known.first(where: { ($0.names ?? []).contains { $0.spelling == name } }) else {
                return name
            }
            if found.kind == .option, name == argument {
                isValue = true
                continue
            }
        }
        return nil
    }
}
