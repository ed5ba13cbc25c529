import WireCoding
import Platform

/// A capture that has been opened and recognized.
///
/// Any number of readers can read a regular file, also at the same time. A pipe, standard input and a compressed file
/// are streams, which only one reader can read, once.
public final class CaptureFile: Sendable {
    private enum Contents: Sendable {
        case file(SeekableFile)
        case bytes([UInt8])
        /// Nil once a reader has it.
        case stream(Locked<(input: CaptureWindow.Input, prefix: [UInt8])?>)
    }

    /// The path as given, `"-"` for standard input.
    public let path: String
    /// The format of the file, unpacked.
    public let format: CaptureFormat
    /// How the file is packed.
    public let compression: Compression
    private let contents: Contents
    /// Nil for streams and bytes.
    let identity: FileIdentity?

    /// Whether the file can be read by several readers: streams cannot.
    public var isSeekable: Bool { size != nil }

    /// The number of bytes where it is known: not for streams.
    public var size: Int? {
        switch contents {
        case .file(let file): file.size
        case .bytes(let bytes): bytes.count
        case .stream: nil
        }
    }

    /// - Parameter prefix: The first bytes, unpacked, by which the format is recognized.
    private init(
        _ prefix: Span<UInt8>, path: String, compression: Compression = .none, contents: Contents,
        identity: FileIdentity? = nil
    ) throws(CaptureError) {
        self.identity = identity
        self.path = path
        format = try CaptureFile.format(of: prefix, in: compression)
        self.compression = compression
        self.contents = contents
    }

    /// Starts a pass over the packets.
    ///
    /// - Throws: ``CaptureError/Kind/alreadyRead`` for the second reader of a stream; what is wrong with the header of
    ///   the file.
    public func makeReader() throws(CaptureError) -> CaptureReader {
        switch contents {
        case .file(let file): return try CaptureReader(CaptureWindow(.plain(ByteStream(file))), format: format)
        case .bytes(let bytes): return try CaptureReader(CaptureWindow(bytes), format: format)
        case .stream(let stream):
            guard let start = stream.withLock({ $0.take() }) else { throw CaptureError(.alreadyRead) }
            return try CaptureReader(CaptureWindow(start.input, after: start.prefix), format: format)
        }
    }

    /// The secrets before the first packet of the file. A file without packets may have some too. A stream, which can be read
    /// only once, gives none.
    public func leadingSecrets() -> [DecryptionSecrets] { readSecrets(untilFirstPacket: true) }

    /// All secrets of the file, which is read to its end for them. A stream gives none, as above.
    public func allSecrets() -> [DecryptionSecrets] { readSecrets(untilFirstPacket: false) }

    private func readSecrets(untilFirstPacket: Bool) -> [DecryptionSecrets] {
        guard format == .pcapng else { return [] }
        var file = self
        if case .stream = contents {
            // A compressed file: another reading of it leaves this one alone.
            guard let identity, let again = try? CaptureFile.open(path: path, as: identity) else { return [] }
            file = again
        }
        // What is damaged is for the reading of the packets to report.
        guard var reader = try? file.makeReader() else { return [] }
        var record = PacketRecord()
        while (try? reader.next(&record)) == true, !untilFirstPacket {}
        return reader.decryptionSecrets
    }
}

extension CaptureFile {
    /// Opens a capture and recognizes its format and compression by its first bytes.
    ///
    /// - Parameters:
    ///   - path: A file, a named pipe, or `"-"` for standard input.
    ///   - interruption: What may end the reading of a stream before the stream ends; the packets read by then are all that
    ///     there are.
    /// - Throws: ``CaptureError`` of the categories `cannotOpen` and `notACapture`; one of the category `partial` where
    ///   a compressed stream breaks before it has shown that a capture is in it. Where it breaks later, the file can be
    ///   opened, and its reader throws.
    public static func open(
        path: String, endingAt interruption: ReadingInterruption? = nil
    ) throws(CaptureError) -> CaptureFile {
        try open(path: path, endingAt: interruption, as: nil)
    }

    /// Opens a capture again.
    ///
    /// - Parameter known: The file as it was first opened; what was added since is not read.
    /// - Throws: Also for a file that is another one now, or was written to.
    static func open(
        path: String, endingAt interruption: ReadingInterruption? = nil, as known: FileIdentity?
    ) throws(CaptureError) -> CaptureFile {
        // A copy of the descriptor, so that closing it leaves standard input alone.
        let descriptor = try opening { () throws(SystemError) in
            try path == "-" ? retrying { dup(0) } : Files.open(path)
        }
        var status = stat()
        // The struct is ours, and the call fills it.
        guard unsafe fstat(descriptor, &status) == 0 else {
            let failure = CaptureError.OpenFailure(errno: errno)
            _ = close(descriptor)
            throw CaptureError(.cannotOpen(failure))
        }
        // Standard input may be in the middle of a file, which is then read from there.
        if status.st_mode & S_IFMT == S_IFREG, path != "-" {
            let identity = FileIdentity(status)
            let file = SeekableFile(descriptor: descriptor, identity: known ?? identity)
            if let change = known?.change(to: identity), change != .grew { throw CaptureError(change) }
            return try open(file, path: path)
        }
        guard known == nil else {
            _ = close(descriptor)
            throw CaptureError(.replaced)
        }
        return try open(ByteStream(descriptor: descriptor, endingAt: interruption), path: path)
    }

    private static func open(_ file: SeekableFile, path: String) throws(CaptureError) -> CaptureFile {
        let identity = file.identity
        let prefix = try opening { () throws(SystemError) in
            try recognizable { (buffer, start) throws(SystemError) in
                try file.read(into: &buffer, from: start, at: start)
            }
        }
        guard !isCompressed(prefix.span) else {
            return try open(ByteStream(file), path: path, identity: identity)
        }
        return try CaptureFile(prefix.span, path: path, contents: .file(file), identity: identity)
    }

    /// A capture in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - path: What ``path`` answers.
    /// - Throws: As ``open(path:endingAt:)``.
    public static func open(bytes: [UInt8], path: String = "") throws(CaptureError) -> CaptureFile {
        if isCompressed(bytes.span) { return try open(ByteStream(pieces: [bytes]), path: path) }
        let prefix = bytes.span.extracting(first: FileSignature.maximumLength)
        return try CaptureFile(prefix, path: path, contents: .bytes(bytes))
    }

    /// Takes an error of the system for one that the file cannot be opened by.
    private static func opening<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(CaptureError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw CaptureError(.cannotOpen(CaptureError.OpenFailure(errno: error.number)))
        }
    }

    private static func isCompressed(_ bytes: Span<UInt8>) -> Bool {
        switch FileSignature(certain: bytes) {
        case .compressed, .skippableFrame: true
        case .capture, .foreign, nil: false
        }
    }

    static func open(
        _ stream: sending ByteStream, path: String, identity: FileIdentity? = nil
    ) throws(CaptureError) -> CaptureFile {
        var (prefix, offset) = try opening { () throws(SystemError) in try readPacked(stream) }
        guard case .compressed(let compression) = FileSignature(certain: prefix.span) else {
            // Nothing but skippable frames, cut or not, is a compressed file without anything in it.
            if offset > 0 { throw CaptureError(.compressedStreamEndsEarly(.zstd), offset: offset) }
            return try CaptureFile(
                prefix.span, path: path, contents: .stream(Locked((.plain(stream), prefix))), identity: identity)
        }
        let decompressor = try Decompressor(compression, stream, after: prefix, at: offset)
        var failure: CaptureError?
        prefix = recognizable { (buffer, start) in
            do throws(CaptureError) {
                return try decompressor.read(into: &buffer, from: start)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure, FileSignature(prefix.span) == nil {
            throw failure.kind == .windowTooLarge ? CaptureError(.unsupported(.windowTooLarge)) : failure
        }
        return try CaptureFile(
            prefix.span, path: path, compression: compression,
            contents: .stream(Locked((.packed(decompressor), prefix))), identity: identity)
    }

    /// The first bytes of a stream after skippable frames, and their offset.
    private static func readPacked(_ stream: ByteStream) throws(SystemError) -> (prefix: [UInt8], offset: Int) {
        var offset = 0
        var prefix: [UInt8] = []
        while true {
            prefix = try recognizable(prefix) { (buffer, start) throws(SystemError) in
                try stream.read(into: &buffer, from: start)
            }
            guard FileSignature(certain: prefix.span) == .skippableFrame, prefix.count >= 8 else {
                return (prefix, offset)
            }
            let length = 8 + Int(prefix.span.littleEndianUInt32(at: 4))
            offset += length
            prefix = try discard(length, of: prefix, stream)
        }
    }

    /// The bytes after the first `count`: the rest of those in memory, or else the next ones read.
    private static func discard(_ count: Int, of start: [UInt8], _ stream: ByteStream) throws(SystemError) -> [UInt8] {
        guard count > start.count else { return Array(start[count...]) }
        var left = count - start.count
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while left > 0 {
            let more = try stream.read(into: &buffer, from: 0)
            if more == 0 { return [] }
            if more > left { return Array(buffer[left..<more]) }
            left -= more
        }
        return []
    }

    /// The first bytes of a source: only as many as are needed to recognize the supported formats, so that a program at
    /// the other end of a pipe need not have written much; for anything else, as many as any signature has.
    private static func recognizable<Failure: Error>(
        _ start: [UInt8] = [], from source: (inout [UInt8], Int) throws(Failure) -> Int
    ) throws(Failure) -> [UInt8] {
        var end = start.count
        var buffer = start + [UInt8](repeating: 0, count: max(0, FileSignature.maximumLength - end))
        while end < buffer.count {
            let signature = FileSignature(certain: buffer.span.extracting(first: end))
            if signature != nil, signature != .skippableFrame || end >= 8 { break }
            let more = try source(&buffer, end)
            if more == 0 { break }
            end += more
        }
        return Array(buffer[..<end])
    }

    private static func format(
        of prefix: Span<UInt8>, in compression: Compression
    ) throws(CaptureError) -> CaptureFormat {
        guard !prefix.isEmpty else { throw CaptureError(.empty) }
        switch FileSignature(prefix) {
        case .capture(let format): return format
        case .foreign(let format): throw CaptureError(.unsupported(.foreign(format)))
        case .compressed(let inner): throw CaptureError(.unsupported(.nested(inner, within: compression)))
        case .skippableFrame: throw CaptureError(.unsupported(.nested(.zstd, within: compression)))
        case nil: throw CaptureError(.notACapture)
        }
    }
}
