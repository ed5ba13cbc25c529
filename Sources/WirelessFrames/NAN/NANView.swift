import WireCoding

/// A frame of Wi-Fi Aware, recognized and read in place without allocating.
///
/// ```swift
/// guard let frame = NANView(frameControl, body: body) else { return }
/// var attributes = frame.attributes
/// while let attribute = try attributes.next() { … body.extracting(attribute.body) … }
/// ```
///
/// | frame | body up to the attributes |
/// |---|---|
/// | beacon | timestamp 8, interval 2, capabilities 2; elements; 221, length, 50-6F-9A, 0x13 |
/// | service discovery | category 4 or 9, action 9, 50-6F-9A, 0x13 |
/// | action | category 4 or 9, action 9, 50-6F-9A, 0x18, subtype |
///
/// An element has room for 251 bytes of attributes. A beacon may repeat it, as IEEE 802.11 allows for elements of vendors;
/// what the elements hold is one row of attributes then, in which an attribute may begin in one and end in the next.
public struct NANView: ~Escapable {
    /// The number of the Wi-Fi Alliance.
    public static let organization: UInt32 = 0x506F9A
    /// The type of beacons' elements and of service discovery frames.
    public static let discoveryType: UInt8 = 0x13
    /// The type of action frames.
    public static let actionType: UInt8 = 0x18

    /// Whether this is a beacon, a service discovery frame or an action frame, and of which subtype.
    public let kind: NANFrameKind
    /// The bytes after the MAC header.
    public let body: Span<UInt8>
    /// The range of the attributes in the body; in a beacon those of the first element.
    public let attributeRange: Range<Int>
    /// The offset of the body in the packet, for errors.
    public let baseOffset: Int

    /// Nil for other frames, for protected ones, and for those cut before the attributes.
    ///
    /// - Parameters:
    ///   - frameControl: The kind of frame that the body is from.
    ///   - body: What follows the MAC header, without the frame check sequence.
    ///   - baseOffset: Where the body lies in the packet, for errors.
    @_lifetime(copy body)
    public init?(_ frameControl: IEEE80211FrameControl, body: Span<UInt8>, baseOffset: Int = 0) {
        guard !frameControl.isProtected else { return nil }
        let found: (kind: NANFrameKind, range: Range<Int>)?
        if frameControl.isAction {
            found = Self.action(body)
        } else if frameControl.isBeacon {
            found = Self.beacon(body)
        } else {
            found = nil
        }
        guard let found else { return nil }
        kind = found.kind
        attributeRange = found.range
        self.body = body
        self.baseOffset = baseOffset
    }

    /// A walk over the attributes; the ranges that it gives count from the start of ``body``.
    public var attributes: NANAttributes {
        @_lifetime(copy self)
        get {
            NANAttributes(body, in: attributeRange, baseOffset: baseOffset, continuesInElements: kind == .beacon)
        }
    }

    /// The end of the attributes in the body; in a beacon those of the last element.
    public var end: Int { pieces.last?.upperBound ?? attributeRange.upperBound }

    /// The ranges of attribute bytes in the body: one, or in a beacon one for each element.
    var pieces: [Range<Int>] {
        var pieces = [attributeRange]
        while kind == .beacon, let last = pieces.last, let next = Self.element(body, from: last.upperBound) {
            pieces.append(next)
        }
        return pieces
    }

    /// The attributes of a beacon with several elements, in one row as ``NANAttributes`` walks over them with none passed by;
    /// nil where they lie in one place.
    public var joinedElements: [UInt8]? {
        guard kind == .beacon, Self.element(body, from: attributeRange.upperBound) != nil else { return nil }
        var joined: [UInt8] = []
        for index in pieces.joined() { joined.append(body[index]) }
        return joined
    }

    /// Whether a public action's body begins with the organization and a type of Wi-Fi Aware.
    static func isAction(_ body: Span<UInt8>) -> Bool {
        body.count >= 6 && (body[0] == 4 || body[0] == 9) && body[1] == 9 && organization(body, 2) == organization
            && (body[5] == discoveryType || body[5] == actionType)
    }

    /// Whether the elements of a beacon include one of Wi-Fi Aware.
    static func isBeacon(_ body: Span<UInt8>) -> Bool { element(body, from: BeaconBody.fixedSize) != nil }

    private static func action(_ body: Span<UInt8>) -> (NANFrameKind, Range<Int>)? {
        guard isAction(body) else { return nil }
        if body[5] == discoveryType { return (.serviceDiscovery, 6..<body.count) }
        guard body.count >= 7 else { return nil }
        return (.action(NANActionSubtype(rawValue: body[6])), 7..<body.count)
    }

    private static func beacon(_ body: Span<UInt8>) -> (NANFrameKind, Range<Int>)? {
        element(body, from: BeaconBody.fixedSize).map { (.beacon, $0) }
    }

    /// The range of the attributes in the next element of Wi-Fi Aware.
    ///
    /// - Parameter start: The start of an element.
    /// - Returns: Nil if none is left, and for elements that are longer than the body.
    static func element(_ body: Span<UInt8>, from start: Int) -> Range<Int>? {
        var offset = start
        while offset &+ 2 <= body.count {
            let end = offset &+ 2 &+ Int(body[offset &+ 1])
            guard end <= body.count else { return nil }
            if body[offset] == ElementID.vendorSpecific.rawValue, end &- offset >= 6,
                organization(body, offset &+ 2) == organization,
                body[offset &+ 5] == discoveryType
            {
                return offset &+ 6..<end
            }
            offset = end
        }
        return nil
    }

    /// The three bytes of an organization's number.
    @inline(__always)
    static func organization(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
        UInt32(bytes[offset]) << 16 | UInt32(bytes.bigEndianUInt16(at: offset &+ 1))
    }
}
