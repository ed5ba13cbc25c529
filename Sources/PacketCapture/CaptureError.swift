/// Why a capture could not be opened, or not be read to its end.
///
/// The value is a few words long and holds no text; the sentence is made in ``description``.
public struct CaptureError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The file could not be opened.
        case cannotOpen(OpenFailure)
        /// The system failed in the middle of the file, with this `errno`.
        case cannotRead(Int32)
        /// The input has no bytes at all.
        case empty
        /// The first bytes are those of no capture format.
        case notACapture
        /// The first bytes are those of a format that this module does not read.
        case unsupported(UnsupportedFormat)
        /// The input is a stream, and its packets have been read by another reader.
        case alreadyRead
        /// The file ends within that part, of which only `available` bytes are there.
        case endsEarly(Part, needed: Int, available: Int)
        /// The file ends before its gzip stream does.
        case gzipEndsEarly
        /// The bytes contradict the format.
        case damaged(Damage)
    }

    /// Why a file cannot be opened.
    public enum OpenFailure: Hashable, Sendable {
        case noSuchFile
        case permissionDenied
        case isADirectory
        /// Another `errno`.
        case system(Int32)
    }

    /// What was cut off.
    public enum Part: Hashable, Sendable {
        /// The header at the start of the file.
        case fileHeader
        /// The header before a packet's bytes, or that of a block.
        case recordHeader
        /// The bytes of a packet.
        case packetData
        /// A block of a pcapng file.
        case block
    }

    /// Formats that are recognised but not read.
    public enum UnsupportedFormat: Hashable, Sendable {
        /// Sun's format (RFC 1761).
        case snoop
        /// Microsoft Network Monitor.
        case networkMonitor
        /// Network General Sniffer, for DOS.
        case sniffer
        /// libpcap's format with longer record headers, as patched by Alexey Kuznetzov.
        case modifiedPcap
        /// A file compressed by zstd (RFC 8878).
        case zstd
        /// A file compressed by lz4.
        case lz4
        /// A pcap file of that version.
        case pcapVersion(major: UInt16, minor: UInt16)
        /// A pcapng file of that version.
        case pcapngVersion(major: UInt16, minor: UInt16)
    }

    /// What is wrong with the bytes.
    public enum Damage: Hashable, Sendable {
        /// A packet says that it has more bytes than any packet may (``CaptureReader/maximumPacketLength``).
        case packetTooLong(UInt32)
        /// A block says that it has more bytes than any block may (``CaptureReader/maximumBlockLength``).
        case blockTooLong(UInt32)
        /// A block's length is less than its type needs, or no multiple of four.
        case blockLength(UInt32)
        /// The length at a block's end differs from the one at its start.
        case trailingLength(UInt32, leading: UInt32)
        /// The packet's bytes would reach beyond the end of its block.
        case capturedLength(UInt32, available: Int)
        /// An option would reach beyond the end of its block, or its type has another length.
        case optionLength(code: UInt16, length: UInt16)
        /// The byte order of a section is neither of the two.
        case byteOrderMagic(UInt32)
        /// A later section of another version.
        case sectionVersion(major: UInt16, minor: UInt16)
        /// A block other than a section header begins the file.
        case noSection
        /// A packet names an interface that its section has not described.
        case unknownInterface(UInt32)
        /// The compressed bytes are no gzip stream, or its checksum is wrong.
        case gzip
        /// After the last gzip member there are bytes that are no further member.
        case afterGzip
    }

    public let kind: Kind
    /// Bytes from the start of the file to the start of the broken record, block or field.
    ///
    /// For a gzip file the offset counts decompressed bytes, except for the kinds that are about the compression
    /// itself (``Kind/gzipEndsEarly``, ``Damage/gzip``, ``Damage/afterGzip``): these count bytes of the file.
    public let offset: Int

    public init(_ kind: Kind, offset: Int = 0) {
        self.kind = kind
        self.offset = offset
    }
}

extension CaptureError {
    /// What a program has to do about an error.
    public enum Category: Hashable, Sendable {
        /// There is nothing to read: the file is missing, unreadable, or its stream was read before.
        case cannotOpen
        /// The file is there but is not a capture that can be read.
        case notACapture
        /// The packets before the error are valid and worth reporting.
        case partial
    }

    public var category: Category {
        switch kind {
        case .cannotOpen, .alreadyRead: .cannotOpen
        case .empty, .notACapture, .unsupported: .notACapture
        case .cannotRead, .endsEarly, .gzipEndsEarly, .damaged: .partial
        }
    }
}
