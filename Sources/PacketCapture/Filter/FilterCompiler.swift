import CPcap

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Calls libpcap's compiler, one thread at a time: before libpcap 1.8 it kept its state in global variables, and systems
/// with that version are still about.
///
/// Unchecked: the only state is the lock.
@safe
final class FilterCompiler: @unchecked Sendable {
    static let shared = FilterCompiler()

    /// What libpcap says of an expression that it does not take.
    struct Refusal: Error {
        let message: String

        /// The grammar is broken, rather than a word unknown.
        var isSyntax: Bool { message.contains("syntax error") || message.contains("parse error") }
    }

    /// The most that libpcap captures of a packet.
    static let maximumSnapLength: Int32 = 262_144

    /// A lock must not move, so that it has memory of its own. The one object lives as long as the process.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    private init() {
        unsafe lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        _ = unsafe pthread_mutex_init(lock, nil)
    }

    /// Compiles for a link type, without any interface.
    func compile(_ expression: String, for linkType: LinkType) throws(Refusal) -> FilterProgram {
        guard let handle = unsafe pcap_open_dead(linkType.dataLink, Self.maximumSnapLength) else {
            throw Refusal(message: "out of memory")
        }
        // Opened above, and nobody else knows it.
        defer { unsafe pcap_close(handle) }
        return try unsafe compile(expression, on: handle, netmask: UInt32.max)
    }

    /// Compiles for an open capture.
    ///
    /// - Parameters:
    ///   - handle: Alive during the call, and used by no other thread.
    ///   - netmask: Of the interface's IPv4 network in network order, all ones where it is not known
    ///     (PCAP_NETMASK_UNKNOWN).
    func compile(
        _ expression: String, on handle: OpaquePointer, netmask: UInt32
    ) throws(Refusal) -> FilterProgram {
        // libpcap would read up to the first NUL and never see the rest.
        guard !expression.utf8.contains(0) else { throw Refusal(message: "syntax error") }
        // Set up in init, never freed.
        _ = unsafe pthread_mutex_lock(lock)
        defer { _ = unsafe pthread_mutex_unlock(lock) }
        var program = unsafe bpf_program()
        // The text is copied during the call; the struct is ours and filled only on success.
        guard unsafe pcap_compile(handle, &program, expression, 1, netmask) == 0 else {
            // The text belongs to the handle and is copied before the next call on it.
            throw Refusal(message: unsafe String(cString: pcap_geterr(handle)))
        }
        return unsafe FilterProgram(program)
    }
}
