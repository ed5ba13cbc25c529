import WireCoding

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A capture that has been opened and recognised.
///
/// A regular file is mapped into memory; as many readers as wanted can go over it, at the same time too. A pipe,
/// standard input and a gzip file are streams, which one reader can read once.
public final class CaptureFile: Sendable {
    private enum Contents: Sendable {
        case mapped(MappedFile)
        case stream(SingleUse<(input: CaptureWindow.Input, prefix: [UInt8])>)
    }

    /// The path as given, `"-"` for standard input.
    public let path: String
    public let format: CaptureFormat
    public let compression: Compression
    private let contents: Contents

    /// Whether the file can be read by several readers.
    public var isMapped: Bool {
        if case .mapped = contents { return true }
        return false
    }

    /// The number of bytes where it is known: not for streams.
    public var size: Int? {
        if case .mapped(let file) = contents { return file.count }
        return nil
    }

    private init(path: String, format: CaptureFormat, compression: Compression, contents: Contents) {
        self.path = path
        self.format = format
        self.compression = compression
        self.contents = contents
    }

    /// Starts a pass over the packets.
    ///
    /// - Throws: ``CaptureError/Kind/alreadyRead`` for the second reader of a stream; what is wrong with the header of
    ///   the file.
    public func makeReader() throws(CaptureError) -> CaptureReader {
        switch contents {
        case .mapped(let file): return try CaptureReader(CaptureWindow(file), format: format)
        case .stream(let stream):
            guard let start = stream.take() else { throw CaptureError(.alreadyRead) }
            return try CaptureReader(CaptureWindow(start.input, after: start.prefix), format: format)
        }
    }
}

extension CaptureFile {
    /// Opens a capture and recognises its format by its first bytes.
    ///
    /// - Parameter path: A file, a named pipe, or `"-"` for standard input.
    /// - Throws: ``CaptureError`` of the categories `cannotOpen` and `notACapture`; ``CaptureError/Kind/gzipEndsEarly``
    ///   or ``CaptureError/Damage/gzip`` where a gzip stream breaks before the first bytes of the capture.
    public static func open(path: String) throws(CaptureError) -> CaptureFile {
        // A copy of the descriptor, so that closing it leaves standard input alone.
        let descriptor = path == "-" ? dup(0) : systemOpen(path)
        guard descriptor >= 0 else { throw CaptureError(.cannotOpen(CaptureError.OpenFailure(errno: errno))) }
        let stream = ByteStream(descriptor: descriptor)
        var status = stat()
        // The struct is ours, and the call fills it.
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw CaptureError(.cannotOpen(CaptureError.OpenFailure(errno: errno)))
        }
        let type = status.st_mode & S_IFMT
        if type == S_IFDIR { throw CaptureError(.cannotOpen(.isADirectory)) }
        if type == S_IFREG, path != "-", let size = Int(exactly: status.st_size),
            let mapped = MappedFile(descriptor: descriptor, size: size),
            FileSignature(mapped.bytes) != .gzip
        {
            return try open(mapped, path: path)
        }
        return try open(stream, path: path)
    }

    /// A capture in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, not compressed.
    ///   - path: What ``path`` answers.
    public static func open(bytes: [UInt8], path: String = "") throws(CaptureError) -> CaptureFile {
        try open(MappedFile(copying: bytes), path: path)
    }

    private static func open(_ mapped: MappedFile, path: String) throws(CaptureError) -> CaptureFile {
        let format = try format(of: mapped.bytes, isCompressed: false)
        return CaptureFile(path: path, format: format, compression: .none, contents: .mapped(mapped))
    }

    static func open(_ stream: sending ByteStream, path: String) throws(CaptureError) -> CaptureFile {
        var prefix: [UInt8] = []
        do {
            prefix = try read(FileSignature.maximumLength) { (buffer, start) throws(SystemError) in
                try stream.read(into: &buffer, from: start)
            }
        } catch {
            throw CaptureError(.cannotOpen(CaptureError.OpenFailure(errno: error.number)))
        }
        guard FileSignature(prefix.span) == .gzip else {
            let format = try format(of: prefix.span, isCompressed: false)
            return CaptureFile(
                path: path, format: format, compression: .none,
                contents: .stream(SingleUse((.plain(stream), prefix))))
        }
        let inflater = try GzipInflater(stream, after: prefix)
        prefix = try read(FileSignature.maximumLength) { (buffer, start) throws(CaptureError) in
            try inflater.read(into: &buffer, from: start)
        }
        let format = try format(of: prefix.span, isCompressed: true)
        return CaptureFile(
            path: path, format: format, compression: .gzip,
            contents: .stream(SingleUse((.gzip(inflater), prefix))))
    }

    /// The first `count` bytes of a stream, fewer where it ends before.
    private static func read<Failure: Error>(
        _ count: Int, from source: (inout [UInt8], Int) throws(Failure) -> Int
    ) throws(Failure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        var end = 0
        while end < count {
            let more = try source(&buffer, end)
            if more == 0 { break }
            end += more
        }
        return Array(buffer[..<end])
    }

    private static func format(of prefix: Span<UInt8>, isCompressed: Bool) throws(CaptureError) -> CaptureFormat {
        guard !prefix.isEmpty else { throw CaptureError(.empty) }
        switch FileSignature(prefix) {
        case .capture(let format): return format
        case .unsupported(let format): throw CaptureError(.unsupported(format))
        case .gzip, nil: throw CaptureError(.notACapture)
        }
    }
}

/// `open(2)` for reading, without which a blocking signal would count as failure.
private func systemOpen(_ path: String) -> Int32 {
    while true {
        // The system copies the path during the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}
