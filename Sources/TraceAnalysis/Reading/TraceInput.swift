import PacketCapture
import PacketDissection
import TraceModel
import WireCoding

/// Reads captures in batches: one file, or several as one.
package final class TraceInput {
    /// Bytes of packets that are copied into one batch.
    private static let mergedSize = 1 << 18

    /// Nil for several files, and once it has come to its end.
    private var reader: CaptureReader?
    /// Nil for one file, and once it has come to its end.
    private var merge: CaptureMerge?
    private let file: CaptureFile?
    /// With several files: the first time in them.
    private let firstOverview: Int64?
    private var matcher: CaptureFilter.Matcher?
    /// By hash, the flows whose packets are wanted; nil for all. The others are not even copied.
    private let wantedFlows: [Bool]?
    /// The time of the last packet of several files that had one, copied or not.
    private var timeBefore: Int64?
    /// The time of the last packet that had one.
    private var latestTime: Int64?
    private var metSecrets = MetSecrets(ofFiles: 0)
    /// What was read before anybody asked for it, and whether that was a batch.
    private var ahead: (batch: TraceBatch, isBatch: Bool)?
    /// The secrets before the first packet, once that was read; those of several files are not here.
    private var leadingSecrets: [DecryptionSecrets] = []
    /// Packets that were read, and the bytes: of one file once it has come to its end, of several so far.
    private var packetCount = 0
    private var byteCount = 0
    /// The facts about the input so far.
    package var outcome = Outcome()

    /// The results of a pass over the input other than packets.
    package struct Outcome: Sendable {
        var interfaces: [CaptureInterface] = []
        var sections: [CaptureSection] = []
        /// Why reading ended before the end of the file.
        package var error: CaptureError?
        /// The result for each file, if several are read as one.
        var files: [CaptureSummary.File] = []
        /// Why those of them that could not be read to their ends could not.
        var failures: [CaptureMerge.FileFailure] = []
        /// Packets that did not pass the filter.
        var filteredOut = 0
        /// Why the filter could not be applied to a packet, which ends the reading.
        package var filterError: CaptureFilterError?
        var nameResolutions: [NameResolution] = []
        var metadataDamage: CaptureError?
        /// The secrets after the last packet.
        var lastSecrets: [DecryptionSecrets] = []
    }

    /// - Throws: `CaptureError` when nothing can be read at all.
    package init(_ file: CaptureFile, filter: CaptureFilter? = nil) throws(CaptureError) {
        self.file = file
        firstOverview = nil
        wantedFlows = nil
        matcher = filter?.makeMatcher()
        do {
            reader = try file.makeReader()
        } catch {
            guard error.category == .partial else { throw error }
            // Cut off in the file header: a report without packets, that says so.
            outcome.error = error
        }
    }

    /// - Parameter flows: The flows whose packets are wanted, by their hashes; nil for all. Packets whose flow only dissecting shows
    ///   are read in any case.
    init(merging files: [CaptureOverview], filter: CaptureFilter? = nil, flows: Set<UInt16>? = nil) {
        file = nil
        wantedFlows = flows.map { flows in (0...UInt16.max).map { flows.contains($0) } }
        matcher = filter?.makeMatcher()
        let merge = CaptureMerge(files)
        firstOverview = merge.files.first?.firstTime
        metSecrets = MetSecrets(ofFiles: merge.files.count)
        self.merge = merge
    }

    /// Reads the beginning of a file or a stream before its packets are wanted.
    ///
    /// - Returns: The secrets before its first packet.
    package func readAhead() -> [DecryptionSecrets] {
        var batch = TraceBatch()
        let isBatch = next(&batch)
        ahead = (batch, isBatch)
        return leadingSecrets
    }

    /// Reads on.
    ///
    /// - Parameter batch: Gets the next packets; its memory is used again. The secrets between them come along, but those before the
    ///   first packet of a file: they are known before.
    /// - Returns: False at the end, or where the filter cannot be applied.
    package func next(_ batch: inout TraceBatch) -> Bool {
        if let first = ahead.take() {
            batch = first.batch
            return first.isBatch
        }
        guard outcome.filterError == nil, read(&batch.packets) else { return false }
        packetCount = batch.packets.firstFrame &+ batch.packets.count &- 1
        if merge != nil { byteCount &+= batch.packets.byteCount }
        batch.mark()
        if matcher != nil { filter(&batch) }
        setTimes(of: &batch)
        return true
    }

    private func read(_ batch: inout PacketBatch) -> Bool {
        if let merge { return read(merge, &batch) }
        guard reader != nil else { return false }
        var isBatch = false
        do throws(CaptureError) {
            isBatch = try reader?.nextBatch(&batch) == true
        } catch {
            outcome.error = error
        }
        if batch.firstFrame == 1 {
            leadingSecrets = batch.secrets.filter { $0.index == 0 }.map(\.secrets)
            batch.removeLeadingSecrets()
        }
        if isBatch { return true }
        outcome.lastSecrets = batch.secrets.map(\.secrets)
        if let reader = reader.take() { finish(reader) }
        return false
    }

    /// Returns the reader of a file without a filter, whose packets then need no batches; nil for anything else. A
    /// stream's batches include the first time.
    func takePlainReader() -> CaptureReader? { matcher == nil && file?.isSeekable == true ? reader.take() : nil }

    /// Goes on with batches.
    ///
    /// - Parameter latestTime: Of the last packet.
    func giveBack(_ reader: consuming CaptureReader, latestTime: Int64?) {
        reader.passOverSecrets()
        self.latestTime = latestTime
        self.reader = consume reader
    }

    /// Whether the file's format has blocks, which may describe processes and have secrets.
    var hasBlocks: Bool { file?.format == .pcapng }

    /// Takes note of what a reader has found beside packets.
    func finish(_ reader: borrowing CaptureReader) {
        (packetCount, byteCount) = (reader.packetCount, reader.offset)
        outcome.interfaces = reader.interfaces
        outcome.sections = reader.sections
        outcome.nameResolutions = reader.nameResolutions
        outcome.metadataDamage = reader.metadataDamage
    }

    /// ``outcome``, with what the reader has found before its end.
    var outcomeSoFar: Outcome {
        var outcome = outcome
        if let interfaces = reader?.interfaces { outcome.interfaces = interfaces }
        return outcome
    }

    /// How far reading has come.
    var progress: AnalysisProgress {
        AnalysisProgress(packets: packetCount, bytes: reader?.offset ?? byteCount, total: totalBytes)
    }

    /// The same, while somebody else reads.
    func progress(of reader: borrowing CaptureReader) -> AnalysisProgress {
        AnalysisProgress(packets: reader.packetCount, bytes: reader.offset, total: totalBytes)
    }

    /// The bytes that there are to read, where they are known before.
    private var totalBytes: Int? { file.flatMap { $0.compression == .none ? $0.size : nil } }

    private func read(_ merge: CaptureMerge, _ batch: inout PacketBatch) -> Bool {
        batch = PacketBatch()
        while batch.byteCount < Self.mergedSize, batch.count < PacketBatch.maximumCount,
            merge.next(
                { packet, reader in
                    var record = packet.record
                    if metSecrets.isBehind(packet.file, reader) {
                        batch.add(metSecrets.takeMore(ofFile: packet.file, reader))
                    }
                    if let wantedFlows {
                        // One without a time comes with the packet before it, even if that is left out.
                        if record.isTimed {
                            timeBefore = record.time
                        } else if let timeBefore {
                            (record.time, record.isTimed) = (timeBefore, true)
                        }
                        if let hash = PacketDissector.flowHash(of: reader.bytes, linkType: reader.linkType),
                            !wantedFlows[Int(hash)]
                        {
                            return
                        }
                    }
                    batch.append(record, bytes: reader.bytes, linkType: reader.linkType)
                    guard reader.hasProcesses, reader.hasPacketOptions else { return }
                    let annotations = reader.packetAnnotations
                    if annotations.process != nil { batch.annotate(annotations) }
                },
                atEnd: { file, reader in
                    batch.add(metSecrets.takeMore(ofFile: file, reader))
                    if outcome.metadataDamage == nil { outcome.metadataDamage = reader.metadataDamage }
                    let room = CaptureReader.maximumSections - outcome.sections.count
                    outcome.sections += reader.sections.prefix(max(0, room))
                })
        {}
        if batch.count > 0 { return true }
        outcome.lastSecrets = batch.secrets.map(\.secrets)
        outcome.interfaces = merge.interfaces
        outcome.files = CaptureSummary.files(of: merge)
        outcome.failures = merge.failures
        outcome.nameResolutions = merge.nameResolutions
        self.merge = nil
        return false
    }

    /// Asks the filter about each packet. Packets after one that it cannot be applied to are left out.
    private func filter(_ batch: inout TraceBatch) {
        for index in 0..<batch.packets.count {
            do throws(CaptureFilterError) {
                let entry = batch.packets.entries[index]
                let record = batch.packets.record(index)
                let matches = try matcher?.matches(
                    batch.packets.bytes(index), originalLength: record.originalLength, linkType: entry.linkType)
                if matches == false {
                    batch.marks[index] = .rejected
                    outcome.filteredOut += 1
                }
            } catch {
                outcome.filterError = error
                for rest in index..<batch.packets.count { batch.marks[rest] = .rejected }
                return
            }
        }
    }

    /// Gives a packet without a time that of the packet before it, or of the first that has one.
    private func setTimes(of batch: inout TraceBatch) {
        batch.times.removeAll(keepingCapacity: true)
        let entries = batch.packets.entries
        if batch.packets.isTimed {
            latestTime = entries.last?.time ?? latestTime
            return
        }
        for entry in entries {
            if entry.isTimed {
                latestTime = entry.time
            } else if latestTime == nil {
                // Of a stream only the part that has been read is known.
                latestTime = firstTime() ?? entries.first { $0.isTimed }?.time
            }
            batch.times.append(latestTime ?? 0)
        }
    }

    /// The first time in the file, for the packets before it that have none; nil if it cannot be known.
    func firstTime() -> Int64? {
        guard let file else { return firstOverview }
        guard file.isSeekable, var reader = try? file.makeReader() else { return nil }
        while let record = try? reader.next() {
            if record.isTimed { return record.time }
        }
        return nil
    }
}

/// Packets that were read together, and what all workers want to know of each: found once, for all of them.
package struct TraceBatch: Sendable {
    /// The facts about a packet before it is dissected.
    package struct Mark: Sendable {
        /// `DissectedPacket.flowHash`, nil if only dissecting shows it.
        var flowHash: UInt16?
        /// Whether the packet did not pass the filter.
        package var isRejected = false

        static let rejected = Mark(isRejected: true)
    }

    package var packets = PacketBatch()
    package var marks: [Mark] = []
    /// The times of the packets in place of the file's, if one of them has none; otherwise empty.
    var times: [Int64] = []

    /// The file's facts about a packet, with a time that is always set.
    @inline(__always)
    package func record(_ index: Int) -> PacketRecord {
        var record = packets.record(index)
        record.time = CaptureSummary.bounded(times.isEmpty ? record.time : times[index])
        return record
    }

    package init() {}

    /// Looks at all packets.
    mutating func mark() {
        marks.removeAll(keepingCapacity: true)
        for index in 0..<packets.count {
            marks.append(
                Mark(
                    flowHash: PacketDissector.flowHash(
                        of: packets.bytes(index), linkType: packets.entries[index].linkType)))
        }
    }
}
