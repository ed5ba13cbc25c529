import WireCoding

/// The header that monitor mode drivers put before 802.11 frames (LINKTYPE_IEEE802_11_RADIOTAP, radiotap.org).
/// All numbers are little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version, 0 |
/// | 1 | padding |
/// | 2 | bytes of this header |
/// | 4 each | presence words; bit 31 announces another one |
/// | … | the fields in the order of their bits, each aligned from the start of the header |
///
/// With bit 29 the next word begins again at field 0 (drivers report each antenna's signal so), with bit 30 it belongs
/// to a vendor.
public struct RadiotapHeader: Hashable, WireElement {
    /// Bytes up to the first presence word, included.
    public static let minimumSize = 8
    /// The most presence words; more are taken for damage.
    public static let maximumPresenceWords = 64

    /// 0 in all known headers; any other is read in the same way.
    public var version: UInt8
    /// The byte after the version, without meaning.
    public var padding: UInt8
    /// At least one; the last has bit 31 clear and all others set, or parsing fails.
    public var presence: [UInt32]
    /// The bytes after the presence words, up to the header's length: fields, alignment, and unknown data.
    public var content: [UInt8]

    /// The header with these bytes.
    public init(version: UInt8 = 0, padding: UInt8 = 0, presence: [UInt32], content: [UInt8]) {
        self.version = version
        self.padding = padding
        self.presence = presence
        self.content = content
    }

    /// The header with these fields, by presence word, aligned with zeros.
    ///
    /// - Parameter groups: Each has fields in ascending order of their numbers, at most one of a number except for
    ///   TLVs, which only the last group may have; every group after the first begins again at field 0. Vendors' data
    ///   end a group, and the next one represents the vendor's own presence word and is empty.
    public init(groups: [[RadiotapField]]) {
        var words: [UInt32] = []
        for (index, group) in groups.enumerated() {
            let bits = group.reduce(UInt32(0)) { $0 | 1 << UInt32($1.number) }
            // Bit 29 and bit 30 say both who has the next word.
            let next: UInt32 = bits & 0x4000_0000 != 0 ? 0x8000_0000 : 0xA000_0000
            words.append(bits | (index + 1 < groups.count ? next : 0))
        }
        let start = 4 + 4 * max(1, words.count)
        var written = ByteWriter()
        for field in groups.joined() {
            let number = Int(field.number)
            let alignment =
                number < RadiotapField.layouts.count ? RadiotapField.layouts[number].alignment : number == 30 ? 2 : 4
            while (start + written.count) % alignment != 0 { written.writeUInt8(0) }
            field.serialize(into: &written)
        }
        self.init(presence: words.isEmpty ? [0] : words, content: written.bytes)
    }

    /// Bytes of the header.
    public var length: Int { 4 + 4 * presence.count + content.count }

    /// Reads the header to its length. What the fields hold is read by ``groups(baseOffset:)``.
    ///
    /// - Throws: `truncated` when the header is longer than what is left or shorter than its presence words,
    ///   `invalidValue` for a length below 8, `tooLong` for more than 64 presence words.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "radiotap header")
        let start = input
        version = try input.readUInt8("radiotap version")
        padding = try input.readUInt8("radiotap padding")
        let length = Int(try input.readUInt16LittleEndian("radiotap length"))
        guard length >= Self.minimumSize else {
            throw start.error(.invalidValue(UInt64(length)), "radiotap length")
        }
        try start.require(length, "radiotap header")
        var region = try input.subreader(length &- 4, "radiotap header", limit: "radiotap length")
        presence = []
        repeat {
            guard presence.count < Self.maximumPresenceWords else {
                throw region.error(
                    .tooLong(length: presence.count + 1, maximum: Self.maximumPresenceWords),
                    "radiotap presence words")
            }
            presence.append(try region.readUInt32LittleEndian("radiotap presence"))
        } while (presence.last ?? 0) >> 31 == 1
        content = region.readRemainingBytes()
    }

    /// Reads as much of the header as there is, for one that a capture cut.
    ///
    /// - Returns: The header with the presence words and the content that are there, and the length that it states, which is
    ///   at least ``minimumSize``; nil where not even that can be read.
    public static func parsePrefix(_ input: inout ByteReader) -> (header: RadiotapHeader, length: Int)? {
        guard let version = try? input.readUInt8("radiotap version"),
            let padding = try? input.readUInt8("radiotap padding"),
            let length = try? input.readUInt16LittleEndian("radiotap length"), length >= minimumSize
        else { return nil }
        var presence: [UInt32] = []
        while presence.count < maximumPresenceWords, (presence.last ?? .max) >> 31 == 1,
            let word = try? input.readUInt32LittleEndian("radiotap presence")
        {
            presence.append(word)
        }
        let content = input.readRemainingBytes()
        return (RadiotapHeader(version: version, padding: padding, presence: presence, content: content), Int(length))
    }

    /// Writes the header with its length, modulo 65536.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(version)
        output.writeUInt8(padding)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: length))
        for word in presence { output.writeUInt32LittleEndian(word) }
        output.writeBytes(content)
    }

    /// The fields of each presence word whose offsets are known, and the reason why there are no more.
    ///
    /// A bit of unknown size ends the reading: the offsets of the fields after it are not known.
    ///
    /// - Parameter baseOffset: The offset of the header in the packet, for the error.
    public func groups(baseOffset: Int = 0) -> (groups: [[RadiotapField]], error: WireError?) {
        let bytes = ByteWriter.bytes(serialize(into:))
        var reader = RadiotapFieldReader(
            ByteReader(bytes.span, baseOffset: baseOffset, limit: "radiotap length"), after: 4 + 4 * presence.count)
        do throws(WireError) {
            try reader.read(presence)
            return (reader.groups, nil)
        } catch {
            return (reader.groups, error)
        }
    }
}

/// Reads the fields that presence words announce.
private struct RadiotapFieldReader: ~Escapable {
    var groups: [[RadiotapField]] = []
    private var input: ByteReader

    @_lifetime(copy input)
    init(_ input: ByteReader, after position: Int) {
        self.input = input
        if let moved = try? input.moved(to: min(position, input.end), "radiotap fields") { self.input = moved }
    }

    @_lifetime(self: copy self)
    mutating func read(_ presence: [UInt32]) throws(WireError) {
        var isOwnNamespace = true
        var isFirst = true
        var hasTLVs = false
        for (index, word) in presence.enumerated() {
            groups.append([])
            let next = word & 0x6000_0000
            if isOwnNamespace {
                // A word that neither begins again nor belongs to a vendor goes on with field 32, which has no size yet.
                guard isFirst || word & 0x1FFF_FFFF == 0 else { return }
                for number in 0..<RadiotapField.layouts.count where word >> UInt32(number) & 1 == 1 {
                    try align(RadiotapField.layouts[number].alignment)
                    groups[index].append(try RadiotapField(number: number, parsing: &input))
                }
                hasTLVs = hasTLVs || word & 0x1000_0000 != 0
            }
            if word & 0x4000_0000 != 0 {
                groups[index].append(try vendor())
                isOwnNamespace = false
            } else if next == 0x2000_0000 {
                isOwnNamespace = true
                isFirst = true
            } else {
                isFirst = false
            }
        }
        if hasTLVs { try tlvs() }
    }

    @_lifetime(self: copy self)
    private mutating func align(_ alignment: Int) throws(WireError) {
        try input.skip((alignment &- input.position % alignment) % alignment, "radiotap field")
    }

    @_lifetime(self: copy self)
    private mutating func vendor() throws(WireError) -> RadiotapField {
        try align(2)
        let upper = UInt32(try input.readUInt8("radiotap vendor"))
        let organization = upper << 16 | UInt32(try input.readUInt16("radiotap vendor"))
        let subspace = try input.readUInt8("radiotap vendor")
        let length = Int(try input.readUInt16LittleEndian("radiotap vendor length"))
        return .vendor(
            organization: organization, subspace: subspace, bytes: try input.readBytes(length, "radiotap vendor data"))
    }

    @_lifetime(self: copy self)
    private mutating func tlvs() throws(WireError) {
        try align(4)
        while input.remaining >= 4 {
            let type = try input.readUInt16LittleEndian("radiotap TLV")
            let length = Int(try input.readUInt16LittleEndian("radiotap TLV length"))
            groups[groups.count - 1].append(.tlv(type: type, bytes: try input.readBytes(length, "radiotap TLV")))
            try input.skip(min((4 &- length % 4) % 4, input.remaining), "radiotap TLV")
        }
    }
}
