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

    @Test func theOnlyNameThatContainsAWordIsSuggested() {
        let types = ["_yourmesh._tcp", "_yourmesh._tcp", "_airplay._tcp", "Bruno's iPhone"]
        #expect(CommandSpelling.suggestion(for: "yourmesh", among: types) == "_yourmesh._tcp")
        #expect(CommandSpelling.suggestion(for: "IPHONE", among: types) == "Bruno's iPhone")
        #expect(CommandSpelling.suggestion(for: "_tcp", among: types) == nil)
        #expect(CommandSpelling.suggestion(for: "", among: ["a"]) == nil)
        #expect(CommandSpelling.suggestion(for: "brunos iphone", among: types) == "Bruno's iPhone")
    }

    @Test(arguments: ["test", "trace", "x", "", "capture.pcap", "sessionsessionsessionsession"])
    func otherWordsAreNone(word: String) {
        #expect(CommandSpelling.nearest(to: word, among: names) == nil)
    }
}
