import WireCoding

/// A domain name (RFC 1035 §3.1): labels of 1 to 63 arbitrary bytes, at most 255 bytes on the wire.
///
/// The name is one array in uncompressed wire form. Two names are equal when their bytes are, letters A-Z and a-z being
/// the same and nothing else folded (RFC 4343, RFC 6762 §16); each keeps its own spelling.
public struct DNSName: Sendable {
    /// The labels, each behind its length byte, and the zero byte of the root: 1 to 255 bytes.
    public let wireForm: [UInt8]

    /// - Parameter wireForm: Bytes that were checked before: complete, and within the limits.
    init(checkedWireForm wireForm: [UInt8]) { self.wireForm = wireForm }

    /// The name without labels.
    public static let root = DNSName(checkedWireForm: [0])

    /// The most bytes a label may have (RFC 1035 §2.3.4).
    public static let maximumLabelLength = 63
    /// The most bytes a name may have in wire form, length bytes and root included (RFC 1035 §2.3.4).
    public static let maximumLength = 255

    /// A name of these labels, the root not among them.
    ///
    /// - Throws: ``WireError/Kind/tooLong(length:maximum:)`` for a label or a name over the limit,
    ///   ``WireError/Kind/invalidValue(_:)`` for an empty label. Offsets count within ``wireForm``.
    public init(labels: some Sequence<[UInt8]>) throws(WireError) {
        var bytes: [UInt8] = []
        for label in labels {
            try Self.append(label[...], to: &bytes)
        }
        bytes.append(0)
        wireForm = bytes
    }

    /// Adds a label to a wire form that still lacks its root.
    private static func append(_ label: ArraySlice<UInt8>, to bytes: inout [UInt8]) throws(WireError) {
        guard !label.isEmpty else { throw WireError(.invalidValue(0), field: "DNS label length", offset: bytes.count) }
        guard label.count <= maximumLabelLength else {
            throw WireError(
                .tooLong(length: label.count, maximum: maximumLabelLength), field: "DNS label", offset: bytes.count)
        }
        let length = bytes.count + label.count + 2
        guard length <= maximumLength else {
            throw WireError(.tooLong(length: length, maximum: maximumLength), field: "DNS name", offset: bytes.count)
        }
        bytes.append(UInt8(label.count))
        bytes.append(contentsOf: label)
    }
}

extension DNSName {
    public var isRoot: Bool { wireForm.count == 1 }

    /// The labels without their length bytes, the leftmost first.
    public var labels: [[UInt8]] { labelSlices.map { Array($0) } }

    /// The labels as parts of ``wireForm``, without copies.
    public var labelSlices: LabelSlices { LabelSlices(wireForm: wireForm) }

    /// The number of labels, the root not counted.
    public var labelCount: Int {
        var count = 0
        for _ in labelSlices { count += 1 }
        return count
    }

    /// Whether `other`'s labels are this name's last ones. Every name ends with itself and with the root.
    public func hasSuffix(_ other: DNSName) -> Bool {
        let start = wireForm.count - other.wireForm.count
        guard start >= 0 else { return false }
        var offset = 0
        while offset < start { offset += Int(wireForm[offset]) + 1 }
        return offset == start && Self.foldedEqual(wireForm.span.extracting(start...), other.wireForm.span)
    }

    /// The name without its first `count` labels: the root when it has no more than those.
    public func droppingFirst(_ count: Int = 1) -> DNSName {
        var offset = 0
        for _ in 0..<max(0, count) where wireForm[offset] != 0 { offset += Int(wireForm[offset]) + 1 }
        return offset == 0 ? self : DNSName(checkedWireForm: Array(wireForm[offset...]))
    }

    /// The name that the labels at these positions make, as far as there are such labels.
    public func subname(_ labels: Range<Int>) -> DNSName {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(wireForm.count)
        var index = 0
        for label in labelSlices {
            if labels.contains(index) { bytes.append(contentsOf: wireForm[label.startIndex - 1..<label.endIndex]) }
            index += 1
        }
        bytes.append(0)
        return DNSName(checkedWireForm: bytes)
    }

    /// This name's labels followed by those of `suffix`.
    ///
    /// - Throws: ``WireError/Kind/tooLong(length:maximum:)`` when they make more than 255 bytes.
    public func appending(_ suffix: DNSName) throws(WireError) -> DNSName {
        let length = wireForm.count - 1 + suffix.wireForm.count
        guard length <= Self.maximumLength else {
            throw WireError(
                .tooLong(length: length, maximum: Self.maximumLength), field: "DNS name", offset: wireForm.count - 1)
        }
        return DNSName(checkedWireForm: wireForm.dropLast() + suffix.wireForm)
    }
}

extension DNSName {
    /// The labels of a name from left to right, as slices of its wire form.
    public struct LabelSlices: Sequence, IteratorProtocol, Sendable {
        let wireForm: [UInt8]
        var offset = 0

        public mutating func next() -> ArraySlice<UInt8>? {
            let length = Int(wireForm[offset])
            guard length > 0 else { return nil }
            let start = offset + 1
            offset = start + length
            return wireForm[start..<offset]
        }
    }
}
