import Testing

@testable import Platform

@Suite struct SystemThreadsTests {
    @Test func hereThreadsCanBeStarted() {
        #expect(SystemThreads.canStart(3))
        #expect(SystemThreads.canStart(0))
    }

    @Test func processorTimeGoesOn() {
        let before = SystemThreads.processorTime
        var sum = 0
        while SystemThreads.processorTime == before { sum &+= 1 }
        #expect(SystemThreads.processorTime > before)
    }
}
