/// A UDP port of an interface's address that this process has, so that the system does not tell senders that nobody is there.
///
/// Nothing is read from it; what comes is captured.
package final class HeldPort: Sendable {
    private let descriptor: Int32
    package let number: UInt16

    /// - Parameters:
    ///   - address: The bytes of an IPv4 or IPv6 address.
    ///   - interface: Which one, for addresses that several may have.
    ///   - port: 0 for any that is free.
    package init(address: [UInt8], interface: String, port: UInt16 = 0) throws(SystemError) {
        let isIPv6 = address.count == 16
        #if canImport(Darwin)
            let kind = SOCK_DGRAM
        #else
            let kind = Int32(SOCK_DGRAM.rawValue)
        #endif
        let descriptor = try retrying { socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0) }
        do throws(SystemError) {
            number = try isIPv6
                ? Self.bind6(descriptor, address, interface, port) : Self.bind4(descriptor, address, port)
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    private static func bind4(_ descriptor: Int32, _ address: [UInt8], _ port: UInt16) throws(SystemError) -> UInt16 {
        var socket = sockaddr_in()
        socket.sin_family = sa_family_t(AF_INET)
        socket.sin_port = port.bigEndian
        socket.sin_addr.s_addr = address.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }.bigEndian
        try bind(descriptor, &socket)
        return UInt16(bigEndian: socket.sin_port)
    }

    private static func bind6(
        _ descriptor: Int32, _ address: [UInt8], _ interface: String, _ port: UInt16
    ) throws(SystemError) -> UInt16 {
        var socket = sockaddr_in6()
        socket.sin6_family = sa_family_t(AF_INET6)
        socket.sin6_port = port.bigEndian
        // The name is a string that lives during the call.
        socket.sin6_scope_id = unsafe if_nametoindex(interface)
        // Both are 16 bytes.
        unsafe withUnsafeMutableBytes(of: &socket.sin6_addr) { unsafe $0.copyBytes(from: address.prefix(16)) }
        try bind(descriptor, &socket)
        return UInt16(bigEndian: socket.sin6_port)
    }

    /// Binds the socket, and fills in the port that it got.
    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) throws(SystemError) {
        var length = socklen_t(MemoryLayout<Address>.size)
        // The calls take addresses of every family by this type, and the length of this one beside.
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let result = unsafe Platform.bind(descriptor, pointer, length)
                return result == 0 ? unsafe getsockname(descriptor, pointer, &length) : result
            }
        }
        guard result == 0 else { throw SystemError() }
    }
}
