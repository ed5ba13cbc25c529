/// A file that gets its name only when it is whole: until then its bytes are beside it, in `.NAME.partial-XXXXXX`.
///
/// A device or a pipe at the path is written to directly. A symbolic link to a file is not followed.
package final class AtomicFile {
    /// The descriptor to write to.
    package let descriptor: Int32
    /// Nil for a device or a pipe, and once the file has its name, or has gone.
    private var partial: PathBytes?
    private let target: PathBytes
    private let replaces: Bool

    /// Makes the file beside its place.
    ///
    /// - Parameters:
    ///   - path: As ``PathText`` has it.
    ///   - replaces: Whether a file that is there may be lost. It stays until ``commit()``, and its permissions remain.
    /// - Throws: `EEXIST` for a file that is not to be lost, `ELOOP` for a symbolic link.
    package init(_ path: String, replaces: Bool) throws(SystemError) {
        self.replaces = replaces
        target = PathBytes(PathText.bytes(path))
        let existing = Files.status(path)
        if let existing, ![S_IFREG, S_IFDIR].contains(existing.st_mode & S_IFMT) {
            // The array lives during the call.
            descriptor = try retrying { unsafe Platform.open(PathText.cString(path), O_WRONLY | O_CLOEXEC) }
            return
        }
        if existing.map({ $0.st_mode & S_IFMT == S_IFDIR }) ?? false || target.name.isEmpty {
            throw SystemError(number: path.isEmpty ? ENOENT : EISDIR)
        }
        if target.isThere {
            guard replaces else { throw SystemError(number: EEXIST) }
            if target.isLink { throw SystemError(number: ELOOP) }
        }
        let (partial, descriptor) = try Self.make(beside: target, mode: existing == nil ? 0o666 : 0o600)
        self.partial = partial
        self.descriptor = descriptor
        if let existing {
            // What only some could read stays so. The owner can be kept by root alone.
            let isOfSameGroup =
                fchown(descriptor, existing.st_uid, existing.st_gid) == 0
                || fchown(descriptor, uid_t.max, existing.st_gid) == 0
            // The rights of one group are not another's.
            _ = fchmod(descriptor, existing.st_mode & (isOfSameGroup ? 0o777 : 0o707))
        }
    }

    deinit {
        discard()
        _ = close(descriptor)
    }

    /// Gives the file its name, at once.
    ///
    /// - Throws: `EEXIST` for a file that came there meanwhile and is not to be lost; the file is gone then.
    package func commit() throws(SystemError) {
        guard let partial else { return }
        defer { discard() }
        let hasName = try Self.pending.withLock { (pending) throws(SystemError) -> Bool in
            guard !pending.isOver else { return false }
            if replaces {
                // The arrays live during the calls, here and below.
                _ = try retrying { unsafe rename(partial.cString, target.cString) }
                return true
            }
            if unsafe link(partial.cString, target.cString) == 0 { return true }
            let error = SystemError()
            guard [EPERM, EOPNOTSUPP, ENOTSUP, ENOSYS, EMLINK].contains(error.number) else { throw error }
            // A file system without links: whoever comes second fails at the name that the first one takes.
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            _ = close(try retrying { unsafe Platform.open(target.cString, flags, mode_t(0o600)) })
            do throws(SystemError) {
                _ = try retrying { unsafe rename(partial.cString, target.cString) }
            } catch {
                target.remove()
                throw error
            }
            return true
        }
        if !hasName { Self.waitForTheEnd() }
    }

    /// Waits for the signal that ends the process: an error would come before it, and hide it.
    private static func waitForTheEnd() -> Never {
        while true { _ = sleep(1) }
    }

    /// Removes what has no name yet.
    private func discard() {
        guard let partial else { return }
        self.partial = nil
        Self.pending.withLock { pending in
            pending.paths.remove(partial)
            partial.remove()
        }
    }

    /// - Returns: A new file beside another one, and its descriptor.
    private static func make(
        beside target: PathBytes, mode: mode_t
    ) throws(SystemError) -> (PathBytes, descriptor: Int32) {
        let made = try pending.withLock { (pending) throws(SystemError) -> (PathBytes, descriptor: Int32)? in
            guard !pending.isOver else { return nil }
            while true {
                let path = target.beside()
                let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
                do throws(SystemError) {
                    let descriptor = try retrying { unsafe Platform.open(path.cString, flags, mode) }
                    pending.paths.insert(path)
                    return (path, descriptor)
                } catch {
                    guard error.number == EEXIST else { throw error }
                }
            }
        }
        guard let made else { waitForTheEnd() }
        return made
    }
}

extension AtomicFile {
    private struct Pending {
        var paths: Set<PathBytes> = []
        var isOver = false
    }

    /// The files of this process that have no names yet.
    private static let pending = Locked(Pending())

    /// Removes all files that have no names yet, and lets none be made or named any more: the process is about to end.
    package static func removeAll() {
        pending.withLock { pending in
            pending.isOver = true
            for path in pending.paths { path.remove() }
            pending.paths = []
        }
    }
}

/// A path as the system has it.
private struct PathBytes: Hashable, Sendable {
    private let bytes: [UInt8]
    private let nameStart: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        nameStart = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    }

    var name: ArraySlice<UInt8> { bytes[nameStart...] }
    var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

    /// A hidden path in the same folder that is probably free. A name of the longest length still fits.
    func beside() -> PathBytes {
        let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
        let end = Array(".partial-".utf8) + (0..<6).map { _ in digits[Int.random(in: 0..<digits.count)] }
        return PathBytes(bytes[..<nameStart] + [UInt8(ascii: ".")] + name.prefix(254 - end.count) + end)
    }

    var isThere: Bool { status != nil }
    var isLink: Bool { status.map { $0.st_mode & S_IFMT == S_IFLNK } ?? false }

    private var status: stat? {
        var status = stat()
        // The array lives during the call; the struct is ours, and the call fills it.
        return unsafe lstat(cString, &status) == 0 ? status : nil
    }

    func remove() {
        // The array lives during the call.
        _ = unsafe unlink(cString)
    }
}
