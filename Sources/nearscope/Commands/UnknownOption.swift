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
        let known = Set((command?.arguments ?? []).flatMap { $0.names ?? [] }.map(\.spelling))
        // The value of an option may be a negative number.
        let options = arguments.prefix { $0 != "--" }.filter {
            $0.first == "-" && $0.dropFirst().first?.isNumber == false
        }
        let unknown = options.map { String($0.prefix { $0 != "=" }) }.first { !known.contains($0) }
        guard let unknown else { return message }
        return "\(start)Unknown option '\(unknown)'" + message.dropFirst(start.count + complaint.count)
    }
}
