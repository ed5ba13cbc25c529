import Testing

@testable import Platform

/// What threads share, and calls of the system.
@Suite struct LockedTests {
    @Test func noAdditionIsLostAmongThreads() async {
        let sum = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { sum.withLock { $0 += 1 } } }
            }
        }
        #expect(sum.withLock { $0 } == 8000)
    }

    @Test func lockIsGivenBackAfterAnError() {
        let value = Locked(1)
        #expect(throws: SystemError.self) {
            try value.withLock { (value) throws(SystemError) in
                value = 2
                throw SystemError(number: ENOENT)
            }
        }
        #expect(value.withLock { $0 } == 2)
    }
}
