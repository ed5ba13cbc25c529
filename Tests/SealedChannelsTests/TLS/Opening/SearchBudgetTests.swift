import Testing
@testable import SealedChannels

/// How much may be searched.
@Suite struct SearchBudgetTests {
    @Test func workIsCountedByBytesAndAttempts() {
        var budget = SearchBudget()
        var attempts = 0
        while budget.spend(256, byteCount: 1 << 14) { attempts += 256 }
        // Of records of 16 KiB no more than about 16,000.
        #expect((15_000...17_000).contains(attempts))
        let isSpent = !budget.spend(byteCount: 1)
        #expect(isSpent)
    }

    @Test func aSuccessPaysForAFewAttemptsOfItsOwnSize() {
        var budget = SearchBudget()
        while budget.spend(256, byteCount: 100) {}
        let before = budget.work
        budget.succeed(byteCount: 100)
        #expect(budget.work - before == 64 * 612)
        // A peer with the keys cannot have more searched than it sends records.
        var attempts = 0
        while budget.spend(byteCount: 100) { attempts += 1 }
        #expect(attempts <= 64)
    }

    @Test func whatWasNotTriedIsGivenBack() {
        var budget = SearchBudget()
        _ = budget.spend(256, byteCount: 1000)
        budget.giveBack(255, byteCount: 1000)
        #expect(SearchBudget.maximumWork - budget.work == 1512)
        budget.giveBack(1000, byteCount: 1000)
        #expect(budget.work == SearchBudget.maximumWork)
    }
}
