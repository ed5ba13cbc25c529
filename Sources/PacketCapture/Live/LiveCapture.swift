import CPcap
import Platform

/// An interface that packets are captured from, through libpcap.
///
/// ```swift
/// let capture = try LiveCapture(interface: "en0", options: .init(filter: "udp port 5353"))
/// while isWanted {
///     LiveCapture.wait(for: [capture], milliseconds: 100)
///     try capture.read { packet, bytes in use(packet, bytes) }
/// }
/// ```
/// Not for several threads at the same time.
public final class LiveCapture {
    /// How to capture.
    public struct Options: Hashable, Sendable {
        /// Bytes kept of each packet.
        public var snapLength = LiveCapture.maximumSnapLength
        /// Whether frames for other stations are taken too, where the network brings them.
        public var isPromiscuous = true
        /// Whether a Wi-Fi interface listens to all frames on its channel; it leaves its network meanwhile.
        public var isMonitor = false
        /// Whether packets are handed over as they come; else some wait a moment for others.
        public var isImmediate = false
        /// Bytes that the system may hold until they are read; beyond that it drops packets.
        public var bufferSize = 16 << 20
        /// Only packets that match, in the language of ``CaptureFilter``; the system leaves the others out.
        public var filter: String?

        /// How to capture; by default all bytes of all packets, and frames for other stations too.
        public init(
            snapLength: Int = LiveCapture.maximumSnapLength, isPromiscuous: Bool = true, isMonitor: Bool = false,
            isImmediate: Bool = false, bufferSize: Int = 16 << 20, filter: String? = nil
        ) {
            self.snapLength = snapLength
            self.isPromiscuous = isPromiscuous
            self.isMonitor = isMonitor
            self.isImmediate = isImmediate
            self.bufferSize = bufferSize
            self.filter = filter
        }
    }

    /// The facts about one captured packet, except its bytes.
    public struct Packet: Hashable, Sendable {
        /// Nanoseconds since 1970.
        public let time: Int64
        /// Bytes on the wire.
        public let originalLength: Int
    }

    /// The most that libpcap keeps of a packet.
    public static let maximumSnapLength = Int(PcapHandle.maximumSnapLength)

    /// Packets wait in the system for this many milliseconds, so that many are delivered together.
    private static let timeout = 100

    /// The name that the capture was opened by.
    public let interface: String
    /// The first header of the packets.
    public let linkType: LinkType
    /// Bytes kept of each packet.
    public let snapLength: Int
    /// The unit of the system's timestamps.
    public let resolution: TimestampResolution
    /// A warning in libpcap's words: something was not done as asked, but the capture works. Nil if there is none.
    public let warning: String?

    private let handle: PcapHandle
    private var counters = WrappingStatistics()

    /// Starts to capture.
    ///
    /// - Throws: ``LiveCaptureError``
    public init(interface: String, options: Options = Options()) throws(LiveCaptureError) {
        handle = try Self.create(interface)
        warning = try Self.activate(handle, interface, options)
        // Radiotap headers report channel and signal, and not all systems offer them first.
        let radiotap = LinkType.ieee80211Radiotap.dataLink
        if options.isMonitor, handle.dataLinks.contains(radiotap) { handle.select(dataLink: radiotap) }
        guard let linkType = LinkType(dataLink: handle.dataLink) else {
            throw LiveCaptureError(.unknownLinkType(handle.dataLink), interface: interface)
        }
        self.interface = interface
        self.linkType = linkType
        snapLength = handle.snapLength
        resolution = handle.countsNanoseconds ? .nanoseconds : .microseconds
        if let filter = options.filter { try Self.install(filter, on: handle, interface, linkType) }
        try Self.asking(interface) { () throws(PcapHandle.Refusal) in try handle.stopBlocking() }
    }

    /// Waits until one of them may have packets, `wake` can be read, or the time is over.
    ///
    /// - Parameters:
    ///   - captures: Each may be read afterward whether it has packets or not.
    ///   - wake: A descriptor that ends the waiting, such as a pipe's.
    ///   - milliseconds: At most so long.
    public static func wait(for captures: [LiveCapture], wake: Int32? = nil, milliseconds: Int) {
        var descriptors = (captures.compactMap(\.handle.descriptor) + [wake].compactMap(\.self)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // The array is ours and has as many elements as stated. A signal that interrupts only ends the waiting.
        _ = unsafe poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: milliseconds))
    }

    /// Hands over the packets that are there, and returns without waiting for more.
    ///
    /// - Parameters:
    ///   - limit: At most so many.
    ///   - body: Gets each packet with its bytes, which are gone after the call.
    /// - Returns: How many it handed over.
    /// - Throws: ``LiveCaptureError`` of the kind `interrupted` if there will be no more packets, and any error from
    ///   `body`.
    @discardableResult
    public func read(limit: Int = .max, _ body: (Packet, Span<UInt8>) throws -> Void) throws -> Int {
        var count = 0
        let tick: Int64 = resolution == .nanoseconds ? 1 : 1000
        do {
            while count < limit {
                let isPacket: Void? = try handle.read { seconds, fraction, length, bytes in
                    let time = seconds &* 1_000_000_000 &+ fraction &* tick
                    try body(Packet(time: time, originalLength: length), bytes)
                }
                guard isPacket != nil else { break }
                count += 1
            }
        } catch let refusal as PcapHandle.Refusal {
            throw LiveCaptureError(.interrupted(refusal.message), interface: interface)
        }
        return count
    }

    /// Puts a packet on the link.
    ///
    /// What is sent here is captured by others, and on some systems not by this capture itself: send by another than the one
    /// that is read.
    ///
    /// - Parameter packet: The whole frame, with the header that ``linkType`` has.
    /// - Throws: ``LiveCaptureError`` of the kind `system`.
    public func send(_ packet: [UInt8]) throws(LiveCaptureError) {
        try Self.asking(interface) { () throws(PcapHandle.Refusal) in try handle.send(packet) }
    }

    /// Packets since the start, as the system counts them; without an answer of the system the last one holds.
    public var statistics: LiveCaptureStatistics {
        if let raw = handle.statistics {
            counters.update(
                received: raw.received, dropped: raw.dropped, droppedByInterface: raw.droppedByInterface)
        }
        return counters.total
    }
}

// MARK: - Opening

extension LiveCapture {
    private static func create(_ interface: String) throws(LiveCaptureError) -> PcapHandle {
        guard !interface.isEmpty, !interface.utf8.contains(0) else {
            throw LiveCaptureError(.noSuchInterface, interface: interface)
        }
        return try asking(interface) { () throws(PcapHandle.Refusal) in try PcapHandle(interface: interface) }
    }

    private static func asking<Result>(
        _ interface: String, _ body: () throws(PcapHandle.Refusal) -> Result
    ) throws(LiveCaptureError) -> Result {
        do throws(PcapHandle.Refusal) {
            return try body()
        } catch {
            throw LiveCaptureError(.system(error.message), interface: interface)
        }
    }

    /// - Returns: The warning of libpcap.
    private static func activate(
        _ handle: PcapHandle, _ interface: String, _ options: Options
    ) throws(LiveCaptureError) -> String? {
        handle.configure(
            snapLength: max(1, min(options.snapLength, maximumSnapLength)), isPromiscuous: options.isPromiscuous,
            timeout: timeout, bufferSize: max(1 << 16, options.bufferSize))
        if options.isImmediate { handle.setImmediate() }
        if options.isMonitor {
            let answer = handle.canMonitor()
            if answer < 0 { throw failure(answer, handle, interface) }
            guard answer == 1 else { throw LiveCaptureError(.monitorModeUnsupported, interface: interface) }
            handle.setMonitor()
        }
        let status = handle.activate()
        if status < 0 { throw failure(status, handle, interface) }
        return status > 0 ? handle.explanation(of: status) : nil
    }

    private static func failure(_ status: Int32, _ handle: PcapHandle, _ interface: String) -> LiveCaptureError {
        let kind: LiveCaptureError.Kind =
            switch status {
            case PCAP_ERROR_NO_SUCH_DEVICE: .noSuchInterface
            case PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED: .permissionDenied
            case PCAP_ERROR_IFACE_NOT_UP: .interfaceDown
            case PCAP_ERROR_RFMON_NOTSUP: .monitorModeUnsupported
            default: .system(handle.explanation(of: status))
            }
        return LiveCaptureError(kind, interface: interface)
    }

    private static func install(
        _ filter: String, on handle: PcapHandle, _ interface: String, _ linkType: LinkType
    ) throws(LiveCaptureError) {
        do throws(PcapHandle.Refusal) {
            // Only `ip broadcast` asks for the netmask.
            let netmask = PcapHandle.netmask(of: interface)
            let plan = FilterPlan(filter)
            let primitives = plan.parts.reduce(0) { $0 + $1.primitives }
            // The system takes one program.
            guard primitives <= FilterPlan.maximumPrimitives else {
                let fault = CaptureFilterError(.tooLong(primitives: primitives), expression: filter)
                throw PcapHandle.Refusal(message: fault.description)
            }
            let isOptimized = primitives <= FilterPlan.optimizedPrimitives
            try handle.install(handle.compile(filter, netmask: netmask, isOptimized: isOptimized))
        } catch {
            var fault = CaptureFilterError(.linkType(linkType, error.message), expression: filter)
            // An invalid expression is reported with its location.
            do throws(CaptureFilterError) { _ = try CaptureFilter(filter) } catch { fault = error }
            throw LiveCaptureError(.filter(fault), interface: interface)
        }
    }

    /// The netmask of an interface's IPv4 network, such as 0xFFFFFF00; 0xFFFFFFFF if it has none.
    public static func netmask(of interface: String) -> UInt32 { UInt32(bigEndian: PcapHandle.netmask(of: interface)) }

    /// The link types that an interface can be captured with, the usual one first.
    ///
    /// - Throws: ``LiveCaptureError``, for want of permission above all.
    public static func linkTypes(of interface: String) throws(LiveCaptureError) -> [LinkType] {
        let handle = try create(interface)
        _ = try activate(handle, interface, Options(isPromiscuous: false))
        let usual = handle.dataLink
        return ([usual] + handle.dataLinks.filter { $0 != usual }).compactMap { LinkType(dataLink: $0) }
    }
}
