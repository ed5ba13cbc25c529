/// The input.
public struct CaptureSummary: Codable, Hashable, Sendable {
    /// With several files read as one, all paths in time order, separated by commas.
    public var path: String
    /// `pcap` or `pcapng`; of several files that of the first one.
    public var format: String
    /// `none`, `gzip`, `zstd` or `lz4`; of several files that of the first one.
    public var compression: String
    /// The files, in order of time; one unless several were read as one.
    public var files: [File] = []
    /// Packets in the file, those with errors too.
    public var packets = 0
    /// The bytes of the packets that the file has.
    public var capturedBytes = 0
    /// The bytes of the packets on the wire.
    public var originalBytes = 0
    /// ``firstTime`` in nanoseconds since 1970, which is not in the JSON.
    public var origin: Int64?
    /// The time of the first packet in the file (of those that passed ``filter``), RFC 3339 in UTC with nine decimals.
    public var firstTime: String?
    /// The latest time of a packet.
    public var lastTime: String?
    /// Seconds from the first packet to the latest; nil without a packet that has a time.
    public var duration: Double?
    /// Packets of which the file holds less than was on the wire.
    public var truncatedPackets = 0
    /// Packets with a header that contradicts itself.
    public var malformedPackets = 0
    /// Packets of which nothing above the link layer was understood.
    public var undecodedPackets = 0
    /// In the order in which the file describes them.
    public var interfaces: [Interface] = []
    /// The programs that wrote the file, according to its sections; none for a pcap file.
    public var sections: [Section] = []
    /// Why reading ended before the end of the file; of several files, of the first one with an error, which the message
    /// names then.
    public var fileError: FileError?
    /// The first damage within what a pcapng file says beside its packets: names, options or secrets are missing.
    public var metadataError: FileError?
    /// How much was looked at: `messages`, or `flows` for headers alone.
    public var depth = CaptureSummary.Depth.messages
    /// The results of verifying the packets' checksums; nil if they were not verified.
    public var checksums: Checksums?
    /// What the key logs have that were given and that the capture has itself; nil without any.
    public var secrets: Secrets?
    /// The capture filter that packets had to pass; nil if there was none. Packets that did not pass are counted in
    /// ``filteredOut`` and in ``interfaces``, and nowhere else.
    public var filter: String?
    /// Packets that did not pass ``filter``.
    public var filteredOut = 0
    /// Packets by protocol, from the link layer up. A packet counts in each of its layers.
    public var protocols = NamedCounts()
    /// The bytes on the wire of these packets, by the same names.
    public var protocolBytes = NamedCounts()
    /// Packets and bytes over time; nil without a packet that has a time.
    public var traffic: Traffic?
    /// Packets that were not understood, by link type, EtherType or IP protocol.
    public var undecoded = NamedCounts()
    /// What the analysis had no memory for and left out; nil where it had enough.
    public var memory: Memory?

    private enum CodingKeys: String, CodingKey {
        case path, format, compression, files, packets, capturedBytes, originalBytes, firstTime, lastTime, duration
        case truncatedPackets, malformedPackets, undecodedPackets, interfaces, sections, fileError, metadataError, depth
        case checksums, secrets, filter, filteredOut, protocols, protocolBytes, traffic, undecoded, memory
    }

    /// Made of what each one has; the rest can be set.
    public init(path: String, format: String, compression: String) {
        (self.path, self.format, self.compression) = (path, format, compression)
    }
}

extension CaptureSummary {
    /// Packets that the capturing host dropped at all interfaces. Each count is what the file says, up to the largest number
    /// there is.
    package var dropped: Int {
        interfaces.compactMap(\.dropped).reduce(0) { sum, count in
            let (total, overflow) = sum.addingReportingOverflow(count)
            return overflow ? .max : total
        }
    }

    /// The time itself between 1896 and 2189, the nearer end of that span outside of it: so that no difference of two
    /// times overflows, whatever a capture file says.
    @inlinable package static func bounded(_ time: Int64) -> Int64 {
        let earliest: Int64 = -(1 << 61)
        return max(earliest, min(time, .max + earliest))
    }

    /// How much of a capture is looked at.
    @nonexhaustive
    public enum Depth: String, Codable, Sendable, CaseIterable {
        /// Headers: which flows there were, how they began and ended, how much they carried and how much of it again.
        /// Services are not followed, streams are not read, round trips and rates over time are not measured, which is
        /// several times as fast.
        case flows
        /// Everything, down to the messages in the streams.
        case messages
    }

    /// One interface that packets were captured on, as the file describes it.
    public struct Interface: Codable, Hashable, Sendable {
        /// The number of the interface: its place among all of the file, from 0.
        public var id: Int
        /// The name that the capturing host has for it (if_name); nil where the file has none.
        public var name: String?
        /// The LINKTYPE_ name without its prefix.
        public var linkType: String
        /// The LINKTYPE_ number.
        public var linkTypeValue: Int
        /// Bytes of a packet that are kept at most; nil for no limit.
        public var snapLength: Int?
        /// Seconds.
        public var timestampResolution: Double
        /// Packets in the file, whether they passed ``CaptureSummary/filter`` or not.
        public var packets: Int
        /// Packets that the capturing host dropped, as it says itself.
        public var dropped: Int?
        /// The file's facts about it beside its name (if_description, if_hardware, if_os).
        public var description: String?
        /// The network card (if_hardware).
        public var hardware: String?
        /// The system of the capturing host.
        public var operatingSystem: String?
        /// The capture filter that its packets had to pass (if_filter), where it is an expression.
        public var filter: String?

        /// Made of what each one has; the rest can be set.
        public init(
            id: Int, name: String? = nil, linkType: String, linkTypeValue: Int, snapLength: Int? = nil,
            timestampResolution: Double, packets: Int, dropped: Int? = nil, description: String? = nil,
            hardware: String? = nil, operatingSystem: String? = nil
        ) {
            (self.id, self.name, self.linkType, self.linkTypeValue) = (id, name, linkType, linkTypeValue)
            (self.snapLength, self.timestampResolution, self.packets) = (snapLength, timestampResolution, packets)
            (self.dropped, self.description, self.hardware) = (dropped, description, hardware)
            self.operatingSystem = operatingSystem
        }
    }

    /// A section of a pcapng file: files that were joined have several.
    public struct Section: Codable, Hashable, Sendable {
        /// The machine that made it.
        public var hardware: String?
        /// The system of the capturing host.
        public var operatingSystem: String?
        /// The program that made it.
        public var application: String?
        /// What its author wrote about the section (opt_comment).
        public var comments: [String]

        /// Made of all its parts.
        public init(hardware: String?, operatingSystem: String?, application: String?, comments: [String]) {
            (self.hardware, self.operatingSystem, self.application) = (hardware, operatingSystem, application)
            self.comments = comments
        }
    }

    /// What key logs have, those that were given and those in blocks of secrets in a pcapng file.
    public struct Secrets: Codable, Hashable, Sendable {
        /// Distinct secrets of TLS, DTLS and QUIC.
        public var entries: Int
        /// Lines that are no part of the format.
        public var malformedLines: Int

        /// Made of all its parts.
        public init(entries: Int, malformedLines: Int) {
            (self.entries, self.malformedLines) = (entries, malformedLines)
        }
    }

    /// What a budget of memory had no room for.
    public struct Memory: Codable, Hashable, Sendable {
        /// In bytes.
        public var budget: Int
        /// By what was left out: packets of connections, messages, frames.
        public var leftOut = NamedCounts()

        /// Made of what each one has; the rest can be set.
        public init(budget: Int) { self.budget = budget }
    }

    /// One of the files.
    public struct File: Codable, Hashable, Sendable {
        /// As it was given.
        public var path: String
        /// `pcap` or `pcapng`.
        public var format: String
        /// `none`, `gzip`, `zstd` or `lz4`.
        public var compression: String
        /// Packets in the file, whether they passed ``CaptureSummary/filter`` or not.
        public var packets: Int
        /// Why reading ended before its end.
        public var fileError: FileError?

        /// Made of all its parts.
        public init(path: String, format: String, compression: String, packets: Int, fileError: FileError? = nil) {
            (self.path, self.format, self.compression, self.packets) = (path, format, compression, packets)
            self.fileError = fileError
        }
    }

    /// The error where the file is truncated or damaged: everything before it was analyzed.
    public struct FileError: Codable, Hashable, Sendable {
        /// Bytes from the start of the (decompressed) file.
        public var offset: Int
        /// In words: what is damaged.
        public var message: String

        /// Made of all its parts.
        public init(offset: Int, message: String) {
            (self.offset, self.message) = (offset, message)
        }
    }

    /// The results of verifying checksums.
    public struct Checksums: Codable, Hashable, Sendable {
        /// Of IPv4 headers.
        public var ipv4Header: ChecksumCounts
        /// The counts for TCP, UDP, ICMP and ICMPv6.
        public var transport: ChecksumCounts

        /// Made of all its parts.
        public init(ipv4Header: ChecksumCounts, transport: ChecksumCounts) {
            (self.ipv4Header, self.transport) = (ipv4Header, transport)
        }
    }

    /// Packets by what became of a checksum. Those that have none count nowhere.
    public struct ChecksumCounts: Codable, Hashable, Sendable {
        /// Checksums that are right.
        public var valid = 0
        /// Checksums that are wrong, and were not left to the network card.
        public var invalid = 0
        /// Captured at the sender before its network card filled the field in.
        public var offloaded = 0
        /// Cut, or a fragment.
        public var unverifiable = 0

        /// Nothing measured yet.
        public init() {}
    }
}
