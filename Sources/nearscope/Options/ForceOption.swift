import ArgumentParser

/// Whether files that are there may be lost, for all commands that write files.
struct ForceOption: ParsableArguments {
    @Flag(help: "Replace existing files.")
    var force = false
}
