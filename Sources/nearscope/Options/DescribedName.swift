import ArgumentParser

/// The name of a described protocol, as `decode` and `encode` take it.
struct DescribedName: ParsableArguments {
    @Argument(help: ArgumentHelp("The name in the description.", valueName: "name"))
    var name: String

    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp("The description. Required; repeat for several.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var paths: [String] = []

    func validate() throws {
        if paths.isEmpty { throw ValidationError("Give the description with --protocol FILE.") }
    }

    /// The description of that name.
    ///
    /// - Throws: The exit status for descriptions that cannot be read, are refused, or have other names.
    func file() throws -> DescriptionFile {
        let files = try ProtocolOptions.files(paths)
        guard let file = files.first(where: { $0.name == name }) else {
            throw ExitStatus.missing("description", name, files.map(\.name), or: [])
        }
        return file
    }
}

extension DescribedName {
    /// The subcommand of `decode` and `encode` for described protocols.
    static let subcommand = "described"

    /// `decode NAME … --protocol FILE` with the subcommand that this means, and other arguments as they are.
    ///
    /// Every description has a name of its own, which no list of subcommands can have.
    static func inserted(into arguments: [String]) -> [String] {
        guard arguments.count > 1, ["decode", "encode"].contains(arguments[0]), arguments[1] != subcommand,
            arguments.prefix(while: { $0 != "--" }).contains(where: {
                $0 == "--protocol" || $0.hasPrefix("--protocol=")
            })
        else { return arguments }
        return [arguments[0], subcommand] + arguments.dropFirst()
    }
}
