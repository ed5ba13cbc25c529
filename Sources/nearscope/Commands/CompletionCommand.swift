import ArgumentParser

/// The completion scripts of the tool, for those who install it.
struct CompletionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Prints a script that completes commands, options and files in a shell.",
        discussion: """
            Packages of nearscope have these scripts. Without a package, put the script where the shell looks for it, and \
            start a new shell. A first word that is no command is completed as an argument of analyze.

            EXAMPLES
              source <(nearscope completion bash)   in this shell only
              nearscope completion bash > ~/.nearscope.bash   source it in ~/.bashrc
              nearscope completion zsh > /usr/local/share/zsh/site-functions/_nearscope
              nearscope completion fish > ~/.config/fish/completions/nearscope.fish
            """ + ExitStatus.help(others: [0, 64, 74]))

    @Argument(help: "The shell.")
    var shell: CompletionScript.Shell

    func run() throws {
        try StandardOutput().write(try CompletionScript(shell, of: NearscopeCommand.self).text)
    }
}
