import Testing

@testable import Privileges

@Suite struct OrdinaryUserTests {
    @Test func sudoTellsWhoCalledIt() {
        #expect(OrdinaryUser(sudo: ["SUDO_UID": "1000", "SUDO_GID": "100"]) == OrdinaryUser(uid: 1000, gid: 100))
    }

    /// Root that called sudo is no ordinary user.
    @Test(arguments: [
        [:], ["SUDO_UID": "1000"], ["SUDO_UID": "0", "SUDO_GID": "0"], ["SUDO_UID": "x", "SUDO_GID": "1"],
    ])
    func withoutItNobodyDid(environment: [String: String]) {
        #expect(OrdinaryUser(sudo: environment) == nil)
    }

    @Test func usersHaveNames() {
        #expect(OrdinaryUser(named: "root") == OrdinaryUser(uid: 0, gid: 0))
        #expect(OrdinaryUser(named: "no such user") == nil)
    }
}
