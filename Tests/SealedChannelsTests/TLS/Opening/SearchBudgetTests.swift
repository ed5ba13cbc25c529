import Testing
@testable import SealedChannels

/// How much may be searched.
@Suite struct SearchBudgetTests {
    private var allowance = 1 << 30

    @Test mutating func attemptsAreCountedUntilNoneIsLeft() {
        var budget = SearchBudget()
        var attempts = 0
        while budget.spend(256, of: &allowance) { attempts += 256 }
        #expect(attempts == SearchBudget.maximumAttempts)
        #expect(allowance == 1 << 30 - attempts)
        let isSpent = !budget.spend(1, of: &allowance)
        #expect(isSpent)
    }

    /// A long record takes longer to be opened than a short one.
    @Test func openingCountsByBytes() {
        #expect(SearchBudget.cost(ofOpening: 100) == 1)
        #expect(SearchBudget.cost(ofOpening: 1 << 14) == 9)
    }

    /// However many connections there are, all together search no more than is allowed.
    @Test mutating func connectionsShareOneAllowance() {
        allowance = 1000
        var first = SearchBudget()
        var second = SearchBudget()
        let spends = [
            first.spend(600, of: &allowance), second.spend(600, of: &allowance), first.spend(1, of: &allowance),
        ]
        #expect(spends == [true, true, false])
        second.giveBack(600, to: &allowance)
        let isAllowedAgain = first.spend(1, of: &allowance)
        #expect(isAllowedAgain)
    }

    @Test mutating func aSuccessPaysForAFewAttempts() {
        var budget = SearchBudget()
        while budget.spend(256, of: &allowance) {}
        budget.succeed(&allowance)
        // A peer with the keys cannot have more searched than it sends records.
        var attempts = 0
        while budget.spend(1, of: &allowance) { attempts += 1 }
        #expect(attempts == 64)
    }

    @Test mutating func whatWasNotTriedIsGivenBack() {
        var budget = SearchBudget()
        _ = budget.spend(256, of: &allowance)
        budget.giveBack(255, to: &allowance)
        #expect(SearchBudget.maximumAttempts - budget.attempts == 1)
        // Never more than was spent.
        budget.giveBack(1000, to: &allowance)
        #expect(budget.attempts == SearchBudget.maximumAttempts)
        #expect(allowance == 1 << 30)
    }

    @Test mutating func aStreamThatOpensHasCostNothing() {
        var budget = SearchBudget()
        _ = budget.spend(3072, of: &allowance)
        budget.reset(&allowance)
        #expect(allowance == 1 << 30)
    }
}
