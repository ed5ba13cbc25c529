import CPcap

/// A filter expression compiled for one link type: instructions for the packet filter's machine.
///
/// Unchecked: the instructions are written by the compiler before `init` and only read from then on.
@safe
final class FilterProgram: @unchecked Sendable {
    /// Allocated by `init`, freed by `deinit`, never handed out.
    private let program: UnsafeMutablePointer<bpf_program>

    /// Takes over what `pcap_compile` has filled.
    init(_ program: bpf_program) {
        unsafe self.program = UnsafeMutablePointer<bpf_program>.allocate(capacity: 1)
        // A copy of two words; the instructions that they point at belong to this object from now on.
        unsafe self.program.initialize(to: program)
    }

    deinit {
        // The instructions came from pcap_compile, and nothing else has them.
        unsafe pcap_freecode(program)
        unsafe program.deinitialize(count: 1)
        unsafe program.deallocate()
    }

    /// Whether the packet passes.
    ///
    /// - Parameter originalLength: Bytes on the wire, which `len` and `greater` are about.
    @inline(__always)
    func matches(_ bytes: Span<UInt8>, originalLength: Int) -> Bool {
        var header = pcap_pkthdr()
        header.caplen = UInt32(clamping: bytes.count)
        header.len = UInt32(clamping: originalLength)
        // The machine reads `caplen` bytes at most, all of which the span has, and keeps no pointer.
        return unsafe bytes.withUnsafeBufferPointer { memory in
            unsafe pcap_offline_filter(program, &header, memory.baseAddress) != 0
        }
    }

    /// Makes the system apply the program to a capture, before packets are handed to this process.
    ///
    /// - Returns: Whether the system took it.
    func install(on handle: OpaquePointer) -> Bool {
        // The handle is alive, as its owner calls; libpcap copies the instructions.
        unsafe pcap_setfilter(handle, program) == 0
    }
}
