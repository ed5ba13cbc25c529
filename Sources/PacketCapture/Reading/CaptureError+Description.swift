import Platform

extension CaptureError: CustomStringConvertible {
    /// One sentence without the path, which the caller knows.
    public var description: String {
        switch kind {
        case .cannotOpen(let failure): "cannot open: \(failure)"
        case .cannotRead(let number): "cannot read on at offset \(offset): \(SystemError(number: number))"
        case .empty: "the file is empty"
        case .notACapture: "not a capture file: it begins like neither pcap nor pcapng"
        case .unsupported(let format): "\(format)"
        case .alreadyRead: "the input is a stream, and it can be read only once"
        case .replaced: "the file was replaced or truncated while it was being read"
        case .changed:
            "the file was written to while it was being read, so its packets cannot be trusted; read it again"
        case .removed:
            "the file was removed or replaced while it was being read; this is about the file that was there before"
        case .grew:
            "the file grew while it was being read, and what was added was not read; read it again once it is complete"
        case .endsEarly(let part, let needed, let available):
            "the file ends early: \(part.rawValue) at offset \(offset) needs \(needed) bytes, \(available) are there"
        case .compressedStreamEndsEarly(let compression):
            "the file ends early: its \(compression.rawValue) stream is cut at offset \(offset)"
        case .windowTooLarge:
            "the zstd frame at offset \(offset) needs \(UnsupportedFormat.largeWindow)"
        case .damaged(let damage): "the file is damaged at offset \(offset): \(damage)"
        }
    }
}

extension CaptureError.OpenFailure: CustomStringConvertible {
    init(errno number: Int32) {
        switch number {
        case ENOENT: self = .noSuchFile
        case EACCES, EPERM: self = .permissionDenied
        case EISDIR: self = .isADirectory
        default: self = .system(number)
        }
    }

    public var description: String {
        switch self {
        case .noSuchFile: "no such file"
        case .permissionDenied: "permission denied"
        case .isADirectory: "is a directory"
        case .system(let number): SystemError(number: number).description
        }
    }
}

extension CaptureError.UnsupportedFormat: CustomStringConvertible {
    fileprivate static let largeWindow =
        "more than \(ZstdCodec.maximumWindow >> 20) MiB of memory; unpack the file with \"zstd -d --long=31\""

    /// The kind of file, and how to convert it to a readable one.
    public var description: String {
        switch self {
        case .foreign(let format):
            format.advice.map { "\(format.rawValue); \($0)" } ?? "not a capture file but \(format.rawValue)"
        case .nested(let inner, let outer):
            "a \(inner.rawValue) stream within a \(outer.rawValue) stream; unpack the outer one"
        case .windowTooLarge: "a file compressed by zstd that needs \(Self.largeWindow)"
        case .pcapVersion(let major, let minor): "a pcap file of the unknown version \(major).\(minor)"
        case .pcapngVersion(let major, let minor): "a pcapng file of the unknown version \(major).\(minor)"
        }
    }
}

extension CaptureError.Damage: CustomStringConvertible {
    public var description: String {
        switch self {
        case .packetTooLong(let length):
            "a packet of \(length) bytes, the limit is \(CaptureReader.maximumPacketLength); where that is no damage, cut packets first (editcap -s 262144)"
        case .blockTooLong(let length):
            "a block of \(length) bytes, the limit is \(length > CaptureReader.maximumBlockLength ? CaptureReader.maximumBlockLength : CaptureReader.maximumHeldBlockLength)"
        case .blockLength(let length): "a block of its type cannot have the length \(length)"
        case .trailingLength(let trailing, let leading):
            "the block's length is \(leading) at its start and \(trailing) at its end"
        case .capturedLength(let length, let available):
            "a packet of \(length) bytes in a block that has room for \(available)"
        case .optionLength(let code, let length): "option \(code) cannot have the length \(length)"
        case .byteOrderMagic(let value): "the section's byte order is 0x\(String(value, radix: 16))"
        case .sectionVersion(let major, let minor): "a section of the unknown version \(major).\(minor)"
        case .noSection: "a block before any section header"
        case .unknownInterface(let number): "a packet of interface \(number), which is not described"
        case .recordLength(let length, let available):
            "a record of \(length) bytes in a block that has room for \(available)"
        case .tooManyInterfaces: "more than \(CaptureReader.maximumInterfaces) interfaces"
        case .compression(let compression): "the \(compression.rawValue) stream is corrupt"
        case .afterCompressedStream(let compression):
            "the bytes after the \(compression.rawValue) stream are not another one"
        }
    }
}
