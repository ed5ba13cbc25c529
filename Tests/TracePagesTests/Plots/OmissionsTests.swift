import Testing

@testable import TracePages

@Suite struct OmissionsTests {
    @Test func whatIsWholeNeedsNoWords() {
        var omissions = Omissions()
        #expect(omissions.first(3, of: [1, 2, 3], "nodes") == [1, 2, 3])
        #expect(omissions.thinned(3, of: [1, 2], "matches").map(\.entry) == [1, 2])
        #expect(omissions.note.isEmpty)
    }

    @Test func theNoteSaysHowManyAreNotShown() {
        var omissions = Omissions()
        #expect(omissions.first(2, of: 1...5, "nodes", "with most frames") == [1, 2])
        #expect(omissions.first(1, of: 1...3, "data paths") == [1])
        #expect(
            omissions.note
                == "The 2 nodes with most frames are shown; 3 more are not. The first 1 data paths are shown; 2 more are not."
        )
    }

    @Test func aListOverTimeIsThinnedFromEndToEnd() {
        var omissions = Omissions()
        let kept = omissions.thinned(5, of: Array(0..<1001), "matches")
        #expect(kept.map(\.entry) == [0, 250, 500, 750, 1000] && kept.map(\.index) == kept.map(\.entry))
        #expect(omissions.note == "Thinned evenly over time, 5 matches are shown; 996 more are not.")
    }
}
