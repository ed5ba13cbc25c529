import Platform
import Testing

@Suite struct HeldPortTests {
    private static let loopback: [UInt8] = [127, 0, 0, 1]

    @Test func aPortIsHeldAsLongAsTheValueLives() throws {
        var held: HeldPort? = try HeldPort(address: Self.loopback, interface: "lo")
        let number = try #require(held?.number)
        #expect(number > 0)
        #expect(throws: SystemError.self) { try HeldPort(address: Self.loopback, interface: "lo", port: number) }
        held = nil
        #expect(try HeldPort(address: Self.loopback, interface: "lo", port: number).number == number)
    }

    @Test func anAddressOfAnotherMachineIsAnError() {
        #expect(throws: SystemError.self) { try HeldPort(address: [192, 0, 2, 1], interface: "lo") }
    }
}
