import WireCoding

extension DNSName {
    /// The most compression pointers that one name may go through. A name has at most 127 labels, and no sender needs
    /// more than one pointer for each.
    public static let maximumPointers = 127

    /// Reads a name and follows compression pointers (RFC 1035 §4.1.4), which count from the start of the reader's
    /// whole input, where the message must begin.
    ///
    /// Each pointer must lead to a position before the labels that it ends, as every honest one does, so that no name
    /// can loop. Afterward the reader is after the name's own bytes; after an error it has not moved.
    public init(parsing input: inout ByteReader) throws(WireError) {
        self = try Self.expanded(from: &input).name
    }

    /// Reads a name into its own memory.
    ///
    /// - Returns: The name, how many pointers it went through, and where the last of its bytes ends in the input.
    static func expanded(
        from input: inout ByteReader
    ) throws(WireError) -> (name: DNSName, pointers: Int, extent: Int) {
        let source = input.input
        let end = input.end
        var bytes: [UInt8] = []
        /// Length of the wire form up to the current label.
        var length = 0
        var position = input.position
        var runStart = position
        var endOfOwnBytes = -1
        var pointers = 0
        var extent = 0

        while true {
            guard position < end else { throw Self.truncation(1, at: position, "DNS label length", input) }
            let lead = Int(source[position])
            if lead == 0 {
                position &+= 1
                break
            }
            if lead <= Self.maximumLabelLength {
                guard lead < end &- position else {
                    throw Self.truncation(lead &+ 1, at: position, "DNS label", input)
                }
                length &+= lead &+ 1
                guard length < Self.maximumLength else {
                    throw Self.error(
                        .tooLong(length: length &+ 1, maximum: Self.maximumLength), at: position, "DNS name", input)
                }
                position &+= lead &+ 1
                continue
            }
            guard lead >= 0xC0 else {
                throw Self.error(.invalidValue(UInt64(lead)), at: position, "DNS label length", input)
            }
            guard end &- position >= 2 else { throw Self.truncation(2, at: position, "DNS name pointer", input) }
            let target = Int(source.bigEndianUInt16(at: position) & 0x3FFF)
            guard target < runStart, pointers < Self.maximumPointers else {
                throw Self.error(.badReference(target: target), at: position, "DNS name pointer", input)
            }
            pointers &+= 1
            // Most compressed names are whole within this, which saves growing the array.
            if bytes.isEmpty { bytes.reserveCapacity(64) }
            bytes.append(copying: source.extracting(runStart..<position))
            if endOfOwnBytes < 0 { endOfOwnBytes = position &+ 2 }
            extent = max(extent, position &+ 2)
            position = target
            runStart = target
        }
        bytes.append(copying: source.extracting(runStart..<position))
        if endOfOwnBytes < 0 { endOfOwnBytes = position }
        try input.skip(endOfOwnBytes &- input.position, "DNS name")
        return (DNSName(checkedWireForm: bytes), pointers, max(extent, position))
    }

    private static func error(
        _ kind: WireError.Kind, at position: Int, _ field: WireError.Field, _ input: borrowing ByteReader
    ) -> WireError {
        WireError(kind, field: field, offset: input.baseOffset &+ position, limit: input.limit)
    }

    private static func truncation(
        _ needed: Int, at position: Int, _ field: WireError.Field, _ input: borrowing ByteReader
    ) -> WireError {
        error(.truncated(needed: needed, available: input.end &- position), at: position, field, input)
    }

    /// Writes the name without compression.
    public func serialize(into output: inout ByteWriter) { output.writeBytes(span) }

    /// Writes the name, with a pointer in place of the longest part that the message holds already.
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        names.write(self, into: &output)
    }

    /// Writes the name as data of types that only multicast DNS compresses (RFC 6762 §18.14).
    func serialize(into output: inout ByteWriter, compressedInMulticastBy names: inout NameCompression) {
        if names.scope == .multicast {
            serialize(into: &output, compressedBy: &names)
        } else {
            serialize(into: &output)
        }
    }
}

/// The data of PTR, CNAME and NS records.
extension DNSName: RecordContent {
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        self = try names.readName(&input)
    }

    /// The root.
    public init() { self = .root }

    public static let fields: [FieldDescription<Self>] = [.required("target", \.self, .name)]

    /// From the root to names of 255 bytes: labels of 1 to 63 bytes of any value, and of 127 labels of one byte.
    public static func extreme(from source: inout any ExtremeSource) -> DNSName {
        let sizes: [Int] =
            switch source.number(in: 0...7) {
            case 0: []
            case 1: [Int](repeating: 1, count: 127)
            // With their lengths and the root these are 255 bytes.
            case 2: [63, 63, 63, 61]
            case 3: [source.number(in: 1...maximumLabelLength)]
            default: (0..<source.number(in: 1...4)).map { _ in source.number(in: 1...12) }
            }
        return (try? DNSName(labels: sizes.map { source.extremeBytes(from: $0, upTo: $0) })) ?? .root
    }
}
