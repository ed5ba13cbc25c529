#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The bytes of a file or of an array, in memory that stays where it is until nobody needs it.
///
/// A mapped file that another process shortens meanwhile ends this process by a signal when the missing pages are
/// touched. No check can prevent that; captures that are still being written only grow.
///
/// Unchecked: the pointer is constant, and nobody writes to what it points at once `init` is over.
@safe
final class MappedFile: @unchecked Sendable {
    /// Never written to, and freed by `deinit` alone: every reader holds a reference to this object, and every span
    /// that it hands out is bound to the lifetime of the reader.
    private let memory: UnsafeMutableRawBufferPointer
    private let isMapped: Bool

    /// Maps an open file, nil where the file system cannot do that.
    init?(descriptor: Int32, size: Int) {
        // A fresh private mapping at an address of the system's choice touches no memory of ours.
        guard size > 0, let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            unsafe start != UnsafeMutableRawPointer(bitPattern: -1)
        else { return nil }
        #if canImport(Darwin)
            _ = unsafe madvise(start, size, MADV_SEQUENTIAL)
        #else
            _ = unsafe madvise(start, size, Int32(MADV_SEQUENTIAL))
        #endif
        unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: size)
        isMapped = true
    }

    init(copying bytes: [UInt8]) {
        // Filled here, before anyone else sees it.
        unsafe memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        unsafe memory.copyBytes(from: bytes)
        isMapped = false
    }

    deinit {
        // The memory came from mmap or from allocate, as the flag says, and is given back once.
        if isMapped { _ = unsafe munmap(memory.baseAddress, memory.count) } else { unsafe memory.deallocate() }
    }

    var count: Int { unsafe memory.count }

    var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // All bytes are initialised (by the kernel or by copyBytes) and live as long as this object, to whose
            // lifetime the span is bound.
            let span = unsafe Span<UInt8>(_bytes: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(memory)))
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }
}
