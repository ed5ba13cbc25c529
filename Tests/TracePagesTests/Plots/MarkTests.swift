import Testing

@testable import TracePages

@Suite struct MarkTests {
    private let area = Area(horizontal: Scale(from: 0, to: 10), vertical: Scale(from: 0, to: 4), height: 100)

    @Test func aLineIsBrokenWhereThereIsNoValue() {
        let mark = Mark(shape: .line([.init(0, 0), .init(5, 4), nil, .init(10, 2)]), series: 1)
        #expect(mark.path(area) == "M0 100L500 0M1000 50")
        #expect(mark.kind == "line s1")
        let steps = Mark(shape: .line([.init(0, 0), .init(1, 0), .init(1, 0), .init(1, 4)]), series: 1)
        #expect(steps.path(area) == "M0 100H100V0")
    }

    @Test func pointsAreLinesOfNoLength() {
        #expect(Mark(shape: .points([.init(1, 1), .init(2.5, 4)]), series: 2).path(area) == "M100 75h0M250 0h0")
    }

    @Test func whatLastsNoTimeIsSeen() {
        let mark = Mark(shape: .bars([.init(x: 5...5, y: 1...2)]), series: 3, style: "faint")
        #expect(mark.path(area) == "M500 50H501.5V75H500Z")
        #expect(mark.kind == "bar s3 faint")
    }

    @Test func placesHaveAsManyDecimalsAsTheyNeed() {
        #expect([0, 1.5, 333.333, 12.05, 999.999].map(Area.fine) == ["0", "1.5", "333.33", "12.05", "1000"])
    }
}
