import Platform
import WireCoding

/// Writes packets to one pcapng file or, with a ``Rotation``, to several, one after another.
///
/// ```swift
/// let recorder = try CaptureRecorder(
///     path: "trace.pcapng", interfaces: [interface], application: "example 1.0", now: now) { [capture.statistics] }
/// try recorder.write(bytes, interface: 0, time: time, originalLength: bytes.count)
/// try recorder.finish(at: now)
/// ```
/// Every file is complete: a section header, all interfaces, packets, and at its end the interfaces' statistics for the
/// time of that file. If a write fails, a regular file is truncated to its last whole block.
public final class CaptureRecorder {
    /// When a file ends and the next one begins: `trace-00001.pcapng`, `trace-00002.pcapng`, …
    public struct Rotation: Hashable, Sendable {
        /// Bytes after which no further packet goes into a file.
        public var maximumSize: Int?
        /// Nanoseconds after which a file with packets ends.
        public var maximumAge: Int64?
        /// The number of files to keep; the oldest is removed when another one is started.
        public var maximumFiles: Int?

        /// Limits to each file and to how many are kept; nil for no limit.
        public init(maximumSize: Int? = nil, maximumAge: Int64? = nil, maximumFiles: Int? = nil) {
            self.maximumSize = maximumSize
            self.maximumAge = maximumAge
            self.maximumFiles = maximumFiles
        }
    }

    /// The path as it was given; with a rotation, the one that the names of the files follow from.
    public let path: String
    /// The file that packets go to, or went to last.
    public private(set) var currentPath: String
    /// Files begun so far.
    public private(set) var files = 0

    /// The highest number of an earlier rotation.
    private var filesBefore = 0
    private let interfaces: [CaptureInterface]
    private let section: [PcapngOption]
    private let rotation: Rotation?
    private let replaces: Bool
    private let mode: UInt16?
    private let statistics: () -> [LiveCaptureStatistics]
    private var kept: [String] = []
    private var output: FileOutput?
    private var writer = PcapngWriter()
    private var packetsInFile = 0
    private var now: Int64
    private var fileStart: Int64
    /// The counters when the file began: the statistics of a file cover its own time.
    private var statisticsAtStart: [LiveCaptureStatistics]

    /// Begins the first file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, `"-"` for standard output, or the pattern for the names of several files.
    ///   - interfaces: In the order of the numbers that packets name them by.
    ///   - application: The program that captures, and its version.
    ///   - operatingSystem: That it runs on.
    ///   - rotation: Nil for one file; not for standard output.
    ///   - replaces: Whether a file that is there is replaced. Otherwise that is an error, and with a rotation the numbers
    ///     go on after the highest that is there.
    ///   - mode: The permissions of the files, as in `chmod`; symbolic links are then not followed. Nil for those that the umask
    ///     allows.
    ///   - now: Nanoseconds since 1970.
    ///   - statistics: Asked for whenever a file ends; one for each interface, counted since the start.
    /// - Throws: ``CaptureRecorderError``
    public init(
        path: String, interfaces: [CaptureInterface], application: String, operatingSystem: String? = nil,
        rotation: Rotation? = nil, replaces: Bool = true, mode: UInt16? = nil, now: Int64,
        statistics: @escaping () -> [LiveCaptureStatistics]
    ) throws(CaptureRecorderError) {
        self.path = path
        self.interfaces = interfaces
        self.rotation = path == "-" ? nil : rotation
        self.replaces = replaces
        self.mode = mode
        self.statistics = statistics
        self.now = now
        section = (operatingSystem.map { [.operatingSystem($0)] } ?? []) + [.application(application)]
        currentPath = path
        fileStart = now
        statisticsAtStart = interfaces.map { _ in LiveCaptureStatistics() }
        if self.rotation != nil, !replaces { filesBefore = Self.highestNumber(path) }
        try begin()
    }

    /// Adds a packet.
    ///
    /// - Parameters:
    ///   - bytes: What was captured of it.
    ///   - interface: The index of its interface.
    ///   - time: Nanoseconds since 1970; earlier times become 0, which the format begins with.
    ///   - originalLength: Bytes on the wire.
    public func write(
        _ bytes: Span<UInt8>, interface: Int, time: Int64, originalLength: Int
    ) throws(CaptureRecorderError) {
        if let size = rotation?.maximumSize, packetsInFile > 0, let output,
            output.count + output.buffer.count >= size
        {
            try end()
        }
        let output = if let output = self.output { output } else { try begin() }
        try output.append { (buffer) throws(WireError) in
            try writer.writePacket(
                bytes, interface: interface, time: max(0, time), originalLength: originalLength, into: &buffer)
        }
        packetsInFile += 1
        try output.flushIfFull()
    }

    /// Changes the owner of the current file. Devices and pipes keep their owners.
    public func giveFile(uid: UInt32, gid: UInt32) throws(CaptureRecorderError) { try output?.give(uid: uid, gid: gid) }

    /// Hands what is buffered to the system, so that others can read it.
    public func flush() throws(CaptureRecorderError) { try output?.flush() }

    /// Reports the time, which ends files. To be called now and then.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    public func advance(to now: Int64) throws(CaptureRecorderError) {
        self.now = now
        guard let age = rotation?.maximumAge, now &- fileStart >= age else { return }
        if packetsInFile > 0 { try end() } else { fileStart = now }
    }

    /// Ends the last file.
    public func finish(at now: Int64) throws(CaptureRecorderError) {
        self.now = now
        try end()
    }

    @discardableResult
    private func begin() throws(CaptureRecorderError) -> FileOutput {
        files += 1
        if rotation != nil { currentPath = Self.name(path, number: filesBefore + files) }
        let output = try FileOutput(path: currentPath, replaces: replaces, mode: mode, pieceSize: 1 << 16)
        self.output = output
        if let limit = rotation?.maximumFiles {
            kept.append(currentPath)
            if kept.count > max(1, limit) { FileOutput.remove(kept.removeFirst()) }
        }
        fileStart = now
        packetsInFile = 0
        try output.append { buffer in
            writer.writeSection(options: section, into: &buffer)
            for interface in interfaces { _ = writer.writeInterface(interface, into: &buffer) }
        }
        try output.flush()
        return output
    }

    private func end() throws(CaptureRecorderError) {
        guard let output else { return }
        let counts = statistics()
        try output.append { (buffer) throws(WireError) in
            for (number, (count, start)) in zip(counts, statisticsAtStart).enumerated() {
                let count = count.since(start)
                // As dumpcap does it, isb_ifdrop has all drops: many readers look at no other.
                let statistics = InterfaceStatistics(
                    time: max(0, now), startTime: max(0, fileStart), endTime: max(0, now), received: count.received,
                    dropped: count.lost, systemDropped: count.dropped)
                try writer.writeStatistics(statistics, interface: number, into: &buffer)
            }
        }
        statisticsAtStart = counts
        try output.flush()
        self.output = nil
    }

    /// `trace.pcapng` → `trace-00001.pcapng`
    static func name(_ path: String, number: Int) -> String {
        let suffix = ".pcapng"
        let stem = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
        return stem + "-" + number.digits(5) + suffix
    }

    /// The highest number among the names that a rotation has made there before, 0 for none.
    static func highestNumber(_ path: String) -> Int {
        let parts = name(path, number: 0).split(separator: "/", omittingEmptySubsequences: false)
        guard let pattern = parts.last,
            let names = try? Files.names(
                in: parts.dropLast().isEmpty ? "." : parts.dropLast().joined(separator: "/") + "/")
        else { return 0 }
        let suffix = ".pcapng"
        let stem = pattern.dropLast("00000".count + suffix.count)
        return names.reduce(0) { highest, name in
            guard name.hasPrefix(stem), name.hasSuffix(suffix) else { return highest }
            let digits = name.dropFirst(stem.count).dropLast(suffix.count)
            guard digits.count >= 5, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits) else {
                return highest
            }
            return max(highest, number)
        }
    }
}
