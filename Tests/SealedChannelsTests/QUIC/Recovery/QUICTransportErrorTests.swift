import Testing

@testable import SealedChannels

@Suite struct QUICTransportErrorTests {
    @Test(
        arguments: [
            (0, "NO_ERROR"), (0x0A, "PROTOCOL_VIOLATION"), (0x11, "VERSION_NEGOTIATION_ERROR"), (0x12, "0x12"),
            (0x100, "CRYPTO_ERROR"), (0x1FF, "CRYPTO_ERROR"), (0x200, "0x200"), (.max, "0xffffffffffffffff"),
        ] as [(UInt64, String)])
    func namesAreThoseOfTheRegistry(code: UInt64, name: String) {
        #expect(QUICTransportError(rawValue: code).description == name)
    }

    @Test func namedNumbersHaveTheirNames() {
        #expect(QUICTransportError.applicationError.description == "APPLICATION_ERROR")
        #expect(QUICTransportError.noViablePath.description == "NO_VIABLE_PATH")
        #expect(QUICTransportError.connectionIDLimitError.description == "CONNECTION_ID_LIMIT_ERROR")
    }
}
