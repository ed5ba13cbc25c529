import Testing

@testable import TraceReports

@Suite struct NaturalOrderTests {
    @Test func numbersCountAsNumbersAndCaseDoesNot() {
        let names = ["peer 10", "Peer 2", "10.0.0.10", "10.0.0.9", "peer 1", "Anna", "Peer 02"]
        #expect(
            names.map(NaturalOrder.init).sorted().map(\.text)
                == ["10.0.0.9", "10.0.0.10", "Anna", "peer 1", "Peer 02", "Peer 2", "peer 10"])
    }

    @Test func aNumberOfAnyLengthHasAPlace() {
        let long = String(repeating: "9", count: 1000)
        #expect(NaturalOrder("a" + long) > NaturalOrder("a5"))
    }
}
