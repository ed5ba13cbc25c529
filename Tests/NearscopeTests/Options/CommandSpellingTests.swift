import Testing

@testable import nearscope

@Suite struct CommandSpellingTests {
    private let names = ["analyze", "services", "sessions", "frames", "txt", "name"]

    @Test func slipsAreRecognized() {
        #expect(CommandSpelling.nearest(to: "serivces", among: names) == "services")
        #expect(CommandSpelling.nearest(to: "session", among: names) == "sessions")
        #expect(CommandSpelling.nearest(to: "analyse", among: names) == "analyze")
        #expect(CommandSpelling.nearest(to: "Frames", among: names) == "frames")
        #expect(CommandSpelling.nearest(to: "tx", among: names) == "txt")
    }

    @Test(arguments: ["test", "trace", "x", "", "capture.pcap", "sessionsessionsessionsession"])
    func otherWordsAreNone(word: String) {
        #expect(CommandSpelling.nearest(to: word, among: names) == nil)
    }
}
