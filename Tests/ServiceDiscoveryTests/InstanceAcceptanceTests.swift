import ServiceDiscovery
import Testing

@Suite struct InstanceAcceptanceTests {
    private func acceptances(_ text: String) -> [InstanceAcceptance] {
        ResponderFamily.measured.map { $0.acceptance(ofInstance: Array(text.utf8)) }
    }

    @Test func ordinaryNamesStayAsTheyAre() {
        #expect(acceptances("Jürgen’s iPhone (2)") == [.unchanged, .unchanged, .unchanged])
        #expect(acceptances(String(repeating: "a", count: 63)) == [.unchanged, .unchanged, .unchanged])
    }

    @Test func anEmptyNameIsTheComputersWithApple() {
        #expect(acceptances("") == [.computerName, .refused(.emptyInstance), .refused(.emptyInstance)])
    }

    // Measured: 64 times a became 63 times a, 35 times é became 31 times é.
    @Test func appleCutsLongNames() {
        let cut = { (text: String) in InstanceAcceptance.cut(Array(text.utf8)) }
        let long = String(repeating: "a", count: 64)
        let refused = InstanceAcceptance.refused(.instanceTooLong(length: 64))
        #expect(acceptances(long) == [cut(String(repeating: "a", count: 63)), refused, refused])
        #expect(acceptances(String(repeating: "é", count: 35))[0] == cut(String(repeating: "é", count: 31)))
    }

    @Test func onlyZeroconfRefusesControlCharacters() {
        #expect(acceptances("a\tb") == [.unchanged, .unchanged, .refused(.controlCharacter(9, position: 1))])
        #expect(ResponderFamily.zeroconf.acceptance(ofInstance: [0x61, 0xFF]) == .refused(.notUTF8(position: 1)))
        #expect(ResponderFamily.avahi.acceptance(ofInstance: [0x61, 0xFF]) == .unchanged)
    }

    @Test func zeroconfSplitsAtDots() {
        #expect(
            acceptances("v1.2 node") == [.unchanged, .unchanged, .split([Array("v1".utf8), Array("2 node".utf8)])])
    }
}
