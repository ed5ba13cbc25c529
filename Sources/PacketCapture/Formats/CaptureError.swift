/// Why a capture could not be opened, or not be read to its end.
///
/// The value is a few words long and holds no text; the sentence is made in ``description``.
public struct CaptureError: Error, Hashable, Sendable {
    /// The reasons why a capture cannot be opened, or not be read to its end.
    @nonexhaustive
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
        /// Since it was first opened, the file was replaced by another one, or truncated.
        case replaced
        /// Since it was first opened, the file was written to, though it is as long as before.
        case changed
        /// Since it was first opened, the file was removed, or another one took its name; all of it could be read.
        case removed
        /// Since it was first opened, something was added to the file, which was not read.
        case grew
        /// The file ends within that part, of which only `available` bytes are there.
        case endsEarly(Part, needed: Int, available: Int)
        /// The file ends before its compressed stream does.
        case compressedStreamEndsEarly(Compression)
        /// A later zstd frame needs a window of more than 128 MiB, which only the option `--long` produces.
        case windowTooLarge
        /// The bytes contradict the format.
        case damaged(Damage)
    }

    /// Why a file cannot be opened.
    @nonexhaustive
    public enum OpenFailure: Hashable, Sendable {
        /// Nothing has the path (`ENOENT`).
        case noSuchFile
        /// This process may not read the file.
        case permissionDenied
        /// The path is that of a folder.
        case isADirectory
        /// Another `errno`.
        case system(Int32)
    }

    /// The part that was truncated.
    ///
    /// The raw value is what a sentence calls it.
    @nonexhaustive
    public enum Part: String, Hashable, Sendable {
        /// The header at the start of the file.
        case fileHeader = "the file header"
        /// The header before a packet's bytes, or that of a block.
        case recordHeader = "the record header"
        /// The bytes of a packet.
        case packetData = "the packet record"
        /// A block of a pcapng file.
        case block = "the block"
    }

    /// A format that is recognized but not supported.
    @nonexhaustive
    public enum UnsupportedFormat: Hashable, Sendable {
        /// A format of other programs, or a file that is not a capture at all.
        case foreign(ForeignFormat)
        /// A compressed stream within another.
        case nested(Compression, within: Compression)
        /// A zstd stream that needs a window of more than 128 MiB from its beginning on.
        case windowTooLarge
        /// A pcap file of that version.
        case pcapVersion(major: UInt16, minor: UInt16)
        /// A pcapng file of that version.
        case pcapngVersion(major: UInt16, minor: UInt16)
    }

    /// The kind of damage.
    @nonexhaustive
    public enum Damage: Error, Hashable, Sendable {
        /// A packet says that it has more bytes than any packet may (``CaptureReader/maximumPacketLength``).
        case packetTooLong(UInt32)
        /// A block says that it has more bytes than any block may (``CaptureReader/maximumBlockLength``).
        case blockTooLong(UInt32)
        /// A block's length is less than its type needs.
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
        /// A name, a secret or a process reaches beyond the end of its block.
        case recordLength(UInt32, available: Int)
        /// The file describes more interfaces than ``CaptureReader/maximumInterfaces``.
        case tooManyInterfaces
        /// The compressed bytes are not such a stream, or a checksum is wrong.
        case compression(Compression)
        /// After the last frame (for gzip: member) there are bytes that are not another one.
        case afterCompressedStream(Compression)
    }

    /// The reason, with the numbers that belong to it.
    public let kind: Kind
    /// Bytes from the start of the file to the start of the broken record, block or field.
    ///
    /// For a compressed file the offset counts decompressed bytes, except for the kinds that are about the compression
    /// itself (``Kind/compressedStreamEndsEarly(_:)``, ``Kind/windowTooLarge``, ``Damage/compression(_:)``,
    /// ``Damage/afterCompressedStream(_:)``): these count bytes of the file.
    public let offset: Int

    /// An error at an offset, which is 0 where the file as a whole is meant.
    public init(_ kind: Kind, offset: Int = 0) {
        self.kind = kind
        self.offset = offset
    }
}

extension CaptureError {
    /// The kind of reaction that an error requires of a program.
    @nonexhaustive
    public enum Category: Hashable, Sendable {
        /// There is nothing to read: the file is missing, unreadable, or its stream was read before.
        case cannotOpen
        /// The file is there but is not a capture that can be read.
        case notACapture
        /// The packets before the error are valid and worth reporting.
        case partial
    }

    /// Whether the file has, or may have, other packets than when it was first opened.
    package var isOfAnotherFile: Bool { kind == .replaced || kind == .changed }

    /// The kind of reaction that the error requires.
    public var category: Category {
        switch kind {
        case .cannotOpen, .alreadyRead: .cannotOpen
        case .empty, .notACapture, .unsupported: .notACapture
        case .cannotRead, .endsEarly, .compressedStreamEndsEarly, .windowTooLarge, .damaged, .replaced, .changed, .grew,
            .removed:
            .partial
        }
    }
}
