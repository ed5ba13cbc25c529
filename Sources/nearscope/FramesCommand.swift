import ArgumentParser
struct FramesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "frames")
}
