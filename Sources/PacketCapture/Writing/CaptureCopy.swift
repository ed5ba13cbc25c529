import WireCoding

/// A file with packets of other captures, unchanged or redacted: what extracting writes.
///
/// ```swift
/// let merge = CaptureMerge([try CaptureOverview(path: "trace.pcapng")])
/// let copy = try CaptureCopy(path: "part.pcapng", format: .pcapng, files: 1)
/// while try merge.next({ packet, reader throws(CaptureRecorderError) in
///     if isWanted(packet.record.frame) { try copy.write(packet, of: reader) }
/// }, atEnd: { file, reader throws(CaptureRecorderError) in
///     try copy.endFile(file, of: reader)
/// }) {}
/// try copy.finish(merge)
/// ```
/// The file has its name once it is finished. Until then its bytes are beside it, in a hidden file that goes away with this object;
/// only a process that is killed leaves it there.
///
/// A pcapng file has all that pcapng files say of the packets: interfaces with their options and counters, comments and
/// other options, timestamps bit for bit, names of addresses, processes, the options of sections. A pcap file
/// has times and bytes. A file that is anonymous has of all that only what packets and their times need. Secrets are never copied:
/// a file has those that whoever makes it gives.
public final class CaptureCopy {
    /// The format of the file, and how much of the packets' captures it keeps.
    @nonexhaustive
    public enum Format: Hashable, Sendable {
        /// With all that pcapng files say of the packets.
        case pcapng
        /// All packets have to be of the writer's link type.
        case pcap(PcapWriter)
    }

    /// As given, `"-"` for standard output.
    public let path: String
    /// Packets written.
    public private(set) var packets = 0
    private let format: Format
    private let output: FileOutput
    private var copier: PcapngCopier
    private var lastTime: Int64 = 0

    /// Begins the file.
    ///
    /// - Parameters:
    ///   - path: `"-"` for standard output. Devices and pipes are written to directly, symbolic links to files not followed.
    ///   - format: What the file is to be.
    ///   - files: How many files packets come from: sections of one are kept, packets of several come in one section.
    ///   - replaces: Whether a file that is there is replaced. Otherwise that is an error.
    ///   - isAnonymous: Whether names, comments and addresses beside the packets are left out.
    ///   - secrets: What a pcapng file has before its packets to open them.
    /// - Precondition: None of the secrets is longer than ``CaptureReader/maximumSecretsLength``, and there are none with another
    ///   format.
    public init(
        path: String, format: Format, files: Int, replaces: Bool = true, isAnonymous: Bool = false,
        secrets: [DecryptionSecrets] = []
    ) throws(CaptureRecorderError) {
        precondition(secrets.isEmpty || format == .pcapng)
        precondition(secrets.allSatisfy { $0.bytes.count <= CaptureReader.maximumSecretsLength })
        self.path = path
        self.format = format
        copier = PcapngCopier(isMerge: files > 1, isAnonymous: isAnonymous, secrets: secrets)
        output = try FileOutput(path: path, replaces: replaces, isAtomic: true, pieceSize: 1 << 18)
        if case .pcap(let writer) = format { try output.append { writer.writeHeader(into: &$0) } }
    }

    /// Adds a packet.
    ///
    /// - Parameters:
    ///   - packet: The packet, as the merge showed it.
    ///   - reader: The reader, which is at the packet.
    /// - Throws: For a packet that the format cannot hold, and when the system takes no more bytes; a stream has complete
    ///   packets then.
    public func write(
        _ packet: CaptureMerge.Packet, of reader: borrowing CaptureReader
    ) throws(CaptureRecorderError) {
        try write(packet, reader.bytes, of: reader)
    }

    /// Adds a packet with other bytes.
    ///
    /// - Parameters:
    ///   - packet: The packet, as the merge showed it.
    ///   - bytes: As many as the packet has.
    ///   - reader: The reader, which is at the packet.
    public func write(
        _ packet: CaptureMerge.Packet, _ bytes: Span<UInt8>, of reader: borrowing CaptureReader
    ) throws(CaptureRecorderError) {
        try output.append { (buffer) throws(WireError) in
            switch format {
            case .pcapng: try copier.copy(packet, bytes, of: reader, into: &buffer)
            case .pcap(let writer):
                guard reader.linkType == writer.linkType else {
                    throw WireError(
                        .invalidValue(UInt64(reader.linkType.rawValue)), field: "link type", offset: output.count)
                }
                try writer.writePacket(
                    bytes, time: packet.record.time, originalLength: packet.record.originalLength, into: &buffer)
            }
        }
        packets += 1
        lastTime = max(lastTime, packet.record.time)
        try output.flushIfFull()
    }

    /// Adds the content of a file after its last packet.
    public func endFile(_ file: Int, of reader: borrowing CaptureReader) throws(CaptureRecorderError) {
        guard format == .pcapng else { return }
        try output.append { copier.endFile(file, of: reader, into: &$0) }
        try output.flush()
    }

    /// Completes the file, which then has its name.
    ///
    /// - Parameter merge: From which the packets came, at its end.
    public func finish(_ merge: CaptureMerge) throws(CaptureRecorderError) {
        if format == .pcapng { try output.append { copier.finish(merge.interfaces, at: lastTime, into: &$0) } }
        try output.commit()
    }
}
