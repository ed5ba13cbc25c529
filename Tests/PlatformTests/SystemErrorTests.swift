import Testing

@testable import Platform

@Suite struct SystemErrorTests {
    @Test func interruptedCallIsRepeated() throws {
        var calls = 0
        let result = try retrying {
            calls += 1
            errno = EINTR
            return calls < 3 ? -1 : 7
        }
        #expect((result, calls) == (7, 3))
    }

    @Test func otherFailureIsThrownWithItsNumber() {
        var calls = 0
        let error = #expect(throws: SystemError.self) {
            try retrying {
                calls += 1
                errno = EACCES
                return -1
            }
        }
        #expect(error?.number == EACCES)
        #expect(calls == 1)
    }

    @Test func descriptionIsTheSystemsOwn() {
        #expect("\(SystemError(number: ENOENT))" == "No such file or directory")
    }
}
