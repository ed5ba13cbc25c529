import CPcap
import WireCoding
import Platform

/// An interface of this machine that packets could be captured from.
public struct CaptureDevice: Hashable, Sendable {
    /// The state of an interface (pcap_findalldevs(3)).
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Carries the packets of this machine to itself.
        public static let loopback = Flags(rawValue: 1)
        /// Switched on.
        public static let up = Flags(rawValue: 2)
        /// Ready to carry packets.
        public static let running = Flags(rawValue: 4)
        /// Wi-Fi or another radio.
        public static let wireless = Flags(rawValue: 8)

        /// The names of the flags that are set.
        public var names: [String] {
            [(Flags.up, "up"), (.running, "running"), (.loopback, "loopback"), (.wireless, "wireless")]
                .filter { contains($0.0) }.map(\.1)
        }
    }

    /// The name by which ``LiveCapture`` opens it, such as `en0`.
    public let name: String
    /// In words, where the system has some.
    public let deviceDescription: String?
    /// IPv4 and IPv6 addresses, in the order of the system.
    public let addresses: [IPAddress]
    /// The MAC address; nil if the interface has none.
    public let linkAddress: LinkAddress?
    /// Its state when it was listed.
    public let flags: Flags

    /// All interfaces that libpcap knows, active ones first.
    ///
    /// - Throws: ``LiveCaptureError`` of the kind `system`.
    public static func all() throws(LiveCaptureError) -> [CaptureDevice] {
        var list: UnsafeMutablePointer<pcap_if_t>?
        var message = PcapHandle.errorBuffer
        // The call allocates the list, which is freed at the end; the buffer is as long as it demands.
        guard unsafe pcap_findalldevs(&list, &message) == 0 else {
            throw LiveCaptureError(.system(PcapHandle.text(message)))
        }
        defer { unsafe pcap_freealldevs(list) }
        var devices: [CaptureDevice] = []
        // The elements are linked, the last one with nil, and live as long as the list.
        var next = unsafe list
        while let entry = unsafe next?.pointee {
            // A copy of an element of the list, which lives until the end of this function.
            unsafe devices.append(CaptureDevice(entry))
            unsafe next = entry.next
        }
        return devices
    }

    /// - Parameter entry: An element of a list that is alive.
    private init(_ entry: pcap_if_t) {
        // C strings of the list; a name is never null.
        unsafe name = String(cString: entry.name)
        unsafe deviceDescription = entry.description.map { unsafe String(cString: $0) }
        unsafe flags = Flags(rawValue: entry.flags & 0xF)
        var addresses: [IPAddress] = []
        var linkAddress: LinkAddress?
        // Linked like the elements themselves.
        var next = unsafe entry.addresses
        while let element = unsafe next {
            if let socket = unsafe element.pointee.addr, let address = unsafe Self.address(socket),
                !addresses.contains(address)
            {
                addresses.append(address)
            }
            if let socket = unsafe element.pointee.addr, linkAddress == nil {
                linkAddress = unsafe Self.linkAddress(socket)
            }
            unsafe next = element.pointee.next
        }
        self.addresses = addresses
        self.linkAddress = linkAddress
    }

    /// - Parameter socket: A socket address as long as its family says.
    private static func address(_ socket: UnsafeMutablePointer<sockaddr>) -> IPAddress? {
        let raw = UnsafeRawPointer(socket)
        switch unsafe Int32(socket.pointee.sa_family) {
        case AF_INET:
            // An AF_INET address is a sockaddr_in.
            let value = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
            return IPAddress(ipv4: UInt32(bigEndian: value))
        case AF_INET6:
            // An AF_INET6 address is a sockaddr_in6, of which the 16 bytes of the address are read.
            let offset = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8
            let high = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let low = unsafe raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
            return IPAddress(ipv6High: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
        default: return nil
        }
    }

    /// - Parameter socket: A socket address as long as its family says.
    private static func linkAddress(_ socket: UnsafeMutablePointer<sockaddr>) -> LinkAddress? {
        let raw = UnsafeRawPointer(socket)
        #if canImport(Darwin)
            guard unsafe Int32(socket.pointee.sa_family) == AF_LINK else { return nil }
            // A sockaddr_dl (link(4)): its first byte is its length, 8 at least; bytes 5 and 6 are the lengths of the interface's
            // name and of the address, which come behind one another from byte 8 on.
            let byte = { (offset: Int) in Int(unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt8.self)) }
            guard byte(0) >= 8 else { return nil }
            let (start, length) = (8 + byte(5), byte(6))
            guard start + length <= byte(0) else { return nil }
        #else
            // A sockaddr_ll (packet(7)): the length of the address is its byte 11, and the address begins at 12.
            guard unsafe Int32(socket.pointee.sa_family) == AF_PACKET else { return nil }
            let length = Int(unsafe raw.loadUnaligned(fromByteOffset: 11, as: UInt8.self))
            let start = 12
        #endif
        guard length == 6 else { return nil }
        var value: UInt64 = 0
        for index in 0..<6 {
            value = value << 8 | UInt64(unsafe raw.loadUnaligned(fromByteOffset: start + index, as: UInt8.self))
        }
        return value == 0 ? nil : LinkAddress(rawValue: value)
    }
}
