// The C library has another name on each system; whoever imports this module has it.
#if canImport(Darwin)
    @_exported import Darwin
#elseif canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#endif

/// Why a call of the system failed: its `errno`.
package struct SystemError: Error {
    package let number: Int32

    package init(number: Int32 = errno) { self.number = number }
}

extension SystemError: CustomStringConvertible {
    /// The system's words.
    package var description: String {
        // strerror returns a terminated string for every number; it is copied immediately.
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}

/// Calls the system again as long as signals interrupt the call.
///
/// - Returns: What the call returns: 0 or more.
/// - Throws: Its `errno` where it fails.
package func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        let error = SystemError()
        guard error.number == EINTR else { throw error }
    }
}
