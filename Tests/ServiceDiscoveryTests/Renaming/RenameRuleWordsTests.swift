import Testing

@testable import ServiceDiscovery

@Suite struct RenameRuleWordsTests {
    private func words(
        _ family: ResponderFamily, _ label: String, _ subject: RenameRule.Subject = .service, conflicts: Int = 1
    ) -> String {
        RenameRule(family, subject).explanation(after: Array(label.utf8), conflicts: conflicts)
    }

    @Test func aNumberIsReadAndCountedUp() {
        #expect(words(.apple, "iPad (02)") == "it adds 1 to the number in parentheses, 2 + 1 = 3")
        #expect(words(.avahi, "iPad #4") == "it adds 1 to the number after #, 4 + 1 = 5")
        #expect(words(.jmdns, "mac-1", .host) == "it adds 1 to the number after the hyphen, 1 + 1 = 2")
    }

    @Test func aNameWithoutANumberGetsTheFirst() {
        #expect(words(.apple, "iPad") == "it puts (2) after a name without a number")
        #expect(words(.avahi, "iPad #04") == "it puts #2 after a name without a number")
        #expect(words(.jmdns, "mac", .host) == "it puts -1 after a name without a number")
    }

    @Test func whatIsRandomIsSaid() {
        #expect(words(.apple, "iPad (10)").hasPrefix("from 10 on it adds 1 to 100 at random"))
        #expect(words(.resolved, "iPad7").contains("1 to 10 at random"))
    }

    @Test func severalConflictsHaveNoSum() {
        #expect(words(.apple, "iPad", conflicts: 3) == "it adds 1 to the number in parentheses for each of them")
    }

    @Test func theRestOfTheLabelDoesNotMatterToZeroconf() {
        #expect(words(.zeroconf, "iPad-7").contains("the name that was asked for"))
    }
}
