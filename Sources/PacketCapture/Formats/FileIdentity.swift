import Platform

/// A regular file as it was when it was first opened, to notice that it is another one later, or has other bytes.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    let size: Int
    /// When it was last written to, in nanoseconds since 1970.
    private let modified: Int64
    /// Whether it has a name.
    private let isNamed: Bool

    init(_ status: stat) {
        isNamed = status.st_nlink > 0
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// What happened to the file since; nil if it is as it was.
    func change(to later: FileIdentity) -> CaptureError.Kind? {
        guard (device, number) == (later.device, later.number), later.size >= size else { return .replaced }
        if later.size > size { return .grew }
        if later.modified != modified { return .changed }
        return isNamed && !later.isNamed ? .removed : nil
    }
}
