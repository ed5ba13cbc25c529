import ArgumentParser
import DNSWire
import PacketCapture
import PacketDissection
import Platform
import ServiceDiscovery
import WireCoding

/// The link that a host is tested on: what is sent there, and what is captured.
struct TestLink {
    /// Multicast DNS and what carries it; other datagrams too, whose identifications show whether packets are missing.
    static let filter = "udp or arp or icmp or icmp6 or (ip and ip[6:2] & 0x3fff != 0) or (ip6 and ip6[6] = 44)"

    let capture: LiveCapture
    let identity: ConformanceTester.Identity
    /// Of the interface's IPv4 network; all ones where it is not known.
    private let netmask: UInt32
    private let way: Way

    /// How packets get to the link.
    private enum Way {
        /// As whole frames. What is sent by one is captured by another, on every system. The ports are held so that nobody else
        /// answers for them, and the system does not say that nobody does.
        case frames(LiveCapture, LinkAddress, ports: [HeldPort])
        /// From ports: no system takes frames from a loopback interface that claim to come from itself.
        case ports(usual: HeldPort, legacy: HeldPort)
    }

    /// The address of a loopback interface that others do not use.
    private static let secondLoopback = IPAddress(ipv4: 0x7F00_0002)
    private static let loopback = IPAddress(ipv4: 0x7F00_0001)

    /// - Throws: ``LiveCaptureError``, or the exit status for what else is in the way.
    init(_ interface: String, isAllowed: Bool, usesIPv6: Bool) throws {
        let devices = try CaptureDevice.all()
        guard let device = devices.first(where: { $0.name == interface }) else {
            let names = devices.map(\.name).joined(separator: ", ")
            throw ExitStatus.cannotOpen.failure(interface, "there is no such interface; there are \(names)")
        }
        let isLoopback = device.flags.contains(.loopback)
        guard isAllowed || isLoopback || NetworkNamespace.isSeparate else {
            throw ExitStatus.wrongUsage(
                "\(interface) may be a network that others use, and the test claims names on it; --yes-on-this-network says that this is all right"
            )
        }
        if isLoopback, usesIPv6 {
            throw ExitStatus.notUnderstood.failure(interface, "loopback is tested over IPv4 only")
        }
        let own = isLoopback ? Self.secondLoopback : Self.address(of: device, usesIPv6: usesIPv6)
        guard let address = own else {
            throw ExitStatus.notUnderstood.failure(
                interface, usesIPv6 ? "has no link-local IPv6 address" : "has no IPv4 or link-local IPv6 address")
        }
        let options = LiveCapture.Options(isPromiscuous: false, isImmediate: true, filter: Self.filter)
        capture = try LiveCapture(interface: interface, options: options)
        let legacy = try Self.port(of: address, interface)
        identity = ConformanceTester.Identity(
            linkAddress: isLoopback ? nil : device.linkAddress, address: address, legacyPort: legacy.number)
        netmask = LiveCapture.netmask(of: interface)
        if isLoopback {
            let usual = try Self.port(of: address, interface, WellKnownPort.multicastDNS)
            way = .ports(usual: usual, legacy: legacy)
            return
        }
        guard capture.linkType == .ethernet, let linkAddress = device.linkAddress else {
            throw ExitStatus.notUnderstood.failure(
                interface, "has link type \(capture.linkType.name), and the test can send on Ethernet and Wi-Fi only")
        }
        // Nobody reads from it.
        let sender = try LiveCapture(
            interface: interface,
            options: .init(
                snapLength: 64, isPromiscuous: false, bufferSize: 1 << 16,
                filter: "ether src 00:00:00:00:00:01 and ether dst 00:00:00:00:00:01"))
        // A responder of this machine has it, if there is one.
        let usual = try? HeldPort(address: address.bytes, interface: interface, port: WellKnownPort.multicastDNS)
        way = .frames(sender, linkAddress, ports: [legacy] + [usual].compactMap(\.self))
    }

    private static func port(of address: IPAddress, _ interface: String, _ number: UInt16 = 0) throws -> HeldPort {
        do {
            return try HeldPort(address: address.bytes, interface: interface, port: number, isShared: number != 0)
        } catch {
            #if canImport(Darwin)
                let advice =
                    address == secondLoopback ? "; sudo ifconfig \(interface) alias \(address) adds the address" : ""
            #else
                let advice = ""
            #endif
            throw ExitStatus.cannotOpen.failure(interface, "a port of \(address) cannot be opened: \(error)" + advice)
        }
    }

    /// IPv4 where there is, else the address of the link (RFC 4291 §2.5.6).
    private static func address(of device: CaptureDevice, usesIPv6: Bool) -> IPAddress? {
        let ipv6 = device.addresses.first { $0.isIPv6 && $0.high >> 54 == 0xFE80 >> 6 }
        return usesIPv6 ? ipv6 : device.addresses.first { !$0.isIPv6 } ?? ipv6
    }

    /// Whether a host with that address answers the tester directly, and not through a router or not at all.
    func isOnSubnet(_ address: IPAddress) -> Bool {
        guard !address.isIPv6, canForge, netmask != .max else { return true }
        let mask = UInt64(netmask)
        return address.low & mask == identity.address.low & mask
    }

    /// Whether messages can come from an address that is not the interface's.
    var canForge: Bool {
        if case .frames = way { true } else { false }
    }

    /// Puts a message on the link.
    ///
    /// - Parameter target: Where unicast messages go.
    func send(_ datagram: ConformanceTester.Datagram, to target: LinkAddress?) throws {
        let message = try datagram.message.bytes(compression: .multicast)
        switch way {
        case .frames(let sender, let own, _):
            let frame = UDPFrame(
                from: own, to: LinkAddress(multicastGroup: datagram.destination) ?? target ?? .zero,
                source: datagram.source, destination: datagram.destination, sourcePort: datagram.sourcePort,
                destinationPort: datagram.destinationPort, hopLimit: datagram.hopLimit)
            try sender.send(frame.serialized(payload: message))
        case .ports(let usual, let legacy):
            let port = datagram.sourcePort == WellKnownPort.multicastDNS ? usual : legacy
            do {
                try port.send(
                    message, to: datagram.destination.bytes, port: datagram.destinationPort, on: Self.loopback.bytes)
            } catch {
                throw ExitStatus.cannotOpen.failure(capture.interface, "a message cannot be sent: \(error)")
            }
        }
    }
}

/// Whether the process has a network of its own, which nobody else uses.
enum NetworkNamespace {
    /// Where namespaces with names are (ip-netns(8)).
    private static let named = "/run/netns"

    /// Known to be one: on Linux, if it is not that of the first process, or has a name (network_namespaces(7)).
    static var isSeparate: Bool {
        #if canImport(Darwin)
            return false
        #else
            guard let own = Files.status("/proc/self/ns/net") else { return false }
            let isOwn = { (other: stat) in other.st_ino == own.st_ino && other.st_dev == own.st_dev }
            // Strangers may not look at the first process.
            if let first = Files.status("/proc/1/ns/net") { return !isOwn(first) }
            let names = (try? Files.names(in: named)) ?? []
            return names.contains { Files.status("\(named)/\($0)").map(isOwn) ?? false }
        #endif
    }
}
