import Testing

@testable import TraceAnalysis

@Suite struct DelayCourseTests {
    private func course(_ delays: some Sequence<Int>) -> [Double] {
        var samples = DelaySamples()
        for delay in delays { samples.record(Int64(delay) * 1_000_000_000) }
        return samples.course
    }

    @Test func fewDelaysHaveNone() {
        #expect(course(1..<DelaySamples.fewestOfCourse).isEmpty)
        #expect(course(1...DelaySamples.fewestOfCourse).count == DelaySamples.fewestOfCourse)
    }

    @Test func itIsInTheOrderOfTheDelays() {
        #expect(course(1...16) == (1...16).map(Double.init))
        #expect(course(1...32) == stride(from: 1.5, to: 32, by: 2).map { $0 })
    }

    @Test(arguments: [128, 129, 1000, 12345]) func groupsHaveOneSizeAndCoverAll(count: Int) {
        let course = course(repeatElement(3, count: count))
        #expect((DelayCourse.limit / 2...DelayCourse.limit).contains(course.count))
        #expect(course.allSatisfy { $0 == 3 })
    }
}
