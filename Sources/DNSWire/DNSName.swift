import WireCoding

/// A domain name (RFC 1035 §3.1): labels of 1 to 63 arbitrary bytes, at most 255 bytes on the wire.
///
/// Two names are equal if their bytes are, with letters A-Z equal to a-z and nothing else folded (RFC 4343, RFC 6762
/// §16). Each keeps its own spelling.
///
/// A name is a slice of an array in uncompressed wire form, which other names may share. The names of a message share
/// one copy of the message, and the last labels of a name share its bytes. Names are therefore cheap to read and to
/// split, but one small name can keep 64 KB in memory. Keep names ``compacted()`` if they outlive their message.
public struct DNSName: Sendable {
    /// Holds the name from ``start`` on, complete and within the limits.
    let storage: [UInt8]
    let start: UInt32
    /// 1 to 255 bytes.
    let length: UInt8

    /// - Parameter wireForm: Bytes that were checked before: complete, and within the limits.
    init(checkedWireForm wireForm: [UInt8]) {
        self.init(checked: wireForm, start: 0, length: wireForm.count)
    }

    /// - Parameters:
    ///   - storage: Bytes that were checked before: from `start` on a complete name within the limits.
    ///   - start: Below 2^32.
    ///   - length: 1 to 255.
    @inline(__always)
    init(checked storage: [UInt8], start: Int, length: Int) {
        self.storage = storage
        self.start = UInt32(truncatingIfNeeded: start)
        self.length = UInt8(truncatingIfNeeded: length)
    }

    /// The name without labels.
    public static let root = DNSName(checkedWireForm: [0])

    /// The domain of multicast DNS, `local.` (RFC 6762 §3).
    public static let local = DNSName(checkedWireForm: [5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0])

    /// The most bytes a label may have (RFC 1035 §2.3.4).
    public static let maximumLabelLength = 63
    /// The most bytes a name may have in wire form, length bytes and root included (RFC 1035 §2.3.4).
    public static let maximumLength = 255

    /// A name of these labels, the root not among them.
    ///
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for a label or a name over the limit,
    ///   `WireError.Kind.invalidValue(_:)` for an empty label. Offsets count within ``wireForm``.
    public init(labels: some Sequence<[UInt8]>) throws(WireError) {
        var bytes: [UInt8] = []
        for label in labels {
            let offset = bytes.count
            guard !label.isEmpty else { throw WireError(.invalidValue(0), field: "DNS label length", offset: offset) }
            try WireError.checkLength(label.count, "DNS label", maximum: Self.maximumLabelLength, offset: offset)
            // With its length byte, and the root.
            let length = offset + label.count + 2
            try WireError.checkLength(length, "DNS name", maximum: Self.maximumLength, offset: offset)
            bytes.append(UInt8(label.count))
            bytes.append(contentsOf: label)
        }
        bytes.append(0)
        self.init(checkedWireForm: bytes)
    }
}

extension DNSName {
    /// The labels, each after its length byte, and the zero byte of the root: 1 to 255 bytes, borrowed.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get { storage.span.extracting(Int(start)..<Int(start) &+ Int(length)) }
    }

    /// The bytes of ``span`` as an array; a copy, unless the name has its storage for itself.
    public var wireForm: [UInt8] { isCompact ? storage : span.copied() }

    /// The bytes that the name takes without compression: 1 to 255.
    public var encodedSize: Int { Int(length) }

    /// The same name in its own memory, instead of as part of a whole message.
    public func compacted() -> DNSName { isCompact ? self : DNSName(checkedWireForm: span.copied()) }

    private var isCompact: Bool { storage.count == Int(length) }

    /// Whether the name is that of the root, which has no labels.
    public var isRoot: Bool { length == 1 }

    /// The labels without their length bytes, the leftmost first.
    public var labels: [[UInt8]] { labelSlices.map { Array($0) } }

    /// The labels without their length bytes, as slices without copies. Their indices mean nothing.
    public var labelSlices: LabelSlices { LabelSlices(storage: storage, offset: Int(start)) }

    /// The number of labels, the root not counted.
    public var labelCount: Int {
        let bytes = span
        var count = 0
        var offset = 0
        while bytes[offset] != 0 {
            offset &+= Int(bytes[offset]) &+ 1
            count &+= 1
        }
        return count
    }

    /// Whether `other`'s labels are this name's last ones. Every name ends with itself and with the root.
    public func hasSuffix(_ other: DNSName) -> Bool {
        let bytes = span
        let begin = bytes.count &- other.encodedSize
        guard begin >= 0 else { return false }
        var offset = 0
        while offset < begin { offset &+= Int(bytes[offset]) &+ 1 }
        return offset == begin && Self.foldedEqual(bytes.extracting(begin...), other.span)
    }

    /// The name without its first `count` labels: the root when it has no more than those. It shares this name's bytes.
    public func droppingFirst(_ count: Int = 1) -> DNSName {
        let bytes = span
        var offset = 0
        for _ in 0..<max(0, count) where bytes[offset] != 0 { offset &+= Int(bytes[offset]) &+ 1 }
        return droppingBytes(offset)
    }

    /// - Parameter count: The offset in ``span`` where one of the name's labels or its root begins.
    func droppingBytes(_ count: Int) -> DNSName {
        DNSName(checked: storage, start: Int(start) &+ count, length: Int(length) &- count)
    }

    /// The name built from the labels at these positions, up to the first that is not a label.
    public func subname(_ labels: Range<Int>) -> DNSName {
        let begin = droppingFirst(labels.lowerBound)
        let rest = begin.droppingFirst(labels.count)
        guard !rest.isRoot else { return begin }
        var bytes: [UInt8] = []
        let length = begin.encodedSize &- rest.encodedSize
        bytes.reserveCapacity(length &+ 1)
        bytes.append(copying: begin.span.extracting(first: length))
        bytes.append(0)
        return DNSName(checkedWireForm: bytes)
    }

    /// This name's labels followed by those of `suffix`.
    ///
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` when they make more than 255 bytes.
    public func appending(_ suffix: DNSName) throws(WireError) -> DNSName {
        let length = encodedSize - 1 + suffix.encodedSize
        try WireError.checkLength(length, "DNS name", maximum: Self.maximumLength, offset: encodedSize - 1)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        bytes.append(copying: span.extracting(droppingLast: 1))
        bytes.append(copying: suffix.span)
        return DNSName(checkedWireForm: bytes)
    }
}

extension DNSName {
    /// The labels of a name from left to right, as slices of its storage.
    public struct LabelSlices: Sequence, IteratorProtocol, Sendable {
        let storage: [UInt8]
        var offset: Int

        public mutating func next() -> ArraySlice<UInt8>? {
            let length = Int(storage[offset])
            guard length > 0 else { return nil }
            let start = offset + 1
            offset = start + length
            return storage[start..<offset]
        }
    }
}
