@main
enum Program {
    /// Runs the command on other threads, and what has to happen on this one here: after a main function that is asynchronous it
    /// would be gone, with all the rights that it had.
    static func main() {
        Task.detached {
            await NearscopeCommand.main()
            MainThread.end()
        }
        MainThread.serve()
    }
}
