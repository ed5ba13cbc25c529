import WireCoding

/// Several captures read as one, in time order: the pieces of a rotated capture, or captures from several capture
/// points.
///
/// A file is opened when its first packet is due and closed after its last one, so that a folder with thousands of
/// rotated files takes no more than the few that overlap. Packets of equal time come in the order of the files. A packet
/// without a time (``PacketRecord/isTimed``) has that of the packet before it in its file, or the first one of the file.
///
/// Interfaces are numbered across the files. An interface that continues one of a file that ended before (same name,
/// link type, description and clock) keeps its number, as in a rotated capture. Files that overlap in time were
/// captured at different points, so their interfaces stay separate.
public final class CaptureMerge {
    /// Why one of the files could not be read to its end.
    public struct FileFailure: Error, Sendable {
        /// Index in ``CaptureMerge/files``.
        public var file: Int
        /// What is wrong with the file, and at which of its bytes.
        public var error: CaptureError
    }

    /// A packet and where it comes from.
    public struct Packet: Hashable, Sendable {
        /// Frame and interface are counted over all files.
        public var record: PacketRecord
        /// Index in ``CaptureMerge/files``.
        public var file: Int
        /// Index into the ``CaptureReader/interfaces`` of that file.
        public var interfaceInFile: Int
    }

    /// A file that has been opened and has packets left.
    private final class Source {
        let index: Int
        var reader: CaptureReader
        var head: PacketRecord
        /// The index of each interface in the merge, by its index in the file.
        var numbers: [Int?] = []

        init(index: Int, reader: consuming CaptureReader, head: PacketRecord) {
            self.index = index
            self.reader = reader
            self.head = head
        }
    }

    /// In the order in which their first packets come.
    public let files: [CaptureOverview]
    /// The interfaces met so far, by their numbers over all files, with their returned packets counted.
    public private(set) var interfaces: [CaptureInterface] = []
    /// The errors in files; everything before them is among the packets.
    public private(set) var failures: [FileFailure] = []
    /// The number of packets of each file that have been returned, by the index of the file.
    public private(set) var packets: [Int]
    /// The names of addresses in the files that have ended, each pair once, up to
    /// ``CaptureReader/maximumNameResolutions``.
    public private(set) var nameResolutions: [NameResolution] = []
    private var knownResolutions: Set<NameResolution> = []
    private var active: [Source] = []
    private var opened = 0
    private var frames = 0
    /// Numbers of interfaces whose files have ended, by what makes an interface of a later file the same.
    private var idle: [CaptureInterface: [Int]] = [:]

    /// A merge before its first packet; no file is open yet.
    ///
    /// - Parameter files: In any order.
    public init(_ files: [CaptureOverview]) {
        // Stable: equal times keep the order of the names.
        self.files = files.enumerated().sorted {
            ($0.element.firstTime ?? .max, $0.offset) < ($1.element.firstTime ?? .max, $1.offset)
        }.map(\.element)
        packets = self.files.map { _ in 0 }
    }

    /// Moves to the next packet of all files and shows it.
    ///
    /// - Parameter body: Called with the packet, its bytes and their link type. The record counts frames and interfaces
    ///   over all files.
    /// - Returns: False at the end, without a call.
    public func next<Failure: Error>(
        _ body: (PacketRecord, Span<UInt8>, LinkType) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        try next { (packet, reader) throws(Failure) in
            try body(packet.record, reader.bytes, reader.linkType)
        } atEnd: { (_, _) throws(Failure) in
        }
    }

    /// Moves to the next packet of all files and shows it with the reader of its file, for those who need more of it
    /// than its bytes.
    ///
    /// - Parameters:
    ///   - body: Called with the packet and the reader that is at it.
    ///   - end: Called with the index and the reader of each finished file, after its last packet; everything after
    ///     that packet has been read then.
    /// - Returns: False at the end, without a call of `body`.
    public func next<Failure: Error>(
        _ body: (Packet, borrowing CaptureReader) throws(Failure) -> Void,
        atEnd end: (Int, borrowing CaptureReader) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        try openDue(end)
        guard let source = earliest else { return false }
        frames += 1
        packets[source.index] += 1
        var record = source.head
        record.frame = frames
        record.interface = number(ofInterface: source.head.interface, in: source)
        interfaces[record.interface].packets += 1
        try body(
            Packet(record: record, file: source.index, interfaceInFile: source.head.interface), source.reader)
        try advance(source, end)
        return true
    }

    /// Few files overlap, so that looking at each is cheap.
    private var earliest: Source? {
        active.min { ($0.head.time, $0.index) < ($1.head.time, $1.index) }
    }

    /// Opens the files whose first packet is not later than the earliest one at hand.
    private func openDue<Failure: Error>(
        _ end: (Int, borrowing CaptureReader) throws(Failure) -> Void
    ) throws(Failure) {
        while opened < files.count {
            if let due = earliest?.head.time, let first = files[opened].firstTime, first > due { return }
            if files[opened].firstTime == nil, !active.isEmpty { return }
            opened += 1
            guard let source = open(opened - 1) else { continue }
            active.append(source)
            try advance(source, end)
        }
    }

    /// - Returns: The file before its first packet, nil if it cannot be read.
    private func open(_ index: Int) -> Source? {
        do throws(CaptureError) {
            let file = try CaptureFile.open(path: files[index].path, as: files[index].identity)
            let reader = try file.makeReader()
            let start = files[index].firstTime ?? 0
            return Source(
                index: index, reader: reader,
                head: PacketRecord(frame: 0, time: start, interface: 0, originalLength: 0, capturedLength: 0))
        } catch {
            failures.append(FileFailure(file: index, error: error))
            return nil
        }
    }

    /// Reads the next packet of a file; false at its end, and where it is damaged.
    private func read(_ source: Source) -> Bool {
        do throws(CaptureError) {
            guard var head = try source.reader.next() else { return false }
            if !head.isTimed { head.time = source.head.time }
            source.head = head
            return true
        } catch {
            failures.append(FileFailure(file: source.index, error: error))
            return false
        }
    }

    private func advance<Failure: Error>(
        _ source: Source, _ end: (Int, borrowing CaptureReader) throws(Failure) -> Void
    ) throws(Failure) {
        guard !read(source) else { return }
        close(source)
        try end(source.index, source.reader)
    }

    /// Notes what the end of a file says of its interfaces.
    private func close(_ source: Source) {
        // All of them, before the first may be continued: interfaces of one file stay separate, however similar they
        // are.
        let numbers = source.reader.interfaces.map { number(ofInterface: $0.id, in: source) }
        for (interface, number) in zip(source.reader.interfaces, numbers) {
            if let dropped = interface.dropped {
                var statistics = interfaces[number].statistics ?? InterfaceStatistics(time: 0)
                statistics.dropped = (statistics.dropped ?? 0) &+ dropped
                interfaces[number].statistics = statistics
            }
            idle[Self.identity(of: interface), default: []].append(number)
        }
        active.removeAll { $0 === source }
        for names in source.reader.nameResolutions {
            guard nameResolutions.count < CaptureReader.maximumNameResolutions else { break }
            if knownResolutions.insert(names).inserted { nameResolutions.append(names) }
        }
    }

    private func number(ofInterface id: Int, in source: Source) -> Int {
        while source.numbers.count <= id { source.numbers.append(nil) }
        if let number = source.numbers[id] { return number }
        let number = add(source.reader.interfaces[id])
        source.numbers[id] = number
        return number
    }

    /// The facts that an interface of a later file must share to continue this one.
    private static func identity(of interface: CaptureInterface) -> CaptureInterface {
        var identity = CaptureInterface(id: 0, linkType: interface.linkType, resolution: interface.resolution)
        identity.name = interface.name
        identity.interfaceDescription = interface.interfaceDescription
        identity.timestampOffset = interface.timestampOffset
        identity.frameCheckSequenceLength = interface.frameCheckSequenceLength
        return identity
    }

    /// - Returns: The number of an interface that it continues, or a new one.
    private func add(_ interface: CaptureInterface) -> Int {
        if let known = idle[Self.identity(of: interface)]?.popLast() { return known }
        var new = interface
        new.id = interfaces.count
        new.section = 0
        new.packets = 0
        new.statistics = nil
        interfaces.append(new)
        return interfaces.count - 1
    }
}

/// The facts at the beginning of a capture file: enough to sort files without reading them.
public struct CaptureOverview: Hashable, Sendable {
    /// The path as it was given.
    public let path: String
    /// The format of the file, unpacked.
    public let format: CaptureFormat
    /// How the file is packed.
    public let compression: Compression
    /// Nanoseconds since 1970, of the first packet that has a time; 0 where none has, nil for a file without packets.
    public let firstTime: Int64?
    /// Whether there are secrets before the first packet. They are read again where they are needed (``leadingSecrets()``), so that
    /// thousands of overviews take no memory for them.
    public let hasSecrets: Bool
    /// Nil if it is not a regular file.
    let identity: FileIdentity?

    /// Opens a file and reads its first packet.
    ///
    /// - Parameter path: A file that can be opened again, so that neither a pipe nor `"-"` will do.
    /// - Throws: ``CaptureError`` of the categories `cannotOpen` and `notACapture`. A file that breaks before its first
    ///   packet has none.
    public init(path: String) throws(CaptureError) {
        let file = try CaptureFile.open(path: path)
        self.path = path
        format = file.format
        compression = file.compression
        identity = file.identity
        (firstTime, hasSecrets) = Self.beginning(of: file)
    }

    private static func beginning(of file: CaptureFile) -> (time: Int64?, hasSecrets: Bool) {
        guard var reader = try? file.makeReader() else { return (nil, false) }
        guard let first = try? reader.next() else { return (nil, reader.decryptionSecretCount > 0) }
        let hasSecrets = reader.decryptionSecretCount > 0
        if first.isTimed { return (first.time, hasSecrets) }
        while let record = try? reader.next() {
            if record.isTimed { return (record.time, hasSecrets) }
        }
        return (0, hasSecrets)
    }

    /// The secrets that the file has before its first packet, as ``CaptureFile/leadingSecrets()``; nothing if it is another file now,
    /// which the reading of its packets reports.
    public func leadingSecrets() -> [DecryptionSecrets] {
        guard hasSecrets, let file = try? CaptureFile.open(path: path, as: identity) else { return [] }
        return file.leadingSecrets()
    }

    /// All secrets of the file, as ``CaptureFile/allSecrets()``; nothing if it is another file now.
    public func allSecrets() -> [DecryptionSecrets] {
        guard format == .pcapng, let file = try? CaptureFile.open(path: path, as: identity) else { return [] }
        return file.allSecrets()
    }
}

extension CaptureMerge.FileFailure: CustomStringConvertible {
    /// One phrase with the number of the file, from 1.
    public var description: String { "file \(file + 1): \(error)" }
}
