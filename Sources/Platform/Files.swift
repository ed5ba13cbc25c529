/// Files by their paths, as ``PathText`` has them.
package enum Files {
    /// Opens a file for reading.
    ///
    /// - Returns: Its descriptor, which the caller closes.
    package static func open(_ path: String) throws(SystemError) -> Int32 {
        // The array lives during the call.
        try retrying { unsafe Platform.open(PathText.cString(path), O_RDONLY | O_CLOEXEC) }
    }

    /// Makes an empty file, and opens it for writing.
    ///
    /// - Parameters:
    ///   - replaces: Whether a file that is there is emptied. Otherwise that is `EEXIST`, unless it is a device or a
    ///     pipe, which has nothing to lose.
    ///   - mode: Its permissions, as in `chmod`, reduced by the umask. With a mode, a symbolic link at the path is `ELOOP`, because
    ///     another user may have put it there. Nil for 666, and symbolic links are followed.
    /// - Returns: Its descriptor, which the caller closes.
    package static func create(_ path: String, replaces: Bool, mode: UInt16? = nil) throws(SystemError) -> Int32 {
        let name = PathText.cString(path)
        let flags =
            O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL) | (mode == nil ? 0 : O_NOFOLLOW)
        do throws(SystemError) {
            // The array lives during the call, here and below.
            return try retrying { unsafe Platform.open(name, flags, mode_t(mode ?? 0o666)) }
        } catch {
            guard error.number == EEXIST, isOther(than: S_IFREG, path) else { throw error }
            return try retrying { unsafe Platform.open(name, O_WRONLY | O_CLOEXEC) }
        }
    }

    /// Reads the next bytes of an open file.
    ///
    /// - Returns: How many there are now at the beginning of the buffer; 0 at the end of the file.
    package static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        // The array lives during the call, which writes no more than it has.
        try retrying {
            unsafe buffer.withUnsafeMutableBytes { unsafe Platform.read(descriptor, $0.baseAddress, $0.count) }
        }
    }

    /// Writes all bytes.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            // The array lives during the call, which reads no more than is left of it.
            start += try retrying {
                unsafe bytes.withUnsafeBytes {
                    unsafe Platform.write(descriptor, $0.baseAddress! + start, $0.count - start)
                }
            }
        }
    }

    /// Makes a folder in one that is there.
    package static func makeFolder(_ path: String) throws(SystemError) {
        // The array lives during the call.
        _ = try retrying { unsafe mkdir(PathText.cString(path), 0o777) }
    }

    /// Removes a file if there is one.
    package static func remove(_ path: String) throws(SystemError) {
        do {
            // The array lives during the call.
            _ = try retrying { unsafe unlink(PathText.cString(path)) }
        } catch  where error.number == ENOENT {}
    }

    /// Whether something is there that is not of that type.
    private static func isOther(than type: mode_t, _ path: String) -> Bool {
        status(path).map { $0.st_mode & S_IFMT != type } ?? false
    }

    /// What the system says of what is at a path; nil for nothing.
    package static func status(_ path: String) -> stat? {
        var status = stat()
        // The array lives during the call; the struct is ours, and the call fills it.
        return unsafe stat(PathText.cString(path), &status) == 0 ? status : nil
    }

    /// The names in a folder, sorted, without those that begin with a dot.
    package static func names(in folder: String) throws(SystemError) -> [String] {
        // The array lives during the call. The stream is closed below and not used after that.
        guard let stream = unsafe opendir(PathText.cString(folder)) else { throw SystemError() }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        // An entry is the system's until the next call; its name ends with a zero byte and is copied at once.
        while let entry = unsafe readdir(stream) {
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let name = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            let bytes = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name))
            if let first = unsafe bytes.first, first != UInt8(ascii: ".") {
                names.append(unsafe PathText.text(Array(bytes)))
            }
        }
        return names.sorted()
    }
}
