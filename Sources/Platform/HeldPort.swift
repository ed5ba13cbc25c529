/// A UDP port of an interface's address that this process has, so that the system sends no ICMP port unreachable.
///
/// Nothing is read from it: what comes is captured. On a loopback interface packets can be sent from it, which no system takes
/// there otherwise.
package final class HeldPort: Sendable {
    private let descriptor: Int32
    package let number: UInt16

    /// - Parameters:
    ///   - address: The bytes of an IPv4 or IPv6 address.
    ///   - interface: Which one, for addresses that several may have.
    ///   - port: 0 for any that is free.
    ///   - isShared: Whether others may have it too.
    package init(
        address: [UInt8], interface: String, port: UInt16 = 0, isShared: Bool = false
    ) throws(SystemError) {
        let isIPv6 = address.count == 16
        #if canImport(Darwin)
            let kind = SOCK_DGRAM
        #else
            let kind = Int32(SOCK_DGRAM.rawValue)
        #endif
        let descriptor = try retrying { socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0) }
        do throws(SystemError) {
            if isShared {
                try Self.set(SOL_SOCKET, SO_REUSEADDR, Int32(1), of: descriptor)
                try Self.set(SOL_SOCKET, SO_REUSEPORT, Int32(1), of: descriptor)
            }
            number =
                try isIPv6
                ? Self.bind6(descriptor, address, interface, port) : Self.bind4(descriptor, address, port)
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    /// Sends a datagram over IPv4 on the interface that has an address, with a TTL of 255.
    ///
    /// - Parameters:
    ///   - destination: The four bytes of a host's or a group's address.
    ///   - interface: Those of the interface's own.
    package func send(
        _ payload: [UInt8], to destination: [UInt8], port: UInt16, on interface: [UInt8]
    ) throws(SystemError) {
        let ip = Int32(IPPROTO_IP)
        try Self.set(ip, IP_MULTICAST_IF, Self.address(interface), of: descriptor)
        try Self.set(ip, IP_MULTICAST_TTL, Int32(255), of: descriptor)
        try Self.set(ip, IP_TTL, Int32(255), of: descriptor)
        var socket = sockaddr_in()
        socket.sin_family = sa_family_t(AF_INET)
        socket.sin_port = port.bigEndian
        socket.sin_addr = Self.address(destination)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = try retrying {
            // The call takes addresses of every family by this type, and the length of this one beside; it reads the array
            // while it lives.
            unsafe withUnsafePointer(to: &socket) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe sendto(descriptor, payload, payload.count, 0, $0, length)
                }
            }
        }
    }

    private static func address(_ bytes: [UInt8]) -> in_addr {
        in_addr(s_addr: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }.bigEndian)
    }

    private static func set<Value: BitwiseCopyable>(
        _ level: Int32, _ option: Int32, _ value: Value, of descriptor: Int32
    ) throws(SystemError) {
        var value = value
        // The value is ours, and its length is given.
        let result = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
        guard result == 0 else { throw SystemError() }
    }

    private static func bind4(_ descriptor: Int32, _ address: [UInt8], _ port: UInt16) throws(SystemError) -> UInt16 {
        var socket = sockaddr_in()
        socket.sin_family = sa_family_t(AF_INET)
        socket.sin_port = port.bigEndian
        socket.sin_addr = Self.address(address)
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
