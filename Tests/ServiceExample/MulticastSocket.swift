import DNSWire
import ServiceDiscovery
import WireCoding

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
/// `SOCK_DGRAM`, whose type is another one on each system.
private let datagrams: Int32 = 2

/// UDP port 5353 on the interface with an IPv4 address.
struct MulticastSocket {
    private static let group = IPAddress(ipv4: 0xE000_00FB)
    private let descriptor = socket(AF_INET, datagrams, 0)
    private let start = ContinuousClock.now
    /// Whether other programs have the port too.
    let isShared: Bool

    init(on address: IPAddress) {
        var (on, hops, any): (Int32, Int32, sockaddr_in) = (1, 255, .init(IPAddress(ipv4: 0), port: 5353))
        var member = ip_mreq(
            imr_multiaddr: sockaddr_in(Self.group).sin_addr, imr_interface: sockaddr_in(address).sin_addr)
        let trial = socket(AF_INET, datagrams, 0)
        isShared = any.withPointer { bind(trial, $0, 16) } != 0
        close(trial)
        for option in [SO_REUSEADDR, SO_REUSEPORT] { setsockopt(descriptor, SOL_SOCKET, option, &on, 4) }
        for option in [IP_MULTICAST_TTL, IP_TTL] { setsockopt(descriptor, Int32(IPPROTO_IP), option, &hops, 4) }
        setsockopt(descriptor, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &member, 8)
        setsockopt(descriptor, Int32(IPPROTO_IP), IP_MULTICAST_IF, &member.imr_interface, 4)
        precondition(any.withPointer { bind(descriptor, $0, 16) } == 0, "port 5353 cannot be used")
    }

    /// Nanoseconds since the start.
    var now: Int64 { Int64((ContinuousClock.now - start) / .nanoseconds(1)) }

    func send(_ message: OutgoingMessage) {
        guard let bytes = try? message.bytes() else { return }
        var receiver = sockaddr_in(Self.group, port: 5353)
        if case .unicast(let host, let port) = message.destination { receiver = sockaddr_in(host, port: port) }
        _ = receiver.withPointer { sendto(descriptor, bytes, bytes.count, 0, $0, 16) }
    }

    var hasInput: Bool {
        var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    /// Waits for a message, until a time or for input.
    func receive(until time: Int64?) -> (DNSMessage, MessageOrigin)? {
        let wait = time.map { max(0, ($0 - now + 999_999) / 1_000_000) } ?? -1
        var polled = [descriptor, STDIN_FILENO].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, 2, Int32(clamping: wait)) > 0, polled[0].revents != 0 else { return nil }
        var (sender, size, bytes) = (sockaddr_in(), socklen_t(16), [UInt8](repeating: 0, count: 9000))
        let count = sender.withPointer { recvfrom(descriptor, &bytes, bytes.count, 0, $0, &size) }
        guard count > 0, let message = try? DNSMessage(parsing: Array(bytes[..<count])) else { return nil }
        let address = IPAddress(ipv4: UInt32(bigEndian: sender.sin_addr.s_addr))
        return (message, MessageOrigin(interface: 1, address: address, port: UInt16(bigEndian: sender.sin_port)))
    }
}

extension sockaddr_in {
    init(_ address: IPAddress, port: UInt16 = 0) {
        self.init()
        (sin_family, sin_port) = (sa_family_t(AF_INET), port.bigEndian)
        sin_addr.s_addr = UInt32(truncatingIfNeeded: address.low).bigEndian
    }

    mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
        withUnsafeMutablePointer(to: &self) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }
}
