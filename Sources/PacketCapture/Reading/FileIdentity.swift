import Platform

/// A regular file, by what stays the same when it is opened again.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int(status.st_size)
    }

    /// Whether all that was there then is there now: a capture may still be growing.
    func isContinued(by later: FileIdentity) -> Bool {
        (device, number) == (later.device, later.number) && later.size >= size
    }
}
