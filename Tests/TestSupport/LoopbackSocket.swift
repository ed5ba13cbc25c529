import Platform

/// A UDP socket that sends to its own port on 127.0.0.1, for tests that capture their own packets.
public final class LoopbackSocket {
    public struct Failure: Error {
        public let number = errno
    }

    public let descriptor: Int32
    public private(set) var port: UInt16 = 0
    private var address = sockaddr_in()

    public init() throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure() }
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The address is passed with its true length.
        guard unsafe call({ unsafe bind(descriptor, $0, length) }) == 0,
            unsafe call({ unsafe getsockname(descriptor, $0, &length) }) == 0
        else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { _ = close(descriptor) }

    public func sendToItself(_ payload: [UInt8]) throws {
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The payload is passed with its true length, the address too.
        let count = unsafe call { unsafe sendto(descriptor, payload, payload.count, 0, $0, length) }
        guard count == payload.count else { throw Failure() }
    }

    private func call<Result>(_ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
        // The calls take addresses of every family by this type, and the length of this one beside.
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
        }
    }
}
