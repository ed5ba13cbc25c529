import CPcap
import Platform

/// A `pcap_t` with the calls that are needed here, each of them safe.
///
/// Not for several threads at the same time.
@safe
final class PcapHandle {
    /// Opened by `init`, closed by `deinit` and never handed out: in every method it is alive.
    private let pointer: OpaquePointer

    /// For an interface, not capturing yet. Names are taken as they come; wrong ones show when it is activated.
    ///
    /// - Throws: libpcap's words.
    init(interface: String) throws(Refusal) {
        var message = Self.errorBuffer
        // The name is copied; the buffer is as long as the call demands.
        guard let pointer = unsafe pcap_create(interface, &message) else {
            throw Refusal(message: Self.text(message))
        }
        unsafe self.pointer = pointer
    }

    /// For compiling filters, without an interface.
    ///
    /// - Throws: libpcap's words.
    init(compilingFor linkType: LinkType) throws(Refusal) {
        // A call that only allocates.
        guard let pointer = unsafe pcap_open_dead(linkType.dataLink, Self.maximumSnapLength) else {
            throw Refusal(message: "out of memory")
        }
        unsafe self.pointer = pointer
    }

    // An interface gets its mode back by this.
    deinit { unsafe pcap_close(pointer) }

    /// The most that libpcap captures of a packet.
    static let maximumSnapLength: Int32 = 262_144

    /// libpcap's message about a request that it refuses.
    struct Refusal: Error {
        let message: String

        /// Whether the grammar of an expression is broken, rather than a word unknown.
        var isSyntax: Bool { message.contains("syntax error") || message.contains("parse error") }

        /// Whether the expression is valid, but no packet of the link type can match it, such as `ip6` if all are IPv4.
        var rejectsAll: Bool { message.contains("rejects all packets") }
    }

    /// libpcap's last message about this handle.
    var errorText: String {
        // The text belongs to the handle and is copied immediately.
        unsafe String(cString: pcap_geterr(pointer))
    }

    static var errorBuffer: [CChar] { [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE)) }

    static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: - Before activation

    /// Sets the options that only active handles can refuse.
    func configure(snapLength: Int, isPromiscuous: Bool, timeout: Int, bufferSize: Int) {
        _ = unsafe pcap_set_snaplen(pointer, Int32(clamping: snapLength))
        _ = unsafe pcap_set_promisc(pointer, isPromiscuous ? 1 : 0)
        _ = unsafe pcap_set_timeout(pointer, Int32(clamping: timeout))
        _ = unsafe pcap_set_buffer_size(pointer, Int32(clamping: bufferSize))
        // Refused where the system counts microseconds; ``countsNanoseconds`` says so afterward.
        _ = unsafe pcap_set_tstamp_precision(pointer, PCAP_TSTAMP_PRECISION_NANO)
    }

    /// Packets are handed over as they come, and not many together.
    func setImmediate() { _ = unsafe pcap_set_immediate_mode(pointer, 1) }

    /// 1 for yes, 0 for no, or an error number.
    func canMonitor() -> Int32 { unsafe pcap_can_set_rfmon(pointer) }

    func setMonitor() { _ = unsafe pcap_set_rfmon(pointer, 1) }

    /// Starts to capture: 0, a warning above, or an error below.
    func activate() -> Int32 { unsafe pcap_activate(pointer) }

    /// The error in words: those of the handle, or if it has none, those for the number.
    func explanation(of status: Int32) -> String {
        let text = errorText
        // The text for a number is a constant.
        return text.isEmpty ? unsafe String(cString: pcap_statustostr(status)) : text
    }

    // MARK: - While capturing

    /// Makes ``read(_:)`` return immediately if there is no packet.
    func stopBlocking() throws(Refusal) {
        var message = Self.errorBuffer
        // The buffer is as long as the call demands.
        guard unsafe pcap_setnonblock(pointer, 1, &message) == 0 else { throw Refusal(message: Self.text(message)) }
    }

    // The handle is open as long as this object lives, and these calls only read from it.
    var dataLink: Int32 { unsafe pcap_datalink(pointer) }

    var snapLength: Int { Int(unsafe pcap_snapshot(pointer)) }

    var countsNanoseconds: Bool { unsafe pcap_get_tstamp_precision(pointer) == PCAP_TSTAMP_PRECISION_NANO }

    /// The DLT_ numbers that the capture can be switched to.
    var dataLinks: [Int32] {
        var list: UnsafeMutablePointer<Int32>?
        // The call allocates as many numbers as it returns, and they are freed here.
        let count = unsafe pcap_list_datalinks(pointer, &list)
        guard count > 0, let list = unsafe list else { return [] }
        defer { unsafe pcap_free_datalinks(list) }
        return unsafe Array(UnsafeBufferPointer(start: list, count: Int(count)))
    }

    /// If it cannot be set, it stays as it is.
    func select(dataLink: Int32) { _ = unsafe pcap_set_datalink(pointer, dataLink) }

    /// A descriptor that can be waited for, nil where the system has none.
    var descriptor: Int32? {
        let descriptor = unsafe pcap_get_selectable_fd(pointer)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Hands the next packet to `body`: seconds, the fraction in ticks, bytes on the wire, bytes captured.
    ///
    /// - Returns: The result of `body`, or nil if there is no packet.
    /// - Throws: ``Refusal`` if there will be no more packets, and any error from `body`.
    func read<Result>(_ body: (Int64, Int64, Int, Span<UInt8>) throws -> Result) throws -> Result? {
        var header: UnsafeMutablePointer<pcap_pkthdr>?
        var memory: UnsafePointer<UInt8>?
        // The call fills in two pointers that are valid until the next call on the handle.
        let status = unsafe pcap_next_ex(pointer, &header, &memory)
        if status < 0 { throw Refusal(message: explanation(of: status)) }
        guard status == 1, let header = unsafe header?.pointee, let memory = unsafe memory else { return nil }
        // libpcap vouches for `caplen` bytes there, and nothing reads from the handle while `body` has the span.
        let bytes = unsafe Span(_unsafeStart: memory, count: Int(header.caplen))
        return try body(Int64(header.ts.tv_sec), Int64(header.ts.tv_usec), Int(header.len), bytes)
    }

    /// Puts a packet on the link, which begins with the link's header.
    ///
    /// - Throws: libpcap's words.
    func send(_ packet: [UInt8]) throws(Refusal) {
        // The array lives during the call, which reads no more than it has.
        let count = unsafe pcap_inject(pointer, packet, packet.count)
        guard count == packet.count else { throw Refusal(message: errorText) }
    }

    /// The system's counters, nil where it gives none.
    var statistics: (received: UInt32, dropped: UInt32, droppedByInterface: UInt32)? {
        var raw = pcap_stat()
        // The struct is ours, and the call fills it.
        guard unsafe pcap_stats(pointer, &raw) == 0 else { return nil }
        return (raw.ps_recv, raw.ps_drop, raw.ps_ifdrop)
    }

    // MARK: - Filters

    /// Lets one thread at a time compile: before libpcap 1.8 the compiler kept its state in global variables, and systems
    /// with that version are still about.
    private static let compiling = Locked(())

    /// Compiles an expression for the handle's link type.
    ///
    /// - Parameters:
    ///   - netmask: Of the interface's IPv4 network in network order, all ones where it is not known
    ///     (PCAP_NETMASK_UNKNOWN).
    ///   - isOptimized: Whether to make the program short, which finds out when nothing can match and refuses that.
    /// - Throws: libpcap's words.
    func compile(
        _ expression: String, netmask: UInt32 = .max, isOptimized: Bool = true
    ) throws(Refusal) -> FilterProgram {
        // libpcap would read up to the first NUL and never see the rest.
        guard !expression.utf8.contains(0) else { throw Refusal(message: "syntax error") }
        return try Self.compiling.withLock { (_) throws(Refusal) in
            var program = unsafe bpf_program()
            // The text is copied during the call; the struct is ours and filled only on success.
            guard unsafe pcap_compile(pointer, &program, expression, isOptimized ? 1 : 0, netmask) == 0 else {
                throw Refusal(message: errorText)
            }
            return unsafe FilterProgram(program)
        }
    }

    /// Compiles the parts of an expression; some of them may match nothing, but not all.
    ///
    /// - Throws: libpcap's words.
    func compile(_ plan: FilterPlan) throws(Refusal) -> [FilterProgram] {
        var rejection: Refusal?
        var programs: [FilterProgram] = []
        for part in plan.parts {
            do throws(Refusal) {
                programs.append(try compile(part.expression, isOptimized: part.isOptimized))
            } catch {
                guard error.rejectsAll else { throw error }
                rejection = error
            }
        }
        if programs.isEmpty, let rejection { throw rejection }
        return programs
    }

    /// Makes the system leave out what does not match, before packets are handed to this process.
    func install(_ program: FilterProgram) throws(Refusal) {
        guard unsafe program.install(on: pointer) else { throw Refusal(message: errorText) }
    }

    /// The netmask of an interface's IPv4 network, all ones if there is none.
    static func netmask(of interface: String) -> UInt32 {
        var (network, mask): (bpf_u_int32, bpf_u_int32) = (0, 0)
        var message = errorBuffer
        // The name is copied, the numbers are ours, and the buffer is as long as the call demands.
        return unsafe pcap_lookupnet(interface, &network, &mask, &message) == 0 ? mask : .max
    }
}
